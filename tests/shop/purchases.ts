import { randomUUID } from 'node:crypto'
import type { InputOf } from '#contract/endpoints/contract.ts'
import { sql } from '#db/sql.ts'
import { startApp } from '../people.ts'
import { aPretendProvider } from '../servers/pretend-provider.ts'

export const secret = Buffer.from('a secret of the tests alone')

export type Purchase = InputOf<'POST /orders'>
export const aPurchase = (bookId: string, fields: Partial<Purchase> = {}): Purchase => ({
  bookId,
  quantity: 1,
  paymentMethod: 'card',
  buyerName: 'Bisi Ade-Cole',
  buyerEmail: `bisi-${randomUUID()}@buyers.example`,
  ...fields,
})

export async function aShop(provider = aPretendProvider()) {
  return { ...provider, base: await startApp({ payments: provider.payments }) }
}

export async function rowOf(reference: string) {
  const [row] = await sql`select * from orders where reference = ${reference}`
  return row as Record<string, unknown> & { id: string }
}

export const countOf = async (email: string | undefined) =>
  (await sql`select 1 from orders where buyer_email = ${email as string}`).length
