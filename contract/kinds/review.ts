import { shop } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
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
  undo: 'review',
  activity: {
    labels: {
      reviewApproved: 'Approved a review of',
      reviewDeclined: 'Declined a review of',
      reviewTakenDown: 'Took down a review of',
    },
  },
} as const satisfies Kind
