import { colours, column } from './design.mjs'
import { drawStep } from './shapes.mjs'
import { balance, withoutRunt } from './typesetter.mjs'

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

export function makeSetter({ type, doc, palette, tags }) {
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

  function heading(string, style, { tag, parent = undefined, before, after = 0 }) {
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
