import type { Routes } from '#api/http/serve.ts'
import type { MailReports } from '#api/integrations/integrations.ts'
import { apiError, apiErrorFrom } from '#contract/errors.ts'
import { emailLength } from '#contract/form-limits.ts'
import { insertEvents } from './mail-events.queries.ts'

const oneAddress = /^[^\s<>,;:"\p{Cc}]+@[^\s<>,;:"@\p{Cc}]+$/u

/** Events are stored once by their id and applied later, since providers repeat slow requests. */
export function mailEventsRoutes({ serve }: Routes, providers: MailReports[]) {
  const store = async (name: MailReports['provider'], body: Uint8Array, authorization: string) => {
    const provider = providers.find((configured) => configured.provider === name)
    const read = await provider?.read(body, authorization).catch((error: unknown) => {
      // 503: the provider sends it again.
      throw apiErrorFrom(error, 'webhookNotChecked')
    })
    if (!read) throw apiError('unauthorized')
    const reports = read.reports.filter(
      ({ email }) => email.length <= emailLength && oneAddress.test(email),
    )
    await insertEvents(name, read.id, reports)
  }
  serve('POST /webhooks/ses', ({ body, signature }) => store('ses', body, signature))
  serve('POST /webhooks/postmark', ({ body, signature }) => store('postmark', body, signature))
}
