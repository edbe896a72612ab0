import { expect, test } from 'vitest'
import { aReader, aVisitor } from '#tests/people.ts'
import { anOrder, refundNow } from '#tests/shop/buyers.ts'
import { aReadableBook } from '#tests/shop/chapters.ts'

const edition = '00000000-0000-4000-8000-000000000001'
const placeIn = (bookId: string, number: number, at: number) => ({
  bookId,
  editionId: edition,
  number,
  block: 3,
  within: 0.5,
  fraction: 0.25,
  at,
})

test('a reader with two phones is where they were last, whichever phone tells it first', async () => {
  const { call } = await aReader()
  const [one, other] = [await aReadableBook(), await aReadableBook()]
  const now = Date.now()
  const put = (...places: ReturnType<typeof placeIn>[]) =>
    call('PUT /account/book-places', { places })
  await put(placeIn(one.id, 6, now - 1_000), placeIn(other.id, 1, now - 5_000))
  const known = await put(placeIn(one.id, 4, now - 60_000))
  expect(known).toEqual([placeIn(one.id, 6, now - 1_000), placeIn(other.id, 1, now - 5_000)])
  expect((await put(placeIn(one.id, 7, now)))[0]).toMatchObject({ bookId: one.id, number: 7 })
  // A clock that is ahead does not hold the place for ever.
  const ahead = await put(placeIn(one.id, 2, now + 86_400_000))
  expect(ahead[0]?.number).toBe(2)
  expect(ahead[0]?.at).toBeLessThanOrEqual(Date.now())
})

test('places of books that are gone, or that are no places, change nothing', async () => {
  const { call } = await aReader()
  const { id } = await aReadableBook()
  const missing = placeIn('00000000-0000-4000-8000-00000000dead', 1, Date.now())
  expect(await call('PUT /account/book-places', { places: [missing] })).toEqual([])
  const wrong = { ...placeIn(id, 1, Date.now()), within: 2 }
  await expect(call('PUT /account/book-places', { places: [wrong] })).rejects.toMatchObject({
    status: 400,
  })
})

test('places are of one reader, and go with “Clear my history”', async () => {
  const [one, other] = [await aReader(), await aReader()]
  const { id } = await aReadableBook()
  await one.call('PUT /account/book-places', { places: [placeIn(id, 2, Date.now())] })
  expect(await other.call('PUT /account/book-places', { places: [] })).toEqual([])
  await one.call('DELETE /account/reading', {})
  expect(await one.call('PUT /account/book-places', { places: [] })).toEqual([])
  const visitor = await aVisitor()
  await expect(visitor.call('PUT /account/book-places', { places: [] })).rejects.toMatchObject({
    status: 401,
  })
})

test('My books begin with the book that was read last, bought or free, and show how far each is read', async () => {
  const { call, reader } = await aReader()
  const [bought, free, refunded] = [
    await aReadableBook(),
    await aReadableBook({ price: 0 }),
    await aReadableBook(),
  ]
  await anOrder(bought.id, { readerId: reader.id })
  await refundNow((await anOrder(refunded.id, { readerId: reader.id })).id)
  const reading = async () =>
    (await call('GET /account/books', {})).reading.map(({ bookId, place }) => [
      bookId,
      place?.fraction,
    ])
  expect(await reading()).toEqual([[bought.id, undefined]])
  const now = Date.now()
  const places = [placeIn(free.id, 1, now - 2_000), placeIn(bought.id, 1, now - 3_000)]
  await call('PUT /account/book-places', { places })
  expect(await reading()).toEqual([
    [free.id, 0.25],
    [bought.id, 0.25],
  ])
  // Money that was given back closes the book, also as the one that was read last.
  await call('PUT /account/book-places', { places: [placeIn(refunded.id, 1, now)] })
  expect(await reading()).toEqual([
    [free.id, 0.25],
    [bought.id, 0.25],
  ])
})
