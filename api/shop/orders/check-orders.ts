import type { Logger } from 'pino'
import { startLoop } from '#api/jobs/background-loop.ts'
import {
  claimDueOrders,
  claimUnsettledWebhooks,
  expireSubmissions,
  markNoticeSettled,
} from './orders.queries.ts'
import { type SettleWith, trySettling } from './settle-order.ts'

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

/** Questions to the provider at a time: a slow answer holds up few others. */
const atOnce = 8

/** One run over unsettled webhooks and due orders. It ends when the provider answers none; claims expire. */
export async function checkOrders(options: CheckWith, signal?: AbortSignal): Promise<void> {
  await expireSubmissions()
  while (!signal?.aborted) {
    const webhooks = await claimUnsettledWebhooks(atOnce)
    const orders = await claimDueOrders(atOnce)
    const settled = await Promise.all([
      ...webhooks.map(async ({ provider, notice, reference }) => {
        const isSettled = await trySettling(reference, 'sweep', options)
        if (isSettled) await markNoticeSettled(provider, notice)
        return isSettled
      }),
      ...orders.map(({ reference }) => trySettling(reference, 'sweep', options)),
    ])
    if (!settled.includes(true)) return
  }
}
