import type { Logger } from 'pino'
import { startLoop } from '#api/http/background-loop.ts'
import {
  claimDueOrder,
  claimUnsettledWebhook,
  expireSubmissions,
  markNoticeSettled,
} from './orders.queries.ts'
import { type SettleWith, settleOrder } from './settle-order.ts'

const everyMs = 15_000

export interface CheckWith extends SettleWith {
  log: Logger
}

/** Verifies unsettled payments; any number of replicas may do so. */
export function startOrderChecks(options: CheckWith): { stop(): Promise<void> } {
  return startLoop({
    work: (signal) => checkOrders(options, signal),
    everyMs,
    log: options.log,
    failure: 'order check failed',
  })
}

/** One run over due orders and unsettled webhooks. It ends when the provider does not answer; claims expire. */
export async function checkOrders(options: CheckWith, signal?: AbortSignal): Promise<void> {
  await expireSubmissions()
  while (!signal?.aborted) {
    const notice = await claimUnsettledWebhook()
    if (!notice) break
    if (!(await settles(notice.reference, options))) return
    await markNoticeSettled(notice.provider, notice.notice)
  }
  while (!signal?.aborted) {
    const order = await claimDueOrder()
    if (!order || !(await settles(order.reference, options))) return
  }
}

async function settles(reference: string, { log, ...settling }: CheckWith): Promise<boolean> {
  try {
    await settleOrder(reference, 'sweep', settling)
    return true
  } catch (error) {
    log.warn({ err: error, reference }, 'payment provider could not verify an order')
    return false
  }
}
