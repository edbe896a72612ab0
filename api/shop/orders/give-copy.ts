import type { Row } from '#db/sql.ts'
import type { GivenCopy } from './copies.queries.ts'
import { copyOrderParts } from './order-parts.queries.ts'
import { hashOrderKey, makeReference, orderKey } from './order-secrets.ts'
import { insertOrder } from './orders.queries.ts'
import { type MoveWith, payOrder } from './settle-order.ts'

/** The e-mail address is in lower case. */
type GiftOrder = GivenCopy & Row<'orders', 'id' | 'buyerName' | 'buyerEmail' | 'readerId'>

/** An order that is paid from the start, by the one that its code or present came from. Call it in a transaction. */
export async function giveCopy(
  { fromId, ...order }: GiftOrder,
  by: 'gift code' | 'present',
  moving: MoveWith,
) {
  const { id } = order
  const reference = makeReference()
  await insertOrder({
    ...order,
    reference,
    keyHash: hashOrderKey(orderKey(moving.orderSecret, id)),
    unitKobo: 0,
    quantity: 1,
    amountKobo: 0,
    provider: 'gift',
    idempotencyKey: null,
    nextCheckAt: null,
  })
  await copyOrderParts(fromId, id)
  await payOrder(id, { paidAt: null, lastDigits: null, providerStatus: by }, 'buyer', moving, by)
  return { id, reference }
}
