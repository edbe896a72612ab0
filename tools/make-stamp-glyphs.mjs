// Makes api/shop/stamps/stamp-glyphs.ts from Noto Sans (OFL): outlines of the letters of names, as PDF draws them.
// Run it when a letter is missing: node tools/make-stamp-glyphs.mjs
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { deflateSync } from 'node:zlib'

// pdfkit brings it.
const fontkit = createRequire(import.meta.resolve('pdfkit'))('fontkit')

const folder = fileURLToPath(
  new URL('.', import.meta.resolve('@fontsource/noto-sans/package.json')),
)
const slices = ['latin', 'latin-ext', 'vietnamese'].map((slice) =>
  fontkit.openSync(`${folder}/files/noto-sans-${slice}-400-normal.woff2`),
)

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('')
const letters =
  'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ' +
  'ẸẹỌọṢṣỊịỤụṄṅḾḿǸǹŃńƁɓƊɗƘƙƳƴŊŋƐɛƆɔƎǝĀāĒēĪīŌōŪūŠšŽžČčŁłĞğŞşİıŐőŰűĆćĐđ'
const signs = '·–—‘’“”…'
const bases = [...'AEIOUaeiouẸẹỌọỊịỤụMNmnƐɛƆɔƎǝ']
const marks = [...'\u0300\u0301\u0302\u0303\u0304\u030c']

const unit = 1000
const scaled = (/** @type {number} */ value, /** @type {any} */ font) =>
  Math.round((value * unit) / font.unitsPerEm)

/** @param {string} text */
const sliceOf = (text) =>
  slices.find((font) => [...text].every((sign) => font.hasGlyphForCodePoint(sign.codePointAt(0))))

/** @param {any} glyph @param {any} font @param {[number, number]} offset */
function outline(glyph, font, [dx, dy]) {
  let from = [0, 0]
  const at = (/** @type {number} */ x, /** @type {number} */ y) => [
    scaled(x + dx, font),
    scaled(y + dy, font),
  ]
  return glyph.path.commands
    .map((/** @type {any} */ { command, args }) => {
      if (command === 'closePath') return 'h'
      if (command === 'quadraticCurveTo') {
        const [cx, cy, x, y] = args
        const curve = [
          at(from[0] + (2 / 3) * (cx - from[0]), from[1] + (2 / 3) * (cy - from[1])),
          at(x + (2 / 3) * (cx - x), y + (2 / 3) * (cy - y)),
          at(x, y),
        ]
        from = [x, y]
        return `${curve.flat().join(' ')} c`
      }
      const points = []
      for (let index = 0; index < args.length; index += 2)
        points.push(at(args[index], args[index + 1]))
      from = args.slice(-2)
      return `${points.flat().join(' ')} ${{ moveTo: 'm', lineTo: 'l', bezierCurveTo: 'c' }[command]}`
    })
    .join(' ')
}

/** @type {[string, string][]} */
const glyphs = []
const add = (/** @type {string} */ cluster) => {
  const font = sliceOf(cluster)
  if (!font) return
  const run = font.layout(cluster)
  let pen = 0
  const paths = run.glyphs.map((/** @type {any} */ glyph, /** @type {number} */ index) => {
    const { xOffset, yOffset, xAdvance } = run.positions[index]
    const path = outline(glyph, font, [pen + xOffset, yOffset])
    pen += xAdvance
    return path
  })
  glyphs.push([cluster, `${scaled(pen, font)} ${paths.filter(Boolean).join(' ')}`.trim()])
}

for (const sign of new Set([...ascii, ...letters, ...signs])) add(sign)
for (const base of bases) {
  for (const mark of marks) {
    const cluster = (base + mark).normalize('NFC')
    // What is one character is in the list above, or nobody's letter.
    if ([...cluster].length === 2) add(cluster)
    else if (!glyphs.some(([known]) => known === cluster) && sliceOf(cluster)) add(cluster)
  }
}

const packed = deflateSync(JSON.stringify(Object.fromEntries(glyphs)), { level: 9 })
const lines = packed.toString('base64').match(/.{1,96}/g) ?? []
const text = `// Made by tools/make-stamp-glyphs.mjs from Noto Sans (OFL).

/**
 * By letter, in NFC: its width, and its outline in the operators of PDF, both in thousandths of the size; as JSON, deflated,
 * in base64.
 */
export const packedGlyphs = \`
${lines.join('\n')}
\`
`
const target = new URL('../api/shop/stamps/stamp-glyphs.ts', import.meta.url)
await writeFile(target, text)
console.log(`${glyphs.length} letters, ${text.length} characters`)
