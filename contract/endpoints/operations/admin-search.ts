import * as z from 'zod/mini'
import { searched } from '#contract/endpoints/fields.ts'
import { forStaff } from '#contract/endpoints/for-staff.ts'
import { type FoundState, searchedKinds } from '#contract/kinds/kinds.ts'

const groups = Object.keys(searchedKinds) as (keyof typeof searchedKinds)[]

const states = new Set(Object.values(searchedKinds).flatMap(({ states }) => Object.keys(states)))

const found = z.object({
  /** For an order or an invoice it is the reference of the order. */
  id: z.string(),
  title: z.string(),
  /** What matters about it in this state: reads, a day, a price, a balance. */
  fact: z.string(),
  state: z.enum([...states] as FoundState[]),
  /** Where staff work on it. */
  path: z.string(),
  /** Its public page; null while it has none. */
  publicPath: z.nullable(z.string()),
  /** It is null for all but stories and books. */
  category: z.nullable(z.string()),
  pictureUrl: z.nullable(z.string()),
})

export const adminSearch = {
  /** What the role may see and has every word of `q`; at most five of a kind, kinds without any left out. */
  'GET /admin/search': forStaff({
    input: z.object({ q: searched('Search') }),
    output: z.array(z.object({ kind: z.enum(groups), items: z.array(found) })),
  }),
}
