import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'

const require = createRequire(import.meta.url)
// The copy of fontkit that pdfkit itself reads fonts with.
const fontkit = createRequire(require.resolve('pdfkit'))('fontkit')

/** @typedef {InstanceType<typeof import('pdfkit')>} Doc */
/** @typedef {{ weight: 400 | 700, size: number, color: string }} Style */

// A typeface comes in slices, one file for each range of letters.
const fonts = ['latin', 'latin-ext', 'vietnamese'].flatMap((slice) =>
  /** @type {const} */ ([400, 700]).map((weight) => {
    // It is not WOFF 2: fontkit writes no subset of its composite letters.
    const path = require.resolve(
      `@fontsource/noto-sans/files/noto-sans-${slice}-${weight}-normal.woff`,
    )
    const holds = new Set(fontkit.openSync(path).characterSet)
    return { id: `${slice}-${weight}`, weight, path, holds }
  }),
)

/**
 * A PDF without a page yet, tagged for screen readers, in the faces of all PDFs; `close` resolves to its bytes.
 * @param {{ width: number, height: number }} size in points @param {Record<string, unknown>} info
 */
export function openPdf({ width, height }, info) {
  const doc = new PDFDocument({
    size: [width, height],
    margin: 0,
    font: '',
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    lang: 'en-NG',
    tagged: true,
    displayTitle: true,
    info,
  })
  for (const { id, path } of fonts) doc.registerFont(id, path)
  /** @type {Buffer[]} */
  const chunks = []
  doc.on('data', (/** @type {Buffer} */ chunk) => chunks.push(chunk))
  const ended = new Promise((resolve, reject) => doc.on('end', resolve).on('error', reject))
  const root = doc.struct('Document')
  doc.addStructure(root)
  const close = async () => {
    doc.end()
    await ended
    return Buffer.concat(chunks)
  }
  return { doc, root, close }
}

// A letter with a dot stays one glyph: of two, who copies the text would get the second as a control character.
const features = /** @type {any} */ ({ ccmp: false })

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The first slice that holds all of a letter with its tone marks and dots.
 * @param {string} letter @param {400 | 700} weight */
function fontOf(letter, weight) {
  return fonts.find(
    (font) =>
      font.weight === weight && [...letter].every((sign) => font.holds.has(sign.codePointAt(0))),
  )
}

/** The text in runs of one font.
 * @param {string} content @param {Style} style */
function runsOf(content, { weight }) {
  /** @type {{ font: string, text: string }[]} */
  const runs = []
  for (const { segment } of letters.segment(content.normalize('NFC'))) {
    const font = fontOf(segment, weight)?.id ?? `latin-${weight}`
    const last = runs.at(-1)
    if (last?.font === font) last.text += segment
    else runs.push({ font, text: segment })
  }
  return runs
}

/** @param {Doc} doc @param {string} content @param {Style} style */
function widthOf(doc, content, style) {
  return runsOf(content, style).reduce(
    (sum, run) => sum + doc.font(run.font, style.size).widthOfString(run.text, { features }),
    0,
  )
}

/** Lines that fit; a word that is too long for a line is cut.
 * @param {Doc} doc @param {string} content @param {Style} style @param {number} most */
export function linesOf(doc, content, style, most) {
  /** @type {string[]} */
  const lines = []
  for (const paragraph of content.split('\n')) {
    let held = ''
    for (const word of paragraph.split(/[^\S\u00a0]+/)) {
      const longer = held ? `${held} ${word}` : word
      if (widthOf(doc, longer, style) <= most) {
        held = longer
        continue
      }
      if (held) lines.push(held)
      held = ''
      for (const { segment } of letters.segment(word)) {
        if (held && widthOf(doc, held + segment, style) > most) {
          lines.push(held)
          held = ''
        }
        held += segment
      }
    }
    lines.push(held)
  }
  return lines
}

export const leadingOf = (/** @type {Style} */ style) => style.size * 1.42

/** @param {Doc} doc @param {string} content @param {Style} style @param {{ x: number, y: number, end?: number }} at */
export function writeLine(doc, content, style, { x, y, end }) {
  let left = end === undefined ? x : end - widthOf(doc, content, style)
  for (const run of runsOf(content, style)) {
    doc.font(run.font, style.size).fillColor(style.color)
    doc.text(run.text, left, y, { lineBreak: false, features })
    left += doc.widthOfString(run.text, { features })
  }
}

/**
 * Finds each letter's width and its outline in the operators of PDF, both in thousandths of its size. Letters that the typeface
 * does not hold are left out.
 * @param {string[]} wanted
 * @returns {Record<string, { width: number, outline: string }>}
 */
export function outlineLetters(wanted) {
  return Object.fromEntries(
    wanted.flatMap((letter) => {
      const font = fontOf(letter, 400)
      if (!font) return []
      // The outlines that stamps have always had: those of WOFF differ in a few points.
      const { glyphs, positions, advanceWidth } = faceOf(
        font.path.replace(/woff$/, 'woff2'),
      ).layout(letter)
      let pen = 0
      const outline = glyphs.map((/** @type {any} */ glyph, /** @type {number} */ index) => {
        const { xOffset, yOffset, xAdvance } = positions[index]
        const drawn = outlineGlyph(glyph, pen + xOffset, yOffset)
        pen += xAdvance
        return drawn
      })
      return [[letter, { width: advanceWidth, outline: outline.filter(Boolean).join(' ') }]]
    }),
  )
}

/** @type {Map<string, any>} */
const faces = new Map()

/** @param {string} path */
function faceOf(path) {
  const face = faces.get(path) ?? fontkit.openSync(path)
  faces.set(path, face)
  return face
}

const operators = { moveTo: 'm', lineTo: 'l', bezierCurveTo: 'c', closePath: 'h' }

/** @param {any} glyph @param {number} dx @param {number} dy */
function outlineGlyph(glyph, dx, dy) {
  let from = [0, 0]
  return glyph.path.commands
    .map((/** @type {{ command: string, args: number[] }} */ { command, args }) => {
      // PDF knows cubic curves alone.
      const isQuadratic = command === 'quadraticCurveTo'
      const [cx = 0, cy = 0, x = 0, y = 0] = args
      const points = isQuadratic
        ? [
            ...[from[0] + (2 / 3) * (cx - from[0]), from[1] + (2 / 3) * (cy - from[1])],
            ...[x + (2 / 3) * (cx - x), y + (2 / 3) * (cy - y), x, y],
          ]
        : args
      from = args.slice(-2)
      const placed = points.map((value, at) => Math.round(value + (at % 2 === 0 ? dx : dy)))
      return [...placed, isQuadratic ? 'c' : operators[command]].join(' ')
    })
    .join(' ')
}
