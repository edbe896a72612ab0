import { expect, test } from 'vitest'
import type { AgeBand } from '#contract/magazine/age-bands.ts'
import { dataVersion } from '#db/data-version.ts'
import { sql } from '#db/sql.ts'
import { guardianLinkFor } from '#tests/magazine/guardians.ts'
import { aBook, aReader, aVisitor } from '#tests/people.ts'
import { anOrder } from '#tests/shop/buyers.ts'
import { hideUnansweredNames } from './reviews.queries.ts'

const line = 'PUT /books/:id/rating'
const young = 'A young reader'

/** A reader of this age, or of none that we know, who bought a book. */
async function aBuyer(ageBand?: AgeBand) {
  const person = await aReader(undefined, ageBand)
  if (!ageBand) await sql`update readers set age_band = null where id = ${person.reader.id}`
  const book = await aBook()
  const order = await anOrder(book.id, { readerId: person.reader.id })
  const review = (more: { reviewName?: string; ageBand?: AgeBand | ''; isAdult?: boolean } = {}) =>
    person.call(line, { id: book.id, rating: 4, review: 'It kept me awake.', ...more })
  const seen = async () => {
    const { review: given, reviewer } = await person.call('GET /orders/:reference', order)
    return [given?.name, reviewer]
  }
  const approve = () =>
    sql`update book_reviews set state = 'shown', decided_at = now() where book_id = ${book.id}`
  return { ...person, book, order, review, seen, approve }
}

test('a review has the name of an adult, and of a young reader whose guardian agrees to it', async () => {
  const adult = await aBuyer('18+')
  await adult.review({ reviewName: 'Ada, Jos' })
  expect(await adult.seen()).toEqual(['Ada, Jos', 'named'])

  const teen = await aBuyer('13-17')
  await teen.review({ reviewName: 'Ada, Jos', isAdult: true })
  expect(await teen.seen()).toEqual([young, 'young'])
  const guardian = await aVisitor()
  const link = await guardianLinkFor(teen)
  await guardian.call('POST /guardians/:id', { ...link, agrees: true })
  await teen.review({ reviewName: 'Ada, Jos' })
  expect(await teen.seen()).toEqual(['Ada, Jos', 'named'])
  // A guardian who agreed to stories alone did not agree to this.
  await sql`update guardian_answers set wording = 1 where guardian_id = ${link.id}`
  expect((await teen.seen())[1]).toBe('young')
  await teen.approve()
  const before = await dataVersion()
  await guardian.call('POST /guardians/:id', { ...link, agrees: false })
  expect(await guardian.call('GET /books/:id/reviews', { id: teen.book.id })).toMatchObject([
    { name: young, text: 'It kept me awake.' },
  ])
  expect(await dataVersion()).toBeGreaterThan(before)
})

test('a reader without an age tells it with the first review, and nothing is lost before', async () => {
  const unknown = await aBuyer()
  await expect(unknown.review({ ageBand: '' })).rejects.toMatchObject({
    status: 400,
    fields: { ageBand: ['Please choose your age'] },
  })
  expect(await unknown.seen()).toEqual([undefined, 'askBand'])
  // The stars alone ask nothing.
  await unknown.call(line, { id: unknown.book.id, rating: 2 })
  // Nor is a script asked, which sends no such field.
  await unknown.review({ reviewName: 'Ada, Jos' })
  expect(await unknown.seen()).toEqual([young, 'askBand'])
  await unknown.review({ ageBand: '13-17' })
  expect(await unknown.seen()).toEqual([young, 'young'])
})

test('a buyer without an account ticks once that they are 18 or older, until an account says otherwise', async () => {
  const { id } = await aBook()
  const order = await anOrder(id)
  const { call } = await aVisitor()
  const write = (isAdult?: boolean) =>
    call(line, { ...order, id, rating: 5, review: 'Good', reviewName: 'Ngozi B.', isAdult })
  const seen = async () => {
    const { review, reviewer } = await call('GET /orders/:reference', order)
    return [review?.name, reviewer]
  }
  await write()
  expect(await seen()).toEqual([young, 'askAdult'])
  await write(true)
  expect(await seen()).toEqual(['Ngozi B.', 'named'])
  await write()
  expect(await seen()).toEqual(['Ngozi B.', 'named'])
  // The order becomes the one of an account whose age is asked only later.
  const { reader, ...teen } = await aReader()
  await sql`update readers set age_band = null where id = ${reader.id}`
  await sql`update orders set reader_id = ${reader.id} where id = ${order.id}`
  expect((await seen())[0]).toBe('Ngozi B.')
  await teen.call('PUT /account/age', { ageBand: '13-17' })
  expect(await seen()).toEqual([young, 'young'])
  // Nor by hand.
  await sql`update book_reviews set name = 'Ngozi B.' where book_id = ${id}`
  expect((await seen())[0]).toBe(young)
})

test('a name shown before anybody was asked stays for 30 days, unless the age is told', async () => {
  const [silent, grown] = [await aBuyer('18+'), await aBuyer('18+')]
  for (const buyer of [silent, grown]) {
    await buyer.review({ reviewName: 'Ngozi Bassey-Udo' })
    await buyer.approve()
    await sql`update book_reviews set named_until = now() + interval '1 day' where book_id = ${buyer.book.id}`
    await sql`update readers set age_band = null where id = ${buyer.reader.id}`
  }
  expect((await silent.seen())[0]).toBe('Ngozi Bassey-Udo')
  await grown.call('PUT /account/age', { ageBand: '18+' })
  for (const { book } of [silent, grown])
    await sql`update book_reviews set named_until = now() - interval '1 second' where book_id = ${book.id}`
  await hideUnansweredNames()
  expect(await silent.seen()).toEqual([young, 'askBand'])
  expect(await grown.seen()).toEqual(['Ngozi Bassey-Udo', 'named'])
  const { call } = await aVisitor()
  expect(await call('GET /books/:id/reviews', { id: silent.book.id })).toHaveLength(1)
})
