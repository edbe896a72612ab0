import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import { requestReference } from '#contract/references.ts'
import { isOpenRequest } from '#contract/states.ts'
import { transaction } from '#db/sql.ts'
import { answerDueOn, isOver } from './business-days.ts'
import { type InsertDraft, moveRequest } from './move-request.ts'
import { countRequests, insertRequest, listRequests, type RequestRow } from './requests.queries.ts'

export function requestsRoutes(router: Router, { insertDraft }: { insertDraft: InsertDraft }) {
  serve(router, 'POST /books/publish', async (request) => {
    const id = await insertRequest(request)
    const reference = requestReference(id)
    const { author, title } = request
    await queueMail('request', request.authorEmail, { author, title, reference })
    const { coverImageUrl: _, ...told } = request
    await queueMail('requestNotice', toPublisher, { ...told, reference })
    return { id, status: 'received' as const, reference }
  })

  serve(router, 'GET /admin/requests', async ({ page, pageSize, ...filter }) => {
    const [requests, total] = await Promise.all([
      listRequests({ ...filter, limit: pageSize, offset: (page - 1) * pageSize }),
      countRequests(filter),
    ])
    return { items: requests.map(withDueDate), total }
  })

  serve(router, 'PATCH /admin/requests/:id', async (wish, { publisher }) =>
    withDueDate(
      await transaction(() => moveRequest(wish, { who: publisher.username, insertDraft })),
    ),
  )
}

function withDueDate(request: RequestRow) {
  const dueOn = answerDueOn(request.createdAt)
  return {
    ...request,
    reference: requestReference(request.id),
    dueOn,
    isOverdue: isOpenRequest(request.status) && isOver(dueOn),
  }
}
