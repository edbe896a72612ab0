import { describe, expect, test } from 'vitest'
import { chaptersAnHour, keepsADay, mostAsked } from '#contract/shop/reading.ts'
import { sql } from '#db/sql.ts'
import { asForm } from '#tests/magazine/posts.ts'
import { aReader, aVisitor, startApp } from '#tests/people.ts'
import { anOrder, refundNow } from '#tests/shop/buyers.ts'
import { aReadableBook, aText } from '#tests/shop/chapters.ts'

const base = await startApp()

/** A browser in which an order of the book was opened, and the order. */
async function aBuyerOf(id: string) {
  const [buyer, order] = [await aVisitor(base), await anOrder(id)]
  const { reference, key } = order
  await buyer.send(`/api/books/${id}/read`, asForm({ reference, key }))
  return { ...buyer, order }
}

const refusedWith = (status: number) => ({ status })

describe('keeping a bought book', () => {
  test('lets all of its chapters be fetched at once, and counts as reading it', async () => {
    const { id } = await aReadableBook({}, aText(chaptersAnHour + 2))
    const { call, order } = await aBuyerOf(id)
    const readAt = async () =>
      (await sql`select read_at from orders where id = ${order.id}`)[0]?.['readAt']
    expect(await readAt()).toBeNull()
    expect(await call('POST /books/:id/keep', { id })).toEqual({ access: 'own' })
    expect(await readAt()).not.toBeNull()
    for (let number = 1; number <= chaptersAnHour + 2; number++)
      await call('GET /books/:id/read-access', { id, number })
    // They count again once the permit is over.
    await sql`update rate_limits set expire = 1 where key like 'keep:%'`
    for (let at = 0; at < chaptersAnHour; at++)
      await call('GET /books/:id/read-access', { id, number: 1 })
    await expect(call('GET /books/:id/read-access', { id, number: 1 })).rejects.toMatchObject(
      refusedWith(429),
    )
  })

  test('is one permit while it is fresh, and three a day', async () => {
    const { id } = await aReadableBook()
    const { call, send } = await aBuyerOf(id)
    for (let at = 0; at < keepsADay; at++) {
      await call('POST /books/:id/keep', { id })
      await call('POST /books/:id/keep', { id })
      await sql`update rate_limits set expire = 1 where key like 'keep:%'`
    }
    const refused = await send(`/api/books/${id}/keep`, { method: 'POST' })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(23 * 3600)
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('tomorrow') })
  })

  test('needs the right to read it; a free book needs no permit, and sets nothing', async () => {
    const [bought, free] = [await aReadableBook(), await aReadableBook({ price: 0 })]
    const visitor = await aVisitor(base)
    const keep = (id: string) => visitor.call('POST /books/:id/keep', { id })
    await expect(keep(bought.id)).rejects.toMatchObject(refusedWith(403))
    for (let at = 0; at <= keepsADay; at++) expect(await keep(free.id)).toEqual({ access: 'free' })
    expect(visitor.cookies.size).toBe(0)
    const buyer = await aBuyerOf(bought.id)
    await refundNow(buyer.order.id)
    await expect(buyer.call('POST /books/:id/keep', { id: bought.id })).rejects.toMatchObject(
      refusedWith(410),
    )
    await expect(keep('00000000-0000-4000-8000-000000000000')).rejects.toMatchObject(
      refusedWith(404),
    )
  })

  test('says its size first: its text as it is sent, and pictures apart', async () => {
    const { id } = await aReadableBook({ price: 0 })
    const { call } = await aVisitor(base)
    const { sizes, editionId } = await call('GET /books/:id/read', { id })
    expect(sizes).toMatchObject({ pictures: 0, shown: 0 })
    expect(sizes.text).toBeGreaterThan(30_000)
    const url = '/uploads/00000000-0000-4000-8000-000000000001/1600.webp'
    await sql`insert into book_pictures ${sql({ editionId, number: 0, place: 'a.jpg', url, width: 1600, height: 800 })}`
    const more = (await call('GET /books/:id/read', { id })).sizes
    expect(more).toMatchObject({ text: sizes.text, shown: 1 })
    expect(more.pictures).toBe(Math.round(960 * 480 * 0.12))
  })
})

describe('a device that asks about the books it keeps', () => {
  test('learns which are open to it, which were refunded, and nothing of others’', async () => {
    const [own, back, free, foreign] = await Promise.all([
      aReadableBook(),
      aReadableBook(),
      aReadableBook({ price: 0 }),
      aReadableBook(),
    ])
    const { reader, ...phone } = await aReader(base)
    await anOrder(own.id, { readerId: reader.id })
    await refundNow((await anOrder(back.id, { readerId: reader.id })).id)
    const missing = '00000000-0000-4000-8000-000000000000'
    const ids = [own.id, back.id, free.id, foreign.id, missing].join()
    const answer = await phone.send(`/api/kept-books?ids=${ids}`)
    expect(answer.headers.get('Cache-Control')).toContain('no-store')
    expect(await answer.json()).toEqual({
      accesses: ['own', 'refunded', 'free', 'closed', 'closed'],
    })
  })

  test('gets an answer of less than 1 KB, and is refused more than it may ask', async () => {
    const { send } = await aVisitor(base)
    const { id } = await aReadableBook()
    const ask = (count: number) =>
      send(`/api/kept-books?ids=${Array.from({ length: count }, () => id).join()}`)
    expect((await (await ask(mostAsked)).text()).length).toBeLessThan(1024)
    for (const path of [`?ids=${id},`, '?ids=', '', '?ids=all'])
      expect((await send(`/api/kept-books${path}`)).status).toBe(400)
    expect((await ask(mostAsked + 1)).status).toBe(400)
  })

  test('goes on to be a browser that opens the book', async () => {
    const { id } = await aReadableBook()
    const { send, order } = await aBuyerOf(id)
    await sql`
      update order_browsers set used_at = now() - interval '20 days' where order_id = ${order.id}`
    const answer = await send(`/api/kept-books?ids=${id}`)
    expect(answer.headers.getSetCookie().join()).toMatch(/^__Host-bought=/)
  })
})

describe('“Close my books here”', () => {
  test('ends what was opened in this browser, without a script too, and in no other', async () => {
    const { id } = await aReadableBook()
    const buyer = await aBuyerOf(id)
    const other = await aVisitor(base)
    const { reference, key } = buyer.order
    await other.send(`/api/books/${id}/read`, asForm({ reference, key }))
    const answer = await buyer.send(`/api/books/${id}/close`, asForm({}))
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/book/${id}#buyers`])
    expect(answer.headers.getSetCookie().join()).toMatch(/^__Host-bought=;.*1970/)
    expect((await buyer.call('GET /books/:id/read-access', { id })).access).toBe('closed')
    expect((await other.call('GET /books/:id/read-access', { id })).access).toBe('own')
    const rows = await sql`select from order_browsers where order_id = ${buyer.order.id}`
    expect(rows).toHaveLength(1)
  })

  test('does nothing in a browser that has nothing', async () => {
    const { id } = await aReadableBook()
    const { send } = await aVisitor(base)
    expect((await send(`/api/books/${id}/close`, asForm({}))).status).toBe(303)
  })
})
