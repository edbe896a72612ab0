import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { DatabaseUnavailableError } from '#db/driver/database-unavailable.ts'
import { queryTimeout } from './query-timeout.ts'

const lost = (code: string) =>
  new DatabaseUnavailableError(Object.assign(new Error(code), { code }), true)

test('a query to a silent database times out, and later ones fail at once, except one that probes', async () => {
  let lateCount = 0
  const timeout = queryTimeout(() => lateCount++, 60)
  const faults: unknown[] = []
  const leaveFirst = timeout.enter((fault) => faults.push(fault))
  await expect.poll(() => faults).toHaveLength(1)
  expect(faults[0]).toBeInstanceOf(DatabaseUnavailableError)
  expect(lateCount).toBe(1)
  const leaveProbe = timeout.enter(() => {})
  expect(() => timeout.enter(() => {})).toThrow('does not reply')
  // A transaction that has begun goes on.
  timeout.enter(() => {}, true)()
  leaveProbe()
  timeout.enter(() => {})()
  leaveFirst()
})

test('no query fails at once while a slow database replies to some', async () => {
  const timeout = queryTimeout(() => {}, 60)
  const faults: unknown[] = []
  timeout.enter((fault) => faults.push(fault))
  await pause(30)
  timeout.enter(() => {})()
  await expect.poll(() => faults).toHaveLength(1)
  for (let n = 0; n < 5; n++) timeout.enter(() => {})
})

test('a reply that came while this process stood still is in time', async () => {
  const timeout = queryTimeout(() => {}, 300)
  const faults: unknown[] = []
  const leave = timeout.enter((fault) => faults.push(fault))
  await pause(1)
  for (const start = performance.now(); performance.now() - start < 600; );
  // Node runs timers that are due before it reads sockets.
  setImmediate(leave)
  await pause(100)
  expect(faults).toEqual([])
})

test('every query tries a database that refuses, one query an address that never replies', () => {
  const timeout = queryTimeout(() => {}, 60_000)
  timeout.enter(() => {})(lost('ECONNREFUSED'))
  timeout.enter(() => {})(lost('ECONNREFUSED'))
  timeout.enter(() => {})(lost('CONNECT_TIMEOUT'))
  timeout.enter(() => {})
  expect(() => timeout.enter(() => {})).toThrow('does not reply')
})

test('the number of waiting queries is limited', () => {
  const timeout = queryTimeout(() => {}, 60_000)
  const leave = Array.from({ length: 2_000 }, () => timeout.enter(() => {}))
  expect(() => timeout.enter(() => {})).toThrow('too many')
  leave[0]?.()
  leave[0]?.()
  timeout.enter(() => {})
  expect(() => timeout.enter(() => {})).toThrow('too many')
})
