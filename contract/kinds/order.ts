import { shop } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { OrderState } from '#contract/states.ts'
import type { Kind } from './kind.ts'

export const order = {
  one: 'order',
  many: 'Orders',
  roles: shop,
  tab: { label: 'Orders', path: staffPaths.orders, badge: 'ordersToReview' },
  icon: 'wallet',
  states: {
    pending: 'Pending',
    paid: 'Paid',
    failed: 'Failed',
    abandoned: 'Abandoned',
    expired: 'Expired',
    refunded: 'Refunded',
    needs_review: 'Needs review',
  } satisfies Record<OrderState, string>,
} satisfies Kind
