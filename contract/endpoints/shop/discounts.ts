import * as z from 'zod/mini'
import { forAnyone } from '#contract/endpoints/endpoint.ts'
import { id } from '#contract/endpoints/fields.ts'
import { discountCodeLength } from '#contract/shop/discounts.ts'

const discountCodeMessage = `A discount code has at most ${discountCodeLength} letters, digits and dashes`

/** A code as codes are compared: in capital letters, without spaces, whatever dash was typed. Empty text means none. */
export const discountCode = z.pipe(
  z.optional(
    z.nullable(
      z.string(discountCodeMessage).check(z.maxLength(2 * discountCodeLength, discountCodeMessage)),
    ),
  ),
  z.pipe(
    z.transform(
      (typed: string | null | undefined) =>
        typed
          ?.replace(/\s+/g, '')
          .replace(/\p{Pd}/gu, '-')
          .toUpperCase() || undefined,
    ),
    z.optional(
      z
        .string()
        .check(
          z.maxLength(discountCodeLength, discountCodeMessage),
          z.regex(/^[A-Z0-9-]+$/, discountCodeMessage),
        ),
    ),
  ),
)

const isMissing = 'Please type the discount code'

export const discounts = {
  /** What a code takes off orders of a book; reserves nothing. A POST, so that no log has the code. */
  'POST /books/:id/discount': forAnyone({
    input: z.object({
      id,
      discountCode: z.pipe(discountCode, z.string(isMissing)),
      /** The address as far as it is typed: their own unpaid order does not count against a limit. */
      buyerEmail: z.optional(z.string()),
    }),
    /** It has one of both. */
    output: z.object({
      code: z.string(),
      percent: z.nullable(z.int()),
      offKobo: z.nullable(z.int()),
    }),
    missing: 'bookNotFound',
    // Codes that are not known are limited together with those of orders.
    limited: 'crowd',
    isPrivate: true,
  }),
}
