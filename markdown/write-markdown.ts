import { MarkdownSerializer, type MarkdownSerializerState } from 'prosemirror-markdown'
import type { Mark, Node } from 'prosemirror-model'
import { trimEndOf } from '#contract/text.ts'
import { canonical } from './canonical.ts'

const serializer = new MarkdownSerializer(
  {
    paragraph(state, block) {
      state.text(writeInline(block), false)
      state.closeBlock(block)
    },
    heading(state, block) {
      const written = writeInline(block)
      const words = trimEndOf(written, '#')
      const text = words === written ? written : `${words}\\${written.slice(words.length)}`
      state.write(`${'#'.repeat(block.attrs['level'])} `)
      state.text(text, false)
      state.closeBlock(block)
    },
    quote(state, block) {
      state.wrapBlock('> ', null, block, () => state.renderContent(block))
    },
    pull_quote(state, block) {
      state.wrapBlock('>> ', null, block, () => state.renderContent(block))
    },
    // The second of two adjacent lists gets the other bullet, or they would merge.
    bullet_list(state, block, parent, index) {
      const sign = isSecond(parent, index) ? '* ' : '- '
      writeList(state, block, '  ', () => sign)
    },
    ordered_list(state, block, parent, index) {
      const sign = isSecond(parent, index) ? ') ' : '. '
      const first = Number(block.attrs['start'])
      const width = String(first + block.childCount - 1).length + sign.length
      writeList(state, block, ' '.repeat(width), (item) => `${first + item}${sign}`.padEnd(width))
    },
    list_item(state, block) {
      state.renderContent(block)
    },
    picture(state, block) {
      const { src, alt, caption, credit } = block.attrs
      const below = credit ? `${caption} | ${credit}` : caption
      const title = below ? ` "${below.replace(/["\\&]/g, '\\$&')}"` : ''
      state.write(`![${alt.replace(/[\\[\]!*_&<`]/g, '\\$&')}](${src}${title})`)
      state.closeBlock(block)
    },
    divider(state, block) {
      state.write('---')
      state.closeBlock(block)
    },
  },
  {},
)

/** Parsing the result gives the canonical document. */
export function writeMarkdown(doc: Node): string {
  return serializer.serialize(canonical(doc))
}

function isSecond(parent: Node, index: number): boolean {
  let earlier = 0
  while (index - earlier > 0 && parent.child(index - earlier - 1).type === parent.child(index).type)
    earlier++
  return earlier % 2 === 1
}

/** A list has no blank lines between items of one paragraph each. */
function writeList(
  state: MarkdownSerializerState,
  list: Node,
  indent: string,
  sign: (index: number) => string,
) {
  let isTight = true
  list.forEach((item) => {
    if (item.childCount > 1) isTight = false
  })
  const options = state.options as { tightLists?: boolean }
  const before = options.tightLists
  options.tightLists = isTight
  state.renderList(list, indent, sign)
  options.tightLists = before ?? false
}

const signs: Record<string, string> = { strong: '**', em: '*' }

/** Cached by node, which is immutable and which canonical() returns again. */
const known = new WeakMap<Node, string>()

/** Writes paragraphs and headings with their line breaks. */
function writeInline(block: Node): string {
  const before = known.get(block)
  if (before !== undefined) return before
  const written = inlineText(block)
  known.set(block, written)
  return written
}

function inlineText(block: Node): string {
  let written = ''
  const open: Mark[] = []
  const close = (mark: Mark) => {
    written += signs[mark.type.name] ?? `](${destination(mark.attrs['href'])})`
  }
  const closeAllBut = (marks: readonly Mark[]) => {
    while (open.some((mark) => !mark.isInSet(marks))) close(open.pop() as Mark)
  }
  block.forEach((child, _, index) => {
    const isSameLink =
      linkOf(child) === open.find(({ type }) => type.name === 'link')?.attrs['href']
    closeAllBut(isSameLink ? child.marks : [])
    // Marks that end last are opened first. A link is outermost.
    const opened = child.marks
      .filter((mark) => !mark.isInSet(open))
      .map((mark) => ({ mark, end: endOf(block, index, mark) }))
      .sort((a, b) => b.end - a.end)
    const isBare = open.length + opened.length === 0
    for (const { mark } of opened) {
      if (mark.type.name === 'link' && written.endsWith('!')) written = `${written.slice(0, -1)}\\!`
      written += signs[mark.type.name] ?? '['
      open.push(mark)
    }
    const isLineStart = isBare && block.type.name !== 'heading' && isFirst(block, index)
    written += child.isText ? escaped(child.text ?? '', isLineStart) : '\n'
  })
  closeAllBut([])
  return written
}

function isFirst(block: Node, index: number): boolean {
  return index === 0 || !block.child(index - 1).isText
}

function endOf(block: Node, index: number, mark: Mark): number {
  if (mark.type.name === 'link') return Number.POSITIVE_INFINITY
  const link = linkOf(block.child(index))
  let end = index
  while (end < block.childCount) {
    const child = block.child(end)
    if (!mark.isInSet(child.marks) || linkOf(child) !== link) break
    end++
  }
  return end
}

function linkOf(child: Node): string | undefined {
  return child.marks.find(({ type }) => type.name === 'link')?.attrs['href']
}

function destination(href: string): string {
  // unchecked pattern: what stands between two signs has none, and is read once.
  const escaped = href.replace(/\\|&(?=#?\w+;)/g, '\\$&')
  return /[()<>]/.test(href) ? `<${escaped.replace(/[<>]/g, '\\$&')}>` : escaped
}

/** Escapes text so that other Markdown parsers read it as text, too. */
function escaped(text: string, isLineStart: boolean): string {
  const inline = text
    .replace(/[\\`*[\]]/g, '\\$&')
    .replace(/(?<![a-z0-9])_|_(?![a-z0-9])/gi, '\\_')
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=[a-z#])/gi, '\\&')
  if (!isLineStart) return inline
  return inline
    .replace(/^(#{1,6})(?=\s|$)/, '\\$1')
    .replace(/^[-+>=~]/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}
