import type { OutputOf } from '#contract/endpoints/contract.ts'
import { formatNaira } from '#contract/money.ts'
import { formatCount, formatDay, formatWeekday } from '#site/admin/lib/format.ts'

export type Stats = OutputOf<'GET /admin/figures'>
export type Measure = Stats['measures'][number]
export type Chart = Measure['chart']
export type Section = Stats['sections'][number]
export type Unit = Measure['unit']

const compact = new Intl.NumberFormat('en-NG', { notation: 'compact', maximumFractionDigits: 1 })

/** 46,058, 41% or ₦86,450 */
export function textOf(value: number, unit: Unit): string {
  if (unit === 'percent') return `${value}%`
  return unit === 'naira' ? formatNaira(Math.round(value)) : formatCount(value)
}

/** The value as short as a phone's tile: ₦86k. */
export function shortOf(value: number, unit: Unit): string {
  const isLong = unit === 'naira' ? value >= 10_000 : value >= 1_000_000
  if (!isLong) return textOf(value, unit)
  return `${unit === 'naira' ? '₦' : ''}${compact.format(value).replace('K', 'k')}`
}

/** A day, or the first and the last of several. */
export const daysIn = ({ from, to }: { from: string; to: string }) =>
  from === to ? formatWeekday(from) : `${formatDay(from)} to ${formatDay(to)}`

/** What a tread says: "Sunday, 22 Nov: 2,904 reads, 1,840 previous". */
export function sentenceOf(tread: Chart['treads'][number], label: string, unit: Unit): string {
  const { value, before, published, title, isOpen } = tread
  return [
    `${daysIn(tread)}: ${value === null ? 'still to come' : `${textOf(value, unit)} ${label.toLowerCase()}`}`,
    isOpen && 'so far',
    before !== null && `${textOf(before, unit)} previous`,
    published > 0 && `published: ${publishedOf(published, title)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** "Rice, three bags" or "3 stories" */
export const publishedOf = (published: number, title: string | null) =>
  published === 1 && title ? title : `${formatCount(published)} stories`
