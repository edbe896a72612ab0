import type { OutputOf } from '#contract/endpoints/contract.ts'
import { invoice } from '#contract/kinds/invoice.ts'
import { formatNaira, toKobo } from '#contract/money.ts'
import type { InvoiceState } from '#contract/shop/invoices.ts'
import type { Undo } from '#contract/undo.ts'
import { formatDay } from '#site/admin/lib/format.ts'
import { badgeClasses } from '#site/admin/ui/classes.ts'
import { type AdminMessage, adminMessages } from '#site/messages/admin-messages.ts'

export type AdminInvoice = OutputOf<'GET /admin/invoices'>[number]
export type WholeInvoice = OutputOf<'GET /admin/invoices/:reference'>

export interface OneInvoiceProps {
  invoice: WholeInvoice
  onChanged(invoice: WholeInvoice, message: AdminMessage, undo?: Undo): void
}

export const stateLabels: Record<InvoiceState, string> = invoice.states

export const stateClasses: Record<InvoiceState, string> = {
  toConfirm: badgeClasses.wait,
  mismatch: badgeClasses.bad,
  overdue: badgeClasses.bad,
  waiting: badgeClasses.planned,
  paid: badgeClasses.good,
  lapsed: badgeClasses.plain,
  withdrawn: badgeClasses.plain,
  returned: badgeClasses.plain,
}

/** Its day, as the state makes it matter. */
export function describeDue(invoice: AdminInvoice): string | undefined {
  const { state, dueOn, openUntil, paid, missing } = invoice
  const isOpen = state === 'waiting' || state === 'overdue'
  if (isOpen && paid > 0) return `${formatNaira(missing)} missing, due ${formatDay(dueOn)}`
  if (state === 'waiting') return `due ${formatDay(dueOn)}`
  if (state === 'overdue') return `was due ${formatDay(dueOn)}, ends after ${formatDay(openUntil)}`
  if (state === 'lapsed') return `ended after ${formatDay(openUntil)}`
  return undefined
}

export const mayRecord = ({ state }: AdminInvoice) =>
  state === 'waiting' || state === 'overdue' || state === 'lapsed'

/** Those that stand. */
export const standing = ({ transfers }: WholeInvoice) =>
  transfers.filter(({ rejectedAt }) => rejectedAt === null)

/** What a transfer that was just recorded or confirmed comes to, once it cannot be undone any more. */
export function messageOf(invoice: WholeInvoice): AdminMessage {
  const transfers = standing(invoice)
  if (transfers.some(({ confirmedAt }) => confirmedAt === null))
    return adminMessages.transferRecorded
  const kobo = transfers.reduce((sum, { amount }) => sum + toKobo(amount), 0)
  if (kobo > toKobo(invoice.amount)) return adminMessages.transferMismatch
  return kobo < toKobo(invoice.amount)
    ? adminMessages.transferOfPart
    : adminMessages.transferConfirmed
}
