import { describe, expect, test } from 'vitest'
import { isBusinessDay, isOver, replyDueOn } from './business-days.ts'

describe('an author who was promised an answer within 3-5 business days', () => {
  test.each([
    ['2025-11-10', '2025-11-17', 'a Monday: the day of receipt does not count'],
    ['2025-11-14', '2025-11-21', 'a Friday'],
    ['2025-11-15', '2025-11-21', 'a Saturday'],
    ['2025-11-16', '2025-11-21', 'a Sunday'],
    ['2025-03-26', '2025-04-04', 'Eid al-Fitr on a Sunday and Monday, kept on Monday and Tuesday'],
    ['2025-04-14', '2025-04-23', 'Good Friday and Easter Monday'],
    ['2025-06-03', '2025-06-13', 'Eid al-Adha on Friday and Saturday, and Democracy Day'],
    ['2025-12-19', '2025-12-30', 'Christmas on a Thursday and Friday'],
    ['2025-12-26', '2026-01-05', 'New Year'],
    ['2026-03-30', '2026-04-08', 'Easter'],
    ['2026-05-25', '2026-06-03', 'Eid al-Adha'],
    ['2026-08-24', '2026-09-01', 'Mawlid'],
    ['2026-09-28', '2026-10-06', 'Independence Day'],
    ['2026-12-21', '2026-12-30', 'Boxing Day on a Saturday, kept on Monday'],
    ['2027-04-29', '2027-05-07', 'Workers’ Day on a Saturday'],
    ['2027-06-11', '2027-06-21', 'Democracy Day on a Saturday'],
    ['2027-12-24', '2028-01-05', 'Christmas on a weekend, and New Year on a Saturday'],
    ['2028-04-12', '2028-04-21', 'Easter'],
    ['2028-04-28', '2028-05-10', 'Workers’ Day on a Monday, and Eid al-Adha'],
  ])('on %s gets it by %s (%s)', (received, due) => {
    expect(replyDueOn(`${received}T09:00:00.000Z`)).toBe(due)
  })

  test('is in Lagos, where a day begins an hour before UTC', () => {
    expect(replyDueOn('2025-11-10T22:59:59.999Z')).toBe('2025-11-17')
    expect(replyDueOn('2025-11-10T23:00:00.000Z')).toBe('2025-11-18')
  })

  test('has an overdue request only after the last day in Lagos', () => {
    expect(isOver('2025-11-17', new Date('2025-11-17T00:00:00Z'))).toBe(false)
    expect(isOver('2025-11-17', new Date('2025-11-17T22:59:59Z'))).toBe(false)
    expect(isOver('2025-11-17', new Date('2025-11-17T23:00:00Z'))).toBe(true)
    expect(isOver('2025-12-31', new Date('2026-01-01T12:00:00Z'))).toBe(true)
  })
})

test('a year has 245 to 251 business days', () => {
  for (let year = 2024; year <= 2040; year++) {
    const days = Array.from({ length: 366 }, (_, day) =>
      new Date(Date.UTC(year, 0, day + 1)).toISOString().slice(0, 10),
    ).filter((day) => day.startsWith(String(year)))
    const worked = days.filter(isBusinessDay).length
    expect(worked, String(year)).toBeGreaterThanOrEqual(245)
    expect(worked, String(year)).toBeLessThanOrEqual(251)
  }
})
