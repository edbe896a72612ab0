import { csvLine } from '#api/http/csv.ts'
import { toNaira } from '#contract/money.ts'
import { listSoldAfter } from './orders.admin.queries.ts'
import type { OrderRow } from './orders.queries.ts'

const batchRows = 2000

const columns: Record<string, (order: OrderRow) => string> = {
  reference: ({ reference }) => reference,
  status: ({ state }) => state,
  orderedAt: ({ createdAt }) => createdAt,
  paidAt: ({ paidAt }) => paidAt ?? '',
  refundedAt: ({ refundedAt }) => refundedAt ?? '',
  book: ({ bookTitle }) => bookTitle,
  author: ({ authorName }) => authorName,
  copies: ({ quantity }) => String(quantity),
  unitPrice: ({ unitKobo }) => toNaira(unitKobo).toFixed(2),
  amount: ({ amountKobo }) => toNaira(amountKobo).toFixed(2),
  currency: ({ currency }) => currency,
  paymentMethod: ({ paymentMethod }) => paymentMethod,
  provider: ({ provider }) => provider,
  isTest: ({ isTest }) => String(isTest),
  buyerName: ({ buyerName }) => buyerName,
  buyerEmail: ({ buyerEmail }) => buyerEmail,
  problem: ({ problem }) => problem ?? '',
}

/** Read in pieces, so that a slow download holds no connection. */
export async function* ordersAsCsv(): AsyncGenerator<string> {
  // Excel reads UTF-8 only with this mark.
  yield `\uFEFF${csvLine(Object.keys(columns))}`
  let last: string | null = null
  while (true) {
    const piece: OrderRow[] = await listSoldAfter(last, batchRows)
    if (piece.length > 0) {
      yield piece
        .map((order) => csvLine(Object.values(columns).map((write) => write(order))))
        .join('')
    }
    last = piece.at(-1)?.id ?? null
    if (piece.length < batchRows) return
  }
}
