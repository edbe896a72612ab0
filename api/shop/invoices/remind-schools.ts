import type { Logger } from 'pino'
import { startLoop } from '#api/jobs/background-loop.ts'
import { queueMail } from '#api/mails/mails.queries.ts'
import { reminderDays } from '#contract/shop/invoices.ts'
import { transaction } from '#db/sql.ts'
import { takeInvoiceToRemind } from './invoices.queries.ts'

const everyMs = 10 * 60_000

/** Reminds schools of invoices that are due soon; any number of replicas may do so. */
export function startReminders(log: Logger): { stop(): Promise<void> } {
  return startLoop({
    work: remindSchools,
    everyMs,
    log,
    failure: 'schools could not be reminded of their invoices',
  })
}

/** Queues one mail for each due day of an invoice that is not paid. */
export async function remindSchools(signal?: AbortSignal): Promise<void> {
  let isMore = true
  while (isMore && !signal?.aborted) isMore = await transaction(remindNext)
}

async function remindNext(): Promise<boolean> {
  const due = await takeInvoiceToRemind(reminderDays)
  if (!due) return false
  await queueMail('invoiceReminder', due.buyerEmail, { orderId: due.orderId })
  return true
}
