// Runs in the thread of draw-pdf.ts: the stories of a week as an A6 PDF, whose letters a phone shows large enough.
import { leadingOf, linesOf, openPdf, writeLine } from './set-text.mjs'

/** @typedef {import('./draw-pdf.ts').EditionSheet} EditionSheet */
/** @typedef {ReturnType<typeof openPdf>['root']} Element */
/** @typedef {import('./set-text.mjs').Style} Style */

const page = { width: 297.64, height: 419.53, margin: 22 }
const width = page.width - 2 * page.margin
/** Paragraphs, of several editions. */
const mostWrapped = 2_000
const bottom = page.height - page.margin - 14
const ink = '#171a33'

/** @param {number} size @param {400 | 700} weight @returns {Style} */
const style = (size, weight = 400, color = ink) => ({ size, weight, color })
const small = style(10, 400, '#4b4a5c')
const linked = style(11, 400, '#1f3a93')

/** @type {Record<EditionSheet['stories'][number]['blocks'][number]['kind'], { type: string, style: Style, inset?: number }>} */
const kinds = {
  text: { type: 'P', style: style(12) },
  heading: { type: 'H3', style: style(13.5, 700) },
  quote: { type: 'BlockQuote', style: style(12, 400, '#4b4a5c'), inset: 12 },
  item: { type: 'P', style: style(12), inset: 10 },
  small: { type: 'P', style: small },
}

/** @param {EditionSheet} sheet @returns {Promise<Uint8Array>} */
export async function drawEdition(sheet) {
  const { magazine, title } = sheet
  const info = {
    Title: `${magazine}: ${title}`,
    Author: magazine,
    Creator: magazine,
    Producer: magazine,
  }
  const { doc, root, close } = openPdf(page, info)
  if (wrapped.size > mostWrapped) wrapped.clear()
  const pen = penOn(doc)
  pen.page()
  const cover = doc.struct('Figure', { alt: sheet.coverAlt })
  root.add(cover)
  cover.add(() => doc.image(Buffer.from(sheet.cover), 0, 0, { width: page.width }))
  pen.y = (page.width * 2) / 3 + 16
  pen.write(root, 'P', magazine, style(13, 700))
  pen.write(root, 'H1', title, style(22, 700))
  for (const line of sheet.lead) pen.write(root, 'P', line, small)
  pen.page()
  pen.write(root, 'H2', 'In this edition', style(18, 700))
  for (const { place, title: of, byline } of sheet.stories) {
    pen.write(root, 'P', `${place}. ${of}`, linked, { goTo: `s${place}`, gap: 0 })
    pen.write(root, 'P', byline, small)
  }
  for (const story of sheet.stories) {
    pen.page()
    doc.addNamedDestination(`s${story.place}`)
    doc.outline.addItem(story.title)
    const part = doc.struct('Art')
    root.add(part)
    pen.write(part, 'P', story.category, small)
    pen.write(part, 'H2', story.title, style(18, 700))
    pen.write(part, 'P', story.byline, small)
    for (const { kind, text } of story.blocks) {
      const { type, inset = 0, ...as } = kinds[kind]
      pen.write(part, type, text, as.style, { inset })
    }
    pen.write(part, 'P', 'Like it, share it, read on', linked, { url: story.url })
  }
  pen.page()
  for (const { heading, text, url } of sheet.end) {
    if (heading) pen.write(root, 'H2', heading, style(18, 700))
    pen.write(root, 'P', text, url ? linked : style(12), { url })
  }
  numberPages(doc)
  root.end()
  return close()
}

/** @param {ReturnType<typeof openPdf>['doc']} doc */
function penOn(doc) {
  const pen = {
    y: 0,
    page() {
      doc.addPage()
      pen.y = page.margin
    },
    /**
     * One element, over as many pages as it needs.
     * @param {Element} parent @param {string} type @param {string} text @param {Style} as
     * @param {{ inset?: number, url?: string | undefined, goTo?: string, gap?: number }} [how]
     */
    write(parent, type, text, as, { inset = 0, url, goTo, gap = leadingOf(as) / 2 } = {}) {
      const leading = leadingOf(as)
      const lines = [...wrap(doc, text, as, width - inset)]
      // Its types know no strings that come in a variable, although all are of the standard.
      const outer = doc.struct(/** @type {any} */ (type))
      parent.add(outer)
      const element = url || goTo ? doc.struct('Link') : outer
      if (element !== outer) outer.add(element)
      // A heading is never alone at the end of a page.
      if (type.startsWith('H') && pen.y + (lines.length + 2) * leading > bottom) pen.page()
      while (lines.length > 0) {
        if (pen.y + leading > bottom) pen.page()
        const here = lines.splice(0, Math.floor((bottom - pen.y) / leading))
        const top = pen.y
        element.add(() => {
          for (const [at, line] of here.entries())
            writeLine(doc, line, as, { x: page.margin + inset, y: top + at * leading })
        })
        pen.y += here.length * leading
        /** @type {[number, number, number, number]} */
        const area = [page.margin, top, width, pen.y - top]
        // Its types leave out what ties an annotation to its element.
        const of = /** @type {any} */ ({ structParent: element, Contents: new String(text) })
        if (url) doc.link(...area, url, of)
        if (goTo) doc.goTo(...area, goTo, of)
      }
      pen.y += gap
    },
  }
  return pen
}

/** @type {Map<string, string[]>} */
const wrapped = new Map()

/**
 * Finding where lines end is most of the work, and an edition is drawn twice: its size stands on its cover.
 * @param {ReturnType<typeof openPdf>['doc']} doc @param {string} text @param {Style} as @param {number} most
 */
function wrap(doc, text, as, most) {
  const key = [as.weight, as.size, most, text].join(' ')
  const lines = wrapped.get(key) ?? linesOf(doc, text, as, most)
  wrapped.set(key, lines)
  return lines
}

/** @param {ReturnType<typeof openPdf>['doc']} doc */
function numberPages(doc) {
  const { count } = doc.bufferedPageRange()
  for (let at = 1; at < count; at += 1) {
    doc.switchToPage(at)
    // Its types have none for page numbers.
    doc.markContent('Artifact', /** @type {any} */ ({ type: 'Pagination' }))
    const place = { x: 0, y: page.height - page.margin - 6, end: page.width - page.margin }
    writeLine(doc, String(at + 1), style(8, 400, small.color), place)
    doc.endMarkedContent()
  }
}
