import { describe, expect, test, vi } from 'vitest'
import { apiErrorLater } from '#contract/errors.ts'
import { type Caller, fairQueue } from './fair-queue.ts'

const limits = { atOnce: 2, places: 6, ofOneNetwork: 4, seconds: 5 }

/** A queue whose tasks end when they are told to; `order` says who began. */
function aQueue(changed: Partial<typeof limits> = {}) {
  const inTurn = fairQueue({ ...limits, ...changed }, () => apiErrorLater('signInBusy', 5))
  const order: string[] = []
  const ends: (() => void)[] = []
  const join = (name: string, caller: Caller) => {
    const done = inTurn(caller, async () => {
      order.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
    })
    return done.then(
      () => 'done',
      ({ status, retryAfter }) => `${status} in ${retryAfter}`,
    )
  }
  const drain = async () => {
    for (let idle = 0; idle < 5; idle = ends.length > 0 ? 0 : idle + 1) {
      ends.shift()?.()
      await Promise.resolve()
    }
  }
  return { join, drain, order }
}

describe('a request in the password queue', () => {
  test('runs after those of its own network and alternates with other networks', async () => {
    const { join, drain, order } = aQueue()
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void join(name, { network: 'a' })
    for (const name of ['b1', 'b2']) void join(name, { network: 'b' })
    expect(order).toEqual(['a1', 'a2'])
    await drain()
    expect(order).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'b2', 'a5'])
  })

  test('from a known browser runs before all unknown ones', async () => {
    const { join, drain, order } = aQueue()
    for (const name of ['a1', 'a2', 'a3']) void join(name, { network: 'a' })
    void join('known', { network: 'a', isKnown: true })
    await drain()
    expect(order).toEqual(['a1', 'a2', 'known', 'a3'])
  })

  test('is rejected when its network has used its share of places', async () => {
    const { join, drain } = aQueue()
    const answers = Array.from({ length: 7 }, () => join('a', { network: 'a' }))
    await drain()
    expect(await Promise.all(answers)).toEqual([...Array(6).fill('done'), '429 in 5'])
  })

  test('displaces the last one when the queue is full', async () => {
    const { join, drain, order } = aQueue()
    const answers = ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'b', 'c', 'd', 'e', 'f', 'g'].map(
      (network, at) => join(`${network}${at}`, { network }),
    )
    const known = join('known', { network: 'h', isKnown: true })
    await drain()
    const refused = (await Promise.all(answers)).flatMap((answer, at) =>
      answer === 'done' ? [] : [at],
    )
    expect(await known).toBe('done')
    expect(order).toEqual(['a0', 'a1', 'known', 'a2', 'b5', 'c8', 'd9', 'e10'])
    expect(refused).toEqual([3, 4, 6, 7, 11, 12])
  })

  test('is rejected after five seconds', async () => {
    vi.useFakeTimers()
    const { join } = aQueue({ atOnce: 1 })
    void join('a', { network: 'a' })
    const answer = join('b', { network: 'b' })
    await vi.advanceTimersByTimeAsync(4_900)
    expect(await Promise.race([answer, 'waits'])).toBe('waits')
    await vi.advanceTimersByTimeAsync(200)
    expect(await answer).toBe('429 in 5')
    vi.useRealTimers()
  })

  test('gives up its place when the connection is closed', async () => {
    const { join, drain, order } = aQueue({ atOnce: 1, ofOneNetwork: 2 })
    const gone = new AbortController()
    void join('a1', { network: 'a' })
    const left = ['a2', 'a3'].map((name) => join(name, { network: 'a', left: gone.signal }))
    expect(await join('a4', { network: 'a' })).toBe('429 in 5')
    gone.abort()
    expect(await Promise.all(left)).toEqual(['429 in 5', '429 in 5'])
    expect(await join('a5', { network: 'a', left: gone.signal })).toBe('429 in 5')
    void join('a6', { network: 'a' })
    await drain()
    expect(order).toEqual(['a1', 'a6'])
  })

  test('runs although the task before it failed', async () => {
    const inTurn = fairQueue({ ...limits, atOnce: 1 }, () => apiErrorLater('signInBusy', 5))
    const failed = inTurn({ network: 'a' }, () => Promise.reject(new Error('no memory')))
    const served = inTurn({ network: 'a' }, async () => 'served')
    await expect(failed).rejects.toThrow('no memory')
    expect(await served).toBe('served')
  })
})
