import { insertOrderEvent } from '#api/shop/orders/orders.queries.ts'
import type { Snapshot, WayBack } from '#api/staff/activity/undo.queries.ts'
import { findInvoice, rejectTransfer, takeBackConfirmation } from './invoices.queries.ts'

type Transfers = Record<string, { recorded_by: string; confirmed_at: string | null }>

/**
 * Rejects a transfer that was just written down, or takes back its confirmation. Nothing was delivered: a transfer counts from the moment when this is over. Resolves to the school.
 */
export const undoTransfer: WayBack['undo'] = async (orderId, { before, after }) => {
  const was = transfersOf(before)
  for (const [id, { recorded_by, confirmed_at }] of Object.entries(transfersOf(after))) {
    if (!was[id]) await rejectTransfer(id, orderId, recorded_by)
    else if (confirmed_at && !was[id].confirmed_at) await takeBackConfirmation(id)
  }
  await insertOrderEvent(orderId, { what: 'transferUndone', by: 'publisher' })
  return (await findInvoice(orderId))?.school ?? ''
}

const transfersOf = ({ transfers }: Snapshot) => (transfers?.['by_id'] ?? {}) as Transfers
