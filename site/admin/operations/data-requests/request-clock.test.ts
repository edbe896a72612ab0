import { expect, test } from 'vitest'
import { dayMs } from '#contract/days.ts'
import { dataRequestDays } from '#contract/pages/data-requests.ts'
import { daysLeft } from './request-clock.ts'

test.each([
  [0, '30 days left', false],
  [19, '11 days left', false],
  [20, 'Answer now: 10 days left', true],
  [29.5, 'Answer now: 1 day left', true],
  [30.1, 'Overdue by 1 day', true],
  [32.5, 'Overdue by 3 days', true],
])('the owner reads on day %d of a request: %s', (day, text, isPressing) => {
  const proven = Date.parse('2026-11-20T08:00:00.000Z')
  const answerBy = new Date(proven + dataRequestDays.allowed * dayMs).toISOString()
  expect(daysLeft(answerBy, proven + day * dayMs)).toEqual({ text, isPressing })
})
