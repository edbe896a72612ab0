import type * as z from 'zod/mini'
import type { Role } from '../roles.ts'
import { accounts } from './accounts.ts'
import { adminAccount } from './admin-account.ts'
import { activity } from './admin-activity.ts'
import { catalogue } from './admin-books.ts'
import { adminOrders } from './admin-orders.ts'
import { adminPeople } from './admin-people.ts'
import { adminRequests } from './admin-requests.ts'
import { staffSignIn } from './admin-sign-in.ts'
import { review } from './admin-stories.ts'
import { authors } from './authors.ts'
import { bookRatings } from './book-ratings.ts'
import { books } from './books.ts'
import { dataSaver } from './data-saver.ts'
import { doctor } from './doctor.ts'
import { downloads } from './downloads.ts'
import { drafts } from './drafts.ts'
import { edits } from './edits.ts'
import { adminFigures, figures } from './figures.ts'
import { files } from './files.ts'
import { guardians } from './guardians.ts'
import { letterDrafts } from './letter-drafts.ts'
import { letters } from './letters.ts'
import { likes } from './likes.ts'
import { newsletter } from './newsletter.ts'
import { operations } from './operations.ts'
import { orders } from './orders.ts'
import { reading } from './reading.ts'
import { related } from './related.ts'
import { requests } from './requests.ts'
import { search } from './search.ts'
import { series } from './series.ts'
import { siteBuilds } from './site-builds.ts'
import { stories } from './stories.ts'
import { testCheckout } from './test-checkout.ts'
import { uploads } from './uploads.ts'

/** Every address of the API. `METHOD /path` below `/api`. */
export const contract = {
  ...accounts,
  ...guardians,
  ...stories,
  ...related,
  ...authors,
  ...edits,
  ...letters,
  ...likes,
  ...reading,
  ...search,
  ...dataSaver,
  ...uploads,
  ...books,
  ...bookRatings,
  ...requests,
  ...newsletter,
  ...files,
  ...orders,
  ...downloads,
  ...testCheckout,
  ...staffSignIn,
  ...adminAccount,
  ...adminPeople,
  ...catalogue,
  ...review,
  ...series,
  ...drafts,
  ...letterDrafts,
  ...adminOrders,
  ...adminRequests,
  ...siteBuilds,
  ...doctor,
  ...activity,
  ...figures,
  ...adminFigures,
  ...operations,
}

export type Contract = typeof contract
export type Address = keyof Contract

/** What a caller passes. */
export type InputOf<A extends Address> = z.input<Contract[A]['input']>
/** What the function behind the address gets. */
export type ParsedInputOf<A extends Address> = z.output<Contract[A]['input']>
/** What a caller receives. */
export type OutputOf<A extends Address> = z.output<Contract[A]['output']>

/** Linked to, never `call`ed. */
export type FileAddress = {
  [A in Address]: Contract[A] extends { file: string } ? A : never
}[Address]
/** Linked to as well. */
export type RedirectAddress = {
  [A in Address]: Contract[A] extends { redirect: true } ? A : never
}[Address]
export type ReaderAddress = {
  [A in Address]: Contract[A] extends { who: 'reader' } ? A : never
}[Address]
export type StaffAddress = {
  [A in Address]: Contract[A] extends { who: readonly Role[] } ? A : never
}[Address]
export type PagedAddress = {
  [A in Address]: Contract[A] extends { paged: true } ? A : never
}[Address]
