import type { StaffMember } from '#api/http/request-context.ts'
import { queueMail, toPublisher } from '#api/mails/mails.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { undoable } from '#api/staff/activity/undo.queries.ts'
import { apiError } from '#contract/errors.ts'
import { refundRequestOf } from '#contract/shop/refund-requests.ts'
import { transaction } from '#db/sql.ts'
import {
  insertOrderEvent,
  isRefundWanted,
  listRefundEvents,
  lockOrder,
  type OrderRow,
  snapshotRefundRequest,
} from './orders.queries.ts'

/** Tells the publisher; while one request is open another changes nothing. */
export function requestRefund({ id, ...named }: OrderRow, reason: string) {
  const { reference, bookTitle, buyerName, buyerEmail } = named
  return transaction(async () => {
    const order = await lockOrder(id)
    if (order?.state !== 'paid' || order.amountKobo === 0) throw apiError('orderCannotMove')
    if (refundRequestOf(await listRefundEvents(id))?.refusal === null) return
    await insertOrderEvent(id, { what: 'money back wanted', by: 'buyer', note: reason })
    await queueMail('orderConcern', toPublisher, {
      reference,
      bookTitle,
      buyerName,
      buyerEmail,
      reason,
      concern: 'refund wanted',
    })
  })
}

/** Says no to an open request. The buyer reads why once that cannot be undone. */
export function declineRefund({ id, ...named }: OrderRow, refusal: string, staff: StaffMember) {
  const { orderNumber: note, bookTitle: title, buyerEmail } = named
  return undoable(
    { kind: 'refusal', id, staffId: staff.id, snapshot: snapshotRefundRequest },
    async (undo) => {
      await lockOrder(id)
      if (!(await isRefundWanted(id))) throw apiError('orderCannotMove')
      await insertOrderEvent(id, { what: 'refund declined', by: 'publisher', note: refusal })
      await recordActivity(staff.name, 'refundDeclined', { id, title, note, undo })
      await queueMail('refundDeclined', buyerEmail, { orderId: id, refusal }, undo)
    },
  )
}

export async function snapshotRefusal(id: string) {
  await lockOrder(id)
  return snapshotRefundRequest(id)
}

/** Opens the request again. Resolves to the book's title. */
export async function undoRefusal(id: string): Promise<string> {
  await insertOrderEvent(id, { what: 'refusal undone', by: 'publisher' })
  return (await lockOrder(id))?.bookTitle ?? ''
}
