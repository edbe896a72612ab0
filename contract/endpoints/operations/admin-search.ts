import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import { searched } from '#contract/endpoints/fields.ts'
import { searchedKinds } from '#contract/kinds/kinds.ts'
import { staff } from '#contract/roles.ts'
import { invoiceStates } from '#contract/shop/invoices.ts'
import { discountStates, orderStates, staffStates, storyStates } from '#contract/states.ts'

const groups = Object.keys(searchedKinds) as (keyof typeof searchedKinds)[]

/** `draft`: of a story that was never sent in, or of a book; `account`: of an author account, always; `public` and `hidden`: the page of an author. */
const states = [
  ...new Set([
    ...storyStates,
    ...orderStates,
    ...staffStates,
    ...discountStates,
    ...invoiceStates,
    ...(['draft', 'scheduled', 'account', 'public', 'hidden'] as const),
  ]),
] as const

const found = z.object({
  /** Of an order, or an invoice, the reference of the order. */
  id: z.string(),
  title: z.string(),
  /** What matters about it in this state: reads, a day, a price, a balance. */
  fact: z.string(),
  state: z.enum(states),
  /** Where staff work on it. */
  path: z.string(),
  /** Its public page; null while it has none. */
  publicPath: z.nullable(z.string()),
  /** Null of all but stories and books. */
  category: z.nullable(z.string()),
  pictureUrl: z.nullable(z.string()),
})

export const adminSearch = {
  /** What the role may see and has every word of `q`; at most five of a kind, kinds without any left out. */
  'GET /admin/search': endpoint({
    who: staff,
    input: z.object({ q: searched('Search') }),
    output: z.array(z.object({ kind: z.enum(groups), items: z.array(found) })),
  }),
}
