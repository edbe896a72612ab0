// Runs in a thread of its own (draw-pdf.ts).
import { leadingOf, linesOf, openPdf, writeLine } from './set-text.mjs'

/** @typedef {import('./draw-pdf.ts').PdfSheet} PdfSheet */
/** @typedef {InstanceType<typeof import('pdfkit')>} Doc */
/** @typedef {ReturnType<Doc['struct']>} Element */
/** @typedef {import('./set-text.mjs').Style} Style */

const page = { width: 595.28, height: 841.89, margin: 56, foot: 44 }
const width = page.width - 2 * page.margin
const bottom = page.height - page.margin - page.foot
const ink = '#171a33'
const grey = '#4b4a5c'
const line = '#d9d3c4'
const gap = 12

/** @type {Style} */
const text = { weight: 400, size: 10, color: ink }
const strong = { ...text, weight: /** @type {const} */ (700) }
/** A reference of an order is the longest word, and stands on one line. */
const factsWidth = 184
const fact = { ...strong, size: 9 }
const small = { ...text, size: 8.5, color: grey }

/** @param {PdfSheet} sheet @returns {Promise<Uint8Array>} */
export async function drawSheet(sheet) {
  const { doc, root, close } = openPdf(page, {
    Title: sheet.title,
    Author: sheet.brand.publisher,
    Creator: sheet.brand.name,
    Producer: sheet.brand.name,
  })
  drawOn(doc, root, sheet)
  return close()
}

/** @typedef {ReturnType<typeof penOn>} Pen */

/** @param {Doc} doc @param {Element} root @param {PdfSheet} sheet */
function drawOn(doc, root, sheet) {
  doc.addPage()
  const pen = penOn(doc)
  drawHead(pen, root, sheet)
  drawParties(pen, root, sheet)
  if (sheet.columns.length > 0) drawTable(pen, root, sheet)
  drawSums(pen, root, sheet)
  drawFeet(pen, sheet)
  root.end()
}

/** What is drawn from the top down: `y` is where the next part begins. */
function penOn(/** @type {Doc} */ doc) {
  /** @param {Element} parent @param {string} type */
  const element = (parent, type) => {
    const made = doc.struct(/** @type {any} */ (type))
    parent.add(made)
    return made
  }
  /** @param {() => void} draw */
  const artifact = (draw) => {
    doc.markContent('Artifact', /** @type {any} */ ({ type: 'Layout' }))
    draw()
    doc.endMarkedContent()
  }
  /** @param {number} top @param {number} thickness @param {string} color */
  const rule = (top, thickness, color, from = page.margin, to = page.margin + width) =>
    artifact(() => {
      doc.moveTo(from, top).lineTo(to, top).lineWidth(thickness).strokeColor(color).stroke()
    })
  /** @param {number} height */
  const need = (height) => {
    if (pen.y + height <= bottom) return false
    doc.addPage()
    pen.y = page.margin
    return true
  }
  /**
   * A block of lines as one element; resolves to its height.
   * @param {Element} parent @param {string} type @param {string[]} lines @param {Style} style
   * @param {{ x: number, y: number, end?: number }} at
   */
  const block = (parent, type, lines, style, at) => {
    element(parent, type).add(() => {
      for (const [index, content] of lines.entries())
        writeLine(doc, content, style, { ...at, y: at.y + index * leadingOf(style) })
    })
    return lines.length * leadingOf(style)
  }
  const pen = { doc, y: page.margin, element, artifact, rule, need, block }
  return pen
}

/** @param {Pen} pen @param {Element} root @param {PdfSheet} sheet */
function drawHead(pen, root, sheet) {
  const { doc } = pen
  pen.block(root, 'P', [sheet.brand.name], { ...strong, size: 15 }, { x: page.margin, y: pen.y })
  const title = { ...strong, size: 24 }
  pen.block(root, 'H1', [sheet.title], title, { x: 0, y: pen.y - 7, end: page.margin + width })
  pen.y += 32
  pen.rule(pen.y, 2, ink)
  pen.y += 16
  if (sheet.warning) {
    const lines = linesOf(doc, sheet.warning, strong, width - 20)
    const height = lines.length * leadingOf(strong) + 12
    pen.artifact(() => doc.rect(page.margin, pen.y, width, height).fill('#ffe3a0'))
    pen.block(root, 'P', lines, strong, { x: page.margin + 10, y: pen.y + 6 })
    pen.y += height + 14
  }
}

/**
 * Facts on the right, parties from the left, each in a column of its own.
 * @param {Pen} pen @param {Element} root @param {PdfSheet} sheet
 */
function drawParties(pen, root, sheet) {
  const { doc } = pen
  const factsX = page.margin + width - factsWidth
  const columnWidth = (width - factsWidth) / Math.max(1, sheet.parties.length) - gap * 2
  const heights = sheet.parties.map(({ heading, lines }, index) => {
    const x = page.margin + index * (columnWidth + gap * 2)
    const of = pen.block(root, 'H2', [heading], small, { x, y: pen.y })
    const content = lines.flatMap((one) => linesOf(doc, one, text, columnWidth))
    return of + pen.block(root, 'P', content, text, { x, y: pen.y + of })
  })
  let factsY = pen.y
  for (const [label, value] of sheet.facts) {
    factsY += pen.block(root, 'P', [label], small, { x: factsX, y: factsY })
    factsY += pen.block(root, 'P', linesOf(doc, value, fact, factsWidth), fact, {
      x: factsX,
      y: factsY,
    })
    factsY += 4
  }
  pen.y = Math.max(factsY, ...heights.map((height) => pen.y + height)) + 18
}

/** @param {Pen} pen @param {Element} root @param {PdfSheet} sheet */
function drawTable(pen, root, sheet) {
  const shares = sheet.columns.reduce((sum, { share }) => sum + share, 0)
  const room = width - gap * (sheet.columns.length - 1)
  let x = page.margin
  const cells = sheet.columns.map(({ share, isNumber }) => {
    const own = { x, width: (room * share) / shares, isNumber }
    x += own.width + gap
    return own
  })
  const table = pen.element(root, 'Table')
  /** @param {string[]} contents @param {Style} style @param {'TH' | 'TD'} type */
  const row = (contents, style, type) => {
    const wrapped = cells.map((cell, index) =>
      linesOf(pen.doc, contents[index] ?? '', style, cell.width),
    )
    const height = Math.max(...wrapped.map((lines) => lines.length)) * leadingOf(style) + 12
    // The head stands over each page's rows.
    if (pen.need(height) && type === 'TD') head()
    const made = pen.element(table, 'TR')
    for (const [index, lines] of wrapped.entries()) {
      const cell = /** @type {typeof cells[number]} */ (cells[index])
      const end = cell.isNumber ? cell.x + cell.width : undefined
      pen.block(made, type, lines, style, { x: cell.x, y: pen.y + 6, ...(end && { end }) })
    }
    pen.y += height
    pen.rule(pen.y, type === 'TH' ? 1.5 : 0.5, type === 'TH' ? ink : line)
  }
  const head = () =>
    row(
      sheet.columns.map(({ label }) => label),
      { ...small, weight: 700 },
      'TH',
    )
  head()
  for (const contents of sheet.rows) row(contents, text, 'TD')
  pen.y += 8
}

/** @param {Pen} pen @param {Element} root @param {PdfSheet} sheet */
function drawSums(pen, root, sheet) {
  const { doc } = pen
  // A total is never alone on a page.
  pen.need(sheet.sums.length * 26)
  for (const [index, [label, value]] of sheet.sums.entries()) {
    const isTotal = index === sheet.sums.length - 1
    const style = isTotal ? { ...strong, size: 13 } : text
    if (isTotal) {
      pen.y += 3
      pen.rule(pen.y, 1.5, ink, page.margin + width / 2)
      pen.y += 7
    }
    const sum = pen.element(root, 'P')
    sum.add(() => {
      writeLine(doc, label, style, { x: page.margin + width / 2, y: pen.y })
      writeLine(doc, value, style, { x: 0, y: pen.y, end: page.margin + width })
    })
    pen.y += leadingOf(style) + 4
  }
  pen.y += 18
  for (const note of sheet.notes) {
    const lines = linesOf(doc, note, text, width)
    pen.need(lines.length * leadingOf(text))
    pen.y += pen.block(root, 'P', lines, text, { x: page.margin, y: pen.y }) + 7
  }
}

/** @param {Pen} pen @param {PdfSheet} sheet */
function drawFeet(pen, { brand }) {
  const { doc } = pen
  const { count } = doc.bufferedPageRange()
  const contact = [brand.publisher, ...brand.address, brand.email].join(' · ')
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index)
    pen.artifact(() => {
      const foot = page.height - page.margin
      doc.moveTo(page.margin, foot - 8).lineTo(page.margin + width, foot - 8)
      doc.lineWidth(0.5).strokeColor(line).stroke()
      for (const [at, content] of linesOf(doc, contact, small, width - 90).entries())
        writeLine(doc, content, small, { x: page.margin, y: foot + at * leadingOf(small) })
      const number = `Page ${index + 1} of ${count}`
      writeLine(doc, number, small, { x: 0, y: foot, end: page.margin + width })
    })
  }
}
