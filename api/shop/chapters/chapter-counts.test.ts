import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { statementToken } from '#api/shop/orders/order-secrets.ts'
import { browsersOfOrder, type ChapterEvent, shownFrom } from '#contract/shop/reading.ts'
import { sql } from '#db/sql.ts'
import { asForm } from '#tests/magazine/posts.ts'
import { aVisitor, startApp, theStaff } from '#tests/people.ts'
import { anOrder, refundNow } from '#tests/shop/buyers.ts'
import { aReadableBook, aText, giveText } from '#tests/shop/chapters.ts'
import { anAccount } from '#tests/shop/ledgers.ts'
import { secret } from '#tests/shop/purchases.ts'
import { deleteOldEditions } from './editions.queries.ts'

const base = await startApp()
type Visitor = Pick<Awaited<ReturnType<typeof aVisitor>>, 'send'>

const editionOf = async (id: string) =>
  (await sql<{ editionId: string }[]>`select edition_id from books where id = ${id}`)[0]
    ?.editionId ?? ''

/** Says that a part was started or finished; resolves to the status. */
async function report(
  { send }: Visitor,
  id: string,
  { number = 1, what = 'started' as ChapterEvent, editionId = '', headers = {} } = {},
) {
  const response = await send(`/api/books/${id}/read/${number}/count`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ what, editionId: editionId || (await editionOf(id)) }),
  })
  return response.status
}

/** Everything that is stored. */
const storedOf = async (id: string) =>
  sql`select * from chapter_counts where edition_id = ${await editionOf(id)} order by chapter`

async function aBuyer(id: string) {
  const order = await anOrder(id)
  const buyer = await aVisitor(base)
  const { reference, key } = order
  await buyer.send(`/api/books/${id}/read`, asForm({ reference, key }))
  return { ...buyer, order }
}

describe('a chapter that is started or finished', () => {
  test('is counted of whoever may read it, as a sum and nothing else', async () => {
    const { id } = await aReadableBook()
    const [buyer, stranger] = [await aBuyer(id), await aVisitor(base)]
    expect(await report(buyer, id)).toBe(200)
    expect(await report(buyer, id, { what: 'finished' })).toBe(200)
    expect(await report(await aBuyer(id), id, { number: 2 })).toBe(200)
    expect(await report(stranger, id)).toBe(403)
    await refundNow(buyer.order.id)
    expect(await report(buyer, id)).toBe(403)
    const editionId = await editionOf(id)
    expect(await storedOf(id)).toEqual([
      { editionId, chapter: 1, started: 1, finished: 1 },
      { editionId, chapter: 2, started: 1, finished: 0 },
    ])
  })

  test('is not counted of a browser that asks not to be tracked', async () => {
    const { id } = await aReadableBook({ price: 0 })
    const reader = await aVisitor(base)
    for (const header of ['DNT', 'Sec-GPC'])
      expect(await report(reader, id, { headers: { [header]: '1' } })).toBe(200)
    expect(await storedOf(id)).toEqual([])
  })

  test('is started in the first of its parts and finished in the last', async () => {
    const text = aText(2)
    const parts = text.parts.map((part, at) => ({ ...part, chapter: 1, part: at + 1, parts: 2 }))
    const { id } = await aReadableBook({ price: 0 }, { ...text, parts })
    const reader = await aVisitor(base)
    await report(reader, id, { number: 2, what: 'started' })
    await report(reader, id, { number: 1, what: 'finished' })
    expect(await storedOf(id)).toEqual([])
    await report(reader, id, { number: 1, what: 'started' })
    await report(reader, id, { number: 2, what: 'finished' })
    expect(await storedOf(id)).toMatchObject([{ chapter: 1, started: 1, finished: 1 }])
  })

  test('is not counted of a part or a text that the book does not have', async () => {
    const { id } = await aReadableBook({ price: 0 })
    const reader = await aVisitor(base)
    expect(await report(reader, id, { number: 99 })).toBe(200)
    expect(await report(reader, id, { editionId: randomUUID() })).toBe(200)
    expect(await report(reader, id, { editionId: 'no uuid' })).toBe(400)
    expect(await report(reader, id, { what: 'skipped' as ChapterEvent })).toBe(400)
    expect(await report(reader, id, { number: 0 })).toBe(404)
    expect(await report(reader, randomUUID(), { editionId: randomUUID() })).toBe(404)
    expect(await storedOf(id)).toEqual([])
  })

  test('is counted of as many browsers in an hour as one order has', async () => {
    const { id } = await aReadableBook()
    const buyer = await aBuyer(id)
    for (let time = 0; time < browsersOfOrder + 3; time++) expect(await report(buyer, id)).toBe(200)
    expect(await storedOf(id)).toMatchObject([{ started: browsersOfOrder }])
  })

  test('begins anew with a new text, and the old one’s counts go with it', async () => {
    const { id } = await aReadableBook({ price: 0 })
    const reader = await aVisitor(base)
    await report(reader, id)
    const before = await editionOf(id)
    await giveText(id, aText(3, 'lamp'))
    expect(await report(reader, id, { editionId: before })).toBe(200)
    expect(await storedOf(id)).toEqual([])
    const left = () => sql`select started from chapter_counts where edition_id = ${before}`
    expect(await left()).toEqual([{ started: 1 }])
    await deleteOldEditions()
    await sql`update editions set left_at = now() - interval '31 days' where id = ${before}`
    await deleteOldEditions()
    expect(await left()).toEqual([])
  })
})

test('the publisher and whoever has a share of the book see sums from ten on', async () => {
  const { id } = await aReadableBook({ price: 0 })
  const account = await anAccount({ [id]: 40 })
  const author = await theStaff('author')
  const token = statementToken(secret, account.id, 1)
  const { call } = await aVisitor()
  const seen = async () => {
    const chapters = await account.keeper.call('GET /admin/books/:id/chapter-counts', { id })
    const ofAccount = await account.keeper.call('GET /admin/author-accounts/:id', account)
    const ofLink = await call('GET /statements/:token', { token })
    const ofBook = [{ bookId: id, chapters }]
    expect([ofAccount.chapterCounts, ofLink.chapterCounts]).toMatchObject([ofBook, ofBook])
    return chapters
  }
  const few = { started: null, finished: null }
  expect(await seen()).toMatchObject([few, few, few])
  for (let reader = 1; reader < shownFrom; reader++) await report(await aVisitor(base), id)
  expect(await seen()).toMatchObject([few, few, few])
  await report(await aVisitor(base), id)
  expect(await seen()).toEqual([
    { title: 'The harvest 1', started: shownFrom, finished: null },
    { title: 'The harvest 2', ...few },
    { title: 'The harvest 3', ...few },
  ])
  const ofAuthor = await author.send(`/api/admin/books/${id}/chapter-counts`)
  expect(ofAuthor.status).toBe(403)
})
