import * as z from 'zod/mini'
import { count, id, paging, searched, time } from '#contract/endpoints/fields.ts'
import { forShop } from '#contract/endpoints/for-staff.ts'
import { reviewStates } from '#contract/states.ts'
import { openReview } from './review-fields.ts'

const status = z.enum(reviewStates, `Status must be one of ${reviewStates.join(', ')}`)

const adminReview = z.extend(openReview, {
  bookId: id,
  bookTitle: z.string(),
  buyerEmail: z.string(),
  status,
  revision: z.int(),
  decidedAt: z.nullable(time),
})

export const adminReviews = {
  /** Lists those that wait by waiting time, then the others newest first. */
  'GET /admin/reviews': forShop({
    input: z.object({
      status: z.optional(status),
      /** It is looked for in the title of the book, name, e-mail address and text. */
      search: searched('Search'),
      ...paging,
    }),
    output: z.array(adminReview),
  }),
  'GET /admin/review-counts': forShop({
    output: z.record(z.enum(['all', ...reviewStates]), count),
  }),
  'PATCH /admin/reviews/:id': forShop({
    input: z.object({
      id,
      status: z.enum(['shown', 'declined'], 'Status must be shown or declined'),
      /** The one that was read: a text that changed meanwhile is not approved. */
      revision: z.int('The revision is a whole number'),
    }),
    output: adminReview,
    missing: 'reviewNotFound',
  }),
}
