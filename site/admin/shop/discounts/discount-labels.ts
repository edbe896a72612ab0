import { formatDate } from '#contract/dates.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { discount } from '#contract/kinds/discount.ts'
import { formatNaira } from '#contract/money.ts'
import type { DiscountState } from '#contract/states.ts'
import { formatCount } from '#site/admin/lib/format.ts'
import { badgeClasses } from '#site/admin/ui/classes.ts'

export type AdminDiscount = OutputOf<'GET /admin/discounts'>[number]

export const stateLabels: Record<DiscountState, string> = discount.states

export const stateClasses: Record<DiscountState, string> = {
  running: badgeClasses.good,
  later: badgeClasses.planned,
  usedUp: badgeClasses.wait,
  ended: badgeClasses.plain,
}

/** 25% off */
export const describeValue = ({ percent, off }: AdminDiscount) =>
  percent === null ? `${formatNaira(off ?? 0)} off` : `${percent}% off`

export function describeBooks({ books }: AdminDiscount): string {
  if (!books) return 'all books'
  const [only] = books
  return books.length === 1 && only ? only.title : `${books.length} books`
}

/** 3 of 100 uses */
export function describeUses({ uses, maxUses }: AdminDiscount): string {
  if (maxUses !== null) return `${formatCount(uses)} of ${formatCount(maxUses)} uses`
  return uses === 1 ? '1 use' : `${formatCount(uses)} uses`
}

/** The days of Lagos on which it runs; undefined where it has neither beginning nor end. */
export function describeDays({ state, startsAt, endsAt }: AdminDiscount): string | undefined {
  if (state === 'ended' && endsAt) return `ended ${formatDate(endsAt)}`
  const from = state === 'later' && startsAt ? `from ${formatDate(startsAt)}` : ''
  const until = endsAt ? `until ${formatDate(endsAt)}` : ''
  return [from, until].filter(Boolean).join(' ') || undefined
}
