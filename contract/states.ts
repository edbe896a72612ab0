/** Unpublished: it was published before. The transitions are in api/admin/stories/story-transitions.ts. */
export const storyStates = [
  'submitted',
  'returned',
  'declined',
  'published',
  'unpublished',
] as const
export type StoryState = (typeof storyStates)[number]

/** The transitions are in api/admin/requests/request-transitions.ts. */
export const requestStates = ['received', 'in_review', 'accepted', 'declined'] as const
export type RequestState = (typeof requestStates)[number]

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

export const paymentMethods = ['card', 'transfer'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** Whether a book can be bought now, and if not, why. */
export const saleStates = ['open', 'noPdfYet', 'notOpen'] as const
export type SaleState = (typeof saleStates)[number]
