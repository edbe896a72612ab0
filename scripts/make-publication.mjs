// Typesets content/publications/<id>/text.md into an A5 PDF that reads well on a phone.
//
//   node scripts/make-publication.mjs growing-right        one publication, or several ids
//   node scripts/make-publication.mjs                      every publication
//
// The text may use: one "# title", "## chapters", "### sections", paragraphs, "- " lists and
// "> " quotes (a quote keeps its line breaks, so a poem is a quote). If the folder holds the
// cover picture named in publication.json it goes on the cover, else a staircase is drawn.
// The same text and cover always give the same bytes. The page count in publication.json is
// brought up to date.
import { createWriteStream, existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import subsetFont from 'subset-font'

const require = createRequire(import.meta.url)
// The copy of fontkit that pdfkit itself reads fonts with.
const fontkit = createRequire(require.resolve('pdfkit'))('fontkit')

const publicationsFolder = fileURLToPath(new URL('../content/publications/', import.meta.url))
const brandFile = fileURLToPath(new URL('../content/brand.json', import.meta.url))

// A5, in whole points so that no hairline shows at the edge of a screen.
const sheet = { width: 420, height: 595 }
const column = { left: 37, top: 62, width: sheet.width - 74, bottom: sheet.height - 54 }
const comfortablePages = 20
const madeOn = new Date('2025-01-01T00:00:00Z')

const colours = { page: '#FFFCF5', sunk: '#F5EAD2', ink: '#171A33', soft: '#4B4A5C' }
const coverText = { cream: '#FFF6E2', ink: '#171A33' }

// ground and sun of the cover, front and back of the stairs, thread of the motifs, accent inside
const dyes = {
  leaf: ['#1F6E43', '#F6B21A', '#0E3A26', '#1D2B6B', '#E2F4D6', '#1F6E43'],
  adire: ['#1D2B6B', '#F6B21A', '#0F1638', '#B5431D', '#D5DEFF', '#1D2B6B'],
  laterite: ['#B5431D', '#F6B21A', '#1D2B6B', '#5E2412', '#FFE3C2', '#B5431D'],
  harmattan: ['#A9C8E6', '#FFF3D6', '#1D2B6B', '#B5431D', '#FFF8E6', '#1D2B6B'],
  paper: ['#F0DDB6', '#DA5A22', '#1D2B6B', '#1F6E43', '#FFF8E6', '#1F6E43'],
  rose: ['#F2B59B', '#B5431D', '#1D2B6B', '#5E2412', '#FFF3D6', '#B5431D'],
  dawn: ['#F6B21A', '#DA5A22', '#1D2B6B', '#B5431D', '#FFF3D6', '#B5431D'],
}
// Which dyes carry cream words and which carry ink; the publication's order picks among them.
const dyesFor = {
  cream: ['leaf', 'adire', 'laterite'],
  ink: ['harmattan', 'paper', 'rose', 'dawn'],
}

function paletteOf({ coverInk, order }) {
  const names = dyesFor[coverInk]
  const [ground, sun, front, back, thread, accent] =
    dyes[names[Math.abs(Math.floor(order) - 1) % names.length]]
  return { ground, sun, front, back, thread, accent }
}

// ---------------------------------------------------------------------------------- the text

function parseText(markdown) {
  const blocks = markdown
    .normalize('NFC')
    // A sum is not parted from its sign at the end of a line.
    .replace(/ ([−+×÷=]) (?=[\d₦])/g, ' $1\u00a0')
    .replaceAll('\r\n', '\n')
    // Headings and lists are blocks of their own even where no blank line says so.
    .replace(/^(#{1,3} .*)$/gm, '\n$1\n')
    .replace(/^(?!- |\s)(.+)\n(?=- )/gm, '$1\n\n')
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean)
  const text = { title: '', opening: [], chapters: [] }
  for (const block of blocks) {
    const here = text.chapters.at(-1)?.blocks ?? text.opening
    const lines = block.split('\n').map((line) => line.trim())
    if (block.startsWith('# ')) text.title = block.slice(2).trim()
    else if (block.startsWith('## ')) text.chapters.push({ title: block.slice(3), blocks: [] })
    else if (block.startsWith('### ')) here.push({ kind: 'section', text: block.slice(4) })
    else if (block.startsWith('- ')) here.push({ kind: 'list', items: itemsOf(lines) })
    else if (block.startsWith('>'))
      here.push({ kind: 'quote', lines: lines.map((line) => line.replace(/^>\s?/, '')) })
    else here.push({ kind: 'paragraph', text: lines.join(' ') })
  }
  return text
}

function itemsOf(lines) {
  const items = []
  for (const line of lines) {
    if (line.startsWith('- ')) items.push(line.slice(2))
    else items[items.length - 1] += ` ${line}`
  }
  return items
}

// --------------------------------------------------------------------------------- the fonts

const slices = ['latin', 'latin-ext', 'vietnamese', 'math', 'symbols']
const faces = {
  display: {
    file: (slice) => `@fontsource-variable/ojuju/files/ojuju-${slice}-wght-normal.woff2`,
    variationAxes: { wght: 760 },
  },
  text: { file: (slice) => `@fontsource/noto-serif/files/noto-serif-${slice}-400-normal.woff2` },
  italic: { file: (slice) => `@fontsource/noto-serif/files/noto-serif-${slice}-400-italic.woff2` },
}

// What the script itself may write: ASCII, and the space that does not break.
const ownCharacters = `${String.fromCharCode(...Array(127).keys()).slice(32)}\u00a0`

function fontPath(file) {
  try {
    return require.resolve(file)
  } catch {
    return null
  }
}

// A typeface comes in slices, one file for each range of letters. Every cluster (a letter with its
// tone marks and dots) is set from the first slice that holds all of it.
async function openFonts(doc, sample) {
  const characters = [...new Set(sample)].join('')
  const open = {}
  for (const [name, face] of Object.entries(faces)) {
    open[name] = []
    for (const slice of slices) {
      const path = fontPath(face.file(slice))
      if (!path) continue
      const file = await readFile(path)
      const known = new Set(fontkit.create(file).characterSet)
      const wanted = [...characters].filter((character) => known.has(character.codePointAt(0)))
      if (wanted.length === 0) continue
      const id = `${name}-${slice}`
      const subset = await subsetFont(file, wanted.join(''), subsetOptions(face))
      doc.registerFont(id, subset)
      const holds = new Set(wanted.map((character) => character.codePointAt(0)))
      open[name].push({ id, holds, outlines: fontkit.create(subset) })
    }
  }
  return open
}

function subsetOptions({ variationAxes }) {
  return { targetFormat: 'truetype', noHinting: true, variationAxes }
}

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

// Sets words: measures them and draws them, changing slice in the middle of a word where needed.
function makeTypesetter(doc, fonts) {
  const cache = new Map()

  function fontOf(cluster, face) {
    const points = [...cluster].map((character) => character.codePointAt(0))
    const font = fonts[face].find(({ holds }) => points.every((point) => holds.has(point)))
    if (font) return font
    throw new Error(`the typefaces cannot show “${cluster}”. Please use another character.`)
  }

  function runsOf(string, face, size) {
    const key = `${face} ${size} ${string}`
    if (!cache.has(key)) cache.set(key, shape(string, face, size))
    return cache.get(key)
  }

  function shape(string, face, size) {
    const runs = []
    for (const { segment } of clusters.segment(string)) {
      const font = fontOf(segment, face).id
      if (runs.at(-1)?.font === font) runs.at(-1).text += segment
      else runs.push({ font, text: segment })
    }
    for (const run of runs) run.width = doc.font(run.font, size).widthOfString(run.text)
    return runs
  }

  function widthOf(string, { face, size }) {
    return runsOf(string, face, size).reduce((sum, run) => sum + run.width, 0)
  }

  function draw(string, x, baseline, { face, size, colour }) {
    let at = x
    for (const run of runsOf(string, face, size)) {
      doc.font(run.font, size).fillColor(colour)
      doc.text(run.text, at, baseline, { lineBreak: false, baseline: 'alphabetic' })
      at += run.width
    }
    return at
  }

  // A letter drawn as a shape, for the eye alone.
  function drawOutline(letter, x, baseline, { face, size, colour }) {
    const { outlines } = fontOf(letter, face)
    const { glyphs, positions } = outlines.layout(letter)
    doc.save().translate(x, baseline)
    doc.scale(size / outlines.unitsPerEm, -size / outlines.unitsPerEm)
    glyphs.forEach((glyph, index) => {
      const { xOffset, yOffset, xAdvance } = positions[index]
      doc.save().translate(xOffset, yOffset).path(glyph.path.toSVG()).fill(colour).restore()
      doc.translate(xAdvance, 0)
    })
    doc.restore()
  }

  // A letter for those who listen, search or copy, where the eye sees a shape.
  function drawUnseen(letter, right, baseline, style) {
    doc.save().addContent('3 Tr')
    draw(letter, right - widthOf(letter, style), baseline, style)
    doc.restore()
  }

  return { widthOf, draw, drawOutline, drawUnseen, break: breakLines }

  // `width` is a number, or a function of the line's index where lines differ (a drop cap).
  function breakLines(string, style, width) {
    const widthAt = typeof width === 'function' ? width : () => width
    const words = string.split(/ +|(?<=\p{L}{3}-)(?=\p{L})/u)
    const lines = []
    let line = ''
    for (const word of words) {
      if (widthOf(word, style) > column.width)
        throw new Error(`“${word}” is longer than a line. Please shorten it.`)
      const longer = line === '' ? word : joined(line, word, string)
      if (line !== '' && widthOf(longer, style) > widthAt(lines.length)) {
        lines.push(line)
        line = word
      } else line = longer
    }
    lines.push(line)
    return lines
  }
}

// A line broken after a hyphen continues without a space.
function joined(line, word, whole) {
  return line.endsWith('-') && whole.includes(line.split(' ').at(-1) + word)
    ? line + word
    : `${line} ${word}`
}

// Breaks a heading into lines of nearly equal length, in as few lines as it needs.
function balance(type, string, style, width) {
  const least = type.break(string, style, width).length
  for (let narrower = width * 0.5; narrower < width; narrower += 8) {
    const lines = type.break(string, style, narrower)
    const fits = lines.every((line) => type.widthOf(line, style) <= width)
    if (lines.length === least && fits) return lines
  }
  return type.break(string, style, width)
}

// Never leaves one short word alone on the last line of a paragraph.
function withoutRunt(lines) {
  const last = lines.at(-1)
  const before = lines.at(-2)?.split(' ') ?? []
  if (last.includes(' ') || last.length > 10 || before.length < 4) return lines
  const moved = before.pop()
  return [...lines.slice(0, -2), before.join(' '), `${moved} ${last}`]
}

// ---------------------------------------------------------------------------------- the rows
// A chapter becomes a list of rows. A row knows its height, the space before it (dropped at the
// top of a page), whether it must stay with the next one, and how to draw itself.

const chapterStyle = { face: 'display', size: 27, leading: 29, colour: colours.ink }
const sectionStyle = { face: 'display', size: 15.5, leading: 19, colour: colours.ink }

function bodyStyles(leading) {
  return {
    text: { face: 'text', size: 11.5, leading, colour: colours.ink },
    quote: { face: 'italic', size: 11.5, leading, colour: colours.ink },
    standfirst: { face: 'text', size: 13, leading: leading + 3, colour: colours.ink },
    gap: leading * 0.42,
  }
}

function makeSetter({ type, doc, palette, tags }) {
  const { accent } = palette

  function line(string, style, { x = 0, node, last = false, before = 0, keep = false }) {
    return {
      height: style.leading,
      before,
      keep,
      draw(y) {
        const baseline = y + style.leading * 0.72
        // The space that ended the line keeps the words apart for those who listen.
        const words = last || string.endsWith('-') ? string : `${string} `
        tags.mark(node, () => type.draw(words, column.left + x, baseline, style))
      },
      end: column.left + x + type.widthOf(string, style),
    }
  }

  function textLines(strings, style, { x = 0, node, before }) {
    return strings.map((string, index) =>
      line(string, style, {
        x,
        node,
        last: index === strings.length - 1,
        before: index === 0 ? before : 0,
        keep: strings.length > 1 && (index === 0 || index === strings.length - 2),
      }),
    )
  }

  function paragraph(string, style, before) {
    const lines = withoutRunt(type.break(string, style, column.width))
    return textLines(lines, style, { node: tags.node('P'), before })
  }

  // The first letter of a chapter, three lines deep; a dot below it would fall into the fourth.
  function dropCap(string, style, before) {
    const letter = string.match(/^\p{Lu}\p{M}*/u)?.[0]
    if (!letter || letter.normalize('NFD').includes('\u0323'))
      return paragraph(string, style, before)
    const cap = { face: 'display', size: style.leading * 3.35, colour: accent }
    const indent = type.widthOf(letter, cap) + (letter === string.split(' ')[0] ? 6 : 4)
    const rest = string.slice(letter.length).trimStart()
    const lines = withoutRunt(
      type.break(rest, style, (index) => column.width - (index < 3 ? indent : 0)),
    )
    if (lines.length < 3) return paragraph(string, style, before)
    const node = tags.node('P')
    const rows = lines.map((words, index) =>
      line(words, style, {
        x: index < 3 ? indent : 0,
        node,
        last: index === lines.length - 1,
        before: index === 0 ? before : 0,
        keep: index < 3 || index === lines.length - 2,
      }),
    )
    const draw = rows[0].draw
    rows[0].draw = (y) => {
      const baseline = y + style.leading * 0.72
      const alone = letter === string.split(' ')[0]
      tags.artifact(() => type.drawOutline(letter, column.left, baseline + style.leading * 2, cap))
      tags.mark(node, () =>
        type.drawUnseen(alone ? `${letter} ` : letter, column.left + indent, baseline, style),
      )
      draw(y)
    }
    return rows
  }

  function list(items, style, { before, gap }) {
    const tree = tags.node('L')
    return items.flatMap((item, index) => {
      const entry = tags.node('LI', tree)
      const [label, node] = [tags.node('Lbl', entry), tags.node('LBody', entry)]
      const lines = withoutRunt(type.break(item, style, column.width - 17))
      const rows = textLines(lines, style, { x: 17, node, before: index === 0 ? before : gap })
      const draw = rows[0].draw
      rows[0].draw = (y) => {
        const at = y + style.leading * 0.72
        tags.mark(label, () => drawStep(doc, column.left, at - 0.6, 11, accent))
        draw(y)
      }
      return rows
    })
  }

  function quote(lines, style, before) {
    const node = tags.node('P', tags.node('BlockQuote'))
    const strings = lines.flatMap((string) => type.break(string, style, column.width - 20))
    const whole = strings.length <= 6
    return textLines(strings, style, { x: 20, node, before }).map((row, index) => ({
      ...row,
      keep: row.keep || (whole && index < strings.length - 1),
      draw(y) {
        tags.artifact(() => doc.rect(column.left + 2, y, 3, row.height + 0.4).fill(accent))
        row.draw(y)
      },
    }))
  }

  function heading(string, style, { tag, parent, before, after = 0 }) {
    const node = tags.node(tag, parent)
    const strings = balance(type, string, style, column.width)
    return strings.map((words, index) => ({
      ...line(words, style, { node, last: index === strings.length - 1, keep: true }),
      before: index === 0 ? before : 0,
      height: style.leading + (index === strings.length - 1 ? after : 0),
    }))
  }

  function chapterHead({ title, name }) {
    const mark = {
      height: 30,
      before: 0,
      keep: true,
      draw(y) {
        doc.addNamedDestination(name, 'XYZ', 0, y - 20, null)
        tags.artifact(() => drawStep(doc, column.left, y + 18, 36, accent))
      },
    }
    return [mark, ...heading(title, chapterStyle, { tag: 'H2', before: 0, after: 12 })]
  }

  function blocks(all, leading, { opening = false } = {}) {
    const styles = bodyStyles(leading)
    const body = opening ? styles.standfirst : styles.text
    const rows = all.flatMap((block, index) => {
      const first = index === 0
      const before = first ? 0 : styles.gap
      if (block.kind === 'section')
        return heading(block.text, sectionStyle, { tag: 'H3', before: 15, after: 3 })
      if (block.kind === 'list')
        return list(block.items, styles.text, { before, gap: styles.gap * 0.6 })
      if (block.kind === 'quote') return quote(block.lines, styles.quote, before + 3)
      return first ? dropCap(block.text, body, before) : paragraph(block.text, body, before)
    })
    return withEndMark(rows)
  }

  // The step after the last word of a chapter.
  function withEndMark(rows) {
    const last = rows.at(-1)
    if (!last || last.end + 32 > column.left + column.width) return rows
    const draw = last.draw
    last.draw = (y) => {
      draw(y)
      tags.artifact(() => drawStep(doc, last.end + 7, y + last.height * 0.72, 18, accent))
    }
    return rows
  }

  return { chapterHead, blocks }
}

// --------------------------------------------------------------------------------- the pages

function heightOf(rows) {
  return rows.reduce((sum, row, index) => sum + row.height + (index === 0 ? 0 : row.before), 0)
}

// Splits rows over pages; `room` is what the first page still has to give.
function paginate(rows, room) {
  const pages = []
  let left = rows
  let space = room
  while (left.length > 0) {
    let count = left.length
    while (count > 0 && heightOf(left.slice(0, count)) > space) count -= 1
    let cut = count
    while (cut > 0 && cut < left.length && left[cut - 1].keep) cut -= 1
    if (cut === 0 && space === fullPage) cut = Math.max(count, 1)
    pages.push(left.slice(0, cut))
    left = left.slice(cut)
    space = fullPage
  }
  return pages
}

const fullPage = column.bottom - column.top
const chapterGap = 46

// Lays all chapters out. A chapter starts on the page where the last one ended if at least `share`
// of that page is free, else on a new page.
function layOut(setter, text, share) {
  const pages = []
  const starts = []
  if (text.opening.length > 0) {
    const rows = setter.blocks(text.opening, 17, { opening: true })
    for (const part of paginate(rows, fullPage)) pages.push(newPage(part, column.top))
  }
  for (const [index, chapter] of text.chapters.entries()) {
    const last = pages.at(-1)
    const free = last && starts.length > 0 ? column.bottom - last.end - chapterGap : 0
    const joins = free >= fullPage * share
    const parts = bestFit(setter, chapter, `chapter-${index + 1}`, joins ? free : fullPage)
    const [first, ...more] = parts
    if (joins && first.length > 0) {
      last.groups.push({ rows: first, top: last.end + chapterGap, ruled: true })
      last.end += chapterGap + heightOf(first)
    } else pages.push(newPage(first, column.top))
    starts.push(pages.length - 1)
    for (const part of more) pages.push(newPage(part, column.top))
  }
  return { pages, starts }
}

function newPage(rows, top) {
  return { groups: [{ rows, top, ruled: false }], end: top + heightOf(rows) }
}

// A chapter that would leave only a few lines on its last page is set a little tighter.
function bestFit(setter, chapter, name, room) {
  const tries = [17, 16.7, 16.4, 16.1].map((leading) => {
    const head = setter.chapterHead({ title: chapter.title, name })
    return paginate([...head, ...setter.blocks(chapter.blocks, leading)], room)
  })
  const usual = tries[0]
  const stub = usual.length > 1 && heightOf(usual.at(-1)) < fullPage * 0.16
  return (stub && tries.find((parts) => parts.length < usual.length)) || usual
}

// Each chapter on a new page where that keeps the whole short enough, else closer together.
function layOutInComfort(setter, text) {
  const around = 3
  let closest
  for (const share of [1, 0.6, 0.45, 0.3]) {
    closest = layOut(setter, text, share)
    if (closest.pages.length + around <= comfortablePages) return closest
  }
  return closest
}

// ------------------------------------------------------------------------------------ shapes

// The step of the brand: the mark above headings, the bullet of lists, the end of a chapter.
function drawStep(doc, x, bottom, width, colour) {
  const unit = width / 24
  doc
    .save()
    .translate(x, bottom - 12 * unit)
    .scale(unit)
  doc.path('M0 12V9h6V6h6V3h6V0h6v12z').fill(colour)
  doc.restore()
}

function drawBrandMark(doc, { x, y, size, ground }) {
  const field = ground === '#1D2B6B' ? '#2B3B8C' : '#1D2B6B'
  doc
    .save()
    .translate(x, y)
    .scale(size / 32)
  doc.rect(0, 0, 32, 32).fill(field)
  doc.circle(10.5, 10.5, 5).fill('#F6B21A')
  doc.path('M4 28v-5h6v-6h6v-6h6V5h6v23z').fill('#FBF5E8')
  doc.restore()
}

const motifs = {
  step: (doc, thread) => doc.path('M2 14v-3h3V8h3V5h3V2h3v12z').fill(thread),
  gem(doc, thread) {
    doc.lineWidth(1.3).path('M8 1.5 14.5 8 8 14.5 1.5 8z').stroke(thread)
    doc.path('M8 5 11 8 8 11 5 8z').fill(thread)
  },
  leaf(doc, thread, cloth) {
    doc.path('M2 14Q2 2 14 2 14 14 2 14z').fill(thread)
    doc.lineWidth(1).path('M2 14 11 5M6 10V5.5M6 10h4.5').stroke(cloth)
  },
  seed(doc, thread) {
    for (const x of [3.6, 8, 12.4]) for (const y of [3.6, 8, 12.4]) doc.circle(x, y, 1.25)
    doc.fill(thread)
  },
  river(doc, thread) {
    const waves = [4.5, 9, 13.5].map((y) => `M0 ${y}q4-4 8 0t8 0`).join('')
    doc.lineWidth(1.4).path(waves).stroke(thread)
  },
  ray(doc, thread) {
    doc.path('M4 14a4 4 0 0 1 8 0z').fill(thread)
    doc.lineWidth(1.4).path('M8 8.5V2M3.8 10 1.5 5M12.2 10l2.3-5').stroke(thread)
  },
  comb(doc, thread) {
    doc.lineWidth(1.5).path('M2.5 14V4M6.2 14V4M9.8 14V4M13.5 14V4M1.8 3h12.4').stroke(thread)
  },
}

function drawTile(doc, { x, y, size, name, cloth, thread }) {
  doc
    .save()
    .rect(x, y, size + 0.4, size + 0.4)
    .fill(cloth)
  doc.rect(x, y, size, size).clip()
  doc.translate(x, y).scale(size / 16)
  motifs[name](doc, thread, cloth)
  doc.restore()
}

// Columns of cloth tiles that climb to the right and end at `right`.
function drawStairs(doc, { right, bottom, tile, heights, palette, turn = 0 }) {
  const names = Object.keys(motifs)
  heights.forEach((height, index) => {
    for (let row = 0; row < height; row += 1) {
      const pick = index * 5 + row * 3 + turn
      drawTile(doc, {
        x: right - (heights.length - index) * tile,
        y: bottom - (row + 1) * tile,
        size: tile,
        name: names[pick % names.length],
        cloth: pick % 3 === 2 ? palette.back : palette.front,
        thread: palette.thread,
      })
    }
  })
}

function drawSun(doc, { x, y, radius, rings, step, palette }) {
  doc.circle(x, y, radius).fill(palette.sun)
  for (let ring = 1; ring <= rings; ring += 1) {
    const wide = radius + ring * step
    const dots = Math.round((2 * Math.PI * wide) / (step * 0.62))
    for (let dot = 0; dot < dots; dot += 1) {
      const angle = (2 * Math.PI * dot) / dots
      doc.circle(x + wide * Math.cos(angle), y + wide * Math.sin(angle), step * 0.13)
    }
    doc.fill(palette.thread)
  }
}

// ----------------------------------------------------------------------- cover, contents, back

// The cover art, grown upwards in its own top colour to the shape of the page.
async function coverPicture(file) {
  if (!existsSync(file)) return null
  const width = 900
  const height = Math.round((width * sheet.height) / sheet.width)
  const source = await readFile(file)
  const natural = await sharp(source).metadata()
  const density = Math.min(2400, Math.max(72, (72 * width) / natural.width))
  const art = await sharp(source, { density }).resize({ width }).flatten().png().toBuffer()
  const { height: artHeight } = await sharp(art).metadata()
  const [r, g, b] = await sharp(art)
    .extract({ left: 1, top: 1, width: 1, height: 1 })
    .raw()
    .toBuffer()
  const whole =
    artHeight < height
      ? sharp(art).extend({ top: height - artHeight, background: { r, g, b } })
      : sharp(art).extract({ left: 0, top: artHeight - height, width, height })
  const page = await whole.png().toBuffer()
  const jpeg = await sharp(page).jpeg({ quality: 78, mozjpeg: true }).toBuffer()
  const png = await sharp(page)
    .png({ palette: true, colours: 64, dither: 0, effort: 10 })
    .toBuffer()
  // Flat dyes are smaller, and sharper, as a PNG; shaded art is smaller as a JPEG.
  return png.length < jpeg.length ? png : jpeg
}

function drawCover({ doc, type, tags, palette }, { publication, brand, picture }) {
  const colour = coverText[publication.coverInk]
  tags.artifact(() => {
    doc.rect(0, 0, sheet.width, sheet.height).fill(palette.ground)
    if (picture) doc.image(picture, 0, 0, { width: sheet.width, height: sheet.height })
    else drawCoverShapes(doc, palette)
    doc.rect(33, 104, sheet.width - 66, 4).fill(colour)
  })
  const masthead = { face: 'display', size: 64, colour }
  tags.mark(tags.node('P'), () => type.draw(brand.name, 31, 86, masthead))
  const title = titleStyle(type, publication.title, colour)
  const node = tags.node('H1')
  balance(type, publication.title, title, sheet.width - 66).forEach((words, index) => {
    const baseline = 118 + title.size * (0.86 + index * 1.04)
    tags.mark(node, () => type.draw(`${words} `, 33, baseline, title))
  })
}

function titleStyle(type, title, colour) {
  for (const size of [47, 42, 36, 30]) {
    const style = { face: 'display', size, colour }
    if (type.break(title, style, sheet.width - 66).length <= 2) return style
  }
  return { face: 'display', size: 26, colour }
}

function drawCoverShapes(doc, palette) {
  drawSun(doc, { x: 128, y: 376, radius: 58, rings: 3, step: 22, palette })
  const tile = sheet.width / 6
  const heights = [1, 1, 2, 3, 3, 4]
  drawStairs(doc, { right: sheet.width, bottom: sheet.height, tile, heights, palette })
}

function drawContents({ doc, type, tags, palette }, { publication, text, starts, firstPage }) {
  tags.artifact(() => {
    doc.rect(0, 0, sheet.width, sheet.height).fill(colours.sunk)
    drawStep(doc, column.left, 72, 36, palette.accent)
  })
  const head = { face: 'display', size: 34, colour: colours.ink }
  tags.mark(tags.node('H2'), () => type.draw('Contents', column.left, 114, head))
  const tree = tags.node('TOC')
  const rowHeight = Math.min(34, 306 / text.chapters.length)
  let y = 138
  tags.artifact(() => doc.rect(column.left, y, column.width, 2).fill(colours.ink))
  for (const [index, chapter] of text.chapters.entries()) {
    y = drawContentsRow(index, chapter, y)
    tags.artifact(() => doc.rect(column.left, y, column.width, 1).fill('#DDCFB2'))
  }
  drawImprint()

  function drawContentsRow(index, chapter, top) {
    const style = { face: 'display', size: 14, colour: colours.ink }
    const lines = balance(type, chapter.title, style, column.width - 46)
    const height = rowHeight + (lines.length - 1) * 16
    const page = `${firstPage + starts[index]}`
    const number = { ...style, colour: palette.accent }
    const node = tags.node('Link', tags.node('TOCI', tree))
    const baseline = top + rowHeight * 0.5 + 5
    tags.mark(node, (element) => {
      lines.forEach((words, at) => {
        type.draw(`${words} `, column.left, baseline + at * 16, style)
      })
      const right = column.left + column.width - type.widthOf(page, number)
      type.draw(page, right, baseline, number)
      doc.goTo(column.left, top, column.width, height, `chapter-${index + 1}`, {
        structParent: element,
        Contents: new String(`${chapter.title}, page ${page}`),
      })
    })
    return top + height
  }

  function drawImprint() {
    const style = { face: 'text', size: 10, leading: 14.5, colour: colours.soft }
    const lines = type.break(publication.description, style, column.width)
    const by = { ...style, face: 'italic', size: 11, colour: colours.ink }
    let baseline = column.bottom - lines.length * style.leading - 8
    tags.mark(tags.node('P'), () => type.draw(byline(publication), column.left, baseline, by))
    const node = tags.node('P')
    for (const words of lines) {
      baseline += style.leading
      tags.mark(node, () => type.draw(`${words} `, column.left, baseline + 3, style))
    }
  }
}

function byline({ author, category }) {
  return `By ${author.replace(/^The /, 'the ')}. ${category}.`
}

function drawBack({ doc, type, tags, palette }, { publication, brand }) {
  const colour = coverText[publication.coverInk]
  tags.artifact(() => {
    doc.rect(0, 0, sheet.width, sheet.height).fill(palette.ground)
    drawSun(doc, { x: 112, y: 384, radius: 40, rings: 3, step: 16, palette })
    const tile = sheet.width / 7
    const heights = [1, 1, 1, 2, 3, 4, 5]
    drawStairs(doc, { right: sheet.width, bottom: sheet.height, tile, heights, palette, turn: 4 })
  })
  const last = { face: 'display', size: 33, colour }
  const node = tags.node('P')
  ;['Read it again,', 'then pass it on.'].forEach((words, index) => {
    tags.mark(node, () => type.draw(`${words} `, 33, 78 + index * 36, last))
  })
  tags.artifact(() => {
    doc.rect(33, 138, sheet.width - 66, 4).fill(colour)
    drawBrandMark(doc, { x: 33, y: 164, size: 40, ground: palette.ground })
  })
  const name = { face: 'display', size: 25, colour }
  tags.mark(tags.node('P'), () => type.draw(brand.name, 84, 191, name))
}

// ------------------------------------------------------------------------------------ tagging
// The structure that screen readers follow. A node is made when the text is laid out and becomes an
// element of the document when its first line is drawn.

function makeTags(doc) {
  const root = doc.struct('Document')
  doc.addStructure(root)
  const elements = new Map()

  function elementOf(node) {
    if (!node) return root
    if (!elements.has(node)) {
      const element = doc.struct(node.type)
      elementOf(node.parent).add(element)
      elements.set(node, element)
    }
    return elements.get(node)
  }

  return {
    node: (type, parent = null) => ({ type, parent }),
    mark(node, draw) {
      const element = elementOf(node)
      element.add(() => draw(element))
    },
    artifact(draw) {
      doc.markContent('Artifact', { type: 'Layout' })
      draw()
      doc.endMarkedContent()
    },
    end: () => root.end(),
  }
}

// --------------------------------------------------------------------------------- the whole

async function readBrand() {
  if (!existsSync(brandFile)) return { name: 'Ascend' }
  const { name = 'Ascend' } = JSON.parse(await readFile(brandFile, 'utf8'))
  return { name }
}

function openDocument({ title, author, description }, brand) {
  return new PDFDocument({
    size: [sheet.width, sheet.height],
    margin: 0,
    autoFirstPage: false,
    font: '',
    pdfVersion: '1.7',
    lang: 'en-NG',
    tagged: true,
    displayTitle: true,
    info: {
      Title: title,
      Author: author,
      Subject: description,
      Creator: brand.name,
      Producer: brand.name,
      CreationDate: madeOn,
      ModDate: madeOn,
    },
  })
}

function drawBodyPage(tools, page, { number, title, decorate }) {
  const { doc, type, tags, palette } = tools
  const small = { face: 'text', size: 9, colour: colours.soft }
  const folio = { face: 'text', size: 10.5, colour: colours.ink }
  tags.artifact(() => {
    doc.rect(0, 0, sheet.width, sheet.height).fill(colours.page)
    type.draw(title, column.left, 36, small)
    if (decorate) drawPageEnd(doc, page, palette, number)
    type.draw(`${number}`, column.left, sheet.height - 26, folio)
  })
  for (const group of page.groups) {
    if (group.ruled)
      tags.artifact(() => doc.rect(column.left, group.top - 24, column.width, 2).fill(colours.ink))
    drawRows(group.rows, group.top)
  }
}

function drawRows(rows, top) {
  let y = top
  rows.forEach((row, index) => {
    if (index > 0) y += row.before
    row.draw(y)
    y += row.height
  })
}

// Where a chapter ends well above the foot of its page, stairs climb out of the corner.
function drawPageEnd(doc, page, palette, turn) {
  const tile = 42
  const free = Math.floor((sheet.height - page.end - 34) / tile)
  if (free < 2) return
  const heights = [1, 1, 2, 2, 3].map((height) => Math.min(height, free - 1))
  drawStairs(doc, { right: sheet.width, bottom: sheet.height, tile, heights, palette, turn })
}

async function makePublication(id, brand) {
  const folder = join(publicationsFolder, id)
  const jsonFile = join(folder, 'publication.json')
  if (!existsSync(jsonFile))
    throw new Error(`there is no content/publications/${id}/publication.json.`)
  const publication = JSON.parse(await readFile(jsonFile, 'utf8'))
  const text = parseText(await readFile(join(folder, publication.text), 'utf8'))
  checkText(publication, text)

  const doc = openDocument(publication, brand)
  const sample = `${JSON.stringify([text, publication, brand])}${ownCharacters}`.normalize('NFC')
  const fonts = await openFonts(doc, sample)
  const palette = paletteOf(publication)
  const tools = { doc, palette, type: makeTypesetter(doc, fonts), tags: makeTags(doc) }
  const { pages, starts } = layOutInComfort(makeSetter(tools), text)
  const firstPage = 3

  doc.addPage()
  const picture = await coverPicture(join(folder, publication.cover))
  drawCover(tools, { publication, brand, picture })
  doc.addPage()
  drawContents(tools, { publication, text, starts, firstPage })
  for (const [index, page] of pages.entries()) {
    doc.addPage()
    const next = pages[index + 1]
    const decorate = !next || (starts.includes(index + 1) && !next.groups[0].ruled)
    drawBodyPage(tools, page, { number: firstPage + index, title: text.title, decorate })
  }
  doc.addPage()
  drawBack(tools, { publication, brand })

  for (const [index, chapter] of text.chapters.entries()) {
    doc.outline.addItem(chapter.title, { pageNumber: firstPage - 1 + starts[index], fit: true })
  }
  tools.tags.end()
  doc.end()
  const pdfFile = join(folder, publication.pdf)
  await pipeline(doc, createWriteStream(pdfFile))

  const count = pages.length + 3
  await writeFile(jsonFile, withPages(publication, count))
  const { size } = await stat(pdfFile)
  console.log(`${publication.title}: ${count} pages, ${Math.ceil(size / 1024)} KB`)
}

function checkText({ id, title, coverInk, order }, text) {
  if (text.title !== title)
    throw new Error(`the text begins “# ${text.title}”, but publication.json says “${title}”.`)
  if (text.chapters.length === 0) throw new Error('the text has no chapters (lines with “## ”).')
  if (!coverText[coverInk]) throw new Error(`“coverInk” must be "cream" or "ink" in ${id}.`)
  if (!Number.isFinite(order)) throw new Error(`“order” must be a number in ${id}.`)
}

function withPages(publication, count) {
  return `${JSON.stringify({ ...publication, pages: `${count} pages` }, null, 2)}\n`
}

async function everyPublication() {
  const entries = await readdir(publicationsFolder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}

const brand = await readBrand()
const asked = process.argv.slice(2)
for (const id of asked.length > 0 ? asked : await everyPublication()) {
  try {
    await makePublication(id, brand)
  } catch (error) {
    console.error(`${id} was not made: ${error.message}`)
    process.exitCode = 1
  }
}
