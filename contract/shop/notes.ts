// What readers mark in books that are read here, and write beside it (reader.md 3).

/** Notes of one account or device, and of one call; characters of a quote, of what is written, and of each side. */
export const noteLimits = { reader: 2000, batch: 20, quote: 2000, words: 2000, side: 32 } as const

export interface QuotedNote {
  /** The title of its chapter. */
  chapter: string
  quote: string
  words: string
}

export interface NotedBook {
  title: string
  authorName: string
  /** In the order of the book. */
  notes: readonly QuotedNote[]
}

/** All notes of some books: chapters are headings, quotes are quotes. */
export function notesMarkdown(books: readonly NotedBook[]): string {
  if (books.length === 0) return 'There are no notes.\n'
  return books.map(bookMarkdown).join('\n')
}

function bookMarkdown({ title, authorName, notes }: NotedBook): string {
  const parts = notes.flatMap(({ chapter, quote, words }, at) => {
    const isNext = chapter !== notes[at - 1]?.chapter
    return [
      ...(isNext && chapter ? [`## ${plain(chapter)}`] : []),
      `> ${plain(quote).replaceAll('\n', '\n>\n> ')}`,
      ...(words ? [plain(words)] : []),
    ]
  })
  return `${[`# ${plain(title)}`, plain(authorName), ...parts].filter(Boolean).join('\n\n')}\n`
}

/** Text that says in Markdown what it says. */
function plain(text: string): string {
  return text
    .replace(/[\\`*_[\]<>]/g, '\\$&')
    .replace(/^([ \t]*)([#+-])/gm, '$1\\$2')
    .replace(/^([ \t]*\d{1,9})([.)])/gm, '$1\\$2')
}

/** In the order of the book. */
export function inOrder<N extends { number: number; block: number; start: number }>(
  notes: readonly N[],
) {
  return [...notes].sort(
    (one, other) => one.number - other.number || one.block - other.block || one.start - other.start,
  )
}
