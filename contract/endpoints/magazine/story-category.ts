import * as z from 'zod/mini'
import { type Category, type CategoryKind, knownCategory } from '../../magazine/category-list.ts'

const isBrowser = typeof document !== 'undefined'

// Apart from the fields that scripts of all pages share, which would carry the list.

/* @__NO_SIDE_EFFECTS__ */
function categoryOf(kind: CategoryKind, message: string, isOpen: (found: Category) => boolean) {
  const isTaken = (typed: string) => {
    const found = knownCategory(typed, kind)
    return found !== undefined && isOpen(found)
  }
  return z.string(message).check(
    z.refine((typed) => (isBrowser ? typed !== '' : isTaken(typed)), message),
    z.overwrite((typed) => knownCategory(typed, kind)?.name ?? typed),
  )
}

/** A category of stories in what is sent: an earlier name becomes the one of now. */
/* @__NO_SIDE_EFFECTS__ */
export const storyCategory = (message: string) => categoryOf('stories', message, () => true)

/** One of books, so too. */
/* @__NO_SIDE_EFFECTS__ */
export const bookCategory = (message: string) => categoryOf('books', message, () => true)

/** One of books that authors can choose. */
/* @__NO_SIDE_EFFECTS__ */
export const publishCategory = (message: string) =>
  categoryOf('books', message, ({ retired, staffOnly }) => !retired && !staffOnly)
