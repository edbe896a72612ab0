import { randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { callLimits } from '#contract/form-limits.ts'
import { sql, transaction } from '#db/sql.ts'
import { clientOver } from '#site/lib/call.ts'
import { aReader, aStory, aVisitor, startApp, thePublisher } from '#tests/people.ts'
import { limiter, networkOf } from './rate-limit.ts'

describe('a network', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::1', '2001:db8:1:2'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2'],
    ['2001:DB8:1:2::1', '2001:db8:1:2'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8:1:3::1', '2001:db8:1:3'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8:1::', '2001:db8:1:0'],
    ['2001:db8::2:3:4:5:6', '2001:db8:0:2'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0'],
    ['', ''],
    ['unknown', 'unknown'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('a count', () => {
  const aName = () => `test-${crypto.randomUUID()}`
  const rowsOf = (name: string) =>
    sql<{ key: string; points: number }[]>`
      select key, points from rate_limits where key like ${`${name}%`}`

  test('expires and starts again', async () => {
    const name = aName()
    const { count } = limiter(name, { points: 1, minutes: 15 })
    await count('somebody')
    await expect(count('somebody')).rejects.toMatchObject({ status: 429, retryAfter: 900 })
    await sql`update rate_limits set expire = ${Date.now() + 1_400} where key like ${`${name}%`}`
    await expect(count('somebody')).rejects.toMatchObject({ retryAfter: 2 })
    await sql`update rate_limits set expire = ${Date.now() - 1} where key like ${`${name}%`}`
    await count('somebody')
    await expect(count('somebody')).rejects.toMatchObject({ retryAfter: 900 })
  })

  test('is exact for simultaneous requests', async () => {
    const { count } = limiter(aName(), { points: 10, minutes: 1 })
    const tries = await Promise.allSettled(Array.from({ length: 50 }, () => count('somebody')))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  })

  test('is separate for each person and each counter', async () => {
    const [one, other] = [aName(), aName()].map((name) => limiter(name, { points: 1, minutes: 1 }))
    await one?.count('somebody')
    await one?.count('somebody else')
    await other?.count('somebody')
    await expect(one?.count('somebody')).rejects.toMatchObject({ status: 429 })
  })

  test('survives a rollback of the counted work', async () => {
    const name = aName()
    const { count } = limiter(name, { points: 1, minutes: 1 })
    const failed = transaction(async () => {
      await count('somebody')
      throw new Error('and nothing of it happened')
    })
    await expect(failed).rejects.toThrow('nothing of it')
    expect(await rowsOf(name)).toMatchObject([{ points: 1 }])
  })

  test('stores no name', async () => {
    const name = aName()
    await limiter(name, { points: 1, minutes: 1 }).count('simi@readers.example')
    const [row] = await rowsOf(name)
    expect(row?.key).toMatch(new RegExp(`^${name}:[\\w-]{43}$`))
  })

  test('that cannot be stored lets no request through', async () => {
    const { count } = limiter(aName(), { points: 1, minutes: 1 })
    await sql`alter table rate_limits rename to elsewhere`
    const counted = await count('somebody').then(
      () => 'through',
      (error: { code?: string }) => error.code,
    )
    await sql`alter table elsewhere rename to rate_limits`
    expect(counted).toBe('42P01')
  })
})

describe('a flood of requests', () => {
  const aNetwork = () =>
    `2001:db8:${[1, 2].map(() => randomInt(0x1000, 0xffff).toString(16)).join(':')}::1`
  const behind = async (address: string) => {
    const app = await startApp({ trustProxy: 1 })
    const person = await aVisitor(app)
    const send = (path: string, init: RequestInit = {}) =>
      person.send(path, { ...init, headers: { ...init.headers, 'X-Forwarded-For': address } })
    return { ...clientOver(send), send }
  }
  const almost = (points: number, size: string) =>
    sql`update rate_limits set points = ${points} where key like ${`${size}:%`}`

  test('of one reader is stopped, and neighbours behind the same address are not', async () => {
    const network = aNetwork()
    const { id } = await aStory()
    const [busy, calm] = [await aReader(), await aReader()]
    await busy.call('POST /stories/:id/like', { id })
    await almost(callLimits.reader.points, 'reader')
    const refused = await busy.send(`/api/stories/${id}/like`, { method: 'DELETE' })
    expect(refused.status).toBe(429)
    const seconds = Number(refused.headers.get('Retry-After'))
    expect(seconds).toBeGreaterThan(callLimits.reader.minutes * 60 - 60)
    await calm.call('POST /stories/:id/like', { id })
    await (await behind(network)).call('POST /stories/:id/share', { id })
    // Reading is never counted.
    await busy.call('GET /stories/:id', { id })
  })

  test('from one address is stopped above what thousands of readers send', async () => {
    const { id } = await aStory()
    const crowd = await behind(aNetwork())
    await crowd.call('POST /stories/:id/view', { id })
    await almost(callLimits.crowd.points, 'crowd')
    await expect(crowd.call('POST /stories/:id/view', { id })).rejects.toMatchObject({
      status: 429,
    })
    await (await behind(aNetwork())).call('POST /stories/:id/view', { id })
    await crowd.call('GET /stories/:id', { id })
  })

  test('is counted over all replicas', async () => {
    const { id } = await aStory()
    const network = aNetwork()
    const [one, other] = [await behind(network), await behind(network)]
    await one.call('POST /stories/:id/view', { id })
    await almost(callLimits.crowd.points - 1, 'crowd')
    await other.call('POST /stories/:id/view', { id })
    await expect(one.call('POST /stories/:id/view', { id })).rejects.toMatchObject({ status: 429 })
  })

  test('of the publisher is not limited', async () => {
    const admin = await thePublisher()
    await almost(callLimits.crowd.points, 'crowd')
    await admin.call('POST /admin/site-build', {})
  })
})
