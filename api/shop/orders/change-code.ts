import { queueMail } from '#api/mails/mails.queries.ts'
import { apiError, required } from '#contract/errors.ts'
import { transaction } from '#db/sql.ts'
import { findCode, replaceCode } from './copies.queries.ts'
import { countCodeMail } from './order-limits.ts'
import { insertOrderEvent, type OrderRow } from './orders.queries.ts'

/** The code as somebody types it, or its number. */
type NamedCode = string | number
type Who = 'buyer' | 'publisher'

async function findUnusedCode(orderId: string, named: NamedCode) {
  const found = required(await findCode(orderId, named), 'codeNotOfOrder')
  if (found.isRedeemed) throw apiError('codeStaysUsed')
  return found
}

/** Mails a code again, within what one order may mail. */
export async function mailCode(
  { id: orderId, reference }: Pick<OrderRow, 'id' | 'reference'>,
  named: NamedCode,
  { to, by }: { to: string; by: Who },
) {
  const { number, generation } = await findUnusedCode(orderId, named)
  await countCodeMail(reference)
  await transaction(async () => {
    await queueMail('giftCode', to, { orderId, number, generation })
    await insertOrderEvent(orderId, { what: 'code mailed', by, note: String(number) })
  })
  return { number, generation }
}

/** Ends it; another code takes its number. */
export async function replaceUnusedCode(
  orderId: string,
  named: NamedCode,
  { by, orderSecret }: { by: Who; orderSecret: Uint8Array },
) {
  const before = await findUnusedCode(orderId, named)
  const { number } = before
  return transaction(async () => {
    const code = required(await replaceCode(orderId, before, orderSecret), 'codeStaysUsed')
    await insertOrderEvent(orderId, { what: 'code replaced', by, note: String(number) })
    return { number, code }
  })
}
