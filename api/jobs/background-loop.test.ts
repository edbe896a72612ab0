import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { sql } from '#db/sql.ts'
import { startLoop } from './background-loop.ts'

const anHourMs = 3_600_000

const loops: { stop(): Promise<void> }[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(loops.splice(0).map((loop) => loop.stop()))
})

function aLoop(
  work: (signal: AbortSignal) => Promise<void>,
  options: Partial<Parameters<typeof startLoop>[0]> = {},
) {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  const loop = startLoop({ work, everyMs: anHourMs, log, failure: 'work failed', ...options })
  loops.push(loop)
  return { ...loop, lines }
}

test('a loop runs at once and then at its interval, unless its start is delayed', async () => {
  let runs = 0
  const work = async () => void runs++
  aLoop(work)
  await expect.poll(() => runs).toBe(1)
  aLoop(work, { everyMs: 10 })
  await expect.poll(() => runs).toBeGreaterThan(4)
  let delayedRuns = 0
  aLoop(async () => void delayedRuns++, { isDelayed: true })
  await pause(30)
  expect(delayedRuns).toBe(0)
})

test('loops that start together do not run at the same moment', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearInterval'] })
  const at: number[] = []
  let now = 0
  for (const _ of [1, 2, 3])
    aLoop(async () => void at.push(now), { everyMs: 60_000, isDelayed: true })
  for (; now < 90_000; now += 50) await vi.advanceTimersByTimeAsync(50)
  expect(at).toHaveLength(3)
  expect(new Set(at).size).toBe(3)
})

test('runs never overlap', async () => {
  let isRunning = false
  let runs = 0
  const { runNow } = aLoop(
    async () => {
      expect(isRunning).toBe(false)
      isRunning = true
      await pause(10)
      isRunning = false
      runs++
    },
    { everyMs: 3 },
  )
  await Promise.all([runNow(), runNow(), runNow()])
  expect(runs).toBeGreaterThanOrEqual(4)
})

test('a notification starts a run, or one more after the present run', async () => {
  let runs = 0
  let end = () => {}
  const { ready } = aLoop(
    () => {
      runs++
      return new Promise((resolve) => {
        end = resolve
      })
    },
    { channel: 'loop_test', isDelayed: true },
  )
  await ready
  // Told after the loop.
  let told = 0
  const { unlisten } = await sql.listen('loop_test', () => void told++)
  await sql.notify('loop_test', '')
  await expect.poll(() => runs).toBe(1)
  for (let time = 0; time < 3; time++) await sql.notify('loop_test', '')
  await expect.poll(() => told).toBe(4)
  await unlisten()
  expect(runs).toBe(1)
  end()
  await expect.poll(() => runs).toBe(2)
  end()
  await pause(50)
  expect(runs).toBe(2)
})

test('the same failure is logged once, until a run succeeds', async () => {
  const outcomes = ['a', 'a', 'a', 'b', '', 'b']
  const { lines } = aLoop(
    async () => {
      const outcome = outcomes.shift()
      if (outcome) throw new Error(outcome)
    },
    { everyMs: 5 },
  )
  await expect.poll(() => outcomes).toEqual([])
  await expect.poll(() => lines).toEqual(['work failed', 'work failed', 'work failed'])
})

test('a requested run rejects with its error', async () => {
  const { runNow, lines } = aLoop(() => Promise.reject(new Error('no')), { isDelayed: true })
  await expect(runNow()).rejects.toThrow('no')
  expect(lines).toEqual([])
})

test('a stopped loop aborts the present run, waits for it, and starts no other', async () => {
  let runs = 0
  let hasEnded = false
  const { stop, runNow } = aLoop(
    async (signal) => {
      runs++
      await pause(60_000, undefined, { signal }).catch(() => {})
      hasEnded = true
    },
    { channel: 'loop_test', everyMs: 5 },
  )
  await expect.poll(() => runs).toBe(1)
  await stop()
  expect(hasEnded).toBe(true)
  await sql.notify('loop_test', '')
  await runNow()
  await pause(30)
  expect(runs).toBe(1)
})
