import { describe, expect, test } from 'vitest'
import { mailedOrderKey } from '#api/shop/orders/order-secrets.ts'
import { reviewLengths, reviewsOnBook } from '#contract/shop/reviews.ts'
import { dataVersion } from '#db/data-version.ts'
import { sql } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { asForm } from '#tests/magazine/posts.ts'
import { aBook, aProvenReader, aVisitor, theStaff } from '#tests/people.ts'
import { anOrder, refundNow } from '#tests/shop/buyers.ts'
import { does } from '#tests/undo.ts'

const line = 'PUT /books/:id/rating'
const text = 'It kept me awake.\n\nAnd then I gave it to my sister.'

/** Somebody who bought a book, and writes about it with the key of their order. */
async function aReviewer(bookId: string, purchase: Parameters<typeof anOrder>[1] = {}) {
  const order = await anOrder(bookId, purchase)
  const { call } = await aVisitor()
  const { key, reference } = order
  const write = (review?: string, reviewName?: string, rating = 4) =>
    call(line, { id: bookId, rating, key, reference, review, reviewName, isAdult: true })
  const seen = async () => (await call('GET /orders/:reference', { reference, key })).review
  return { order, call, write, seen }
}

async function theKeeper() {
  const keeper = await theStaff('shopkeeper')
  const of = async (bookTitle: string) => keeper.call('GET /admin/reviews', { search: bookTitle })
  const decide = async (bookTitle: string, status: 'shown' | 'declined') => {
    const [review] = await of(bookTitle)
    if (!review) throw new Error('There is no review')
    const { id, revision } = review
    return does(keeper, 'PATCH /admin/reviews/:id', { id, revision, status })
  }
  return { ...keeper, of, decide }
}

async function aBookCalled() {
  const title = `The Quiet Ledger ${crypto.randomUUID()}`
  return { ...(await aBook({ title })), title }
}

/** What everybody can read of a book's reviews. */
async function shownOf(id: string) {
  const { call } = await aVisitor()
  const [book, all] = [
    await call('GET /books/:id', { id }),
    await call('GET /books/:id/reviews', { id }),
  ]
  expect(book.reviewsCount).toBe(all.length)
  expect(book.reviews).toEqual(reviewsOnBook(all))
  return all
}

describe('a buyer’s review', () => {
  test('is shown once it is approved, with name, stars and “Bought”', async () => {
    const { id, title } = await aBookCalled()
    const [buyer, keeper] = [await aReviewer(id), await theKeeper()]
    await buyer.write(text, 'Ngozi, Enugu')
    expect(await buyer.seen()).toEqual({ name: 'Ngozi, Enugu', text, status: 'waiting' })
    expect(await shownOf(id)).toEqual([])
    const before = await dataVersion()
    const { answer } = await keeper.decide(title, 'shown')
    expect(answer).toMatchObject({ status: 'shown', bookTitle: title, text })
    expect(await shownOf(id)).toEqual([
      {
        id: answer.id,
        name: 'Ngozi, Enugu',
        text,
        rating: 4,
        isBought: true,
        writtenAt: answer.writtenAt,
      },
    ])
    expect(await buyer.seen()).toMatchObject({ status: 'shown' })
    // Cached and prerendered pages follow.
    expect(await dataVersion()).toBe(before + 1)
  })

  test('carries first name and initial unless they give another name', async () => {
    const { id, title } = await aBookCalled()
    const keeper = await theKeeper()
    await (await aReviewer(id)).write(text)
    expect(await keeper.of(title)).toMatchObject([{ name: 'Ngozi B.' }])
    await (await aReviewer(id)).write(text, '  ')
    expect((await keeper.of(title)).map(({ name }) => name)).toEqual(['Ngozi B.', 'Ngozi B.'])
  })

  test('waits again when its words or its name change, and what was shown goes at once', async () => {
    const { id, title } = await aBookCalled()
    const [buyer, keeper] = [await aReviewer(id), await theKeeper()]
    for (const [words, name] of [
      ['Another opinion', 'Ngozi B.'],
      ['Another opinion', 'Somebody else'],
    ] as const) {
      await buyer.write(words === 'Another opinion' ? text : words, 'Ngozi B.')
      await keeper.decide(title, 'shown')
      await buyer.write(words, name)
      expect(await buyer.seen()).toEqual({ name, text: words, status: 'waiting' })
      expect(await shownOf(id)).toEqual([])
    }
  })

  test('stays shown when only the stars change, and when a form sends the same words again', async () => {
    const { id, title } = await aBookCalled()
    const [buyer, keeper] = [await aReviewer(id), await theKeeper()]
    await buyer.write(text)
    await keeper.decide(title, 'shown')
    await buyer.write(undefined, undefined, 2)
    expect(await shownOf(id)).toMatchObject([{ text, rating: 2 }])
    await buyer.write(text.replaceAll('\n', '\r\n'), undefined, 3)
    expect(await shownOf(id)).toMatchObject([{ text, rating: 3 }])
  })

  test('is taken back by sending it empty; the stars stay', async () => {
    const { id, title } = await aBookCalled()
    const [buyer, keeper] = [await aReviewer(id), await theKeeper()]
    await buyer.write(text)
    await keeper.decide(title, 'shown')
    const before = await dataVersion()
    expect(await buyer.write(' \n ')).toEqual({ rating: 4, ratingsCount: 1 })
    expect(await buyer.seen()).toBeNull()
    expect(await shownOf(id)).toEqual([])
    expect(await dataVersion()).toBe(before + 1)
    expect(await keeper.of(title)).toEqual([])
  })

  test('has at most 600 characters, counted as people count', async () => {
    const { id } = await aBook()
    const { write, seen } = await aReviewer(id)
    const yoruba = 'ọ̀'.repeat(reviewLengths.text)
    expect([...yoruba.normalize('NFC')].length).toBeGreaterThan(reviewLengths.text)
    await write(yoruba)
    expect((await seen())?.text).toBe(yoruba.normalize('NFC'))
    for (const long of ['a'.repeat(601), `${yoruba}a`, `a${'\u0301'.repeat(3000)}`]) {
      await expect(write(long)).rejects.toMatchObject({
        status: 400,
        fields: { review: ['A review has at most 600 characters'] },
      })
    }
    await expect(write('Good', 'n'.repeat(61))).rejects.toMatchObject({
      fields: { reviewName: ['A name has at most 60 characters'] },
    })
    expect((await seen())?.text).toBe(yoruba.normalize('NFC'))
  })

  test('is plain text, without characters that turn the rest of a page around', async () => {
    const { id } = await aBook()
    const { write, seen } = await aReviewer(id)
    await write('<b>Bold</b>\u202e\u0007\r\nSecond\u2028line', 'Ngozi\n\u202eB.')
    expect(await seen()).toMatchObject({
      text: '<b>Bold</b>\nSecond\u2028line',
      name: 'Ngozi B.',
    })
  })

  test('is its order’s: what others order in the same name shows and changes nothing of it', async () => {
    const { id, title } = await aBookCalled()
    const [buyer, keeper] = [await aReviewer(id), await theKeeper()]
    await buyer.write(text)
    await keeper.decide(title, 'shown')
    const { buyerEmail } = buyer.order
    const unpaid = await aReviewer(id, { buyerEmail, isPaid: false })
    await sql`update orders set state = 'abandoned' where id = ${unpaid.order.id}`
    expect(await unpaid.seen()).toBeNull()
    const { reader, call } = await aProvenReader()
    const paid = await aReviewer(id, { buyerEmail, readerId: reader.id })
    expect(await paid.seen()).toBeNull()
    await paid.write('Bad')
    await paid.write('')
    expect(await buyer.seen()).toMatchObject({ text, status: 'shown' })
    expect((await call('GET /account/export', {})).bookRatings).toMatchObject([{ review: null }])
    await call('DELETE /account', {})
    expect(await shownOf(id)).toMatchObject([{ text }])
  })

  test('is sent five times an hour at most', async () => {
    const { id } = await aBook()
    const { write, seen } = await aReviewer(id)
    for (const words of ['1', '2', '3', '4', '5']) await write(words)
    await expect(write('6')).rejects.toMatchObject({ status: 429 })
    expect((await seen())?.text).toBe('5')
  })

  test('is told to the publisher when it begins to wait, not at each correction', async () => {
    const { id, title } = await aBookCalled()
    const [buyer, keeper] = [await aReviewer(id), await theKeeper()]
    const notices = async () =>
      (
        await sql<{ data: object }[]>`
          select data from mails where kind = 'reviewNotice' and data->>'bookTitle' = ${title}`
      ).map(({ data }) => data)
    await buyer.write('One')
    await buyer.write('Two')
    expect(await notices()).toEqual([{ bookTitle: title, name: 'Ngozi B.', rating: 4 }])
    await keeper.decide(title, 'shown')
    await buyer.write('Two')
    expect(await notices()).toHaveLength(1)
    await buyer.write('Three')
    expect(await notices()).toHaveLength(2)
  })

  test('is sent by a form without script, which returns to the page', async () => {
    const { id } = await aBook()
    const { order, seen } = await aReviewer(id)
    const { send } = await aVisitor()
    const { key, reference } = order
    const response = await send(
      `/api/books/${id}/rating?_method=PUT`,
      asForm({ key, reference, rating: '5', review: text, isAdult: 'yes', returnTo: '/order/x' }),
    )
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/order/x'])
    expect(await seen()).toEqual({ name: 'Ngozi B.', text, status: 'waiting' })
  })

  test('names somebody who paid “Bought”, and nobody else', async () => {
    const { id, title } = await aBookCalled()
    const keeper = await theKeeper()
    const { order, call } = await aReviewer(id, { isFree: true })
    const key = mailedOrderKey(composeWith.orderSecret, order.id)
    await call(line, { id, rating: 5, key, reference: order.reference, review: text })
    await keeper.decide(title, 'shown')
    expect(await shownOf(id)).toMatchObject([{ isBought: false }])
  })
})

describe('who may not write a review', () => {
  test('of a free book is whoever has no mailed link', async () => {
    const { id } = await aBook({ price: 0 })
    const { write, seen } = await aReviewer(id, { isFree: true })
    await expect(write(text)).rejects.toMatchObject({
      status: 403,
      sentence: 'To rate a free book, open the link in the mail that we sent with it.',
    })
    expect(await seen()).toBeNull()
  })

  test('is the buyer of a present, who may not rate it either', async () => {
    const { id } = await aBook()
    const reader = await aProvenReader()
    const purchase = { readerId: reader.reader.id, buyerEmail: reader.email }
    const { write, order, call } = await aReviewer(id, purchase)
    await asPresent(order.id)
    const rejected = {
      status: 403,
      sentence: 'This order is a present. Whoever it is for can rate the book.',
    }
    await expect(write(text)).rejects.toMatchObject(rejected)
    await expect(write()).rejects.toMatchObject(rejected)
    await expect(reader.call(line, { id, rating: 5 })).rejects.toMatchObject({ status: 403 })
    expect((await call('GET /orders/:reference', order)).canRate).toBe(false)
    expect((await reader.call('GET /account/books', {})).library).toMatchObject([
      { canRate: false },
    ])
    // Who bought one for themselves too may.
    const own = await aReviewer(id, purchase)
    await own.write(text)
    expect(await own.seen()).toMatchObject({ text })
    await refundNow(own.order.id)
    expect(await own.seen()).toBeNull()
    const [book] = await sql`select ratings_count from books where id = ${id}`
    expect(book).toEqual({ ratingsCount: 0 })
  })
})

/** Makes it look as if the order had been placed for somebody else. */
async function asPresent(orderId: string) {
  await sql`
    insert into presents (order_id, recipient_name, recipient_email, greeting, send_at, token_hash)
    values (${orderId}, 'Ada', 'ada@friends.example', '', now(), ${crypto.randomUUID()})`
}

describe('a reader with a proven address', () => {
  test('may review a free book on the page of their order', async () => {
    const { id } = await aBook({ price: 0 })
    const { reader, email, call } = await aProvenReader()
    const order = await anOrder(id, { isFree: true, readerId: reader.id, buyerEmail: email })
    const { reference, key } = order
    expect((await call('GET /orders/:reference', { reference, key })).canRate).toBe(true)
    const stranger = await aVisitor()
    expect((await stranger.call('GET /orders/:reference', { reference, key })).canRate).toBe(false)
    await call(line, { id, rating: 5, reference, key, review: text })
    const { bookRatings } = await call('GET /account/export', {})
    expect(bookRatings).toMatchObject([{ review: { text, name: 'Ngozi B.', status: 'waiting' } }])
  })

  test('takes their reviews along when they delete the account; the stars stay', async () => {
    const { id, title } = await aBookCalled()
    const keeper = await theKeeper()
    const { reader, call } = await aProvenReader()
    const [mine, other] = [await aReviewer(id, { readerId: reader.id }), await aReviewer(id)]
    for (const { write } of [mine, other]) await write(text)
    await keeper.decide(title, 'shown')
    await call('DELETE /account', {})
    expect((await keeper.of(title)).map(({ buyerEmail }) => buyerEmail)).toEqual([
      other.order.buyerEmail,
    ])
    expect(await (await aVisitor()).call('GET /books/:id', { id })).toMatchObject({
      ratingsCount: 2,
    })
  })
})

describe('a refund', () => {
  test('takes the review off the page, unless its reader has another paid order', async () => {
    const { id, title } = await aBookCalled()
    const { reader } = await aProvenReader()
    const [buyer, keeper] = [await aReviewer(id, { readerId: reader.id }), await theKeeper()]
    const again = await aReviewer(id, { readerId: reader.id })
    await buyer.write(text)
    await keeper.decide(title, 'shown')
    await refundNow(buyer.order.id)
    expect(await shownOf(id)).toHaveLength(1)
    const before = await dataVersion()
    await refundNow(again.order.id)
    expect(await shownOf(id)).toEqual([])
    expect(await dataVersion()).toBe(before + 1)
  })
})

describe('the staff of the shop', () => {
  test('approve only the words that they read', async () => {
    const { id, title } = await aBookCalled()
    const [buyer, keeper] = [await aReviewer(id), await theKeeper()]
    await buyer.write('Lovely')
    const [read] = await keeper.of(title)
    await buyer.write('Buy at evil.example')
    const decision = { id: read?.id ?? '', revision: read?.revision ?? 0, status: 'shown' } as const
    await expect(keeper.call('PATCH /admin/reviews/:id', decision)).rejects.toMatchObject({
      status: 409,
    })
    expect(await shownOf(id)).toEqual([])
    await buyer.write('')
    await expect(keeper.call('PATCH /admin/reviews/:id', decision)).rejects.toMatchObject({
      status: 404,
    })
  })

  test('see those that wait first, by waiting time, then the others, and find them by words', async () => {
    const { id, title } = await aBookCalled()
    const keeper = await theKeeper()
    for (const words of ['first', 'second', 'third']) await (await aReviewer(id)).write(words)
    const all = await keeper.of(title)
    expect(all.map((review) => review.text)).toEqual(['first', 'second', 'third'])
    await keeper.decide(title, 'shown')
    expect((await keeper.of(title)).map((review) => [review.text, review.status])).toEqual([
      ['second', 'waiting'],
      ['third', 'waiting'],
      ['first', 'shown'],
    ])
    const waiting = await keeper.callPage('GET /admin/reviews', {
      search: title.toUpperCase(),
      status: 'waiting',
      pageSize: 1,
    })
    expect([waiting.total, waiting.items.length]).toEqual([2, 1])
    const [third] = all.slice(-1)
    expect(await keeper.call('GET /admin/reviews', { search: third?.buyerEmail })).toHaveLength(1)
    await sql`update books set deleted_at = now(), is_published = false where id = ${id}`
    expect(await keeper.of(title)).toEqual([])
  })

  test('undo approving, declining and taking down, each with a line in the log', async () => {
    const { id, title } = await aBookCalled()
    const [buyer, keeper] = [await aReviewer(id), await theKeeper()]
    await buyer.write(text)
    const undo = (offered: { id: string } | undefined) =>
      keeper.call('POST /admin/undo/:id', { id: String(offered?.id) })
    const declined = await keeper.decide(title, 'declined')
    await undo(declined.undo)
    expect(await keeper.of(title)).toMatchObject([{ status: 'waiting', decidedAt: null }])
    const approved = await keeper.decide(title, 'shown')
    expect((await keeper.decide(title, 'shown')).undo).toBeUndefined()
    const taken = await keeper.decide(title, 'declined')
    expect(await shownOf(id)).toEqual([])
    await undo(taken.undo)
    expect(await shownOf(id)).toHaveLength(1)
    await buyer.write('Other words')
    await expect(undo(approved.undo)).rejects.toMatchObject({ status: 409 })
    const log = await sql<{ action: string }[]>`
      select action from activity where subject = ${title} order by id`
    expect(log.map(({ action }) => action)).toEqual([
      ...['reviewDeclined', 'undone', 'reviewApproved', 'reviewTakenDown', 'undone'],
    ])
    const kept = await sql<{ text: string }[]>`
      select concat(before, after) as text from undos where subject_id = ${declined.answer.id}`
    for (const row of kept) expect(row.text).not.toContain('sister')
  })

  test('have those that wait among their tasks and counts', async () => {
    const { id, title } = await aBookCalled()
    const keeper = await theKeeper()
    const before = (await keeper.call('GET /admin/stats', {})).waitingReviews ?? 0
    await (await aReviewer(id)).write(text)
    expect((await keeper.call('GET /admin/stats', {})).waitingReviews).toBe(before + 1)
    const { tasks } = await keeper.call('GET /admin/tasks', {})
    expect(tasks.find(({ kind }) => kind === 'reviewsToApprove')).toMatchObject({
      count: before + 1,
      path: '/admin/reviews',
    })
    const counts = await keeper.call('GET /admin/review-counts', {})
    await keeper.decide(title, 'declined')
    expect(await keeper.call('GET /admin/review-counts', {})).toEqual({
      ...counts,
      waiting: counts.waiting - 1,
      declined: counts.declined + 1,
    })
  })
})
