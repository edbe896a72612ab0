import * as z from 'zod/mini'
import { forAnyone } from '#contract/endpoints/endpoint.ts'
import { between, email, id, named, numeric, webAddress } from '#contract/endpoints/fields.ts'
import { publishCategory } from '#contract/endpoints/magazine/story-category.ts'
import { highestPrice, requestLengths } from '#contract/form-limits.ts'
import { agreements } from '#contract/shop/agreements.ts'

const { title, name, text, phone } = requestLengths
const price = 'Price must be a positive number'

/** The fields have the messages of specification 5.11. */
export const publishingRequest = z.object({
  title: named('Title', 3, title),
  author: named('Author name', 2, name),
  description: named('Description', 50, text),
  category: publishCategory('Please select a category'),
  /** The amount is in naira. */
  price: z.pipe(
    numeric(price),
    z
      .number(price)
      .check(z.minimum(0, price), z.maximum(highestPrice, 'Please suggest a lower price')),
  ),
  coverImageUrl: webAddress,
  authorEmail: email,
  authorPhone: between(
    10,
    phone,
    'Please enter a valid phone number',
    'Please enter a valid phone number',
  ),
  publishingReason: between(
    20,
    text,
    'Please explain your publishing reason in at least 20 characters',
    `Please keep your reason below ${text} characters`,
  ),
})

export const requests = {
  'POST /books/publish': forAnyone({
    input: publishingRequest,
    /** `reference` is the one in the mail. */
    output: z.object({ id, status: z.literal('received'), reference: z.string() }),
    status: 201,
    once: true,
    limited: 'form',
    form: {
      page: '/publish',
      done: '/publish?sent={reference}',
      agree: { name: 'terms', message: agreements.publishing },
    },
  }),
}
