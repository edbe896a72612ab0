import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { hashInThread, verifyInThread } from '#api/http/secrets/hash-in-thread.ts'
import { sql } from '#db/sql.ts'
import { asJson } from '#tests/magazine/posts.ts'
import { aReader, aVisitor, publisherSignIn, startApp, thePublisher } from '#tests/people.ts'

const load = vi.hoisted(() => ({
  running: 0,
  most: 0,
  /** Networks in the order in which they asked, and passwords in the order in which their check began. */
  asked: [] as string[],
  began: [] as string[],
  gate: Promise.resolve(),
}))

vi.mock('#api/http/secrets/hash-in-thread.ts', async () => {
  const { hash, verify } = await import('@node-rs/argon2')
  async function counted<T>(work: () => Promise<T>) {
    load.most = Math.max(load.most, ++load.running)
    await load.gate
    return work().finally(() => load.running--)
  }
  const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }
  return {
    hashInThread: vi.fn((password: string) => counted(() => hash(password, cheap))),
    verifyInThread: vi.fn((stored: string, password: string) => {
      load.began.push(password)
      return counted(() => verify(stored, password))
    }),
  }
})

vi.mock('#api/http/load/fair-queue.ts', async (original) => {
  const real = await original<typeof import('#api/http/load/fair-queue.ts')>()
  const fairQueue: typeof real.fairQueue = (...given) => {
    const inTurn = real.fairQueue(...given)
    return (caller, task) => {
      load.asked.push(caller.network)
      return inTurn(caller, task)
    }
  }
  return { ...real, fairQueue }
})

/** No check ends until the gate is opened, however slow the machine is. */
function closeGate(): () => void {
  let open = () => {}
  load.gate = new Promise((resolve) => {
    open = resolve
  })
  return open
}

beforeEach(async () => {
  await sql`delete from rate_limits`
  Object.assign(load, { most: 0, asked: [], began: [] })
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
    const open = closeGate()
    const asking = times(200, (n) => signIn(n, `198.51.${n}.7`))
    await vi.waitFor(() => expect(load.asked.length).toBeGreaterThan(66), { timeout: 10_000 })
    open()
    const answers = await asking
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

  test('for one network does not delay others', async () => {
    const { email, password } = await aReader()
    const { send } = await aVisitor(await proxied)
    load.asked = []
    const open = closeGate()
    const flood = times(60, (n) => signIn(n, '198.51.100.7'))
    await vi.waitFor(() => expect(load.asked).toHaveLength(60), { timeout: 10_000 })
    const headers = { 'X-Forwarded-For': '203.0.113.9' }
    const asking = send('/api/auth/sign-in', asJson({ email, password }, headers))
    await vi.waitFor(() => expect(load.asked).toContain('203.0.113.9'), { timeout: 10_000 })
    open()
    expect((await asking).status).toBe(200)
    await flood
    // Two are being checked, and the first of the other network waited before.
    expect(load.began.indexOf(password)).toBe(3)
  })

  test('runs two at a time, sign-ins of the publisher included', async () => {
    await thePublisher()
    load.asked = []
    const open = closeGate()
    const readers = times(20, (n) => signIn(n, `198.51.${n}.8`))
    const publishers = times(20, async () => {
      const { call } = await aVisitor()
      await call('POST /admin/login', publisherSignIn).catch(() => undefined)
    })
    await vi.waitFor(() => expect(load.asked.length).toBeGreaterThan(20), { timeout: 10_000 })
    open()
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
