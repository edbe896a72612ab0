import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readEpubFile } from '#api/shop/book-files/epub-file.mjs'
import type { BookText, TextFault } from '#contract/shop/book-text.ts'
import { chapterDocument } from '#markdown/book-schema.ts'
import { aFolder } from '#tests/folders.ts'
import { anEpub } from '#tests/shop/epubs.ts'

interface Json {
  type: string
  attrs?: Record<string, unknown>
  content?: Json[]
  text?: string
  marks?: { type: string; attrs?: Record<string, unknown> }[]
}

type Epub = Parameters<typeof anEpub>[0] | Buffer

/** Writes an EPUB where programs can read it. */
export async function aStoredEpub(epub: Epub, folder?: string): Promise<string> {
  const path = join(folder ?? (await aFolder()), 'book.epub')
  await writeFile(path, Buffer.isBuffer(epub) ? epub : anEpub(epub))
  return path
}

/** What becomes of the text of an EPUB, which is written into a folder of its own unless one is given. */
export async function textOfEpub(epub: Epub, folder?: string): Promise<BookText | TextFault> {
  const { text } = await readEpubFile(await aStoredEpub(epub, folder))
  return text
}

/** The text of an EPUB that can be read on the site, and each document in short; throws for one that the schema refuses. */
export async function readableText(
  epub: Epub,
  folder?: string,
): Promise<BookText & { pages: string[] }> {
  const text = await textOfEpub(epub, folder)
  if ('fault' in text) throw new Error(`${text.fault}: ${text.place}`)
  const pages = text.parts.map(({ doc }) => {
    chapterDocument(doc)
    return (doc as Json).content?.map(print).join(' ') ?? ''
  })
  return { ...text, pages }
}

/** A node in short: `paragraph align=center(in the strong{middle})`. */
function print({ type, attrs, content = [], text, marks = [] }: Json): string {
  const inner = type === 'line_break' ? '/' : (text ?? content.map(print).join(''))
  const isPlain = text !== undefined || type === 'line_break'
  const node = isPlain ? inner : `${type}${printAttrs(attrs)}(${inner})`
  return marks.reduceRight((words, mark) => `${mark.type}${printAttrs(mark.attrs)}{${words}}`, node)
}

function printAttrs(attrs: Json['attrs'] = {}): string {
  const said = Object.entries(attrs).filter(([, value]) => value !== '' && value !== false)
  return said
    .map(([key, value]) => ` ${key}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join('')
}
