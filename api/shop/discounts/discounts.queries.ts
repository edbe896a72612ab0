import { columns, first, hasRows, type RowOf, sql } from '#db/sql.ts'

export const discountColumns = columns('discounts', [
  'id',
  'code',
  'percent',
  'offKobo',
  'bookIds',
  'startsAt',
  'endsAt',
  'maxUses',
  'maxUsesOfBuyer',
])

export type DiscountRow = RowOf<typeof discountColumns> & { hasBegun: boolean; hasEnded: boolean }

const withTime = () => sql`
  ${sql(discountColumns)}, coalesce(starts_at <= now(), true) as has_begun,
  coalesce(ends_at <= now(), false) as has_ended`

export function findDiscount(code: string) {
  return first(sql<DiscountRow[]>`select ${withTime()} from discounts where code = ${code}`)
}

/**
 * Locks it until the transaction ends, so that its last use does not go to two. Foreign keys do not wait: settling
 * changes an order twice, which looks at its discount again, and an order that is placed may wait for that one.
 */
export function lockDiscount(id: string) {
  return first(sql<DiscountRow[]>`
    select ${withTime()} from discounts where id = ${id} for no key update`)
}

/** The orders that hold a use. Every other state gives it back. */
export const holdsUse = () => sql`state in ('pending', 'paid')`

export async function countUses(discountId: string, buyerEmail: string) {
  const [counted] = await sql<{ uses: number; usesOfBuyer: number }[]>`
    select count(*) as uses, count(*) filter (where buyer_email = ${buyerEmail}) as uses_of_buyer
    from orders where discount_id = ${discountId} and ${holdsUse()}`
  return counted ?? { uses: 0, usesOfBuyer: 0 }
}

export function holdsUseNow(orderId: string): Promise<boolean> {
  return hasRows(sql`select 1 from orders where id = ${orderId} and ${holdsUse()}`)
}

export function listPendingOf(discountId: string, buyerEmail: string) {
  return sql<{ id: string }[]>`
    select id from orders
    where discount_id = ${discountId} and buyer_email = ${buyerEmail} and state = 'pending'`
}
