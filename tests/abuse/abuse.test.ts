import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { asJson } from '../magazine/posts.ts'
import { aReader, aStory, aVisitor } from '../people.ts'
import { aBookWithFile, anOrder } from '../shop/buyers.ts'
import { aNetwork, type Felt, feel, flood, type Scene, table } from './felt.ts'
import { aService } from './service.ts'

// The abuse that the service holds against, as bounded loads, and what a real reader or buyer felt while each ran. In
// `npm test` a sample that asserts what must hold; `npm run test:abuse` is the whole, with figures.

const isWhole = process.env['ABUSE'] === '1'
const size = (sample: number, whole: number) => (isWhole ? whole : sample)

let service: Awaited<ReturnType<typeof aService>>
let story: { id: string }
let book: Awaited<ReturnType<typeof aBookWithFile>>
let scene: Scene
let before: Felt[]

beforeAll(async () => {
  story = await aStory()
  service = await aService()
  book = await aBookWithFile(service.dataDir)
  const { base } = service
  const { email, password, cookies } = await aReader(base)
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  scene = { base, story: story.id, book: book.id, email, password, cookie }
  before = isWhole ? await feel(scene, pause(10_000)) : []
}, 180_000)
beforeEach(() => sql`delete from rate_limits`)
afterAll(() => service?.stop())

const from = (network: string) => ({ 'X-Forwarded-For': network })
const post = (path: string, body: object, network = aNetwork()) =>
  fetch(service.base + path, asJson(body, from(network)))
const purchase = () => ({
  bookId: book.id,
  quantity: 1,
  paymentMethod: 'transfer',
  buyerName: 'Bisi Odu-Ray',
  buyerEmail: `bisi-${randomUUID()}@buyers.example`,
})

/** Runs a load beside real people; none of them may be turned away, and nothing may break. */
async function hold(title: string, load: () => Promise<Map<number, number>>) {
  const loading = load()
  const during = await feel(scene, loading)
  const statuses = await loading
  const seen = [...statuses].sort().map(([status, count]) => `${count} times ${status}`)
  if (isWhole) console.log(table(title, before, during, seen.join(', ')))
  for (const { name, failures } of during) expect(failures, name).toEqual([])
  for (const status of statuses.keys()) expect(status).toBeLessThan(500)
  if (isWhole) {
    const [was, is] = [before, during].map((felt) => felt[0] as Felt) as [Felt, Felt]
    // Generous: the load comes from the same processors.
    expect(is.p99).toBeLessThan(Math.max(500, was.p99 * 10))
  }
  return statuses
}

const counted = (statuses: Map<number, number>, status: number) => statuses.get(status) ?? 0

describe('a real person is served, hardly slower, while an abuser', {
  timeout: 180_000,
}, () => {
  test('floods the service with passwords to hash', async () => {
    const statuses = await hold('Hashing', () =>
      flood({ count: size(40, 2000), aSecond: 200 }, (at) =>
        at % 2
          ? post('/api/auth/reset', { token: randomUUID(), password: 'eleven goats and a radio' })
          : post('/api/auth/sign-in', {
              email: `${randomUUID()}@x.example`,
              password: 'guessing it',
            }),
      ),
    )
    expect([...statuses.keys()].every((status) => [0, 400, 401, 404, 429].includes(status))).toBe(
      true,
    )
  })

  test('places unpaid orders', async () => {
    const reference = (await (await post('/api/orders', purchase())).json()).reference
    const settled = async () => {
      service.paystack.pay(reference)
      const began = performance.now()
      await service.paystack.tell(
        `${service.base}/api/webhooks/paystack`,
        'charge.success',
        reference,
      )
      const isPaid = async () =>
        (await sql`select from orders where reference = ${reference} and state = 'paid'`).length
      await expect.poll(isPaid, { timeout: 5_000, interval: 10 }).toBe(1)
      return performance.now() - began
    }
    let ms = 0
    await hold('Unpaid orders', async () => {
      const placing = flood({ count: size(60, 2000), aSecond: 100 }, () =>
        post('/api/orders', purchase()),
      )
      await pause(300)
      ms = await settled()
      return placing
    })
    if (isWhole) console.log(`A transfer that came meanwhile was settled in ${ms.toFixed(0)} ms`)
  })

  test('fills a library with free orders, and opens it at once', async () => {
    const reader = await aReader(service.base)
    await sql`update readers set email_proven_at = now() where id = ${reader.reader.id}`
    await sql`
      insert into orders (reference, key_hash, book_id, book_title, author_name, unit_kobo, quantity, amount_kobo,
        payment_method, provider, is_test, buyer_name, buyer_email, reader_id, state, paid_at)
      select 'ASC-FREE-' || n, 'free-' || n, ${book.id}, 'Free', 'Nobody', 0, 1, 0, 'card', 'free', false,
        'Somebody', ${reader.email}, ${reader.reader.id}, 'paid', now() - n * interval '1 minute'
      from generate_series(1, 900) n`
    await sql`
      insert into download_links (order_id, generation, token_hash, expires_at)
      select id, 1, 'free-' || id, now() + interval '1 day' from orders where reader_id = ${reader.reader.id}`
    const { token } = await reader.call('PUT /account/library-link', {})
    let placed: number[] = []
    const statuses = await hold('A full library', async () => {
      const reading = flood({ count: size(36, 600), aSecond: 60 }, (at) =>
        at % 2
          ? fetch(`${service.base}/opds/library/${token}`, { headers: from(aNetwork()) })
          : fetch(`${service.base}/api/libraries/${token}`, { headers: from(aNetwork()) }),
      )
      const six = Array.from({ length: 6 }, () => reader.send('/api/account'))
      placed = await Promise.all(
        Array.from({ length: 10 }, async () => (await post('/api/orders', purchase())).status),
      )
      for (const { status } of await Promise.all(six)) expect(status).toBe(200)
      return reading
    })
    expect(placed).toEqual(Array(10).fill(201))
    expect(counted(statuses, 200)).toBeGreaterThan(0)
    expect(counted(statuses, 200)).toBeLessThanOrEqual(60)
  })

  test('asks for invoices in the names of strangers', async () => {
    const counted = async () => {
      const [row] = await sql<{ mails: number; numbers: number }[]>`
        select (select count(*) from mails where kind = 'invoiceNotice') as mails,
          coalesce((select sum(last) from number_series where kind = 'invoice'), 0) as numbers`
      return row
    }
    const was = await counted()
    const statuses = await hold('Invoices', () =>
      flood({ count: size(60, 2000), aSecond: 100 }, () =>
        post('/api/invoices', {
          bookId: book.id,
          quantity: 2,
          school: 'Harmony Secondary School, Jos',
          buyerName: 'Ngozi Bassey-Udo',
          buyerEmail: `bursar-${randomUUID()}@schools.example`,
        }),
      ),
    )
    expect(statuses.get(201)).toBeGreaterThan(0)
    // Nobody has opened a link: no mail to the publisher, and no number is gone.
    expect(await counted()).toEqual(was)
  })

  test('rates a book repeatedly', async () => {
    const { key } = await anOrder(book.id)
    const version = () => sql`select version from site_version`
    const built = [...(await version())]
    const statuses = await hold('Ratings', () =>
      flood({ count: size(20, 1000), aSecond: 200 }, async (at) =>
        fetch(`${service.base}/api/books/${book.id}/rating`, {
          ...asJson({ rating: (at % 5) + 1, key }, from(aNetwork())),
          method: 'PUT',
        }),
      ),
    )
    expect(counted(statuses, 200)).toBeLessThanOrEqual(5)
    expect([...(await version())]).toEqual(built)
  })

  test('tries stolen passwords from one network', async () => {
    const [network, victim] = [aNetwork(), await aReader(service.base)]
    const guess = () =>
      post('/api/auth/sign-in', { email: `${randomUUID()}@x.example`, password: 'stolen' }, network)
    const guessInTurn = async (count: number) => {
      const statuses = new Map<number, number>()
      for (let at = 0; at < count; at++) {
        const { status } = await guess()
        statuses.set(status, counted(statuses, status) + 1)
      }
      return statuses
    }
    const { email, password } = victim
    const enter = async () => (await post('/api/auth/sign-in', { email, password }, network)).status
    const first = await hold('Stolen passwords', () => guessInTurn(60))
    expect(Object.fromEntries(first)).toEqual({ 401: 50, 429: 10 })
    expect(await enter()).toBe(200)
    if (!isWhole) return
    await hold('Stolen passwords, past the 300th', () => guessInTurn(300))
    expect(await enter()).toBe(429)
    const withDevice = asJson({ email, password }, from(network))
    expect((await victim.send('/api/auth/sign-in', withDevice)).status).toBe(200)
  })

  test('signs in with the right password thirty times at once', async () => {
    const { email, password } = await aReader(service.base)
    const network = aNetwork()
    const statuses = await hold('Right passwords', () =>
      flood({ count: 30, aSecond: 1_000_000 }, () =>
        post('/api/auth/sign-in', { email, password }, network),
      ),
    )
    expect(Object.fromEntries(statuses)).toEqual({ 200: 30 })
  })

  test('uploads files slowly without an account', async () => {
    const memory = await service.memoryBytes()
    const sockets: Socket[] = []
    await hold('Slow bodies', async () => {
      for (let count = 0; count < size(50, 1000); count++) sockets.push(await aSlowFile())
      await pause(size(200, 3_000))
      expect(await service.received()).toEqual([])
      return new Map()
    })
    for (const socket of sockets) socket.destroy()
    const grown = (await service.memoryBytes()) - memory
    if (isWhole) console.log(`The service took ${Math.round(grown / 1024 / 1024)} MB more`)
    expect(grown).toBeLessThan(200 * 1024 * 1024)
  })

  test('asks for receipts and does not wait for them', async () => {
    const orders = await Promise.all(Array.from({ length: size(40, 150) }, () => anOrder(book.id)))
    const buyer = await anOrder(book.id)
    const receipt = ({ reference, key }: typeof buyer, network: string, signal?: AbortSignal) =>
      fetch(`${service.base}/api/orders/${reference}/receipt?key=${key}`, {
        headers: from(network),
        ...(signal && { signal }),
      })
    const [network, leaving] = [aNetwork(), new AbortController()]
    const statuses = await hold('Receipts', async () => {
      const loading = flood({ count: orders.length, aSecond: 1_000_000 }, (at) =>
        receipt(orders[at] as typeof buyer, network, at % 2 ? leaving.signal : undefined),
      )
      expect((await receipt(buyer, aNetwork())).status).toBe(200)
      leaving.abort()
      return loading
    })
    expect([...statuses.keys()].every((status) => [0, 200, 429].includes(status))).toBe(true)
  })

  test('requests uncached pages', async () => {
    const network = aNetwork()
    const paths = [
      () => `/books?search=${randomUUID()}`,
      () => `/story/${randomUUID()}`,
      () => '/story/999999',
      () => `/book/${randomUUID()}`,
      () => `/gift/${randomUUID()}`,
      () => `/statement/${randomUUID()}`,
      () => `/newsletter?token=${randomUUID()}`,
    ]
    const statuses = await hold('Cold pages', () =>
      flood({ count: size(100, 2000), aSecond: 200 }, (at) =>
        fetch(service.base + (paths[at % paths.length] ?? paths[0])?.(), {
          headers: from(network),
        }),
      ),
    )
    expect([...statuses.keys()].every((status) => [0, 200, 404, 429].includes(status))).toBe(true)
  })

  test('shares a download link as a mirror', async () => {
    const [shared, buyer] = [await anOrder(book.id), await anOrder(book.id)]
    await sql`
      update download_links set downloads = 10, last_download_at = now() - interval '25 hours'
      where order_id = ${shared.id}`
    const statuses = await hold('Downloads', () =>
      flood({ count: size(50, 1000), aSecond: 200 }, () =>
        fetch(`${service.base}/api/downloads/${shared.token}`, {
          headers: { Range: 'bytes=1000-', ...from(aNetwork()) },
        }),
      ),
    )
    expect([...statuses.keys()]).toEqual([404])
    const { send } = await aVisitor(service.base)
    expect((await send(`/api/downloads/${buyer.token}`)).status).toBe(200)
  })
})

/** A form with a file that is begun and never ended. */
async function aSlowFile(): Promise<Socket> {
  const { hostname, port } = new URL(service.base)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  const begun = [
    'POST /api/stories HTTP/1.1',
    'Host: x',
    `X-Forwarded-For: ${aNetwork()}`,
    'Content-Type: multipart/form-data; boundary=form7',
    'Content-Length: 9000000',
    '',
    '--form7',
    'Content-Disposition: form-data; name="file"; filename="a.png"',
    '',
    'x'.repeat(64 * 1024),
  ]
  await new Promise((sent) => socket.write(begun.join('\r\n'), sent))
  return socket
}
