import type { Routes } from '#api/http/serve.ts'
import { isOpenRequest, requestFilters } from '#contract/states.ts'
import { requestReference } from '#contract/text.ts'
import { countsOf, pageOf } from '#db/sql.ts'
import { isOver, replyDueOn } from './business-days.ts'
import { transitionRequest } from './request-transitions.ts'
import {
  countRequests,
  countRequestsByState,
  listRequests,
  type RequestRow,
} from './requests.queries.ts'

export function adminRequestsRoutes({ serve }: Routes) {
  serve('GET /admin/requests', (asked) => pageOf(asked, listRequests, countRequests, withDueDate))

  serve('GET /admin/request-counts', async () =>
    countsOf(requestFilters, await countRequestsByState()),
  )

  serve('PATCH /admin/requests/:id', async (change, { staff }) =>
    withDueDate(await transitionRequest(change, staff)),
  )
}

function withDueDate(request: RequestRow) {
  const dueOn = replyDueOn(request.createdAt)
  return {
    ...request,
    reference: requestReference(request.id),
    dueOn,
    isOverdue: isOpenRequest(request.status) && isOver(dueOn),
  }
}
