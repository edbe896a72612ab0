import { shop } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { OrderState } from '#contract/states.ts'
import type { Kind } from './kind.ts'

export const order = {
  one: 'order',
  many: 'Orders',
  roles: shop,
  path: staffPaths.order,
  tabs: [
    {
      name: 'orders',
      place: 'shop',
      label: 'Orders',
      path: staffPaths.orders,
      badge: { name: 'ordersToReview', tasks: ['ordersToReview'] },
    },
  ],
  tasks: {
    ordersToReview: {
      thing: ['Order needs review', 'Orders need review'],
      action: 'Open',
      why: ['{paid} paid, {due} due', '{note}'],
      path: (reference, count) =>
        count === 1 ? staffPaths.order(reference) : staffPaths.ordersIn('needs_review'),
    },
    /** Leads to whoever has waited longest, until nobody does. */
    refundsWanted: {
      thing: ['Refund asked for', 'Refunds asked for'],
      action: 'Open',
      why: ['{name}: {due}'],
      path: staffPaths.order,
    },
  },
  guide: {
    text: 'Whoever buys a book on the site appears here.',
    steps: [
      'Add a book with its PDF and a price.',
      'Publish it, and share its link.',
      'The order stands here, and the buyer has the book by mail.',
    ],
  },
  look: { icon: 'wallet' },
  states: {
    pending: 'Pending',
    paid: 'Paid',
    failed: 'Failed',
    abandoned: 'Abandoned',
    expired: 'Expired',
    refunded: 'Refunded',
    needs_review: 'Needs review',
  } satisfies Record<OrderState, string>,
  open: { title: 'Open', icon: 'arrowRight', text: (reference) => reference },
  undo: 'refusal',
  activity: {
    labels: {
      orderRefunded: 'Requested a refund:',
      refundDeclined: 'Declined a refund:',
      orderLinksSent: 'Sent the links of an order again:',
      orderCodeMailed: 'Mailed a code of an order again:',
      orderCodeReplaced: 'Replaced a code of an order:',
      ordersExported: 'Downloaded the orders',
    },
    path: ({ note }) => (note ? staffPaths.order(note) : undefined),
    isNoteFact: true,
  },
} as const satisfies Kind
