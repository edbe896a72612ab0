import { formatNumber, takeNumber } from '#api/shop/orders/take-number.ts'
import { first, type Row, sql, transaction } from '#db/sql.ts'

type Receipt = Row<'receipts', 'year' | 'number' | 'issuedAt'>

function findReceipt(orderId: string) {
  return first(sql<Receipt[]>`
    select year, number, issued_at from receipts where order_id = ${orderId}`)
}

/** Gives an order that was just paid its receipt. Call it in the transaction that pays it. */
export async function insertReceipt(orderId: string): Promise<void> {
  const { year, number } = await takeNumber('receipt')
  await sql`insert into receipts (order_id, year, number) values (${orderId}, ${year}, ${number})`
}

/** Its number, as it is written; undefined for an order that has no receipt so far. */
export async function findReceiptNumber(orderId: string): Promise<string | undefined> {
  const receipt = await findReceipt(orderId)
  return receipt && formatNumber('receipt', receipt)
}

/** An order that was paid before receipts had numbers gets the next one. */
export function receiptNumberOf(orderId: string): Promise<string> {
  return transaction(async () => {
    await sql`select from orders where id = ${orderId} for no key update`
    if (!(await findReceipt(orderId))) await insertReceipt(orderId)
    return (await findReceiptNumber(orderId)) as string
  })
}
