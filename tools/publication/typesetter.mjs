import { column } from './design.mjs'

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Measures words and draws them, changing slice in the middle of a word where needed. */
export function makeTypesetter(doc, fonts) {
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
    /** @type {{ font: string, text: string, width?: number }[]} */
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

  return { runsOf, widthOf, draw, drawOutline, drawUnseen, break: breakLines }

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

/** Breaks a heading into lines of nearly equal length, in as few lines as it needs. */
export function balance(type, string, style, width) {
  const least = type.break(string, style, width).length
  for (let narrower = width * 0.5; narrower < width; narrower += 8) {
    const lines = type.break(string, style, narrower)
    const fits = lines.every((line) => type.widthOf(line, style) <= width)
    if (lines.length === least && fits) return lines
  }
  return type.break(string, style, width)
}

/** Never leaves one short word alone on the last line of a paragraph. */
export function withoutRunt(lines) {
  const last = lines.at(-1)
  const before = lines.at(-2)?.split(' ') ?? []
  if (last.includes(' ') || last.length > 10 || before.length < 4) return lines
  const moved = before.pop()
  return [...lines.slice(0, -2), before.join(' '), `${moved} ${last}`]
}
