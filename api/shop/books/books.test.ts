import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { testPayments } from '#api/integrations/test-checkout.ts'
import { contract } from '#contract/endpoints/contract.ts'
import { bookSummary } from '#contract/endpoints/shop/books.ts'
import { dataVersion } from '#db/data-version.ts'
import { sql } from '#db/sql.ts'
import { aFolder } from '#tests/folders.ts'
import { aBook, aVisitor, startApp, theStaff } from '#tests/people.ts'
import { publishSetting } from '#tests/settings.ts'
import { giveFile } from '#tests/shop/buyers.ts'

const bookMissing = /^404: .*The book you're looking for doesn't exist/

/** A word of one test's own, so that its searches find its own books only. */
const ownWord = () => `w${randomUUID().replaceAll('-', '').slice(0, 12)}`

describe('a shopper who looks at one book', () => {
  test('gets every field of the contract and no other, the sample included', async () => {
    const { id } = await aBook({ content: 'Chapter one. Nobody had counted the goats.' })
    const { call } = await aVisitor()
    const found = await call('GET /books/:id', { id })
    const fields = Object.keys(contract['GET /books/:id'].output.shape)
    expect(Object.keys(found).sort()).toEqual(fields.sort())
    expect(found.content).toBe('Chapter one. Nobody had counted the goats.')
  })

  test.each([0, 20, 1250.5, 99_999_999.99])('reads %d naira as a number', async (price) => {
    const { id } = await aBook({ price })
    const { call } = await aVisitor()
    expect((await call('GET /books/:id', { id })).price).toBe(price)
  })

  test('sees whether it can be bought: with a PDF, and free or with a payment provider', async () => {
    const { call } = await aVisitor()
    const open = await aVisitor(
      await startApp({ payments: testPayments({ publicUrl: 'https://ascend.example' }) }),
    )
    const seen = async (id: string) =>
      Promise.all([call('GET /books/:id', { id }), open.call('GET /books/:id', { id })]).then(
        (books) => books.map(({ sale }) => sale),
      )
    const { id } = await aBook({ price: 500 })
    const free = await aBook({ price: 0 })
    expect(await seen(id)).toEqual(['noPdfYet', 'noPdfYet'])
    const dataDir = await aFolder()
    await giveFile(id, dataDir)
    await giveFile(free.id, dataDir)
    expect(await seen(id)).toEqual(['notOpen', 'open'])
    expect(await seen(free.id)).toEqual(['open', 'open'])
  })

  test('gets a fresh page after a new PDF', async () => {
    const { id } = await aBook({ price: 500 })
    const before = await dataVersion()
    await giveFile(id, await aFolder())
    expect(await dataVersion()).toBeGreaterThan(before)
  })

  test('reads times in ISO 8601 and UTC', async () => {
    const { id } = await aBook({ createdAt: '2024-06-05T10:30:00+01:00' })
    const { call } = await aVisitor()
    expect((await call('GET /books/:id', { id })).createdAt).toBe('2024-06-05T09:30:00.000Z')
  })

  test('is told that a draft does not exist', async () => {
    const { id } = await aBook({ isPublished: false })
    const { call } = await aVisitor()
    await expect(call('GET /books/:id', { id })).rejects.toThrow(bookMissing)
  })

  test('is told that an unknown book does not exist', async () => {
    const { call } = await aVisitor()
    await expect(call('GET /books/:id', { id: randomUUID() })).rejects.toThrow(bookMissing)
  })
})

describe('a shopper who looks at the shelf', () => {
  test('gets every field of the contract but the sample', async () => {
    const search = ownWord()
    await aBook({ title: search, content: 'A sample' })
    const { call } = await aVisitor()
    const [item] = await call('GET /books', { search })
    expect(Object.keys(item ?? {}).sort()).toEqual(Object.keys(bookSummary.shape).sort())
    expect(item).not.toHaveProperty('content')
  })

  test('sees the newest book first', async () => {
    const search = ownWord()
    const [old, fresh] = [
      await aBook({ title: search, createdAt: '2024-01-01T00:00:00Z' }),
      await aBook({ title: search, createdAt: '2024-02-01T00:00:00Z' }),
    ]
    const { call } = await aVisitor()
    const found = await call('GET /books', { search })
    expect(found.map(({ id }) => id)).toEqual([fresh.id, old.id])
  })

  test('never sees a draft, in the list or in the count', async () => {
    const search = ownWord()
    const { id } = await aBook({ title: search })
    await aBook({ title: search, isPublished: false })
    const { callPage } = await aVisitor()
    const { items, total } = await callPage('GET /books', { search })
    expect(items.map((item) => item.id)).toEqual([id])
    expect(total).toBe(1)
  })

  test('pages through it and gets the total count', async () => {
    const search = ownWord()
    for (let many = 0; many < 5; many++) await aBook({ title: `${search} ${many}` })
    const { callPage } = await aVisitor()
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => callPage('GET /books', { search, page, pageSize: 2 })),
    )
    expect(pages.map(({ items }) => items.length)).toEqual([2, 2, 1, 0])
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5])
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(5)
  })

  test('is offered each category with published books once', async () => {
    const { call } = await aVisitor()
    await sql`delete from books where category = 'Policy'`
    await aBook({ category: 'Guide' })
    await aBook({ category: 'Guide' })
    await aBook({ category: 'Policy', isPublished: false })
    const categories = await call('GET /books/categories', {})
    expect(categories.filter((category) => category === 'Guide')).toHaveLength(1)
    expect(categories).not.toContain('Policy')
    await aBook({ category: 'Policy' })
    expect(await call('GET /books/categories', {})).toContain('Policy')
  })

  test('filters it by category; an unknown one gives an empty list', async () => {
    const search = ownWord()
    const { id } = await aBook({ title: search, category: 'Guide' })
    await aBook({ title: search, category: 'Policy' })
    const { call } = await aVisitor()
    const guides = await call('GET /books', { search, category: 'Guide' })
    expect(guides.map((item) => item.id)).toEqual([id])
    expect(await call('GET /books', { search, category: 'Cookery' })).toEqual([])
  })
})

describe('a shopper who searches', () => {
  test('finds a word in title, description or author, ignoring case', async () => {
    const word = ownWord()
    const ids = [
      await aBook({ title: `The ${word.toUpperCase()} Road` }),
      await aBook({ description: `A guide to ${word} for people who were told that it is hard.` }),
      await aBook({ authorName: `Ada ${word.slice(0, 1).toUpperCase()}${word.slice(1)}` }),
    ].map(({ id }) => id)
    const { call } = await aVisitor()
    for (const search of [word, word.toUpperCase(), `  ${word} `]) {
      const found = await call('GET /books', { search })
      expect(found.map(({ id }) => id).sort()).toEqual([...ids].sort())
    }
  })

  test('finds part of a word', async () => {
    const word = ownWord()
    const { id } = await aBook({ title: `Un${word}able` })
    const { call } = await aVisitor()
    expect(await call('GET /books', { search: word.slice(1, 9) })).toMatchObject([{ id }])
  })

  test('does not find text of the sample', async () => {
    const word = ownWord()
    await aBook({ content: word })
    const { call } = await aVisitor()
    expect(await call('GET /books', { search: word })).toEqual([])
  })

  test('does not find a phrase across two fields', async () => {
    const word = ownWord()
    await aBook({ title: `${word} end`, description: 'start of a description of some length' })
    const { call } = await aVisitor()
    expect(await call('GET /books', { search: `${word} end start` })).toEqual([])
    expect(await call('GET /books', { search: `${word} endstart` })).toEqual([])
  })

  test.each([
    '100% honest',
    '%',
    'snake_case',
    '_',
    'back\\slash',
    '\\',
    '\\%',
    "the girl's own",
    "'",
    '"quoted"',
    "'; drop table books; --",
    '$1 {x}',
    '<b>',
    '\\u0000',
    '₦500',
  ])('finds %s as it is written, and nothing else', async (sign) => {
    const word = ownWord()
    const { id } = await aBook({ title: `${word}${sign}${word}` })
    await aBook({ title: `${word}x${word}` })
    await aBook({ title: `${word}${word}` })
    const { call } = await aVisitor()
    const found = await call('GET /books', { search: `${word}${sign}${word}` })
    expect(found.map((item) => item.id)).toEqual([id])
  })

  test.each(['Ọ̀ṢUN', 'Ẹ̀KỌ́', 'İstanbul', 'ΟΔΟΣ', 'Straße'])(
    'finds %s by its own name',
    async (name) => {
      const word = ownWord()
      const { id } = await aBook({ title: `${word} ${name}` })
      const { call } = await aVisitor()
      expect(await call('GET /books', { search: `${word} ${name}` })).toMatchObject([{ id }])
    },
  )

  test('finds a word with tone marks however the keyboard composes them', async () => {
    const word = ownWord()
    const { id } = await aBook({ title: `${word} Ọ̀nà`.normalize('NFC') })
    const { call } = await aVisitor()
    const decomposed = `${word} Ọ̀nà`.normalize('NFD')
    expect(await call('GET /books', { search: decomposed })).toMatchObject([{ id }])
  })

  test('who types only spaces sees the whole shelf', async () => {
    const { callPage } = await aVisitor()
    const all = await callPage('GET /books', {})
    expect(await callPage('GET /books', { search: '   ' })).toEqual(all)
    expect(await callPage('GET /books', { search: '' })).toEqual(all)
  })

  test('may type 200 characters, not more', async () => {
    const { call } = await aVisitor()
    expect(await call('GET /books', { search: 'x'.repeat(200) })).toEqual([])
    await expect(call('GET /books', { search: 'x'.repeat(201) })).rejects.toMatchObject({
      status: 400,
      fields: { search: ['Search must be at most 200 characters'] },
    })
  })
})

describe('a shopper who filters by price', () => {
  const prices = [0, 19.99, 20, 20.01, 35, 49.99, 50, 50.01, 3500]

  test.each([
    ['under-20', [0, 19.99]],
    ['20-50', [20, 20.01, 35, 49.99, 50]],
    ['over-50', [50.01, 3500]],
  ] as const)('sees %s with exact edges', async (price, expected) => {
    const search = ownWord()
    await Promise.all(prices.map((naira) => aBook({ title: search, price: naira })))
    const { callPage } = await aVisitor()
    const { items, total } = await callPage('GET /books', { search, price })
    expect(items.map((item) => item.price).sort((a, b) => a - b)).toEqual(expected)
    expect(total).toBe(expected.length)
  })

  test.each(['cheap', 'under-30', '20', 'toString', '__proto__', 'UNDER-20'])(
    'gets an error for price=%s',
    async (price) => {
      const { send } = await aVisitor()
      const response = await send(`/api/books?price=${price}`)
      expect(response.status).toBe(400)
      expect((await response.json()).errors).toEqual({
        price: ['Price must be one of under-20, 20-50, over-50'],
      })
    },
  )

  test('is not needed: an empty one, as a form sends it, means every price', async () => {
    const search = ownWord()
    await Promise.all(prices.map((naira) => aBook({ title: search, price: naira })))
    const { send } = await aVisitor()
    const response = await send(`/api/books?search=${search}&price=&category=`)
    expect(response.headers.get('X-Total-Count')).toBe(String(prices.length))
  })

  test('finds other books once the publisher has set other bounds, and the old ones once that is taken back', async () => {
    const search = ownWord()
    await Promise.all([40, 2500].map((naira) => aBook({ title: search, price: naira })))
    const { call } = await aVisitor()
    const pricesBetween = async () =>
      (await call('GET /books', { search, price: '20-50' })).map(({ price }) => price)
    expect(await pricesBetween()).toEqual([40])
    const editor = await theStaff('editor')
    await publishSetting(editor, 'prices', { lowerBound: 2000, upperBound: 5000 })
    expect(await pricesBetween()).toEqual([2500])
    await publishSetting(editor, 'prices', { lowerBound: 20, upperBound: 50 })
    expect(await pricesBetween()).toEqual([40])
  })

  test('may combine it with a category and a search', async () => {
    const search = ownWord()
    const { id } = await aBook({ title: search, price: 20, category: 'Guide' })
    await aBook({ title: search, price: 20, category: 'Novel' })
    await aBook({ title: search, price: 60, category: 'Guide' })
    const { call } = await aVisitor()
    const found = await call('GET /books', { search, category: 'Guide', price: '20-50' })
    expect(found.map((item) => item.id)).toEqual([id])
  })
})

describe('the shelf', () => {
  test('shows a changed price and the right count at once', async () => {
    const search = ownWord()
    const { id } = await aBook({ title: search, price: 10 })
    const { callPage } = await aVisitor()
    const cheap = () => callPage('GET /books', { search, price: 'under-20' })
    expect((await cheap()).total).toBe(1)
    await sql`update books set price = 21 where id = ${id}`
    expect(await cheap()).toEqual({ items: [], total: 0 })
    await sql`update books set price = 11 where id = ${id}`
    expect(await cheap()).toMatchObject({ items: [{ price: 11 }], total: 1 })
  })
})
