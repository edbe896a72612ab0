import { describe, expect, test } from 'vitest'
import { refundPaidOrder } from '#api/shop/orders/settle-order.ts'
import { shopWith } from '#api/shop/shop.ts'
import { browsersOfOrder } from '#contract/shop/reading.ts'
import { sql, transaction } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { asForm } from '#tests/magazine/posts.ts'
import { aReader, aVisitor, startApp } from '#tests/people.ts'
import { anOrder } from '#tests/shop/buyers.ts'
import { aReadableBook } from '#tests/shop/chapters.ts'
import { rowOf } from '#tests/shop/purchases.ts'

const base = await startApp({ orderSecret: composeWith.orderSecret })
type Visitor = Pick<Awaited<ReturnType<typeof aVisitor>>, 'call' | 'send'>

const needsAddress = {
  status: 400,
  fields: { email: ['Please enter a valid email address'] },
}

/** A school with two codes of a book that is read here. */
async function aSchool({ opensHere = true } = {}) {
  const { id } = await aReadableBook()
  const order = await anOrder(id, { quantity: 3 })
  const { call, send } = await aVisitor(base)
  const { reference, key } = order
  const choose = (answer: 'yes' | 'no') =>
    call('POST /orders/:reference/codes/open', { reference, key, opensHere: answer })
  if (opensHere) await choose('yes')
  const [code = '', other = ''] = order.codes
  const codes = async () => (await call('GET /orders/:reference', { reference, key })).codes
  return { bookId: id, order, code, other, choose, codes, send }
}

const redeem = ({ call }: Visitor, code: string, email?: string) =>
  call('POST /redeem', { code, name: 'Bisi', ...(email && { email }) })
const accessOf = async ({ call }: Visitor, id: string) =>
  (await call('GET /books/:id/read-access', { id })).access

describe('a pupil without an address', () => {
  test('opens the book in their browser by the code alone, and nobody is written to', async () => {
    const { bookId, code, codes } = await aSchool()
    const [pupil, friend] = [await aVisitor(base), await aVisitor(base)]
    const { reference, orderUrl } = await redeem(pupil, code)
    expect(orderUrl).toBe(`/book/${bookId}/read`)
    expect(await accessOf(pupil, bookId)).toBe('own')
    expect(await pupil.call('GET /books/:id/read-stamp', { id: bookId })).toEqual({
      name: 'Bisi',
      reference,
    })
    expect(await accessOf(friend, bookId)).toBe('closed')
    const row = await rowOf(reference)
    expect(row).toMatchObject({ buyerEmail: '', readerId: null, amountKobo: 0, state: 'paid' })
    expect(await sql`select kind from mails where data ->> 'orderId' = ${row.id}`).toEqual([])
    // What the school sees.
    expect(await codes()).toMatchObject([{ isRedeemed: true }, { isRedeemed: false }])
    expect(JSON.stringify(await codes())).not.toContain('Bisi')
  })

  test('does so by an ordinary form, which leaves the address empty', async () => {
    const { bookId, code } = await aSchool()
    const pupil = await aVisitor(base)
    const form = { code, name: 'Bisi', email: ' ' }
    const response = await pupil.send('/api/redeem', asForm(form))
    const to = response.headers.get('Location')
    expect([response.status, to]).toEqual([303, `/book/${bookId}/read`])
    expect(await accessOf(pupil, bookId)).toBe('own')
  })

  test('opens it again by the code, in five browsers, of which the next ends the one unused longest', async () => {
    const { bookId, code } = await aSchool()
    const browsers: Visitor[] = await Promise.all(
      Array.from({ length: browsersOfOrder + 1 }, () => aVisitor(base)),
    )
    const references = new Set<string>()
    for (const browser of browsers) {
      const { reference } = await redeem(browser, code.toLowerCase())
      references.add(reference)
      await sql`
        update order_browsers set used_at = used_at - interval '1 hour'
        where order_id = (select id from orders where reference = ${reference})`
    }
    expect(references.size).toBe(1)
    const accesses = await Promise.all(browsers.map((browser) => accessOf(browser, bookId)))
    expect(accesses).toEqual(['closed', ...Array(browsersOfOrder).fill('own')])
    // An account with an address in the form has the code as well.
    const { email, ...reader } = await aReader(base)
    expect((await redeem(reader, code, email)).orderUrl).toBe(`/book/${bookId}/read`)
    expect(await rowOf([...references][0] ?? '')).toMatchObject({ buyerEmail: '' })
  })

  test('is told to give one for any other code, which stays as it was', async () => {
    const { code, other, codes, choose } = await aSchool({ opensHere: false })
    const pupil = await aVisitor(base)
    await expect(redeem(pupil, code)).rejects.toMatchObject(needsAddress)
    await redeem(pupil, other, 'bisi@schools.example')
    await choose('yes')
    await expect(redeem(pupil, other)).rejects.toMatchObject(needsAddress)
    await choose('no')
    await expect(redeem(pupil, code)).rejects.toMatchObject(needsAddress)
    expect(await codes()).toMatchObject([{ isRedeemed: false }, { isRedeemed: true }])
    await expect(redeem(pupil, 'ABCD')).rejects.toMatchObject({
      status: 400,
      sentence: 'This code is not known. Please check its letters and digits.',
    })
  })

  test('loses the book when the school gets its money back, and the code says so', async () => {
    const { bookId, order, code, other } = await aSchool()
    const pupil = await aVisitor(base)
    const { reference } = await redeem(pupil, code)
    const refunded = { by: 'publisher', providerStatus: 'refunded' } as const
    await transaction(() =>
      refundPaidOrder(
        order.id,
        refunded,
        shopWith(() => [], composeWith.orderSecret),
      ),
    )
    expect(await accessOf(pupil, bookId)).toBe('refunded')
    await expect(redeem(pupil, code)).rejects.toMatchObject({
      status: 410,
      sentence: 'This code has ended: the money for it was given back.',
    })
    await expect(redeem(pupil, other)).rejects.toMatchObject({ status: 400 })
    const { id } = await rowOf(reference)
    expect(await sql`select kind from mails where data ->> 'orderId' = ${id}`).toEqual([])
  })

  test('is one order in twenty simultaneous attempts', async () => {
    const { bookId, code } = await aSchool()
    const pupil = await aVisitor(base)
    const copies = await Promise.all(Array.from({ length: 20 }, () => redeem(pupil, code)))
    expect(new Set(copies.map(({ reference }) => reference)).size).toBe(1)
    const made = await sql`select 1 from orders where book_id = ${bookId} and provider = 'gift'`
    expect(made).toHaveLength(1)
  })

  test('cannot be guessed: one network has sixty attempts an hour', async () => {
    const { call } = await aVisitor(await startApp())
    const statuses: unknown[] = []
    for (let round = 0; round < 61; round++)
      await call('POST /redeem', { code: `ABCD${round}`, name: 'A' }).catch(({ status }) =>
        statuses.push(status),
      )
    expect(statuses).toEqual([...Array(60).fill(400), 429])
  })
})

describe('a school', () => {
  test('chooses so only for a book that is read here', async () => {
    const { bookId, code, choose } = await aSchool()
    await sql`update books set is_readable = false where id = ${bookId}`
    await expect(choose('yes')).rejects.toMatchObject({
      status: 409,
      sentence: 'The text of this book is not ready to be read here.',
    })
    await expect(redeem(await aVisitor(base), code)).rejects.toMatchObject(needsAddress)
    await choose('no')
  })

  test('chooses by an ordinary form, with the key of its order', async () => {
    const { order, code, send } = await aSchool({ opensHere: false })
    const { reference, key } = order
    const path = `/api/orders/${reference}/codes/open`
    const wrong = await send(path, asForm({ key: 'x'.repeat(43), opensHere: 'yes' }))
    expect(wrong.status).toBe(404)
    const response = await send(path, asForm({ key, opensHere: 'yes' }))
    const back = `/order/${reference}?key=${key}#codes`
    expect([response.status, response.headers.get('Location')]).toEqual([303, back])
    expect((await redeem(await aVisitor(base), code)).reference).toMatch(/^ASC-/)
  })

  test('whose pupil gives an address gives them a copy with mail and file, as ever', async () => {
    const { code } = await aSchool()
    const pupil = await aVisitor(base)
    const email = `pupil-${code}@schools.example`.toLowerCase()
    const { orderUrl, reference } = await redeem(pupil, code, email)
    expect(orderUrl).toMatch(new RegExp(`^/order/${reference}\\?key=.`))
    expect(await sql`select kind from mails where recipient = ${email}`).toEqual([{ kind: 'gift' }])
    await expect(redeem(pupil, code)).rejects.toMatchObject(needsAddress)
  })
})

test('whoever names the number of an order without an address has nothing mailed', async () => {
  const { code } = await aSchool()
  const { call } = await aVisitor(base)
  const { reference } = await redeem(await aVisitor(base), code)
  // Staff may name it so; whoever has the code sees it at the foot of a chapter.
  await call('POST /orders/find', { query: reference })
  // The next search is answered after it.
  const known = await anOrder((await aReadableBook()).id)
  await call('POST /orders/find', { query: known.reference })
  await expect
    .poll(
      () => sql`select 1 from mails where recipient = ${known.buyerEmail} and kind = 'orderLinks'`,
    )
    .toHaveLength(1)
  expect(await sql`select 1 from mails where recipient = ''`).toHaveLength(0)
})
