import type { UndoKind } from '#contract/kinds/kinds.ts'
import { deleteOldAnsweredWrites } from './http/load/idempotency.ts'
import { deleteOldParts } from './http/requests/file-parts.queries.ts'
import { pruneRevisions } from './magazine/documents/prune-revisions.ts'
import { draftKind } from './magazine/drafts/draft.kind.ts'
import { eraseDeletedDrafts } from './magazine/drafts/drafts.queries.ts'
import { authorKind } from './magazine/search/author.kind.ts'
import { deleteCounted } from './magazine/stories/stories.queries.ts'
import { eraseDeletedStories } from './magazine/stories/story-lifecycle.ts'
import { storyMails } from './magazine/stories/story-mails.ts'
import { storyKind } from './magazine/story-pages/story.kind.ts'
import { editionKind } from './magazine/week-editions/edition.kind.ts'
import type { MailTexts } from './mails/mail-texts.ts'
import { deleteOldMails } from './mails/mails.queries.ts'
import { followMails } from './newsletter/follows/follow-mails.ts'
import { eraseDeletedIssues } from './newsletter/issues/issue-drafts.queries.ts'
import { deleteOldRecipients } from './newsletter/issues/issues.queries.ts'
import { newsletterKind } from './newsletter/issues/newsletter.kind.ts'
import { deleteOldEvents } from './newsletter/mail-events/mail-events.queries.ts'
import {
  deleteOldWithdrawals,
  deleteUnconfirmed,
} from './newsletter/subscribers/subscribers.queries.ts'
import { deleteOldSuppressions } from './newsletter/suppressions/suppressions.queries.ts'
import type { WaitingByTask } from './operations/dashboard/waiting.queries.ts'
import { dataRequestKind } from './operations/data-requests/data-request.kind.ts'
import { dataRequestMails } from './operations/data-requests/data-request-mails.ts'
import { deleteOldDataRequests } from './operations/data-requests/data-requests.queries.ts'
import type { deletedRoutes } from './operations/deleted/deleted.admin.routes.ts'
import { serverKind } from './operations/health/server.kind.ts'
import { reportKind } from './operations/reports/report.kind.ts'
import { reportMails } from './operations/reports/report-mails.ts'
import { deleteOldReporters } from './operations/reports/reports.queries.ts'
import type { adminSearchRoutes } from './operations/search/search.admin.routes.ts'
import type { Undoer } from './operations/undo/undo.admin.routes.ts'
import { deleteOldDictionaries } from './pages/differences/dictionaries.queries.ts'
import { accountMails } from './readers/accounts/account-mails.ts'
import { deleteExpired } from './readers/accounts/accounts.queries.ts'
import { guardianMails } from './readers/guardians/guardian-mails.ts'
import { deleteUnconfirmedGuardians } from './readers/guardians/guardians.queries.ts'
import { settingKind } from './settings/setting.kind.ts'
import { begunMails } from './shop/begun/begun-mails.ts'
import { bookKind } from './shop/books/book.kind.ts'
import { eraseDeletedBooks } from './shop/books/books.admin.queries.ts'
import { deleteOldEditions } from './shop/chapters/editions.queries.ts'
import { deleteOldNotes } from './shop/chapters/notes.queries.ts'
import { deleteUnusedBrowsers } from './shop/chapters/rights.queries.ts'
import { discountKind } from './shop/discounts/discount.kind.ts'
import { invoiceKind } from './shop/invoices/invoice.kind.ts'
import { invoiceMails } from './shop/invoices/invoice-mails.ts'
import { forgetSchools } from './shop/invoices/invoices.queries.ts'
import { statementKind } from './shop/ledgers/statement.kind.ts'
import { statementMails } from './shop/ledgers/statement-mails.ts'
import { orderMails } from './shop/order-pages/order-mails.ts'
import { orderKind } from './shop/orders/order.kind.ts'
import { deleteUnpaidBuyers } from './shop/orders/orders.queries.ts'
import { forgetRecipients } from './shop/presents/presents.queries.ts'
import { publicationKind } from './shop/publications/publication.kind.ts'
import { eraseDeletedPublications } from './shop/publications/publications.admin.queries.ts'
import { requestKind } from './shop/requests/request.kind.ts'
import { requestMails } from './shop/requests/request-mails.ts'
import { reviewKind } from './shop/reviews/review.kind.ts'
import { reviewMails } from './shop/reviews/review-mails.ts'
import { deleteDeclinedReviews, hideUnansweredNames } from './shop/reviews/reviews.queries.ts'
import { deleteOldActivity } from './staff/activity/activity.queries.ts'
import { deleteOldUndos } from './staff/activity/undo.queries.ts'
import { personKind } from './staff/people/person.kind.ts'
import { staffMails } from './staff/people/staff-mails.ts'
import { deleteExpiredOfStaff } from './staff/people/staff-sessions.queries.ts'

// The mail texts, cleanups and kinds of all domains.

export const mailsByKind: MailTexts = {
  ...accountMails,
  ...storyMails,
  ...guardianMails,
  ...reportMails,
  ...dataRequestMails,
  ...followMails,
  ...requestMails,
  ...reviewMails,
  ...orderMails,
  ...begunMails,
  ...statementMails,
  ...invoiceMails,
  ...staffMails,
  letterTest: ({ subject, ...parts }) => ({ subject: `Test: ${subject}`, ...parts }),
}

/** Each deletes what has expired. */
export const cleanups = (): (() => Promise<unknown>)[] => [
  deleteExpired,
  deleteOldAnsweredWrites,
  deleteOldMails,
  deleteOldRecipients,
  deleteOldEvents,
  deleteOldSuppressions,
  deleteUnconfirmed,
  deleteOldWithdrawals,
  deleteUnpaidBuyers,
  forgetSchools,
  forgetRecipients,
  deleteUnusedBrowsers,
  deleteOldEditions,
  deleteOldNotes,
  deleteDeclinedReviews,
  hideUnansweredNames,
  deleteOldReporters,
  deleteOldDataRequests,
  deleteCounted,
  deleteUnconfirmedGuardians,
  pruneRevisions,
  deleteExpiredOfStaff,
  deleteOldActivity,
  deleteOldUndos,
  deleteOldParts,
  deleteOldDictionaries,
  eraseDeletedStories,
  eraseDeletedDrafts,
  eraseDeletedIssues,
  eraseDeletedBooks,
  eraseDeletedPublications,
]

/** What waits for somebody. */
export const waiting: WaitingByTask = {
  ...orderKind.waiting,
  ...invoiceKind.waiting,
  ...statementKind.waiting,
  ...newsletterKind.waiting,
  ...serverKind.waiting,
  ...storyKind.waiting,
  ...editionKind.waiting,
  ...reportKind.waiting,
  ...dataRequestKind.waiting,
  ...requestKind.waiting,
  ...reviewKind.waiting,
  ...bookKind.waiting,
}

export const undoers: Record<UndoKind, Undoer> = {
  ...storyKind.undo,
  ...draftKind.undo,
  ...editionKind.undo,
  ...bookKind.undo,
  ...publicationKind.undo,
  ...newsletterKind.undo,
  ...requestKind.undo,
  ...reportKind.undo,
  ...discountKind.undo,
  ...reviewKind.undo,
  ...invoiceKind.undo,
  ...orderKind.undo,
  ...settingKind.undo,
}

/** What is kept when it is deleted. */
export const deletedThings: Parameters<typeof deletedRoutes>[1] = {
  story: storyKind.deleted,
  draft: draftKind.deleted,
  issue: newsletterKind.deleted,
  book: bookKind.deleted,
  publication: publicationKind.deleted,
}

/** How the search finds each kind; what it finds in folders, the app knows. */
export const finders: Omit<Parameters<typeof adminSearchRoutes>[1], 'publications'> = {
  stories: [storyKind.find],
  books: [bookKind.find],
  orders: [orderKind.find],
  invoices: [invoiceKind.find],
  discounts: [discountKind.find],
  authorAccounts: [statementKind.find],
  editions: [editionKind.find],
  people: [personKind.find, authorKind.find],
}
