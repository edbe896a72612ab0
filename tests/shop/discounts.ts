import { randomUUID } from 'node:crypto'
import type { InputOf } from '#contract/endpoints/contract.ts'
import { sql } from '#db/sql.ts'
import { theStaff } from '../people.ts'

type Fields = InputOf<'POST /admin/discounts'>

/** A discount as a shop keeper makes it: 25 percent off all books, as often as anybody likes, unless said otherwise. */
export async function aDiscount(fields: Partial<Fields> = {}) {
  const { call } = await theStaff('shopkeeper')
  return call('POST /admin/discounts', {
    code: `HARMATTAN-${randomUUID().slice(0, 8)}`,
    ...(fields.off === undefined && { percent: 25 }),
    ...fields,
  })
}

/** Orders that hold a use of it. */
export async function usesOf({ id }: { id: string }): Promise<number> {
  const [row] = await sql<{ uses: number }[]>`
    select count(*) as uses from orders where discount_id = ${id} and state in ('pending', 'paid')`
  return row?.uses ?? 0
}
