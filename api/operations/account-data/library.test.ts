import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addressProof } from '#api/http/secrets/secrets.ts'
import { outsideTransaction, sql, transaction } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { aBook, aReader, aVisitor } from '#tests/people.ts'
import { anOrder, payNow, refundNow } from '#tests/shop/buyers.ts'
import { aPresentFor, tokenOf } from '#tests/shop/presents.ts'
import { untilWaiting } from '#tests/waiting.ts'

type SomeReader = Awaited<ReturnType<typeof aReader>>

/** Opens the link of the welcome. */
async function prove({ send }: Pick<SomeReader, 'send'>, reader: SomeReader['reader']) {
  const link = { id: reader.id, proof: addressProof(composeWith.orderSecret, reader) }
  await send(`/api/auth/prove?${new URLSearchParams(link)}`, { redirect: 'manual' })
}

const referencesIn = async ({ call }: Pick<SomeReader, 'call'>) =>
  (await call('GET /account/books', {})).library.map(({ reference }) => reference).sort()

const names = (...orders: { reference: string }[]) =>
  orders.map(({ reference }) => reference).sort()

const anAddressOf = (name: string) => `${name}-${randomUUID()}@buyers.example`

describe('what carries an address', () => {
  test('comes to its reader once they have proven it, and whatever is bought with it later', async () => {
    const { id } = await aBook()
    const reader = await aReader()
    const mine = { buyerEmail: reader.email }
    const bought = await anOrder(id, mine)
    const unpaid = await anOrder(id, { ...mine, isPaid: false })
    const refunded = await anOrder(id, mine)
    await refundNow(refunded.id)
    const visitor = await aVisitor()
    const [code = ''] = (await anOrder(id, { quantity: 2 })).codes
    const redeemed = await visitor.call('POST /redeem', { code, name: 'Ada', email: reader.email })
    expect(await referencesIn(reader)).toEqual([])
    expect((await reader.call('GET /account/export', {})).orders).toEqual([])

    await prove(reader, reader.reader)
    expect(await referencesIn(reader)).toEqual(names(bought, redeemed))
    const exported = await reader.call('GET /account/export', {})
    expect(names(...exported.orders)).toEqual(names(bought, redeemed, refunded))
    const later = await anOrder(id, mine)
    await payNow(unpaid.id)
    expect(await referencesIn(reader)).toEqual(names(bought, redeemed, later, unpaid))
    // What another reader places with it is that reader's.
    const other = await aReader()
    await anOrder(id, { ...mine, readerId: other.reader.id })
    expect(await referencesIn(reader)).toHaveLength(4)
  })

  test('comes with a present too, opened before or after', async () => {
    const { id } = await aBook()
    const reader = await aReader()
    const visitor = await aVisitor()
    const open = async () => {
      const given = await anOrder(id)
      const { presentName, presentEmail } = aPresentFor(id, { presentEmail: reader.email })
      const token = randomUUID()
      await sql`
        insert into presents (order_id, recipient_name, recipient_email, greeting, send_at, token_hash)
        values (${given.id}, ${presentName as string}, ${presentEmail as string}, '', now(), ${token})`
      await sql`
        update presents set token_hash = encode(sha256(convert_to(${await tokenOf(given.id)}, 'UTF8')), 'hex')
        where order_id = ${given.id}`
      return visitor.call('POST /presents/:token', { token: await tokenOf(given.id) })
    }
    await open()
    await prove(reader, reader.reader)
    expect(await referencesIn(reader)).toHaveLength(1)
    await open()
    expect(await referencesIn(reader)).toHaveLength(2)
  })

  test('stays with its reader when the address changes, and the new address brings its own', async () => {
    const { id } = await aBook({ price: 0 })
    const reader = await aReader()
    const [first, other] = [anAddressOf('other'), anAddressOf('new')]
    const bought = await anOrder(id, { buyerEmail: reader.email, isFree: true })
    await prove(reader, reader.reader)
    await anOrder(id, { buyerEmail: first })
    const withNew = await anOrder(id, { buyerEmail: other })
    await sql`update readers set email = ${other} where id = ${reader.reader.id}`
    expect(await referencesIn(reader)).toEqual(names(bought, withNew))
    // Proven when it came, it may be rated.
    const { library } = await reader.call('GET /account/books', {})
    expect(library.map(({ canRate }) => canRate)).toEqual([true, true])
  })

  test('is nobody’s once the account is deleted: its key works on, a new account gets none of it', async () => {
    const { id } = await aBook()
    const reader = await aReader()
    const { email } = reader
    const claimed = await anOrder(id, { buyerEmail: email })
    await prove(reader, reader.reader)
    await anOrder(id, { buyerEmail: email, readerId: reader.reader.id })
    await anOrder(id, { readerId: reader.reader.id })
    await reader.call('DELETE /account', {})
    const seen = await (await aVisitor()).call('GET /orders/:reference', claimed)
    expect(seen).toMatchObject({ status: 'paid', download: { isOver: false } })

    const again = await aVisitor()
    const account = await again.call('POST /auth/register', {
      email,
      password: 'nine drums before the rain',
      firstName: 'Ada',
      lastName: 'Obi',
    })
    await prove(again, account)
    expect(await referencesIn(again)).toEqual([])
    expect((await again.call('GET /account/export', {})).orders).toEqual([])
    const own = await anOrder(id, { buyerEmail: email })
    expect(await referencesIn(again)).toEqual(names(own))
  })

  test('keeps one rating of a book: that of the earliest order', async () => {
    const { id } = await aBook()
    const reader = await aReader()
    const visitor = await aVisitor()
    for (const rating of [5, 1]) {
      const { key } = await anOrder(id, { buyerEmail: reader.email })
      await visitor.call('PUT /books/:id/rating', { id, rating, key })
    }
    await prove(reader, reader.reader)
    expect(await visitor.call('GET /books/:id', { id })).toMatchObject({
      rating: 5,
      ratingsCount: 1,
    })
    expect(await reader.call('PUT /books/:id/rating', { id, rating: 2 })).toEqual({
      rating: 2,
      ratingsCount: 1,
    })
  })

  test('comes when it is paid while its address is proven, whichever is first', async () => {
    const { id } = await aBook()
    const [early, late] = [await aReader(), await aReader()]
    const [one, two] = [
      await anOrder(id, { buyerEmail: early.email, isPaid: false }),
      await anOrder(id, { buyerEmail: late.email, isPaid: false }),
    ]
    const setProven = (reader: SomeReader) =>
      sql`update readers set email_proven_at = now() where id = ${reader.reader.id}`
    let paid: Promise<unknown> = Promise.resolve()
    await transaction(async () => {
      await setProven(early)
      paid = outsideTransaction(() => payNow(one.id))
      await outsideTransaction(() => untilWaiting())
    })
    await paid
    let proven: Promise<unknown> = Promise.resolve()
    await transaction(async () => {
      await sql`update orders set state = 'paid', paid_at = now() where id = ${two.id}`
      proven = outsideTransaction(async () => setProven(late))
      await outsideTransaction(() => untilWaiting())
    })
    await proven
    expect(await referencesIn(early)).toEqual(names(one))
    expect(await referencesIn(late)).toEqual(names(two))
  })
})

describe('the library for reading apps', () => {
  test('has no key of an order, in pages, each book once', async () => {
    const reader = await aReader()
    const books = [await aBook(), await aBook()]
    for (const { id } of books)
      for (const _ of [1, 2, 3]) await anOrder(id, { readerId: reader.reader.id, quantity: 2 })
    const { token } = await reader.call('PUT /account/library-link', {})
    const visitor = await aVisitor()
    const response = await visitor.send(`/api/libraries/${token}?pageSize=1&page=2`)
    expect(response.headers.get('X-Total-Count')).toBe('2')
    const text = await response.text()
    expect(JSON.parse(text)).toHaveLength(1)
    expect(text).not.toMatch(/key=|\/order\/|ASC-/)
  })

  test('is read sixty times in ten minutes', async () => {
    const [reader, other] = [await aReader(), await aReader()]
    const open = async (one: SomeReader) => {
      const { token } = await one.call('PUT /account/library-link', {})
      return async () => (await (await aVisitor()).send(`/api/libraries/${token}`)).status
    }
    const [read, readOther] = [await open(reader), await open(other)]
    const statuses = await Promise.all(Array.from({ length: 62 }, read))
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
    expect(await readOther()).toBe(200)
  })

  test('takes one statement for the downloads of a page, however many orders there are', async () => {
    const reader = await aReader()
    const { id } = await aBook()
    await Promise.all(Array.from({ length: 26 }, () => anOrder(id, { readerId: reader.reader.id })))
    const first = await reader.call('GET /account/books', {})
    const second = await reader.call('GET /account/books', { page: 2 })
    expect([first.library.length, second.library.length, first.libraryTotal]).toEqual([24, 2, 26])
    for (const { download } of first.library) expect(download?.left).toBe(10)
  })
})
