import * as z from 'zod/mini'
import { endpoint, forAnyone, publicRead } from '#contract/endpoints/endpoint.ts'
import {
  count,
  id,
  optionalAgeBand,
  paging,
  returnTo,
  typedStars,
  yesOrNo,
} from '#contract/endpoints/fields.ts'
import { isShortReview, plainReview, reviewLengths } from '#contract/shop/reviews.ts'
import { oneLine } from '#contract/text.ts'
import { orderKey, orderReference } from './order-fields.ts'
import { openReview } from './review-fields.ts'

const tooLong = `A review has at most ${reviewLengths.text} characters`
const nameTooLong = `A name has at most ${reviewLengths.name} characters`

export const bookRatings = {
  /** A reader rates who bought the book, or who holds its order key; for a free book, the mailed key. */
  'PUT /books/:id/rating': forAnyone({
    input: z.object({
      id,
      rating: typedStars,
      /** It is shown once it is approved. If left out it stays as it is; if empty it is taken back. */
      review: z.optional(
        z.pipe(
          z.string(),
          z.pipe(z.transform(plainReview), z.string().check(z.refine(isShortReview, tooLong))),
        ),
      ),
      /** It is shown with the review; first name and initial of the order where it is empty. */
      reviewName: z.optional(
        z.pipe(
          z.string(),
          z.pipe(
            z.transform((name: string) => oneLine(plainReview(name))),
            z.string().check(z.maxLength(reviewLengths.name, nameTooLong)),
          ),
        ),
      ),
      /** A reader whose account has none tells it before their first review. */
      ageBand: optionalAgeBand,
      /** Of a buyer without an account; else the name is not shown. */
      isAdult: z.optional(yesOrNo('Please tick it if you are 18 or older')),
      key: z.optional(orderKey),
      reference: z.optional(orderReference),
      /** The page that a form without script returns to. */
      returnTo,
    }),
    /** The mean of all buyers' ratings, and their count. */
    output: z.object({ rating: z.number(), ratingsCount: count }),
    limited: 'crowd',
    missing: 'bookNotFound',
    // The order's page shows why a rating is rejected.
    form: { page: '/order/{reference}?key={key}', done: '{returnTo}' },
  }),
  /** The shown ones, newest first. */
  'GET /books/:id/reviews': endpoint({
    ...publicRead,
    input: z.object({ id, ...paging }),
    output: z.array(openReview),
    missing: 'bookNotFound',
  }),
}
