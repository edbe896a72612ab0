import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from 'playwright/test'
import { inDatabase } from '../support/service.ts'
import { anEndedOrder } from './buyers.ts'

/** A sale of which the account gets two fifths: in the test checkout no money moves, so it is made real by hand. */
export async function aSaleFor(request: APIRequestContext, accountId: string, at = new Date()) {
  const order = await anEndedOrder(request, 'pay')
  await inDatabase((sql) =>
    sql.begin(async (tx) => {
      await tx`update orders set is_test = false where reference = ${order.reference}`
      const [entry] = await tx<{ id: number; kobo: number; bookId: string }[]>`
        with entry as (
          insert into ledger_entries (kind, order_id, at)
          select 'sale', id, ${at} from orders where reference = ${order.reference} returning id, order_id
        )
        select entry.id, amount_kobo as kobo, book_id from entry join orders on orders.id = order_id`
      if (!entry) throw new Error('The order is not there')
      const { id: entryId, kobo, bookId } = entry
      const share = Math.round(kobo * 0.4)
      await tx`insert into ledger_lines ${tx({ entryId, position: 1, account: 'received', kobo: -kobo })}`
      await tx`insert into ledger_lines ${tx({ entryId, position: 2, account: 'publisher', kobo: kobo - share })}`
      await tx`insert into ledger_lines ${tx({
        entryId,
        position: 3,
        account: 'author',
        authorAccountId: accountId,
        kobo: share,
        bookId,
        basisPoints: 4000,
        discountKobo: 0,
        paidKobo: kobo,
        vatKobo: 0,
      })}`
    }),
  )
  return order
}

export const anAuthor = () => ({
  name: 'Simi Odu-Bello',
  email: `simi.${randomUUID()}@authors.example`,
})
