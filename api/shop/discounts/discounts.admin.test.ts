import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { aVisitor, theStaff } from '#tests/people.ts'
import { aBookOnSale } from '#tests/servers/pretend-provider.ts'
import { aDiscount, usesOf } from '#tests/shop/discounts.ts'
import { aPurchase } from '#tests/shop/purchases.ts'
import { does, endUndo } from '#tests/undo.ts'

const aShopkeeper = () => theStaff('shopkeeper')
const buyFree = async (code: string, fields: object = {}) => {
  const { id } = await aBookOnSale({ price: 1000 })
  return (await aVisitor()).call('POST /orders', aPurchase(id, { discountCode: code, ...fields }))
}

describe('a shop keeper', () => {
  test('makes a discount code, which is stored as it is compared, once for each name', async () => {
    const { call } = await aShopkeeper()
    const { id } = await aBookOnSale({ title: 'The Quiet Ledger' })
    const name = `back to school ${randomUUID().slice(0, 8)}`
    const made = await call('POST /admin/discounts', {
      code: name,
      off: 500.5,
      bookIds: [id],
      startsAt: '2026-01-01T00:00:00.000Z',
      endsAt: '2099-01-01T00:00:00.000Z',
      maxUses: 100,
      maxUsesOfBuyer: 1,
      note: 'For the schools in Jos',
    })
    const code = name.replaceAll(' ', '').toUpperCase()
    expect(made).toMatchObject({
      code,
      percent: null,
      off: 500.5,
      state: 'running',
      uses: 0,
      wasUsed: false,
      books: [{ id, title: 'The Quiet Ledger' }],
      maxUses: 100,
      maxUsesOfBuyer: 1,
      note: 'For the schools in Jos',
      paid: 0,
      given: 0,
      revision: 1,
    })
    await expect(
      call('POST /admin/discounts', { code: code.toLowerCase(), percent: 5 }),
    ).rejects.toMatchObject({
      status: 400,
      fields: { code: ['There is a discount code of this name already. Choose another one.'] },
    })
    const listed = await call('GET /admin/discounts', { search: code.slice(3).toLowerCase() })
    expect(listed).toMatchObject([{ code }])
    expect(await sql`select action from activity where subject_id = ${made.id}`).toMatchObject([
      { action: 'discountCreated' },
    ])
  })

  test('gets a code made up for a reviewer: one free copy', async () => {
    const { call } = await aShopkeeper()
    const free = { percent: 100, maxUses: 1, note: 'For a reviewer' }
    const [one, other] = await Promise.all([1, 2].map(() => call('POST /admin/discounts', free)))
    expect(one?.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    expect(other?.code).not.toBe(one?.code)
    expect((await buyFree(one?.code ?? '')).amount).toBe(0)
    await expect(buyFree(one?.code ?? '')).rejects.toMatchObject({ status: 400 })
  })

  test.each([
    ['neither percent nor naira', {}, 'percent'],
    ['both', { percent: 10, off: 10 }, 'percent'],
    ['0 percent', { percent: 0 }, 'percent'],
    ['101 percent', { percent: 101 }, 'percent'],
    ['half a percent', { percent: 0.5 }, 'percent'],
    ['a negative percentage', { percent: -10 }, 'percent'],
    ['an endless percentage', { percent: '1e309' }, 'percent'],
    ['negative naira', { off: -1 }, 'off'],
    ['no naira', { off: 0 }, 'off'],
    ['part of a kobo', { off: 1.005 }, 'off'],
    ['more than any price', { off: 100_000_000 }, 'off'],
    ['no uses', { percent: 10, maxUses: 0 }, 'maxUses'],
    ['no use of a buyer', { percent: 10, maxUsesOfBuyer: 0 }, 'maxUsesOfBuyer'],
    ['no books', { percent: 10, bookIds: [] }, 'bookIds'],
    ['a book that is not there', { percent: 10, bookIds: [randomUUID()] }, 'bookIds'],
    ['a code of 10,000 characters', { percent: 10, code: 'A'.repeat(10_000) }, 'code'],
    ['a code with signs', { percent: 10, code: 'A&B' }, 'code'],
    [
      'an end before its beginning',
      { percent: 10, startsAt: '2026-02-01T00:00:00.000Z', endsAt: '2026-01-01T00:00:00.000Z' },
      'endsAt',
    ],
  ])('gets an error at the field for %s', async (_, fields, name) => {
    const { call } = await aShopkeeper()
    await expect(call('POST /admin/discounts', fields as never)).rejects.toMatchObject({
      status: 400,
      fields: { [name]: [expect.any(String)] },
    })
  })

  test('changes everything of a code that nobody has used, and of a used one all but code and value', async () => {
    const { call } = await aShopkeeper()
    const made = await aDiscount({ percent: 100, maxUses: 5 })
    const changed = await call('PUT /admin/discounts/:id', {
      id: made.id,
      revision: 1,
      code: `${made.code}-B`,
      percent: 100,
      maxUses: 3,
    })
    expect(changed).toMatchObject({ code: `${made.code}-B`, maxUses: 3, revision: 2 })
    await buyFree(changed.code)
    await buyFree(changed.code)
    const { id, code } = changed
    const put = (fields: object) =>
      call('PUT /admin/discounts/:id', { id, code, percent: 100, maxUses: 3, ...fields })
    for (const [fields, name] of [
      [{ code: made.code }, 'code'],
      [{ percent: 50 }, 'percent'],
      [{ percent: null, off: 100 }, 'percent'],
      [{ maxUses: 1 }, 'maxUses'],
    ] as const) {
      await expect(put(fields)).rejects.toMatchObject({
        status: 400,
        fields: { [name]: [expect.any(String)] },
      })
    }
    expect(await put({ maxUses: 2, note: 'Two were enough' })).toMatchObject({
      maxUses: 2,
      uses: 2,
      state: 'usedUp',
      note: 'Two were enough',
      wasUsed: true,
    })
    await expect(put({ revision: 2 })).rejects.toMatchObject({ status: 409 })
  })

  test('ends a code at once, and takes that back within ten seconds', async () => {
    const keeper = await aShopkeeper()
    const made = await aDiscount({ percent: 100, startsAt: '2026-01-01T00:00:00.000Z' })
    const { answer, undo } = await does(keeper, 'POST /admin/discounts/:id/end', { id: made.id })
    expect(answer.state).toBe('ended')
    await expect(buyFree(made.code)).rejects.toMatchObject({ status: 400 })
    await keeper.call('POST /admin/undo/:id', { id: undo?.id ?? '' })
    expect(await keeper.call('GET /admin/discounts/:id', { id: made.id })).toMatchObject({
      state: 'running',
      endsAt: null,
    })
    expect((await buyFree(made.code)).amount).toBe(0)
    const second = await does(keeper, 'POST /admin/discounts/:id/end', { id: made.id })
    await endUndo(second.undo)
    await expect(
      keeper.call('POST /admin/undo/:id', { id: second.undo?.id ?? '' }),
    ).rejects.toMatchObject({ status: 410 })
    const again = await does(keeper, 'POST /admin/discounts/:id/end', { id: made.id })
    expect(again.undo).toBeUndefined()
    expect(
      await sql`select action from activity where subject_id = ${made.id} order by id`,
    ).toMatchObject(
      ['discountCreated', 'discountEnded', 'undone', 'discountEnded'].map((action) => ({ action })),
    )
  })

  test('sees which codes run, begin later, are used up and have ended, with what they came to', async () => {
    const { call } = await aShopkeeper()
    const before = await call('GET /admin/discount-counts', {})
    const runs = await aDiscount({ percent: 100 })
    const later = await aDiscount({ startsAt: '2099-01-01T00:00:00.000Z' })
    const usedUp = await aDiscount({ percent: 100, maxUses: 1 })
    const ended = await aDiscount({ endsAt: '2026-01-01T00:00:00.000Z' })
    await buyFree(usedUp.code, { quantity: 2 })
    const after = await call('GET /admin/discount-counts', {})
    for (const [state, { id }] of Object.entries({ running: runs, later, usedUp, ended })) {
      const listed = await call('GET /admin/discounts', { status: state as 'running' })
      expect(listed.map((row) => row.id)).toContain(id)
      expect(listed.every((row) => row.state === state)).toBe(true)
      expect(after[state as 'running']).toBe((before[state as 'running'] ?? 0) + 1)
    }
    expect(await call('GET /admin/discounts/:id', { id: usedUp.id })).toMatchObject({
      uses: 1,
      given: 2000,
      paid: 0,
    })
    expect(await usesOf(usedUp)).toBe(1)
    await expect(call('GET /admin/discounts/:id', { id: randomUUID() })).rejects.toMatchObject({
      status: 404,
      sentence: 'There is no such discount code.',
    })
  })
})
