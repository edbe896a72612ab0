import { describe, expect, test } from 'vitest'
import { listHiddenRatings } from '#api/operations/doctor/doctor-subject.ts'
import { judgeRatings } from '#api/operations/doctor/judge.ts'
import { dataVersion } from '#db/data-version.ts'
import { outsideTransaction, sql, transaction } from '#db/sql.ts'
import { aReceipt, composed, linkOf } from '#tests/magazine/composed-mails.ts'
import { asForm } from '#tests/magazine/posts.ts'
import { aBook, aReader, aVisitor, theApp } from '#tests/people.ts'
import { anOrder, refundNow } from '#tests/shop/buyers.ts'
import { untilWaiting } from '#tests/waiting.ts'

const unauthorized = { status: 401 }
const notABuyer = { status: 403, sentence: 'Only those who have bought this book can rate it.' }

/** Somebody who bought a book without an account, and rates it with the key of their order. */
async function aBuyerOf(bookId: string, purchase: Parameters<typeof anOrder>[1] = {}) {
  const order = await anOrder(bookId, purchase)
  const { call } = await aVisitor()
  const rate = (rating: number, id = bookId) =>
    call('PUT /books/:id/rating', { id, rating, key: order.key, reference: order.reference })
  return { order, rate, call }
}

/** What the book says, and what the ratings behind it say. */
async function ratingsOf(bookId: string) {
  const [book] = await sql`
    select rating, ratings_count, ratings_total from books where id = ${bookId}`
  const [rows] = await sql`
    select coalesce(round(avg(rating), 2), 0) as rating, count(*) as ratings_count,
      coalesce(sum(rating), 0)::integer as ratings_total
    from book_ratings where book_id = ${bookId}`
  expect(book).toEqual(rows)
  return book
}

describe('a free book', () => {
  const byMail = {
    status: 403,
    sentence: 'To rate a free book, open the link in the mail that we sent with it.',
  }

  test('is rated by the mailed link, not by whoever ordered it in another name', async () => {
    const { id } = await aBook({ price: 0 })
    const order = await anOrder(id, { isFree: true })
    const { call } = await aVisitor()
    const rate = (key: string) =>
      call('PUT /books/:id/rating', { id, rating: 1, key, reference: order.reference })
    await expect(rate(order.key)).rejects.toMatchObject(byMail)
    await expect(rate(`${order.key}.${order.key}`)).rejects.toMatchObject(byMail)
    expect((await call('GET /orders/:reference', order)).canRate).toBe(false)

    const mailed = keyIn(await composed('freeReceipt', { ...aReceipt, orderId: order.id }))
    const seen = await call('GET /orders/:reference', { ...order, key: mailed })
    expect(seen).toMatchObject({ canRate: true, reference: order.reference })
    expect(await rate(mailed)).toEqual({ rating: 1, ratingsCount: 1 })
  })

  test('is rated by a signed-in reader with a confirmed address, for an order of their own', async () => {
    const { id } = await aBook({ price: 0 })
    const { call, reader } = await aReader()
    const rate = () => call('PUT /books/:id/rating', { id, rating: 1 })
    const canRate = async () =>
      (await call('GET /account/books', {})).library.map((one) => one.canRate)
    await anOrder(id, { isFree: true, readerId: reader.id })
    await expect(rate()).rejects.toMatchObject(notABuyer)
    await sql`update readers set email_proven_at = now() where id = ${reader.id}`
    await expect(rate()).rejects.toMatchObject(notABuyer)
    expect(await canRate()).toEqual([false])

    await anOrder(id, { isFree: true, readerId: reader.id, buyerEmail: reader.email })
    expect(await rate()).toEqual({ rating: 1, ratingsCount: 1 })
    expect(await canRate()).toEqual([true, false])
  })
})

const keyIn = (mail: Parameters<typeof linkOf>[0]) => linkOf(mail).searchParams.get('key') ?? ''

describe('a buyer who rates a book', () => {
  test('rates it with the key of the order, and may change the rating', async () => {
    const { id } = await aBook()
    const { rate, call, order } = await aBuyerOf(id)
    expect(await rate(5)).toEqual({ rating: 5, ratingsCount: 1 })
    expect(await rate(2)).toEqual({ rating: 2, ratingsCount: 1 })
    // The key alone says which order it is.
    expect(await call('PUT /books/:id/rating', { id, rating: 3, key: order.key })).toEqual({
      rating: 3,
      ratingsCount: 1,
    })
    expect(await (await aVisitor()).call('GET /books/:id', { id })).toMatchObject({
      rating: 3,
      ratingsCount: 1,
    })
    await ratingsOf(id)
  })

  test('may rate five times an hour with one order, which limits no other buyer', async () => {
    const { id } = await aBook()
    const [one, other] = [await aBuyerOf(id), await aBuyerOf(id)]
    for (const stars of [1, 2, 3, 4, 5]) await one.rate(stars)
    await expect(one.rate(1)).rejects.toMatchObject({ status: 429 })
    expect(await ratingsOf(id)).toMatchObject({ rating: 5, ratingsCount: 1 })
    expect(await other.rate(3)).toEqual({ rating: 4, ratingsCount: 2 })
  })

  test('causes no new static pages, and open pages can load the new rating', async () => {
    const [book, unrated, draft] = [await aBook(), await aBook(), await aBook()]
    await sql`update books set is_published = false where id = ${draft.id}`
    const { rate, call } = await aBuyerOf(book.id)
    const before = await dataVersion()
    await rate(4)
    expect(await dataVersion()).toBe(before)
    const ids = [book.id, unrated.id, draft.id, crypto.randomUUID()].join(',')
    const ratings = await call('GET /books/ratings', { ids })
    expect(ratings).toHaveLength(2)
    expect(ratings).toContainEqual({ id: book.id, rating: 4, ratingsCount: 1 })
    expect(ratings).toContainEqual({ id: unrated.id, rating: 0, ratingsCount: 0 })
  })

  test('sees the rating on the order’s page', async () => {
    const { id } = await aBook()
    const { rate, call, order } = await aBuyerOf(id)
    const given = async () => (await call('GET /orders/:reference', order)).rating
    expect(await given()).toBeNull()
    await rate(4)
    await (await aBuyerOf(id)).rate(1)
    expect(await given()).toBe(4)
    await rate(2)
    expect(await given()).toBe(2)
  })

  test('can rate by a form without script, and returns to the page', async () => {
    const { id } = await aBook()
    const { order } = await aBuyerOf(id)
    const { send } = await aVisitor()
    const post = (fields: Record<string, string>) =>
      send(
        `/api/books/${id}/rating?_method=PUT`,
        asForm({ key: order.key, reference: order.reference, ...fields }),
      )
    const response = await post({ rating: '4', returnTo: '/account?rated=x#x' })
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe('/account?rated=x#x')
    expect(await ratingsOf(id)).toMatchObject({ rating: 4, ratingsCount: 1 })
    const elsewhere = await post({ rating: '5', returnTo: '//evil.example' })
    expect(elsewhere.headers.get('Location')).toBe('/')
    expect((await post({})).status).toBe(400)
    expect(await ratingsOf(id)).toMatchObject({ rating: 5, ratingsCount: 1 })
  })

  test('needs no key if they were signed in when buying', async () => {
    const { id } = await aBook()
    const { call, reader } = await aReader()
    await anOrder(id, { readerId: reader.id })
    expect(await call('PUT /books/:id/rating', { id, rating: 4 })).toEqual({
      rating: 4,
      ratingsCount: 1,
    })
  })

  test('has one rating with any number of orders of their account', async () => {
    const { id } = await aBook()
    const { call, reader, email } = await aReader()
    const order = { readerId: reader.id, buyerEmail: email }
    const [mine, again] = [await anOrder(id, order), await anOrder(id, order)]
    const given = async (one: typeof mine, by = call) => {
      const { rating, canRate } = await by('GET /orders/:reference', one)
      return { rating, canRate }
    }
    await call('PUT /books/:id/rating', { id, rating: 1 })
    await call('PUT /books/:id/rating', { id, rating: 2, key: mine.key })
    expect(await call('PUT /books/:id/rating', { id, rating: 5, key: again.key })).toEqual({
      rating: 5,
      ratingsCount: 1,
    })
    expect(await given(again)).toEqual({ rating: 5, canRate: true })
    const visitor = await aVisitor()
    await expect(
      visitor.call('PUT /books/:id/rating', { id, rating: 1, key: again.key }),
    ).rejects.toMatchObject({
      status: 403,
      sentence:
        'You have rated this book with another of your orders. Sign in to change your rating.',
    })
    expect(await given(again, visitor.call)).toEqual({ rating: null, canRate: false })
    expect(await given(mine, visitor.call)).toEqual({ rating: 5, canRate: true })
    const { library } = await call('GET /account/books', {})
    expect(library.map(({ rating }) => rating)).toEqual([5, 5])
    // Each with a key, at once: one of them is the first.
    const other = await aBook()
    const both = [await anOrder(other.id, order), await anOrder(other.id, order)]
    await Promise.allSettled(
      both.map(({ key }) =>
        visitor.call('PUT /books/:id/rating', { id: other.id, rating: 3, key }),
      ),
    )
    expect(await ratingsOf(other.id)).toMatchObject({ ratingsCount: 1 })
  })

  test('keeps it whatever others order in their name', async () => {
    const { id } = await aBook()
    const buyer = await aBuyerOf(id)
    await buyer.rate(5)
    const inTheirName = { buyerEmail: buyer.order.buyerEmail }
    const paid = await aBuyerOf(id, inTheirName)
    expect(await paid.call('GET /orders/:reference', paid.order)).toMatchObject({ rating: null })
    await paid.rate(1)
    expect(await buyer.call('GET /orders/:reference', buyer.order)).toMatchObject({ rating: 5 })
    for (const state of ['pending', 'abandoned', 'refunded']) {
      const order = await anOrder(id, { ...inTheirName, isPaid: false })
      await sql`update orders set state = ${state} where id = ${order.id}`
      expect(await paid.call('GET /orders/:reference', order)).toMatchObject({ rating: null })
    }
    await refundNow(paid.order.id)
    expect(await ratingsOf(id)).toMatchObject({ rating: 5, ratingsCount: 1 })
  })

  test('is part of an exact mean when many rate at once', async () => {
    const { id } = await aBook()
    const buyers = await Promise.all(Array.from({ length: 12 }, () => aBuyerOf(id)))
    await Promise.all(
      buyers.flatMap(({ rate }, index) => [rate(1), rate(5), rate((index % 5) + 1)]),
    )
    expect(await ratingsOf(id)).toMatchObject({ ratingsCount: 12 })
    await Promise.all(buyers.map(({ rate }, index) => rate((index % 2) + 4)))
    expect(await ratingsOf(id)).toMatchObject({ rating: 4.5, ratingsCount: 12, ratingsTotal: 54 })
  })

  test('changes neither the date of the book nor its revision', async () => {
    const { id } = await aBook()
    const { rate } = await aBuyerOf(id)
    const stamps = () => sql`select updated_at, revision from books where id = ${id}`
    const before = [...(await stamps())]
    await rate(5)
    expect([...(await stamps())]).toEqual(before)
  })

  test.each([0, 6, 4.5, -1, 'five', '', null])('cannot rate with %j', async (rating) => {
    const { id } = await aBook()
    const { rate } = await aBuyerOf(id)
    await expect(rate(rating as number)).rejects.toMatchObject({ status: 400 })
    expect(await ratingsOf(id)).toMatchObject({ ratingsCount: 0 })
  })

  test('gets a 404 for an unpublished book', async () => {
    const { id } = await aBook()
    const { rate } = await aBuyerOf(id)
    await sql`update books set is_published = false where id = ${id}`
    await expect(rate(5)).rejects.toMatchObject({ status: 404 })
    await expect(rate(5, crypto.randomUUID())).rejects.toMatchObject({ status: 404 })
  })
})

describe('somebody who has not bought the book', () => {
  test('cannot rate it, signed in or not, with a guessed key or that of another book', async () => {
    const [book, another] = [await aBook(), await aBook()]
    const { order } = await aBuyerOf(another.id)
    const visitor = await aVisitor()
    const reader = await aReader()
    const line = 'PUT /books/:id/rating'
    for (const proof of [{}, { key: 'a-guess' }, { key: order.key, reference: order.reference }]) {
      const input = { id: book.id, rating: 5, ...proof }
      await expect(visitor.call(line, input)).rejects.toMatchObject(unauthorized)
      await expect(reader.call(line, input)).rejects.toMatchObject(notABuyer)
    }
    expect(await ratingsOf(book.id)).toMatchObject({ ratingsCount: 0 })
  })

  test('cannot rate it with a reference alone, or with a key and another order’s reference', async () => {
    const { id } = await aBook()
    const [one, other] = [await aBuyerOf(id), await aBuyerOf(id)]
    const { call } = await aVisitor()
    for (const proof of [
      { reference: one.order.reference },
      { reference: one.order.reference, key: other.order.key },
    ]) {
      await expect(
        call('PUT /books/:id/rating', { id, rating: 1, ...proof }),
      ).rejects.toMatchObject(unauthorized)
    }
  })

  test('includes everybody with an unpaid order', async () => {
    const { id } = await aBook()
    const { call, reader } = await aReader()
    const order = await anOrder(id, { readerId: reader.id, isPaid: false })
    for (const state of ['pending', 'failed', 'abandoned', 'expired', 'needs_review']) {
      await sql`update orders set state = ${state} where id = ${order.id}`
      await expect(
        call('PUT /books/:id/rating', { id, rating: 5, key: order.key }),
      ).rejects.toMatchObject(notABuyer)
    }
  })

  test('cannot rate it from another site with a buyer’s cookies', async () => {
    const { id } = await aBook()
    const { send, reader } = await aReader()
    await anOrder(id, { readerId: reader.id })
    const response = await send(`/api/books/${id}/rating?_method=PUT`, {
      ...asForm({ rating: '1' }, { Origin: 'https://elsewhere.example' }),
    })
    expect(response.status).toBe(403)
  })
})

describe('a refund of a rated book', () => {
  test('removes the rating', async () => {
    const { id } = await aBook()
    const [one, other] = [await aBuyerOf(id), await aBuyerOf(id)]
    await one.rate(1)
    await other.rate(4)
    await refundNow(one.order.id)
    expect(await ratingsOf(id)).toMatchObject({ rating: 4, ratingsCount: 1 })
    await expect(one.rate(1)).rejects.toMatchObject(unauthorized)
    await refundNow(other.order.id)
    expect(await ratingsOf(id)).toMatchObject({ rating: 0, ratingsCount: 0 })
  })

  test('does not remove the rating while its reader has another paid order', async () => {
    const { id } = await aBook()
    const { reader } = await aReader()
    const order = { readerId: reader.id }
    const [first, second] = [await aBuyerOf(id, order), await aBuyerOf(id, order)]
    await first.rate(3)
    await refundNow(first.order.id)
    expect(await ratingsOf(id)).toMatchObject({ ratingsCount: 1 })
    expect(await second.call('GET /orders/:reference', second.order)).toMatchObject({ rating: 3 })
    await refundNow(second.order.id)
    expect(await ratingsOf(id)).toMatchObject({ ratingsCount: 0 })
  })

  test('of both orders of a reader at once removes the rating', async () => {
    const { id } = await aBook()
    const { reader } = await aReader()
    const order = { readerId: reader.id }
    const [first, second] = [await aBuyerOf(id, order), await aBuyerOf(id, order)]
    await first.rate(3)
    let alsoRefunded: Promise<void> | undefined
    await transaction(async () => {
      await refundNow(second.order.id)
      alsoRefunded = outsideTransaction(() => refundNow(first.order.id))
      // Neither sees what the other is just doing: the one that takes the rating along has to wait.
      await outsideTransaction(() => untilWaiting())
    })
    await alsoRefunded
    expect(await ratingsOf(id)).toMatchObject({ ratingsCount: 0 })
  })

  test('at the moment of the rating leaves no rating', async () => {
    const { id } = await aBook()
    const { order, rate } = await aBuyerOf(id)
    await theApp()
    // The refund is first, and not yet over.
    let rated: Promise<unknown> = Promise.resolve()
    await transaction(async () => {
      await refundNow(order.id)
      rated = Promise.resolve(rate(5)).catch((error: unknown) => error)
      await outsideTransaction(() => untilWaiting())
    })
    expect(await rated).toMatchObject(unauthorized)
    expect(await ratingsOf(id)).toMatchObject({ ratingsCount: 0 })
    // In these rounds both run as they please.
    for (let round = 0; round < 10; round++) {
      const buyer = await aBuyerOf(id)
      await Promise.all([buyer.rate(5).catch(() => {}), refundNow(buyer.order.id)])
      expect(await ratingsOf(id)).toMatchObject({ ratingsCount: 0 })
    }
  })
})

describe('ratings that name an address alone, as an older release writes them,', () => {
  test('go to the earliest paid order of the book and the address; those of none are hidden', async () => {
    const title = `The Quiet Ledger ${crypto.randomUUID()}`
    const { id } = await aBook({ title })
    const buyerEmail = `${crypto.randomUUID()}@buyers.example`
    const [unpaid, first, second] = [
      await anOrder(id, { buyerEmail, isPaid: false }),
      await anOrder(id, { buyerEmail }),
      await anOrder(id, { buyerEmail }),
    ]
    const nobody = `${crypto.randomUUID()}@buyers.example`
    for (const [email, rating] of [
      [buyerEmail, 4],
      [nobody, 1],
    ] as const) {
      await sql`insert into book_ratings (book_id, buyer_email, rating) values (${id}, ${email}, ${rating})`
      await sql`
        insert into book_reviews (book_id, buyer_email, name, text, state, decided_at)
        values (${id}, ${email}, 'Ngozi', ${`By ${email}`}, 'shown', now())`
    }

    const { call } = await aVisitor()
    expect(await call('GET /books/:id', { id })).toMatchObject({
      rating: 4,
      ratingsCount: 1,
      reviewsCount: 1,
      reviews: [{ text: `By ${buyerEmail}` }],
    })
    const seen = async (order: typeof first) => (await call('GET /orders/:reference', order)).rating
    expect([await seen(unpaid), await seen(first), await seen(second)]).toEqual([null, 4, null])
    expect(await listHiddenRatings(sql)).toContainEqual({ title, count: 1 })
    expect(judgeRatings([{ title, count: 1 }]).found).toContain(`“${title}” (1)`)
  })

  test('are changed where they are repeated', async () => {
    const { id } = await aBook()
    const { buyerEmail, ...order } = await anOrder(id)
    for (const [email, rating] of [
      [buyerEmail, 2],
      [buyerEmail, 5],
      [`${crypto.randomUUID()}@buyers.example`, 1],
    ] as const) {
      await sql`
        insert into book_ratings (book_id, buyer_email, rating) values (${id}, ${email}, ${rating})
        on conflict (book_id, buyer_email) do update set rating = excluded.rating, updated_at = now()`
    }
    const { call } = await aVisitor()
    expect(await call('GET /orders/:reference', order)).toMatchObject({ rating: 5 })
    expect(await call('GET /books/:id', { id })).toMatchObject({ rating: 5, ratingsCount: 1 })
  })
})
