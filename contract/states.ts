/** `unpublished` was published before. The transitions are in api/magazine/stories/story-lifecycle.ts. */
export const storyStates = [
  'submitted',
  'returned',
  'declined',
  'published',
  'unpublished',
] as const
export type StoryState = (typeof storyStates)[number]

/** The transitions are in api/shop/requests/request-transitions.ts. */
export const requestStates = ['received', 'in_review', 'accepted', 'declined'] as const
export type RequestState = (typeof requestStates)[number]

/** What the list of requests may be narrowed to beside a state; `open`: received or in review. */
export const requestFilters = ['open', 'accepted', 'declined'] as const

export const isOpenRequest = (state: RequestState) => state === 'received' || state === 'in_review'

/** A late, verified payment still wins over failed, abandoned and expired. */
export const orderStates = [
  'pending',
  'paid',
  'failed',
  'abandoned',
  'expired',
  'refunded',
  'needs_review',
] as const
export type OrderState = (typeof orderStates)[number]

/** What an entry of the ledger is about. */
export const ledgerKinds = ['sale', 'refund', 'payout', 'payout_taken_back'] as const
export type LedgerKind = (typeof ledgerKinds)[number]

/** Statements name them so. */
export const ledgerLabels: Record<LedgerKind, string> = {
  sale: 'Sale',
  refund: 'Refund',
  payout: 'Payout',
  payout_taken_back: 'Payout taken back',
}

export const paymentMethods = ['card', 'transfer'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** The states of a book's review. `declined`: also one that was shown and taken down. */
export const reviewStates = ['waiting', 'shown', 'declined'] as const
export type ReviewState = (typeof reviewStates)[number]

/** `ended`: only their name stays, with what they did. */
export const staffStates = ['invited', 'active', 'ended'] as const

/** Purpose of a link mailed to staff. */
export const staffLinkPurposes = ['join', 'password', 'second-step', 'reader', 'begin'] as const
export type StaffLinkPurpose = (typeof staffLinkPurposes)[number]

/** They stand in their order in the list of books. `unpublished` was published before. */
export const bookGroups = ['draft', 'published', 'unpublished'] as const
export type BookGroup = (typeof bookGroups)[number]

/** Every book that is sold has a PDF; it may have an EPUB too. */
export const bookFormats = ['pdf', 'epub'] as const

/** Why a PDF cannot carry its buyer's name. */
export const stampProblems = ['locked', 'signed', 'damaged'] as const
export type StampProblem = (typeof stampProblems)[number]

/** Whether a book can be bought now, and if not, why; `incomplete`: a bundle of which a part was withdrawn. */
export const saleStates = ['open', 'noPdfYet', 'notOpen', 'incomplete'] as const
export type SaleState = (typeof saleStates)[number]

/** The transitions are in api/newsletter/issues/issues.queries.ts. A stopped letter has ended, with recipients left out. */
export const issueStates = ['draft', 'scheduled', 'sending', 'paused', 'stopped', 'sent'] as const

/** They stand in their order in the list of discounts. An ended one is not `usedUp`, whatever was used of it. */
export const discountStates = ['running', 'later', 'usedUp', 'ended'] as const
export type DiscountState = (typeof discountStates)[number]

/** In their order in the list of issues. `sending`: also paused, overdue, or sent within a minute; `sent`: also stopped. */
export const issueGroups = ['sending', 'scheduled', 'draft', 'sent'] as const
export type IssueGroup = (typeof issueGroups)[number]

/** Why an address gets no issues. */
export const suppressionReasons = ['refused', 'bounced', 'complained'] as const
export type SuppressionReason = (typeof suppressionReasons)[number]

/** A draft waits to go out; a withdrawn one was out. */
export const weekEditionStates = ['draft', 'published', 'withdrawn'] as const
export type WeekEditionState = (typeof weekEditionStates)[number]
