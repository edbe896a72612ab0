import { shop } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { Kind } from './kind.ts'

export const review = {
  one: 'review',
  many: 'Reviews',
  roles: shop,
  tab: { label: 'Reviews', path: staffPaths.reviews, badge: 'waitingReviews' },
} satisfies Kind
