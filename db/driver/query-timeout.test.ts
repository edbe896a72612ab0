import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { DatabaseUnavailableError } from '#db/database-unavailable.ts'
import { queryTimeout } from './query-timeout.ts'

const lost = (code: string) =>
  new DatabaseUnavailableError(Object.assign(new Error(code), { code }), true)

test('whoever waits for a silent database is told in time, and those after them at once, but for one', async () => {
  let late = 0
  const waiting = queryTimeout(() => late++, 60)
  const told: unknown[] = []
  const first = waiting.enter((fault) => told.push(fault))
  await expect.poll(() => told).toHaveLength(1)
  expect(told[0]).toBeInstanceOf(DatabaseUnavailableError)
  expect(late).toBe(1)
  const tries = waiting.enter(() => {})
  expect(() => waiting.enter(() => {})).toThrow('has not answered')
  // What has begun goes on.
  waiting.enter(() => {}, true)()
  tries()
  waiting.enter(() => {})()
  first()
})

test('a slow database answers some, and nobody is refused at once for the others', async () => {
  const waiting = queryTimeout(() => {}, 60)
  const told: unknown[] = []
  waiting.enter((fault) => told.push(fault))
  await pause(30)
  waiting.enter(() => {})()
  await expect.poll(() => told).toHaveLength(1)
  for (let n = 0; n < 5; n++) waiting.enter(() => {})
})

test('a database that refuses is asked again by everybody, an address from which nothing comes by one', () => {
  const waiting = queryTimeout(() => {}, 60_000)
  waiting.enter(() => {})(lost('ECONNREFUSED'))
  waiting.enter(() => {})(lost('ECONNREFUSED'))
  waiting.enter(() => {})(lost('CONNECT_TIMEOUT'))
  waiting.enter(() => {})
  expect(() => waiting.enter(() => {})).toThrow('has not answered')
})

test('no more wait than can be served', () => {
  const waiting = queryTimeout(() => {}, 60_000)
  const leave = Array.from({ length: 2_000 }, () => waiting.enter(() => {}))
  expect(() => waiting.enter(() => {})).toThrow('too many')
  leave[0]?.()
  leave[0]?.()
  waiting.enter(() => {})
  expect(() => waiting.enter(() => {})).toThrow('too many')
})
