import * as z from 'zod/mini'
import type { Role } from '../roles.ts'
import type { Lines } from './endpoint.ts'
import { ok } from './fields.ts'
import { authors } from './magazine/authors.ts'
import { corrections } from './magazine/corrections.ts'
import { drafts } from './magazine/drafts.ts'
import { edits } from './magazine/edits.ts'
import { files, uploads } from './magazine/files.ts'
import { likes } from './magazine/likes.ts'
import { adminPublications, publications } from './magazine/publications.ts'
import { series } from './magazine/series.ts'
import { adminStories } from './magazine/stories.admin.ts'
import { foundStories, stories } from './magazine/stories.ts'
import { storyList } from './magazine/story-list.ts'
import { adminWeekEditions, weekEditions } from './magazine/week-editions.ts'
import { follows } from './newsletter/follows.ts'
import { imports } from './newsletter/imports.ts'
import { issueDrafts } from './newsletter/issue-drafts.ts'
import { issues } from './newsletter/issues.ts'
import { newsletter } from './newsletter/subscribers.ts'
import { adminSearch } from './operations/admin-search.ts'
import { dataRequests } from './operations/data-requests.ts'
import { deleted } from './operations/deleted.ts'
import { fileParts } from './operations/file-parts.ts'
import { firstSteps } from './operations/first-steps.ts'
import { doctor, operations, siteBuilds } from './operations/health.ts'
import { publishing } from './operations/publishing.ts'
import { adminReports } from './operations/reports.admin.ts'
import { reports } from './operations/reports.ts'
import { tasks } from './operations/tasks.ts'
import { accountSettings } from './readers/account-settings.ts'
import { accounts, dataSaver } from './readers/accounts.ts'
import { guardians } from './readers/guardians.ts'
import { reading } from './readers/reading.ts'
import { business } from './settings/business.ts'
import { mailPreviews } from './settings/mails.ts'
import { settings } from './settings/settings.ts'
import { adminAuthorAccounts } from './shop/author-accounts.admin.ts'
import { bookRatings } from './shop/book-ratings.ts'
import { adminBooks } from './shop/books.admin.ts'
import { books } from './shop/books.ts'
import { adminDiscounts } from './shop/discounts.admin.ts'
import { discounts } from './shop/discounts.ts'
import { downloads } from './shop/downloads.ts'
import { adminInvoices } from './shop/invoices.admin.ts'
import { invoices } from './shop/invoices.ts'
import { notes } from './shop/notes.ts'
import { adminOrders } from './shop/orders.admin.ts'
import { orders } from './shop/orders.ts'
import { pdfTexts } from './shop/pdf-texts.admin.ts'
import { presents } from './shop/presents.ts'
import { reading as bookReading } from './shop/reading.ts'
import { reconciliation } from './shop/reconciliation.admin.ts'
import { adminRequests } from './shop/requests.admin.ts'
import { requests } from './shop/requests.ts'
import { adminReviews } from './shop/reviews.admin.ts'
import { statements } from './shop/statements.ts'
import { testCheckout } from './shop/test-checkout.ts'
import { adminAccount } from './staff/account.ts'
import { activity } from './staff/activity.ts'
import { adminPeople } from './staff/people.ts'
import { staffSignIn } from './staff/sign-in.ts'
import { adminStats, dashboard, stats } from './stats/stats.ts'

const lines = {
  ...accounts,
  ...accountSettings,
  ...guardians,
  ...stories,
  ...authors,
  ...corrections,
  ...edits,
  ...issues,
  ...likes,
  ...reading,
  ...foundStories,
  ...dataSaver,
  ...uploads,
  ...books,
  ...publications,
  ...weekEditions,
  ...bookRatings,
  ...reports,
  ...dataRequests,
  ...requests,
  ...newsletter,
  ...follows,
  ...imports,
  ...files,
  ...orders,
  ...invoices,
  ...discounts,
  ...downloads,
  ...presents,
  ...bookReading,
  ...notes,
  ...statements,
  ...testCheckout,
  ...staffSignIn,
  ...adminAccount,
  ...adminPeople,
  ...dashboard,
  ...adminBooks,
  ...pdfTexts,
  ...adminPublications,
  ...adminWeekEditions,
  ...fileParts,
  ...adminStories,
  ...storyList,
  ...series,
  ...drafts,
  ...publishing,
  ...issueDrafts,
  ...adminOrders,
  ...adminInvoices,
  ...adminDiscounts,
  ...adminAuthorAccounts,
  ...reconciliation,
  ...adminRequests,
  ...adminReviews,
  ...adminReports,
  ...siteBuilds,
  ...doctor,
  ...tasks,
  ...firstSteps,
  ...settings,
  ...business,
  ...mailPreviews,
  ...activity,
  ...stats,
  ...adminStats,
  ...adminSearch,
  ...deleted,
  ...operations,
} satisfies Lines

const left = (line: object) => ({
  input: z.object({}),
  output: 'file' in line ? z.unknown() : ok,
})

/** Every endpoint, as `METHOD /path` below `/api`. */
export const contract = Object.fromEntries(
  Object.entries(lines).map(([address, line]) => [address, { ...left(line), ...line }]),
) as typeof lines

export type Contract = typeof contract
export type Address = keyof Contract

export type InputOf<A extends Address> = z.input<Contract[A]['input']>
/** What the handler gets. */
export type ParsedInputOf<A extends Address> = z.output<Contract[A]['input']>
export type OutputOf<A extends Address> = z.output<Contract[A]['output']>

/** Its response says that it was done, and nothing else. */
export type DoneAddress = {
  [A in Address]: Contract[A] extends { output: typeof ok } ? A : never
}[Address]
/** Linked to, never `call`ed. */
export type FileAddress = {
  [A in Address]: Contract[A] extends { file: string } ? A : never
}[Address]
/** They are linked to as well, and never `call`ed. */
export type RedirectAddress = {
  [A in Address]: Contract[A] extends { redirect: true } ? A : never
}[Address]
export type ReaderAddress = {
  [A in Address]: Contract[A] extends { who: 'reader' } ? A : never
}[Address]
export type StaffAddress = {
  [A in Address]: Contract[A] extends { who: readonly Role[] } ? A : never
}[Address]
/** Endpoints whose handlers get the input alone, nothing of the request. */
export type SharedAddress = {
  [A in Address]: Contract[A] extends { shared: true } ? A : never
}[Address]
export type PagedAddress = {
  [A in Address]: ParsedInputOf<A> extends { pageSize: number } ? A : never
}[Address]
