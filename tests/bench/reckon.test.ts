import { expect, test } from 'vitest'
import { assumedPrice, reckon, whatBreaks } from './reckon.mjs'

/** A quarter of an hour with round numbers: 100 pages a second. */
const measured = {
  seconds: 900,
  pages: 90_000,
  requests: 720_000,
  bytes: 1.8e9,
  views: 45_000,
  writes: 2_700,
  cpuSeconds: { varnish: 90, nginx: 45, replicas: 180, builder: 27, postgres: 90 },
  shareOfFirst: 0.1,
  oneRowAtMost: 500,
  connectionsOfReplica: 11,
  bytesOfView: 100,
  askedAgain: 300,
}

test('an operator reads what a million readers a day need in the busiest hour', () => {
  const million = reckon(measured, 1e6)
  // 3,000,000 pages, a fifth of them in an hour.
  expect(million.pagesASecond).toBeCloseTo(166.67, 1)
  expect(million.requestsASecond).toBeCloseTo(166.67 * 8, 0)
  // 1 ms a page, and no processor busier than six tenths.
  expect(million.cores['varnish']).toBeCloseTo(0.2778, 3)
  expect(million.cores['replicas']).toBeCloseTo(0.5556, 3)
  // 20 KB a page.
  expect(million.megabits).toBeCloseTo(26.7, 1)
  expect(million.gbAMonth).toBeCloseTo(1800, 0)
  expect(million.writesASecond).toBeCloseTo(166.67 * 0.53, 1)
  expect(million.oneRowASecond).toBeCloseTo(8.33, 1)
  expect(million.connections).toBe(33)
  expect(million.askedAgain).toBeCloseTo(500, 0)
  // 45,000,000 rows in 30 days.
  expect(million.viewsGb).toBeCloseTo(4.5, 2)
})

test('ten times the readers need ten times of all but the builder, and never fewer than two replicas', () => {
  const [one, ten] = [reckon(measured, 1e6), reckon(measured, 1e7)]
  for (const part of ['varnish', 'nginx', 'replicas', 'postgres'] as const) {
    expect(ten.cores[part]).toBeCloseTo(10 * (one.cores[part] ?? 0), 6)
  }
  expect(ten.cores['builder']).toBe(one.cores['builder'])
  expect([one.replicas, ten.replicas]).toEqual([2, 6])
})

test('the price is that of whole machines, and of the traffic beyond what comes with them', () => {
  const price = { ...assumedPrice, machineUsd: 10, machineCores: 2, machineGb: 1000, gbUsd: 0.5 }
  const million = reckon(measured, 1e6, price)
  // 0.28 + 0.14 + 0.56 + 0.05 + 0.28 cores.
  expect(million.allCores).toBeCloseTo(1.3, 2)
  expect(million.machines).toBe(1)
  expect(million.usdAMonth).toBeCloseTo(10 + 800 * 0.5, 5)
})

test('what breaks first stands first, with the readers at which it does', () => {
  const parts = whatBreaks(measured)
  expect(parts.map(({ readers }) => readers)).toEqual(
    parts.map(({ readers }) => readers).sort((a, b) => a - b),
  )
  const byName = (name: string) => parts.find(({ part }) => part.includes(name))?.readers ?? 0
  expect(byName('threads of two replicas')).toBeCloseTo(3.6e6, -5)
  expect(byName('one row')).toBeCloseTo(6e7, -6)
  expect(byName('1 Gbit/s')).toBeCloseTo(3.75e7, -6)
  // Eight replicas and the builder fill 99 connections.
  expect(byName('100 connections')).toBeCloseTo((1e6 * (100 / 11 - 1)) / 0.5556, -5)
})
