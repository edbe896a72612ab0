import * as z from 'zod/mini'
import { endpoint, forAnyone } from '#contract/endpoints/endpoint.ts'
import { between, email, id, named, oneOf, paging, time } from '#contract/endpoints/fields.ts'
import { forOwner } from '#contract/endpoints/for-staff.ts'
import { emailLength, noteLength } from '#contract/form-limits.ts'
import { dataRequestKinds, dataRequestLength } from '#contract/pages/data-requests.ts'
import { owner } from '#contract/roles.ts'

const long = `Please write at most ${dataRequestLength} characters`

const provenRequest = z.object({
  id,
  kind: z.enum(dataRequestKinds),
  email: z.string(),
  words: z.string(),
  /** When the address was proven. */
  provenAt: time,
  answerBy: time,
  answeredAt: z.nullable(time),
  answer: z.nullable(z.string()),
})
const ofOwner = { who: owner, missing: 'dataRequestNotFound' } as const

export const dataRequests = {
  /** The answer is the same for every address. A mail to it brings the link that proves it. */
  'POST /data-requests': forAnyone({
    input: z.object({
      kind: oneOf(dataRequestKinds, 'Please choose what you ask for'),
      email,
      words: z._default(between(0, dataRequestLength, long, long), ''),
    }),
    status: 202,
    limited: 'elsewhere',
    form: { page: '/privacy/request', done: '/privacy/request?sent=1' },
  }),
  /** Proves the address: from now on the request waits for the owner. A repeat changes nothing. */
  'POST /data-requests/:id': forAnyone({
    input: z.object({ id, proof: z.string().check(z.minLength(1), z.maxLength(emailLength)) }),
    missing: 'dataRequestNotFound',
    limited: 'form',
    form: {
      page: '/privacy/request?id={id}&proof={proof}',
      done: '/privacy/request?sent=confirmed',
    },
  }),
  /** Those whose address is proven: open ones first, by waiting time; then the others, newest first. */
  'GET /admin/data-requests': forOwner({
    input: z.object(paging),
    output: z.array(provenRequest),
  }),
  /** Everything that is held by the address of an open request. */
  'GET /admin/data-requests/:id/export.json': endpoint({
    ...ofOwner,
    input: z.object({ id }),
    output: z.object({}),
    file: 'application/json',
  }),
  /** Erases what may be erased, and says what stays, and why. */
  'POST /admin/data-requests/:id/erase': endpoint({
    ...ofOwner,
    input: z.object({ id }),
    output: z.object({ report: z.array(z.string()) }),
  }),
  /** Mails the answer, and closes the request. */
  'PATCH /admin/data-requests/:id': endpoint({
    ...ofOwner,
    input: z.object({ id, answer: named('The answer', 3, noteLength) }),
    output: provenRequest,
  }),
}
