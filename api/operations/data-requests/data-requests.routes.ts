import { limiter, networkOf } from '#api/http/load/rate-limit.ts'
import { isAddressProof } from '#api/http/secrets/secrets.ts'
import type { Routes } from '#api/http/serve.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { dayOf } from '#contract/dates.ts'
import { dayMs } from '#contract/days.ts'
import { apiError } from '#contract/errors.ts'
import { dataRequestDays, dataRequestsAnHour } from '#contract/pages/data-requests.ts'
import { pageOf, transaction } from '#db/sql.ts'
import { eraseByAddress, exportByAddress } from '../account-data/by-address.ts'
import {
  countProvenRequests,
  findDataRequest,
  insertDataRequest,
  listProvenRequests,
  type ProvenRequest,
  setAnswer,
  setProven,
} from './data-requests.queries.ts'

const ofNetwork = limiter('data request', dataRequestsAnHour)

export function dataRequestsRoutes(
  { serve, serveFile, serveWrite }: Routes,
  { orderSecret }: { orderSecret: Uint8Array },
) {
  serve('POST /data-requests', async (request, { address }) => {
    await ofNetwork.count(networkOf(address))
    // The same for every address, in words and in time: nothing is looked up.
    await transaction(async () => {
      const requestId = await insertDataRequest(request)
      await queueMail('dataRequest', request.email, { requestId })
    })
  })

  serve('POST /data-requests/:id', async ({ id, proof }) => {
    const request = await findDataRequest(id)
    if (!request || !isAddressProof(orderSecret, request, proof))
      throw apiError('dataRequestNotFound')
    await setProven(id)
  })

  serve('GET /admin/data-requests', (asked) =>
    pageOf(asked, listProvenRequests, countProvenRequests, withClock),
  )

  serveFile('GET /admin/data-requests/:id/export.json', async ({ id }, ctx, { staff }) => {
    const { email } = await findProven(id, { isOpen: true })
    ctx.attachment(`data-${dayOf(new Date())}-${id.slice(0, 8)}.json`)
    ctx.type = 'application/json'
    ctx.body = JSON.stringify(await exportByAddress(email, orderSecret), null, 2)
    await recordActivity(staff.name, 'dataRequestExported', { id })
  })

  serveWrite('POST /admin/data-requests/:id/erase', async ({ id }, { staff }) => {
    const { email } = await findProven(id, { isOpen: true })
    await recordActivity(staff.name, 'dataRequestErased', { id })
    return { report: await eraseByAddress(email) }
  })

  serveWrite('PATCH /admin/data-requests/:id', async ({ id, answer }, { staff }) => {
    const { email, answer: before } = await findProven(id)
    if (await setAnswer(id, answer)) {
      await queueMail('dataRequestAnswered', email, { message: answer })
      await recordActivity(staff.name, 'dataRequestAnswered', { id })
    } else if (before !== answer) throw apiError('changedMeanwhile')
    return withClock(await findProven(id))
  })
}

async function findProven(id: string, { isOpen = false } = {}): Promise<ProvenRequest> {
  const request = await findDataRequest(id)
  if (!request?.provenAt) throw apiError('dataRequestNotFound')
  if (isOpen && request.answeredAt) throw apiError('changedMeanwhile')
  return { ...request, provenAt: request.provenAt }
}

const withClock = (request: ProvenRequest) => ({
  ...request,
  answerBy: new Date(Date.parse(request.provenAt) + dataRequestDays.allowed * dayMs).toISOString(),
})
