import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keptDays } from '#contract/retention.ts'
import { browsersOfOrder, chaptersAnHour } from '#contract/shop/reading.ts'
import { sql } from '#db/sql.ts'
import { aFolder } from '#tests/folders.ts'
import { runs } from '#tests/long.ts'
import { asForm } from '#tests/magazine/posts.ts'
import { aReader, aVisitor, startApp } from '#tests/people.ts'
import { aPretendProvider } from '#tests/servers/pretend-provider.ts'
import { aBundle } from '#tests/shop/bundles.ts'
import { anOrder, giveFile, payNow, refundNow } from '#tests/shop/buyers.ts'
import { aReadableBook, aText } from '#tests/shop/chapters.ts'
import { aPresentFor, tokenOf } from '#tests/shop/presents.ts'
import { rowOf } from '#tests/shop/purchases.ts'

const base = await startApp()
type Visitor = Pick<Awaited<ReturnType<typeof aVisitor>>, 'call' | 'send' | 'cookies'>
type Order = { reference: string; key: string }

const openIn = ({ send }: Visitor, id: string, { reference, key }: Order) =>
  send(`/api/books/${id}/read`, asForm({ reference, key }))
const statusOf = (error: { status?: number }) => error.status
const accessOf = async ({ call }: Visitor, id: string) =>
  (await call('GET /books/:id/read-access', { id })).access

/** Everything that could show a word of the book, asked for by somebody: what was answered, as one text. */
async function allAnswers({ call }: Visitor, id: string): Promise<string> {
  const asked = [
    call('GET /books/:id/read', { id }),
    call('GET /books/:id/read/:number', { id, number: 2 }),
    call('GET /books/:id/read/search', { id, q: 'harvest' }),
    call('GET /books/:id', { id }),
    call('POST /books/:id/read/quotes', {
      id,
      quotes: [{ before: '', quote: 'harvest2', after: '' }],
    }),
  ]
  const answers = await Promise.all(asked.map((one) => one.catch(statusOf)))
  return JSON.stringify(answers)
}

describe('a bought book', () => {
  test('is read by its order without an account, and an address alone shows nothing', async () => {
    const { id } = await aReadableBook()
    const order = await anOrder(id)
    const [buyer, friend] = [await aVisitor(base), await aVisitor(base)]
    const answer = await openIn(buyer, id, order)
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/book/${id}/read`])
    const [cookie] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-bought=[\w-]{43};.*httponly/i)
    expect(await accessOf(buyer, id)).toBe('own')
    const chapter = await buyer.call('GET /books/:id/read/:number', { id, number: 2 })
    expect(chapter).toMatchObject({ chapterTitle: 'The harvest 2', chapter: 2, last: 3 })
    expect(await buyer.call('GET /books/:id/read/search', { id, q: 'ona' })).toMatchObject([
      { number: 1, anchor: 'b1', before: 'The road, ', found: 'Ọ̀nà', after: ', is long.' },
      { number: 2 },
      { number: 3 },
    ])
    expect(await friend.call('GET /books/:id/read-access', { id })).toEqual({
      access: 'closed',
      to: `/book/${id}#buyers`,
    })
    expect(await allAnswers(friend, id)).not.toContain('harvest')
  })

  test('is read by the account that bought it, with nothing but its session', async () => {
    const { id } = await aReadableBook()
    const { reader, ...buyer } = await aReader(base)
    expect(await accessOf(buyer, id)).toBe('closed')
    await anOrder(id, { readerId: reader.id })
    expect(await accessOf(buyer, id)).toBe('own')
    expect(await allAnswers(buyer, id)).toContain('harvest2')
    buyer.cookies.clear()
    expect(await accessOf(buyer, id)).toBe('closed')
  })

  test('closes when the money goes back, and says so', async () => {
    const { id } = await aReadableBook()
    const order = await anOrder(id)
    const buyer = await aVisitor(base)
    await openIn(buyer, id, order)
    await refundNow(order.id)
    expect(await accessOf(buyer, id)).toBe('refunded')
    await expect(buyer.call('GET /books/:id/read', { id })).rejects.toMatchObject({ status: 410 })
    expect(await allAnswers(buyer, id)).not.toContain('harvest')
    // Bought once more, it opens again.
    await openIn(buyer, id, await anOrder(id))
    expect(await accessOf(buyer, id)).toBe('own')
  })

  test('is read on by its buyers when it is withdrawn from sale, and by nobody once reading here is off', async () => {
    const { id } = await aReadableBook()
    const buyer = await aVisitor(base)
    await openIn(buyer, id, await anOrder(id))
    await sql`update books set is_published = false where id = ${id}`
    expect(await allAnswers(buyer, id)).toContain('harvest2')
    await sql`update books set is_readable = false where id = ${id}`
    expect(await accessOf(buyer, id)).toBe('closed')
  })

  test('is read in five browsers, of which the next ends the one that was unused longest', async () => {
    const { id } = await aReadableBook()
    const order = await anOrder(id)
    const browsers: Visitor[] = await Promise.all(
      Array.from({ length: browsersOfOrder + 1 }, () => aVisitor(base)),
    )
    const [first, second, last] = [browsers[0], browsers[1], browsers.at(-1)] as Visitor[]
    if (!first || !second || !last) throw new Error('There are six')
    for (const browser of browsers.slice(0, browsersOfOrder)) {
      await openIn(browser, id, order)
      await sql`update order_browsers set used_at = used_at - interval '2 days' where order_id = ${order.id}`
    }
    // It was used again, so it is not the one.
    expect(await accessOf(first, id)).toBe('own')
    await openIn(last, id, order)
    expect(await accessOf(second, id)).toBe('closed')
    expect(await accessOf(first, id)).toBe('own')
    expect(await accessOf(last, id)).toBe('own')
  })

  test('stays open in a browser for 30 days after it was last used', async () => {
    const { id } = await aReadableBook()
    const order = await anOrder(id)
    const buyer = await aVisitor(base)
    await openIn(buyer, id, order)
    const age = (days: number) =>
      sql`update order_browsers set used_at = now() - make_interval(days => ${days}) where order_id = ${order.id}`
    await age(keptDays.bookBrowser - 1)
    const renewed = await buyer.send(`/api/books/${id}/read-access`)
    expect(renewed.headers.getSetCookie().join()).toMatch(/^__Host-bought=/)
    await age(keptDays.bookBrowser + 1)
    expect(await accessOf(buyer, id)).toBe('closed')
  })

  test('is not opened with another’s key, nor by an order that is not paid', async () => {
    const { id } = await aReadableBook()
    const [order, unpaid] = [await anOrder(id), await anOrder(id, { isPaid: false })]
    const visitor = await aVisitor(base)
    const refused = await openIn(visitor, id, { ...order, key: unpaid.key })
    expect(refused.status).toBe(404)
    await openIn(visitor, id, unpaid)
    expect(visitor.cookies.size).toBe(0)
    expect(await accessOf(visitor, id)).toBe('closed')
  })

  test('counts as downloaded from the first chapter beyond the sample on', async () => {
    const { id } = await aReadableBook({}, aText(20, 'harvest', 100))
    const order = await anOrder(id)
    const buyer = await aVisitor(base)
    await openIn(buyer, id, order)
    const readAt = async () =>
      (await sql`select read_at from orders where id = ${order.id}`)[0]?.['readAt']
    await accessOf(buyer, id)
    await buyer.call('GET /books/:id/read-access', { id, number: 2 })
    expect(await readAt()).toBeNull()
    await buyer.call('GET /books/:id/read-access', { id, number: 3 })
    expect(await readAt()).not.toBeNull()
  })

  test('opens so many chapters an hour', async () => {
    const { id } = await aReadableBook()
    const buyer = await aVisitor(base)
    await openIn(buyer, id, await anOrder(id))
    const next = () => buyer.call('GET /books/:id/read-access', { id, number: 1 })
    const ofApi = () => buyer.call('GET /books/:id/read/:number', { id, number: 1 })
    for (let at = 0; at < chaptersAnHour / 2; at++) await Promise.all([next(), ofApi()])
    for (const more of [next, ofApi]) await expect(more()).rejects.toMatchObject({ status: 429 })
    // Its contents are no chapter.
    expect(await accessOf(buyer, id)).toBe('own')
  })

  test('paid in a test is read where nobody else can come, and not on a public site', async () => {
    const { id } = await aReadableBook()
    const order = await anOrder(id, { isTest: true })
    const here = await aVisitor(await startApp({ publicUrl: 'http://localhost:4321' }))
    await openIn(here, id, order)
    expect(await accessOf(here, id)).toBe('own')
    const there = await aVisitor(base)
    await openIn(there, id, order)
    expect(await accessOf(there, id)).toBe('closed')
  })
})

describe('who else reads', () => {
  test('everybody a free book, and nothing is set', async () => {
    const { id } = await aReadableBook({ price: 0 })
    const visitor = await aVisitor(base)
    expect(await accessOf(visitor, id)).toBe('free')
    expect(await allAnswers(visitor, id)).toContain('harvest2')
    expect(visitor.cookies.size).toBe(0)
  })

  test('whoever opens a present, and not its buyer', async () => {
    const { payments } = aPretendProvider()
    const { id } = await aReadableBook()
    await giveFile(id, await aFolder())
    const address = await startApp({ payments })
    const [giver, friend] = [await aReader(address), await aVisitor(address)]
    const { reference } = await giver.call('POST /orders', aPresentFor(id))
    const row = await rowOf(reference)
    await payNow(row.id)
    expect(await accessOf(giver, id)).toBe('closed')
    const opened = await friend.call('POST /presents/:token', { token: await tokenOf(row.id) })
    const { searchParams, pathname } = new URL(opened.orderUrl, address)
    const copy = { reference: pathname.split('/')[2] ?? '', key: searchParams.get('key') ?? '' }
    await openIn(friend, id, copy)
    expect(await accessOf(friend, id)).toBe('own')
  })

  test('whoever bought a bundle reads its parts', async () => {
    const parts = [await aReadableBook(), await aReadableBook()] as const
    const bundle = await aBundle({}, [...parts])
    const order = await anOrder(bundle.id)
    for (const [at, partId] of bundle.parts.entries())
      await sql`insert into order_parts ${sql({ orderId: order.id, bookId: partId, position: at + 1, title: 'A part', authorName: 'Ada' })}`
    const buyer = await aVisitor(base)
    await openIn(buyer, parts[0].id, order)
    for (const { id } of parts) expect(await accessOf(buyer, id)).toBe('own')
    expect(await accessOf(buyer, bundle.id)).toBe('closed')
  })

  test('nobody a book that does not exist, or a chapter that it does not have', async () => {
    const { id } = await aReadableBook({ price: 0 })
    const { call } = await aVisitor(base)
    const missing = '00000000-0000-4000-8000-000000000000'
    const asked = [
      call('GET /books/:id/read-access', { id: missing }),
      call('GET /books/:id/read', { id: missing }),
      call('GET /books/:id/read/:number', { id, number: 4 }),
      call('GET /books/:id/read/:number', { id, number: 0 }),
    ]
    const answers = await Promise.all(asked.map((one) => one.catch(statusOf)))
    expect(answers).toEqual([404, 404, 404, 404])
  })
})

interface Held extends Order {
  id: string
  codes: string[]
  isPaid: boolean
  /** Whose account has it. */
  owner?: number | undefined
  /** Who among the people can read it. */
  readers: Set<number>
}

async function redeem(code: string) {
  const { call } = await aVisitor(base)
  const copy = await call('POST /redeem', { code, name: 'Bisi', email: `${code}@x.example` })
  const key = new URL(copy.orderUrl, base).searchParams.get('key') ?? ''
  const { id } = await rowOf(copy.reference)
  return { id, reference: copy.reference, key }
}

test('in any order of purchases, refunds, codes, sign-ins and changes, who may read reads, and nobody else sees a word', async () => {
  const steps = fc.record({
    who: fc.integer({ min: 0, max: 2 }),
    what: fc.constantFrom(
      'buy',
      'buyAsReader',
      'open',
      'refund',
      'redeem',
      'redeemHere',
      'close',
      'withdraw',
      'sell',
      'free',
      'price',
    ),
  })
  const people = await Promise.all([aVisitor(base), aReader(base), aReader(base)])
  const readerOf = (who: number) => {
    const person = people[who]
    return person && 'reader' in person ? person.reader.id : undefined
  }
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 14 }), async (comings) => {
      await sql`delete from rate_limits`
      const { id } = await aReadableBook()
      let book = { isPublished: true, isFree: false }
      const orders: Held[] = []
      const codes: string[] = []
      for (const { who, what } of comings) {
        const visitor = people[who] as Visitor
        const latest = orders.at(-1)
        if (what === 'buy' || what === 'buyAsReader') {
          const readerId = what === 'buyAsReader' ? readerOf(who) : undefined
          const order = await anOrder(id, { quantity: 2, ...(readerId && { readerId }) })
          await sql`update orders set codes_open_here = true where id = ${order.id}`
          codes.push(...order.codes)
          const owner = readerId ? who : undefined
          const readers = new Set(owner === undefined ? [] : [owner])
          orders.push({ ...order, isPaid: true, owner, readers })
        }
        // Without an address there is no page of an order to open it from.
        if (what === 'open' && latest?.isPaid && latest.key) {
          await openIn(visitor, id, latest)
          latest.readers.add(who)
        }
        if (what === 'refund' && latest) {
          await refundNow(latest.id)
          latest.isPaid = false
        }
        const code = what.startsWith('redeem') ? codes.pop() : undefined
        const from = orders.find((order) => code && order.codes.includes(code))
        if (code && from?.isPaid && what === 'redeemHere') {
          const { reference } = await visitor.call('POST /redeem', { code, name: 'Bisi' })
          const copy = { id: (await rowOf(reference)).id, reference, key: '' }
          orders.push({ ...copy, codes: [], isPaid: true, readers: new Set([who]) })
        } else if (code && from?.isPaid) {
          const copy = await redeem(code)
          await openIn(visitor, id, copy)
          orders.push({ ...copy, codes: [], isPaid: true, readers: new Set([who]) })
        }
        if (what === 'close') {
          await visitor.call('POST /books/:id/close', { id })
          for (const { owner, readers } of orders) if (owner !== who) readers.delete(who)
        }
        if (what === 'withdraw' || what === 'sell') book = { ...book, isPublished: what === 'sell' }
        if (what === 'free' || what === 'price') book = { ...book, isFree: what === 'free' }
        await sql`
          update books set is_published = ${book.isPublished}, price = ${book.isFree ? 0 : 2750} where id = ${id}`
        for (const [one, person] of people.entries()) {
          const isOwn = orders.some(({ isPaid, readers }) => isPaid && readers.has(one))
          const may = (book.isPublished && book.isFree) || isOwn
          expect((await allAnswers(person, id)).includes('harvest2')).toBe(may)
        }
      }
    }),
    { numRuns: runs({ sample: 12, long: 200 }) },
  )
})
