import { dayOf } from '#contract/dates.ts'
import { monthPattern } from '#contract/days.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'

export type Event = OutputOf<'GET /admin/calendar'>[number]

export interface Day {
  /** 2026-11-21 */
  day: string
  events: Event[]
}

/** The month in the address, else the present month in Lagos. */
export function monthOf(asked: string | undefined, now = new Date()): string {
  return asked && monthPattern.test(asked) ? asked : dayOf(now).slice(0, 7)
}

/** The month so many months later; undefined where the calendar ends. */
export function monthAfter(month: string, months: number): string | undefined {
  const [year = 0, ordinal = 1] = month.split('-').map(Number)
  const next = new Date(Date.UTC(year, ordinal - 1 + months)).toISOString().slice(0, 7)
  return monthPattern.test(next) ? next : undefined
}

export function daysOf(month: string, events: readonly Event[]): Day[] {
  const [year = 0, ordinal = 1] = month.split('-').map(Number)
  const count = new Date(Date.UTC(year, ordinal, 0)).getUTCDate()
  return Array.from({ length: count }, (_, index) => {
    const day = `${month}-${String(index + 1).padStart(2, '0')}`
    return { day, events: events.filter(({ at }) => dayOf(at) === day) }
  })
}

/** Days of the week before its first: 0 when it begins on a Monday. */
export function daysBefore(month: string): number {
  return (new Date(`${month}-01T00:00:00Z`).getUTCDay() + 6) % 7
}
