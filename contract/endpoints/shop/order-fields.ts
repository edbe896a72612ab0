import * as z from 'zod/mini'

/** ASC- and 26 unambiguous characters, normalized. */
export const orderReference = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.trim().toUpperCase()),
  ),
  z.string().check(z.regex(/^ASC-[0-9A-HJKMNP-TV-Z]{26}$/)),
)

/** The number as people type it, `7k2m p4` too; it is normalized. */
const orderNumber = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) =>
      text
        .toUpperCase()
        .replace(/[\s\p{Pd}]/gu, '')
        .replace(/^(.{4})(..)$/, '$1-$2'),
    ),
  ),
  z.string().check(z.regex(/^[2-9CDFGHJKMNP-RTV-Y]{4}-[2-9CDFGHJKMNP-RTV-Y]{2}$/)),
)

/** What an order is called by: its reference, or its number. */
export const orderName = z.union([orderReference, orderNumber])

/** The order key of a buyer's link. A missing key gets the same 404 as a wrong one. */
export const orderKey = z._default(z.string(), '')

/**
 * The total in naira that a form without script showed. Where a discount makes it another one, the buyer is shown that before
 * the order is placed; it decides nothing else.
 */
export const shownTotal = z.optional(z.string().check(z.maxLength(40)))

export const placed = z.object({
  reference: z.string(),
  /** Naira: the total, and what the discount code took off. */
  amount: z.number(),
  discount: z.number(),
  checkoutUrl: z.string(),
})
