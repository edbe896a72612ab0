import type { Node } from 'prosemirror-model'
import { parseMarkdown } from './parse-markdown.ts'

// A text as one reads it, for a comparison by words (compare-words.ts). What is bold, italic or a link ends with a mark
// that nobody sees and that belongs to the word, so that a word which became bold is a changed word.

/** Variation selectors, which belong to the word before them and stand in no text that people write. */
const firstMark = 0xe0100
const bits = { strong: 1, em: 2, link: 4 } as const
// biome-ignore lint/suspicious/noMisleadingCharacterClass: it is to match the selectors by themselves.
const chunk = /([^\s\u{e0100}-\u{e0107}]+)([\u{e0100}-\u{e0107}]?)|\s+/gu

/** The first character of a block that is no paragraph. */
const kinds = {
  heading: '\ue000',
  subheading: '\ue001',
  quote: '\ue002',
  pullQuote: '\ue003',
  divider: '\ue004',
  picture: '\ue005',
} as const

export type BlockKind = keyof typeof kinds | 'paragraph'

export interface Run {
  text: string
  isStrong: boolean
  isEm: boolean
  isLink: boolean
}

/** The blocks of a Markdown text, an empty line between them. */
export function formattedWords(markdown: string): string {
  const lines: string[] = []
  addBlocks(parseMarkdown(markdown), 'paragraph', lines)
  return lines.join('\n\n')
}

function addBlocks(parent: Node, kind: BlockKind, lines: string[]) {
  parent.forEach((block, _, index) => {
    const { attrs, type } = block
    switch (type.name) {
      case 'paragraph':
        lines.push(lineOf(kind, wordsOf(block)))
        break
      case 'heading':
        lines.push(lineOf(attrs['level'] === 2 ? 'heading' : 'subheading', wordsOf(block)))
        break
      case 'divider':
        lines.push(kinds.divider)
        break
      case 'picture':
        lines.push(
          lineOf(
            'picture',
            [attrs['src'], attrs['alt'], attrs['caption'], attrs['credit']].join('\n'),
          ),
        )
        break
      case 'list_item': {
        const items: string[] = []
        addBlocks(block, 'paragraph', items)
        const sign = parent.type.name === 'ordered_list' ? `${parent.attrs['start'] + index}.` : '•'
        lines.push(`${sign} ${items.join('\n')}`)
        break
      }
      case 'quote':
        addBlocks(block, 'quote', lines)
        break
      case 'pull_quote':
        addBlocks(block, 'pullQuote', lines)
        break
      default:
        addBlocks(block, kind, lines)
    }
  })
}

const lineOf = (kind: BlockKind, words: string) =>
  kind === 'paragraph' ? words : `${kinds[kind]} ${words}`

function wordsOf(block: Node): string {
  let words = ''
  let href: string | undefined
  const leaveLink = () => {
    // Where it leads is part of what one compares.
    if (href) words += ` (${href})`
    href = undefined
  }
  block.forEach((child) => {
    const next = child.marks.find(({ type }) => type.name === 'link')?.attrs['href']
    if (next !== href) leaveLink()
    href = next
    if (!child.isText) {
      words += '\n'
      return
    }
    const mark = child.marks.reduce(
      (sum, { type }) => sum + bits[type.name as keyof typeof bits],
      0,
    )
    const sign = String.fromCodePoint(firstMark + mark)
    // The mark of none divides a word of which only the end is bold.
    const text = child.text ?? ''
    words += mark
      ? text.replace(/\S+/g, (word) => word + sign)
      : text.replace(/\S$/, (end) => end + sign)
  })
  leaveLink()
  return words
}

/** What kind of block a line of `formattedWords` is, and its words. */
export function blockOf(line: string): { kind: BlockKind; words: string } {
  const found = Object.entries(kinds).find(([, sign]) => line.startsWith(sign))
  return found
    ? { kind: found[0] as BlockKind, words: line.slice(1).trimStart() }
    : { kind: 'paragraph', words: line }
}

/** The words with their marks, as they are drawn. */
export function runsOf(words: string): Run[] {
  return [...words.matchAll(chunk)].map(([space, text = space, sign]) => {
    const mark = sign ? (sign.codePointAt(0) as number) - firstMark : 0
    const has = (bit: number) => (mark & bit) > 0
    return {
      text,
      isStrong: has(bits.strong),
      isEm: has(bits.em),
      isLink: has(bits.link),
    }
  })
}

const signs = /[\u{e0100}-\u{e0107}\ue000-\ue005]/gu

/** The words without their marks. */
export const plainWords = (words: string) => words.replace(signs, '')
