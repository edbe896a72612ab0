/**
 * Where a story that was sent in stands. Submitted is as good as new; unpublished was published before. Which
 * move leads from one to another is decided in api/review/move-story.ts.
 */
export const storyStates = [
  'submitted',
  'returned',
  'declined',
  'published',
  'unpublished',
] as const
export type StoryState = (typeof storyStates)[number]

/** Where a publishing request stands. Which move leads on is decided in api/requests/move-request.ts. */
export const requestStates = ['received', 'in_review', 'accepted', 'declined'] as const
export type RequestState = (typeof requestStates)[number]

/** Whether the author still waits for the decision. */
export const isOpenRequest = (state: RequestState) => state === 'received' || state === 'in_review'
