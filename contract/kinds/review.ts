import { shop } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { ReviewState } from '#contract/states.ts'
import type { Kind } from './kind.ts'

export const review = {
  one: 'review',
  many: 'Reviews',
  roles: shop,
  tabs: [
    {
      name: 'reviews',
      place: 'shop',
      label: 'Reviews',
      path: staffPaths.reviews,
      badge: { name: 'waitingReviews', tasks: ['reviewsToApprove'] },
    },
  ],
  tasks: {
    reviewsToApprove: {
      thing: ['Review to approve', 'Reviews to approve'],
      action: 'Read',
      why: ['Of {name}, written {since}'],
      path: () => staffPaths.reviews,
    },
  },
  guide: {
    text: 'Whoever bought a book can write about it on the page of their order.',
    steps: [
      'A buyer gives stars, and writes up to 600 characters.',
      'You read it here, and approve or decline it.',
      'Approved ones stand on the page of the book.',
    ],
  },
  states: { waiting: 'Waiting', shown: 'Shown', declined: 'Not shown' } satisfies Record<
    ReviewState,
    string
  >,
  undo: 'review',
  activity: {
    labels: {
      reviewApproved: 'Approved a review of',
      reviewDeclined: 'Declined a review of',
      reviewTakenDown: 'Took down a review of',
    },
  },
} as const satisfies Kind
