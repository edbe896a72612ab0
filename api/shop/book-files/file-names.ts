// Where the files of books are kept.

export function bookFile(id: string): string {
  return `books/${id}.pdf`
}

/** The PDF again, with room for the stamp of a buyer; made when it is needed, and in no backup. */
export function stampedFile(id: string): string {
  return `stamped/${id}.pdf`
}

export function epubFile(id: string): string {
  return `books/${id}.epub`
}
