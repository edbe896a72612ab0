import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import { discountCode, id } from '#contract/endpoints/fields.ts'

const isMissing = 'Please type the discount code'

export const discounts = {
  /** What a code takes off orders of a book; reserves nothing. A POST, so that no log has the code. */
  'POST /books/:id/discount': endpoint({
    who: 'anyone',
    input: z.object({
      id,
      discountCode: z.pipe(discountCode, z.string(isMissing)),
    }),
    /** One of both. */
    output: z.object({
      code: z.string(),
      percent: z.nullable(z.int()),
      offKobo: z.nullable(z.int()),
    }),
    missing: 'bookNotFound',
    // Codes that are not known are limited together with those of orders.
    limited: 'crowd',
    isPrivate: true,
    neverReadBack: true,
  }),
}
