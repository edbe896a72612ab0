import * as z from 'zod/mini'
import { forAnyone } from '#contract/endpoints/endpoint.ts'
import { between, id, optionalEmail, token } from '#contract/endpoints/fields.ts'
import { bookFormats } from '#contract/states.ts'

const nameMissing = 'Please enter your name'

export const redemption = z.object({
  /** It may have dashes or not, in upper or lower case. */
  code: between(1, 100, 'Please enter your code', 'Please check your code'),
  name: between(1, 100, nameMissing, 'Names have at most 100 characters'),
  /** Only codes that open the book on the site need none (`codesOpenHere` of their order). */
  email: optionalEmail,
})

export const downloads = {
  /** A request from the first byte counts, a continued one does not; both formats count together. */
  'GET /downloads/:token': forAnyone({
    isPrivate: true,
    isSecret: true,
    input: z.object({
      token,
      part: z.optional(id),
      format: z._default(z.enum(bookFormats), 'pdf'),
    }),
    file: 'application/pdf',
    missing: 'downloadNotFound',
    missingPage: '/download/{token}',
  }),
  /** What a link opened, as long as its order stands, however often and however long ago. */
  'GET /used-downloads/:token': forAnyone({
    isPrivate: true,
    isSecret: true,
    input: z.object({ token }),
    output: z.object({ orderNumber: z.string(), bookTitle: z.string() }),
    missing: 'downloadNotFound',
  }),
  'POST /redeem': forAnyone({
    input: redemption,
    /** `orderUrl`: without an address the book itself, which this browser may read now. */
    output: z.object({ reference: z.string(), orderUrl: z.string() }),
    status: 201,
    limited: 'form',
    form: { page: '/redeem', done: '{orderUrl}' },
  }),
}
