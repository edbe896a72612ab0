import { expect, test } from 'vitest'
import { daysBefore, daysOf, type Event, monthAfter, monthOf } from './month-days.ts'

const event = (at: string): Event => ({
  id: '00000000-0000-4000-8000-000000000000',
  title: 'Rice, three bags',
  authorName: 'Ada',
  kind: 'planned',
  at,
  mayEdit: true,
})

test('the calendar shows a story on its day in Lagos, an hour ahead of UTC', () => {
  const days = daysOf('2026-11', [event('2026-10-31T23:00:00Z'), event('2026-11-30T22:59:00Z')])
  expect(days).toHaveLength(30)
  expect(days.filter(({ events }) => events.length > 0).map(({ day }) => day)).toEqual([
    '2026-11-01',
    '2026-11-30',
  ])
  expect(daysOf('2028-02', [])).toHaveLength(29)
})

test('the first of a month is under its day of the week', () => {
  expect(daysBefore('2026-06')).toBe(0)
  expect(daysBefore('2026-11')).toBe(6)
})

test('an invalid month in the address shows the present month in Lagos', () => {
  const now = new Date('2026-11-30T23:30:00Z')
  expect(monthOf('2027-01', now)).toBe('2027-01')
  for (const month of [undefined, '2027-13', '1999-01', 'x']) {
    expect(monthOf(month, now)).toBe('2026-12')
  }
})

test('paging through months crosses years and ends with the century', () => {
  expect(monthAfter('2026-12', 1)).toBe('2027-01')
  expect(monthAfter('2026-01', -1)).toBe('2025-12')
  expect(monthAfter('2099-12', 1)).toBeUndefined()
  expect(monthAfter('2000-01', -1)).toBeUndefined()
})
