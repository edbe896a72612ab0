import { book } from './book.ts'
import { discount } from './discount.ts'
import { invoice } from './invoice.ts'
import type { Kind } from './kind.ts'
import { newsletter } from './newsletter.ts'
import { order } from './order.ts'
import { person } from './person.ts'
import { statement } from './statement.ts'
import { story } from './story.ts'

/** What the search finds, by the name of its group, in the order of the groups. */
export const searchedKinds = {
  stories: story,
  books: book,
  orders: order,
  invoices: invoice,
  discounts: discount,
  authorAccounts: statement,
  people: person,
} satisfies Record<string, Kind>

/** What can be made, in the order of the menus. */
export const createdKinds = [story, newsletter, book, discount, invoice, statement] as const
