import { shop } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { DiscountState } from '#contract/states.ts'
import type { Kind } from './kind.ts'

export const discount = {
  one: 'discount code',
  many: 'Discount codes',
  roles: shop,
  path: staffPaths.discount,
  tabs: [{ name: 'discounts', place: 'shop', label: 'Discounts', path: staffPaths.discounts }],
  create: {
    label: 'New discount code',
    path: staffPaths.discount('new'),
    text: 'For the shop',
    tile: { text: 'Percent or naira off', icon: 'tag', colour: 'violet' },
  },
  guide: {
    text: 'A code that buyers type in the purchase box, or get with a link, makes books cheaper.',
    steps: [
      'Say how much goes off, of which books, and until when.',
      'Share the code, or the link that has it.',
      'See here how often it was used, and end it.',
    ],
  },
  look: { icon: 'tag' },
  states: {
    running: 'Running',
    later: 'Begins later',
    usedUp: 'Used up',
    ended: 'Ended',
  } satisfies Record<DiscountState, string>,
  undo: 'discount',
  activity: {
    labels: {
      discountCreated: 'Made the discount code',
      discountChanged: 'Changed the discount code',
      discountEnded: 'Ended the discount code',
    },
  },
} as const satisfies Kind
