interface BookList {
  search?: string | undefined
  category?: string | undefined
  page?: number
}

/** Apart from paths.ts, every line of which is sent to all readers. */
export const opdsPaths = {
  root: '/opds',
  publications: '/opds/publications',
  search: '/opds/search.xml',
  /** A reader's own books; whoever has the address can download them. */
  library: (token: string, page = 1) =>
    page > 1 ? `/opds/library/${token}?page=${page}` : `/opds/library/${token}`,
  books: ({ search, category, page }: BookList) => {
    const query = new URLSearchParams({
      ...(search && { search }),
      ...(category && { category }),
      ...(page && page > 1 && { page: String(page) }),
    })
    return query.size > 0 ? `/opds/books?${query}` : '/opds/books'
  },
}
