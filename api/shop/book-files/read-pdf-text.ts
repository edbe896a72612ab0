import { draftLength } from '#contract/form-limits.ts'
import type { TextFaultName } from '#contract/shop/book-text.ts'
import { node, storySchema } from '#markdown/story-schema.ts'
import { writeMarkdown } from '#markdown/write-markdown.ts'
import { runThread } from './run-thread.ts'

export interface PdfParagraph {
  text: string
  /** Of a heading. */
  level?: number | undefined
}

interface ReadText {
  chapters: { title: string; paragraphs: PdfParagraph[] }[]
  fault: TextFaultName
}

/** `text` is Markdown. */
export type PdfText = { chapters: { title: string; text: string }[] } | { fault: TextFaultName }

const thread = new URL('./pdf-text-thread.mjs', import.meta.url)

/** What can be read of the PDF of a book, as chapters, or why nothing can. */
export async function readBookPdf(path: string): Promise<PdfText> {
  const longest = draftLength
  const { chapters, fault = 'tooLong' } = await runThread<ReadText>(thread, { path, longest })
  if (!chapters) return { fault }
  return {
    chapters: chapters.map(({ title, paragraphs }) => ({ title, text: pdfMarkdown(paragraphs) })),
  }
}

/** Empty where there is no text. */
export function pdfMarkdown(paragraphs: PdfParagraph[]): string {
  const blocks = paragraphs
    .filter(({ text }) => text !== '')
    .map(({ text, level }) =>
      level === undefined
        ? node('paragraph', null, [storySchema.text(text)])
        : node('heading', { level: 2 }, [storySchema.text(text)]),
    )
  return blocks.length > 0 ? writeMarkdown(node('doc', null, blocks)) : ''
}
