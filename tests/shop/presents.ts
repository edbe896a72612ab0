import { randomUUID } from 'node:crypto'
import { presentToken } from '#api/shop/orders/order-secrets.ts'
import { sql } from '#db/sql.ts'
import { aPurchase, type Purchase, secret } from './purchases.ts'

/** A purchase for somebody else, to be sent today unless said otherwise. */
export const aPresentFor = (bookId: string, fields: Partial<Purchase> = {}) =>
  aPurchase(bookId, {
    isPresent: true,
    presentName: 'Ada Obi',
    presentEmail: `ada-${randomUUID()}@friends.example`,
    presentGreeting: 'For the long bus to Jos.',
    ...fields,
  })

/** The token in the link that was mailed last. */
export async function tokenOf(orderId: string): Promise<string> {
  const [row] = await sql<{ generation: number }[]>`
    select generation from presents where order_id = ${orderId}`
  return presentToken(secret, orderId, row?.generation ?? 0)
}
