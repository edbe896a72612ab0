import { readingPaths } from '#contract/shop/reading-paths.ts'
import { removeKept } from '#site/lib/offline/kept-cache.ts'
import { contentsOf } from '#site/lib/offline/rules.ts'
import { endOf, listKeptBooks } from '#site/lib/reading/kept-books.ts'
import { keptWords } from '#site/messages/kept-messages.ts'

export interface Entry {
  key: string
  title: string
  bytes: number
  remove(): Promise<void>
}

/** Lists the books that are kept on the device, and says so where one waits until its reader was online. */
export function listBooks(row: (entry: Entry) => Node) {
  const books = listKeptBooks()
  const list = document.querySelector('[data-list="books"]')
  list?.replaceChildren(
    ...books.map(({ id, title, bytes }) =>
      row({ key: readingPaths.book(id), title, bytes, remove: () => removeKept(id) }),
    ),
  )
  const missed = books.find(({ id }) => readingPaths.book(id) === contentsOf(location.pathname))
  const words = document.querySelector('[data-missed]')
  if (words && missed && (endOf(missed) ?? Date.now()) < Date.now())
    words.textContent = keptWords.goOnline
}
