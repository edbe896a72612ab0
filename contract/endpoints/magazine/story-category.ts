import * as z from 'zod/mini'
import { knownCategory } from '../../magazine/category-list.ts'

const isBrowser = typeof document !== 'undefined'

// Apart from the fields that scripts of all pages share, which would carry the list.

/** A category of stories in what is sent: an earlier name becomes the one of now. */
/* @__NO_SIDE_EFFECTS__ */
export function storyCategory(message: string) {
  return z.string(message).check(
    z.refine((typed) => (isBrowser ? typed !== '' : Boolean(knownCategory(typed))), message),
    z.overwrite((typed) => knownCategory(typed)?.name ?? typed),
  )
}
