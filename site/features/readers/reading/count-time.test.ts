import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { awayAfterMs, countStretch, startWatch } from './count-time.ts'

const second = 1000

describe('a reader’s time', () => {
  test('counts during input, and for half a minute after the last one', () => {
    const watch = startWatch(0)
    watch.touch(10 * second)
    expect(watch.take(20 * second, 0)).toEqual({ seconds: 20, countedUntil: 20_000 })
    expect(watch.take(90 * second, 20_000)).toEqual({ seconds: 20, countedUntil: 40_000 })
    expect(watch.take(200 * second, 40_000).seconds).toBe(0)
    watch.touch(300 * second)
    expect(watch.take(310 * second, 40_000).seconds).toBe(10)
  })

  test('counts before and after a pause, but not during it', () => {
    const watch = startWatch(0)
    watch.touch(100 * second)
    expect(watch.take(110 * second, 0).seconds).toBe(40)
  })

  test('does not count while the page is hidden', () => {
    const watch = startWatch(0)
    watch.hide(5 * second)
    expect(watch.take(25 * second, 0).seconds).toBe(5)
    watch.touch(60 * second)
    expect(watch.take(62 * second, 5000).seconds).toBe(2)
  })

  test('is counted on after the clock was set back', () => {
    const hourAhead = 3600 * second
    const watch = startWatch(0)
    const { seconds, countedUntil } = watch.take(10 * second, hourAhead)
    expect([seconds, countedUntil]).toEqual([10, 10_000])
  })

  test('loses no fraction of a second, however often it is recorded', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1 }), (gaps) => {
        const watch = startWatch(0)
        let [now, total, until] = [0, 0, 0]
        for (const gap of gaps) {
          now += gap
          watch.touch(now)
          const { seconds, countedUntil } = watch.take(now, until)
          total += seconds
          until = countedUntil
        }
        expect(total).toBe(Math.floor(now / 1000))
      }),
    )
  })

  test('is never counted twice by two tabs, in any order of events', () => {
    const step = fc.record({
      after: fc.integer({ min: 0, max: 40_000 }),
      tab: fc.constantFrom(0, 1),
      what: fc.constantFrom('touch', 'hide', 'take'),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const tabs = [startWatch(0), startWatch(0)]
        let [now, total, until] = [0, 0, 0]
        for (const { after, tab, what } of [...steps, ...lastTakes]) {
          now += after
          const watch = tabs[tab]
          if (!watch) continue
          if (what === 'touch') watch.touch(now)
          else if (what === 'hide') watch.hide(now)
          else {
            const { seconds, countedUntil } = watch.take(now, until)
            expect(countedUntil).toBeGreaterThanOrEqual(until)
            total += seconds
            until = countedUntil
          }
        }
        expect(total * second).toBeLessThanOrEqual(now)
      }),
      { numRuns: 1000 },
    )
  })

  test('within a partly counted interval counts only for the rest', () => {
    const stretch = { from: 10_000, to: 20_000 }
    expect(countStretch(stretch, 0, 20_000)).toEqual({ seconds: 10, countedUntil: 20_000 })
    expect(countStretch(stretch, 14_500, 20_000)).toEqual({ seconds: 5, countedUntil: 19_500 })
    expect(countStretch(stretch, 20_000, 20_000)).toEqual({ seconds: 0, countedUntil: 20_000 })
  })

  test('ends half a minute after the last input', () => {
    expect(awayAfterMs).toBe(30 * second)
  })
})

const lastTakes = [
  { after: 0, tab: 0, what: 'take' },
  { after: 0, tab: 1, what: 'take' },
]
