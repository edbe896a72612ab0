import { noteLimits } from '#contract/shop/notes.ts'
import type { Note } from '#site/lib/reading/book-notes.ts'

export type Quoted = Pick<Note, 'block' | 'start' | 'quote' | 'before' | 'after'>

const isBlock = /^(P|LI|DIV|T[DHR]|H\d|FIGCAPTION|BLOCKQUOTE|ASIDE|SECTION|CAPTION)$/

/**
 * The text of a chapter as notes count it, a line for each paragraph and cell, with the pieces that it consists of and where
 * its blocks begin. Marks in it change nothing.
 */
export function textOfChapter(chapter: HTMLElement) {
  let text = ''
  const pieces: { node: Text; at: number }[] = []
  const blocks: number[] = []
  const endLine = () => {
    if (text && !text.endsWith('\n')) text += '\n'
  }
  const read = (parent: Node) => {
    for (const node of parent.childNodes) {
      if (node instanceof Text) {
        pieces.push({ node, at: text.length })
        text += node.data
      } else if (node.nodeName === 'BR') text += '\n'
      else {
        if (isBlock.test(node.nodeName)) endLine()
        read(node)
      }
    }
  }
  for (const block of chapter.children) {
    endLine()
    blocks.push(text.length)
    read(block)
  }
  return { text, pieces, blocks }
}

/** What of the chapter is in the range, as much of it as a note holds; undefined where that is no word. */
export function quoteIn(chapter: HTMLElement, range: Range): Quoted | undefined {
  const { text, pieces, blocks } = textOfChapter(chapter)
  const inside = pieces.filter(({ node }) => range.intersectsNode(node))
  const [first, last] = [inside[0], inside.at(-1)]
  if (!first || !last) return undefined
  const from = first.at + (first.node === range.startContainer ? range.startOffset : 0)
  const to = last.at + (last.node === range.endContainer ? range.endOffset : last.node.length)
  const chosen = text.slice(from, to)
  const at = from + chosen.length - chosen.trimStart().length
  const quote = chosen.trim().slice(0, noteLimits.quote)
  if (!quote) return undefined
  const block = blocks.findLastIndex((begin) => begin <= at)
  const end = at + quote.length
  return {
    block,
    start: at - (blocks[block] ?? 0),
    quote,
    before: text.slice(Math.max(0, at - noteLimits.side), at),
    after: text.slice(end, end + noteLimits.side),
  }
}
