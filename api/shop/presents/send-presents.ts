import type { Logger } from 'pino'
import { startLoop } from '#api/jobs/background-loop.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { insertOrderEvent } from '#api/shop/orders/orders.queries.ts'
import { dayOf } from '#contract/dates.ts'
import { presentHour } from '#contract/shop/presents.ts'
import { transaction } from '#db/sql.ts'
import { takeDuePresent } from './presents.queries.ts'

const everyMs = 15_000

/** Sends the presents of paid orders on their days; any number of replicas may do so. */
export function startPresents(log: Logger): { stop(): Promise<void> } {
  return startLoop({
    work: sendDuePresents,
    everyMs,
    log,
    failure: 'presents could not be sent',
  })
}

/** Queues the mails of all presents whose time has come, each once. */
export async function sendDuePresents(signal?: AbortSignal): Promise<void> {
  let isMore = true
  while (isMore && !signal?.aborted) isMore = await transaction(sendNext)
}

async function sendNext(): Promise<boolean> {
  const due = await takeDuePresent()
  if (!due) return false
  const { orderId, recipientEmail, generation } = due
  await insertOrderEvent(orderId, { what: 'present sent', by: 'sweep' })
  await queueMail('present', recipientEmail, { orderId, generation })
  return true
}

/** It is sent at once today, and in the morning of another day. `day`: YYYY-MM-DD in Lagos; undefined: today. */
export function sendAtOn(day: string | undefined, now = new Date()): Date {
  if (!day || day <= dayOf(now)) return now
  return new Date(`${day}T${String(presentHour).padStart(2, '0')}:00:00+01:00`)
}
