import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { hashInThread, verifyInThread } from '#api/http/secrets/hash-in-thread.ts'
import { sql } from '#db/sql.ts'
import { asJson } from '#tests/magazine/posts.ts'
import { aReader, aVisitor, publisherSignIn, startApp, thePublisher } from '#tests/people.ts'

const load = vi.hoisted(() => ({ running: 0, most: 0 }))

// How many run at once is watched. Each takes as long as a real one on two busy cores.
vi.mock('#api/http/secrets/hash-in-thread.ts', async () => {
  const { hash, verify } = await import('@node-rs/argon2')
  const counted =
    <A extends unknown[], T>(work: (...given: A) => Promise<T>) =>
    async (...given: A) => {
      load.most = Math.max(load.most, ++load.running)
      await new Promise((resolve) => setTimeout(resolve, 20))
      return work(...given).finally(() => load.running--)
    }
  const cheap = (password: string) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  return { hashInThread: vi.fn(counted(cheap)), verifyInThread: vi.fn(counted(verify)) }
})

beforeEach(async () => {
  await sql`delete from rate_limits`
  load.most = 0
})

const proxied = startApp({ trustProxy: 1 })
const times = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))

async function signIn(n: number, from: string) {
  const { send } = await aVisitor(await proxied)
  const guess = { email: `guess-${n}@readers.example`, password: 'not the password' }
  return send('/api/auth/sign-in', asJson(guess, { 'X-Forwarded-For': from }))
}

describe('hashing passwords', () => {
  test('runs two at a time, and without a place the caller is told when to try again', async () => {
    const answers = await times(200, (n) => signIn(n, `198.51.${n}.7`))
    expect(load.most).toBe(2)
    const checked = answers.filter(({ status }) => status === 401)
    const refused = answers.filter(({ status }) => status === 429)
    expect(checked.length + refused.length).toBe(200)
    expect(checked.length).toBeGreaterThanOrEqual(66)
    expect(refused.length).toBeGreaterThan(0)
    for (const response of refused) {
      expect(response.headers.get('Retry-After')).toBe('5')
      expect((await response.json()).message).toBe(
        'Very many people are signing in right now. Please try again in a few seconds.',
      )
    }
  })

  // On a busy machine the person's request may itself come in late.
  test('for one network does not delay others', { retry: 2 }, async () => {
    const { email, password } = await aReader()
    const { send } = await aVisitor(await proxied)
    let checked = 0
    const flood = times(60, async (n) => {
      const { status } = await signIn(n, '198.51.100.7')
      if (status === 401) checked++
    })
    await vi.waitFor(() => expect(load.running).toBe(2), { timeout: 10_000, interval: 1 })
    const before = checked
    const headers = { 'X-Forwarded-For': '203.0.113.9' }
    const response = await send('/api/auth/sign-in', asJson({ email, password }, headers))
    expect(response.status).toBe(200)
    // Two are being checked, and some came in between.
    expect(checked - before).toBeLessThan(20)
    await flood
  })

  test('runs two at a time, sign-ins of the publisher included', async () => {
    await thePublisher()
    const readers = times(20, (n) => signIn(n, `198.51.${n}.8`))
    const publishers = times(20, async () => {
      const { call } = await aVisitor()
      await call('POST /admin/login', publisherSignIn).catch(() => undefined)
    })
    await Promise.all([readers, publishers])
    expect(load.most).toBe(2)
  })

  test('does not start for a forged link to a new password', async () => {
    vi.mocked(hashInThread).mockClear()
    vi.mocked(verifyInThread).mockClear()
    const answers = await times(30, async () => {
      const { send } = await aVisitor()
      const made = { token: randomUUID(), password: 'twelve drums, one road' }
      return (await send('/api/auth/reset', asJson(made))).status
    })
    expect(answers).toEqual(Array(30).fill(400))
    expect(hashInThread).not.toHaveBeenCalled()
    expect(verifyInThread).not.toHaveBeenCalled()
  })
})
