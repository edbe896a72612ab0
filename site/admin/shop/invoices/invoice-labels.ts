import type { OutputOf } from '#contract/endpoints/contract.ts'
import type { InvoiceState } from '#contract/invoices.ts'
import { formatDay } from '#site/admin/lib/format.ts'
import {
  badBadgeClass,
  goodBadgeClass,
  plainBadgeClass,
  plannedBadgeClass,
  waitBadgeClass,
} from '#site/admin/ui/classes.ts'
import type { Message } from '#site/messages/messages.ts'

export type AdminInvoice = OutputOf<'GET /admin/invoices'>[number]
export type WholeInvoice = OutputOf<'GET /admin/invoices/:reference'>

export interface OneInvoiceProps {
  invoice: WholeInvoice
  onChanged(invoice: WholeInvoice, message: Message): void
}

export const stateLabels: Record<InvoiceState, string> = {
  toConfirm: 'To confirm',
  mismatch: 'Wrong amount',
  overdue: 'Overdue',
  waiting: 'Waiting',
  paid: 'Paid',
  lapsed: 'Ended',
  withdrawn: 'Withdrawn',
  returned: 'Sent back',
}

export const stateClasses: Record<InvoiceState, string> = {
  toConfirm: waitBadgeClass,
  mismatch: badBadgeClass,
  overdue: badBadgeClass,
  waiting: plannedBadgeClass,
  paid: goodBadgeClass,
  lapsed: plainBadgeClass,
  withdrawn: plainBadgeClass,
  returned: plainBadgeClass,
}

/** Its day, as the state makes it matter. */
export function describeDue({ state, dueOn, openUntil }: AdminInvoice): string | undefined {
  if (state === 'waiting') return `due ${formatDay(dueOn)}`
  if (state === 'overdue') return `was due ${formatDay(dueOn)}, ends after ${formatDay(openUntil)}`
  if (state === 'lapsed') return `ended after ${formatDay(openUntil)}`
  return undefined
}

export const mayRecord = ({ state }: AdminInvoice) =>
  state === 'waiting' || state === 'overdue' || state === 'lapsed'

/** The transfer that was not rejected. */
export const transferOf = ({ transfers }: WholeInvoice) =>
  transfers.find(({ rejectedAt }) => rejectedAt === null)
