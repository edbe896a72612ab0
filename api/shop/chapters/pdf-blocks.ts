import { setImmediate as breathe } from 'node:timers/promises'
import { type Chapter, partsOf } from '#api/shop/book-files/text/chapters.mjs'
import type { BookText } from '#contract/shop/book-text.ts'
import { parseMarkdown } from '#markdown/parse-markdown.ts'

type Block = Chapter['blocks'][number]

/** Markdown as blocks of a book; undefined where it shows a picture, which a text of a PDF has not. */
export function blocksOfMarkdown(markdown: string): Block[] | undefined {
  const { content = [] } = parseMarkdown(markdown).toJSON() as Block
  return content.some(({ type }) => type === 'picture') ? undefined : content.map(asInBooks)
}

/** Books have no sentences of their own shown large. */
const asInBooks = (block: Block): Block =>
  block.type === 'pull_quote' ? { ...block, type: 'quote' } : block

/** Chapters as their readers get them. */
export async function textOfChapters(
  chapters: { title: string; text: string }[],
): Promise<BookText> {
  const written: Chapter[] = []
  for (const { title, text } of chapters) {
    written.push({ title, blocks: blocksOfMarkdown(text) ?? [] })
    // Other requests are answered between chapters.
    await breathe()
  }
  const parts = partsOf(written).map(({ lifted, ...part }) => part)
  const words = parts.reduce((sum, part) => sum + part.words, 0)
  return {
    language: '',
    parts,
    pictures: [],
    kept: { words, pictures: 0 },
    dropped: { fonts: 0, drawings: 0, pictures: 0, sounds: 0, videos: 0, formulas: 0 },
  }
}
