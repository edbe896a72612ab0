import { editors, newsroom, shop } from '#contract/roles.ts'
import { deleteOldAnsweredWrites } from './http/load/idempotency.ts'
import { pruneRevisions } from './magazine/documents/prune-revisions.ts'
import { deletedDraft } from './magazine/drafts/draft.kind.ts'
import { eraseDeletedDrafts } from './magazine/drafts/drafts.queries.ts'
import { findAuthors } from './magazine/search/author.kind.ts'
import { deletedStory, findStories } from './magazine/search/story.kind.ts'
import { deleteCounted, forgetWithoutKey } from './magazine/stories/stories.queries.ts'
import { eraseDeletedStories } from './magazine/stories/story-lifecycle.ts'
import { storyMails } from './magazine/stories/story-mails.ts'
import { storyUndo } from './magazine/stories/undo-story.ts'
import type { MailTexts } from './mails/mail-texts.ts'
import { deleteOldMails } from './mails/mails.queries.ts'
import { eraseDeletedIssues } from './newsletter/issues/issue-drafts.queries.ts'
import { deleteOldRecipients, issueUndo } from './newsletter/issues/issues.queries.ts'
import { deletedIssue } from './newsletter/issues/newsletter.kind.ts'
import { deleteOldEvents } from './newsletter/mail-events/mail-events.queries.ts'
import {
  deleteOldWithdrawals,
  deleteUnconfirmed,
} from './newsletter/subscribers/subscribers.queries.ts'
import { deleteOldSuppressions } from './newsletter/suppressions/suppressions.queries.ts'
import type { deletedRoutes } from './operations/deleted/deleted.admin.routes.ts'
import type { adminSearchRoutes } from './operations/search/search.admin.routes.ts'
import type { Undoer } from './operations/undo/undo.admin.routes.ts'
import { deleteOldDictionaries } from './pages/differences/dictionaries.queries.ts'
import { accountMails } from './readers/accounts/account-mails.ts'
import { deleteExpired } from './readers/accounts/accounts.queries.ts'
import { guardianMails } from './readers/guardians/guardian-mails.ts'
import { deleteUnconfirmedGuardians } from './readers/guardians/guardians.queries.ts'
import { deletedBook, findBooks } from './shop/books/book.kind.ts'
import { bookUndo, eraseDeletedBooks } from './shop/books/books.admin.queries.ts'
import { findDiscounts } from './shop/discounts/discount.kind.ts'
import { discountUndo } from './shop/discounts/discounts.admin.queries.ts'
import { findInvoices } from './shop/invoices/invoice.kind.ts'
import { invoiceMails } from './shop/invoices/invoice-mails.ts'
import { forgetSchools, snapshotTransfers } from './shop/invoices/invoices.queries.ts'
import { undoTransfer } from './shop/invoices/undo-transfer.ts'
import { findAuthorAccounts } from './shop/ledgers/statement.kind.ts'
import { statementMails } from './shop/ledgers/statement-mails.ts'
import { orderMails } from './shop/order-pages/order-mails.ts'
import { findOrders } from './shop/orders/order.kind.ts'
import { deleteUnpaidBuyers } from './shop/orders/orders.queries.ts'
import { snapshotRefusal, undoRefusal } from './shop/orders/refund-requests.ts'
import { forgetRecipients } from './shop/presents/presents.queries.ts'
import { requestMails } from './shop/requests/request-mails.ts'
import { requestUndo } from './shop/requests/requests.queries.ts'
import { undoRequest } from './shop/requests/undo-request.ts'
import { reviewMails } from './shop/reviews/review-mails.ts'
import { deleteDeclinedReviews, reviewUndo } from './shop/reviews/reviews.queries.ts'
import { deleteOldActivity, foldFailedSignIns } from './staff/activity/activity.queries.ts'
import { deleteOldUndos, type UndoKind } from './staff/activity/undo.queries.ts'
import { findPeople } from './staff/people/person.kind.ts'
import { staffMails } from './staff/people/staff-mails.ts'
import { deleteExpiredOfStaff } from './staff/people/staff-sessions.queries.ts'

// The mail texts, cleanups and ways back of all domains.

export const mailsByKind: MailTexts = {
  ...accountMails,
  ...storyMails,
  ...guardianMails,
  ...requestMails,
  ...reviewMails,
  ...orderMails,
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
  deleteDeclinedReviews,
  deleteCounted,
  forgetWithoutKey(),
  deleteUnconfirmedGuardians,
  pruneRevisions,
  deleteExpiredOfStaff,
  foldFailedSignIns,
  deleteOldActivity,
  deleteOldUndos,
  deleteOldDictionaries,
  eraseDeletedStories,
  eraseDeletedDrafts,
  eraseDeletedIssues,
  eraseDeletedBooks,
]

/** How each kind of action is undone. */
export const undoers: Record<UndoKind, Undoer> = {
  story: { ...storyUndo, roles: editors },
  draft: { ...storyUndo, roles: newsroom },
  book: { ...bookUndo, roles: shop },
  issue: { ...issueUndo, roles: editors },
  request: { snapshot: requestUndo.snapshot, undo: undoRequest, roles: shop },
  discount: { ...discountUndo, roles: shop },
  review: { ...reviewUndo, roles: shop },
  transfer: { snapshot: snapshotTransfers, undo: undoTransfer, roles: shop },
  refusal: { snapshot: snapshotRefusal, undo: undoRefusal, roles: shop },
}

/** What is kept when it is deleted. */
export const deletedThings: Parameters<typeof deletedRoutes>[1] = {
  story: deletedStory,
  draft: deletedDraft,
  issue: deletedIssue,
  book: deletedBook,
}

/** How the search finds each kind. */
export const finders: Parameters<typeof adminSearchRoutes>[1] = {
  stories: [findStories],
  books: [findBooks],
  orders: [findOrders],
  invoices: [findInvoices],
  discounts: [findDiscounts],
  authorAccounts: [findAuthorAccounts],
  people: [findPeople, findAuthors],
}
