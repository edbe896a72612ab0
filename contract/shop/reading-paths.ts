/** The pages of a book that is read here, apart from paths.ts, which is sent to all readers whole. */
export const readingPaths = {
  /** What a reader has, and how far they are. */
  myBooks: '/account/books',
  /** Its contents. */
  book: (id: string) => `/book/${id}/read`,
  /** Where a buyer’s browser is let in. */
  open: (id: string) => `/api/books/${id}/read`,
  /** Where a browser without an account gives up what was opened in it. */
  close: (id: string) => `/api/books/${id}/close`,
  /** A chapter, or a part of a long one, from 1. */
  part: (id: string, number: number) => `/book/${id}/read/${number}`,
  search: (id: string, query?: string) =>
    query
      ? `/book/${id}/read/search?${new URLSearchParams({ q: query })}`
      : `/book/${id}/read/search`,
  notes: (id: string) => `/book/${id}/read/notes`,
  /** Those of an account in all books, as Markdown. */
  allNotes: '/api/account/notes',
  stamp: (id: string) => `/book/${id}/read/stamp.svg`,
  /** Where somebody is led whom nothing opens the book. */
  closed: (id: string) => `/book/${id}#buyers`,
}
