import * as z from 'zod/mini'
import { count, id, note, paging, revision, searched, time } from '#contract/endpoints/fields.ts'
import { forShop } from '#contract/endpoints/for-staff.ts'
import { noteLength } from '#contract/form-limits.ts'
import { requestFilters, requestStates } from '#contract/states.ts'

// Separate from requests.ts, which the public form ships.

const status = z.enum(requestStates, `Status must be one of ${requestStates.join(', ')}`)

export const adminRequest = z.object({
  id,
  reference: z.string(),
  title: z.string(),
  author: z.string(),
  description: z.string(),
  category: z.string(),
  price: z.number(),
  coverImageUrl: z.nullable(z.string()),
  authorEmail: z.string(),
  authorPhone: z.string(),
  publishingReason: z.string(),
  status,
  /** Visible to the publisher only. */
  note: z.nullable(z.string()),
  /** The last message mailed to the author. */
  message: z.nullable(z.string()),
  messageAt: z.nullable(time),
  /** The draft made from the request, unless it was deleted. */
  bookId: z.nullable(id),
  /** Due date of the promised answer: YYYY-MM-DD in Lagos. */
  dueOn: z.iso.date(),
  isOverdue: z.boolean(),
  revision: z.int(),
  createdAt: time,
  updatedAt: time,
})

export const adminRequests = {
  /** Open ones by waiting time, others newest first. */
  'GET /admin/requests': forShop({
    input: z.object({
      /** `open`: received or in review. */
      status: z.optional(
        z.enum(
          ['open', ...requestStates],
          `Status must be one of open, ${requestStates.join(', ')}`,
        ),
      ),
      search: searched('Search'),
      ...paging,
    }),
    output: z.array(adminRequest),
  }),
  /** How many requests there are, and how many in each filter. */
  'GET /admin/request-counts': forShop({
    output: z.record(z.enum(['all', ...requestFilters]), count),
  }),
  'PATCH /admin/requests/:id': forShop({
    input: z.object({
      id,
      status: z.optional(status),
      note: note(`The note must be at most ${noteLength} characters`),
      /** Mailed to the author: a question while the request is open. */
      message: note(`The message must be at most ${noteLength} characters`),
      revision,
    }),
    output: adminRequest,
    missing: 'requestNotFound',
  }),
}
