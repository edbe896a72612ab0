import { randomUUID } from 'node:crypto'
import { queueMail } from '#api/mails/mails.queries.ts'
import { findRedeemedOrder, insertGiftOrder, takeCode } from '#api/shop/orders/copies.queries.ts'
import { apiError } from '#contract/errors.ts'
import { transaction } from '#db/sql.ts'

interface Redemption {
  /** As it was typed. */
  code: string
  name: string
  /** In lower case. */
  email: string
}

/** Turns a gift code into an order, once. A repeat from the same address gets that order, any other an unknown code. */
export function redeemCode(
  { code, name, email }: Redemption,
  { readerId, orderSecret }: { readerId: string | null; orderSecret: Uint8Array },
): Promise<{ id: string; reference: string }> {
  return transaction(async () => {
    const id = randomUUID()
    const copy = await takeCode(code, id)
    if (!copy) {
      const before = await findRedeemedOrder(code, email)
      if (!before) throw apiError('codeNotKnown')
      return before
    }
    const order = { ...copy, id, buyerName: name, buyerEmail: email, readerId }
    const added = await insertGiftOrder(order, orderSecret)
    const { reference } = added
    await queueMail('gift', email, { orderId: id, reference, name, title: copy.bookTitle })
    return added
  })
}
