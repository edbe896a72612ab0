import { addressProof } from '#api/http/secrets/secrets.ts'
import { inWords } from '#api/mails/fill-words.ts'
import { type MailTexts, noteOf } from '#api/mails/mail-texts.ts'
import { keptDays } from '#contract/retention.ts'
import { mailedPaths } from '#contract/server-paths.ts'
import { findDataRequest } from './data-requests.queries.ts'

export const dataRequestMails = {
  /** The address is not proven yet, so the mail contains nothing of what was typed. */
  async dataRequest({ requestId }, context) {
    const request = await findDataRequest(requestId)
    if (!request || request.email !== context.recipient) return
    const proof = addressProof(context.orderSecret, request)
    return inWords('dataRequest', context, {
      name: null,
      url: `${context.publicUrl}${mailedPaths.dataRequest(requestId, proof)}`,
      values: { days: String(keptDays.unprovedDataRequest) },
    })
  },

  dataRequestAnswered: ({ message }, context) =>
    inWords('dataRequestAnswered', context, { name: null, values: { note: noteOf(message) } }),
} satisfies Partial<MailTexts>
