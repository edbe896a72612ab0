import type { Routes } from '#api/http/serve.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import { requestReference } from '#contract/text.ts'
import { insertRequest } from './requests.queries.ts'

export function requestsRoutes({ serve }: Routes) {
  serve('POST /books/publish', async (request) => {
    const id = await insertRequest(request)
    const reference = requestReference(id)
    const { author, title } = request
    await queueMail('request', request.authorEmail, { author, title, reference })
    const { coverImageUrl: _, ...fields } = request
    await queueMail('requestNotice', toPublisher, { ...fields, reference })
    return { id, status: 'received' as const, reference }
  })
}
