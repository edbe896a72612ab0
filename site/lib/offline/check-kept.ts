import { mostAsked } from '#contract/shop/reading.ts'
import { readingPaths } from '#contract/shop/reading-paths.ts'
import { call } from '../call.ts'
import { type KeptBook, listKeptBooks } from '../reading/kept-books.ts'
import { noteKept, removeKept } from './kept-cache.ts'
import { contentsOf } from './rules.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The reader is led to its pages, and does not see them: it may have been refunded a moment ago. */
const isMissed = ({ id }: KeptBook) =>
  contentsOf(location.pathname) === readingPaths.book(id) &&
  !document.querySelector('[data-chapter-page], [data-keep-sheet], [data-found]')

/** Asks, at most daily, whether bought books on this device are still open. A refunded one goes; where nothing is known, it stays. */
async function checkKept() {
  const due = listKeptBooks()
    .filter((book) => !book.isFree && (Date.now() - book.askedAt > dayMs || isMissed(book)))
    .slice(0, mostAsked)
  if (due.length === 0) return
  const { accesses } = await call('GET /kept-books', { ids: due.map(({ id }) => id).join() })
  const askedAt = Date.now()
  for (const [at, book] of due.entries()) {
    const access = accesses[at]
    if (access === 'refunded') await removeKept(book.id)
    else if (access === 'closed') await noteKept({ ...book, askedAt })
    else await noteKept({ ...book, askedAt, checkedAt: askedAt })
  }
}

checkKept().catch(console.warn)
