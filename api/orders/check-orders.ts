import type { Logger } from 'pino'
import {
  claimDueOrder,
  claimLeftNotice,
  forgetPresses,
  markNoticeSettled,
} from './orders.queries.ts'
import { type SettleWith, settleOrder } from './settle-order.ts'

const lookMs = 15_000

export interface CheckWith extends SettleWith {
  log: Logger
}

/** Asks about payments that were begun and never ended, by itself; any number of replicas may do so at once. */
export function startOrderChecks(options: CheckWith): { stop(): Promise<void> } {
  let stopped = false
  let looking: Promise<void> | undefined
  const look = () => {
    looking ??= checkOrders(options, () => stopped)
      .catch((error: unknown) =>
        options.log.warn({ err: error }, 'the orders could not be checked'),
      )
      .finally(() => {
        looking = undefined
      })
  }
  const timer = setInterval(look, lookMs)
  timer.unref()
  look()
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await looking
    },
  }
}

/**
 * One look: orders whose time has come, and notices that a crash has left half done. A provider that does not answer
 * ends the look; what was taken up is taken up again at its next time.
 */
export async function checkOrders(options: CheckWith, isStopped = () => false): Promise<void> {
  await forgetPresses()
  while (!isStopped()) {
    const notice = await claimLeftNotice()
    if (!notice) break
    if (!(await settles(notice.reference, options))) return
    await markNoticeSettled(notice.provider, notice.notice)
  }
  while (!isStopped()) {
    const order = await claimDueOrder()
    if (!order || !(await settles(order.reference, options))) return
  }
}

async function settles(reference: string, { log, ...settling }: CheckWith): Promise<boolean> {
  try {
    await settleOrder(reference, 'sweep', settling)
    return true
  } catch (error) {
    log.warn({ err: error, reference }, 'the provider could not say what became of an order')
    return false
  }
}
