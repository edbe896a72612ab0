import * as z from 'zod/mini'
import { lastPage, pageSize } from '../limits.ts'

/** Text of at least `length` characters once trimmed, or the message. */
export function atLeast(length: number, message: string) {
  return z.string(message).check(z.trim(), z.minLength(length, message))
}

/** Optional text of a query string, at most `length` characters. */
export function upTo(length: number, message: string) {
  return z.optional(z.string(message).check(z.maxLength(length, message)))
}

/** A whole number that arrives as text in a query string. */
function wholeNumber(min: number, max: number, message: string) {
  return z.coerce
    .number(message)
    .check(z.int(message), z.minimum(min, message), z.maximum(max, message))
}

export const id = z.uuid()
export const time = z.iso.datetime()
export const count = z.int().check(z.nonnegative())

/** `?page=1&pageSize=100` of every list (product section 5). */
export const paging = {
  page: z._default(
    wholeNumber(1, lastPage, `Page must be a whole number from 1 to ${lastPage}`),
    1,
  ),
  pageSize: z._default(
    wholeNumber(1, pageSize.max, `Page size must be a whole number from 1 to ${pageSize.max}`),
    pageSize.default,
  ),
}
