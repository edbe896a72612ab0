import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { findDownload, listCodes } from '#api/shop/orders/copies.queries.ts'
import { downloadLink } from '#contract/form-limits.ts'
import { sql } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { aFolder } from '#tests/folders.ts'
import { asForm } from '#tests/magazine/posts.ts'
import { aReader, aVisitor, startApp } from '#tests/people.ts'
import { aBookWithFile, anOrder, refundNow } from '#tests/shop/buyers.ts'

const { orderSecret } = composeWith
const base = await startApp({ dataDir: await aFolder() })
const dataDir = await aFolder()
const unknown = {
  status: 400,
  sentence: 'This code is not known. Please check its letters and digits.',
}
const used = { status: 409, sentence: expect.stringContaining('has been used') }

const anEmail = () => `friend-${randomUUID()}@friends.example`

/** Somebody who was given one of two codes of an order of three copies. */
async function aFriend() {
  const book = await aBookWithFile(dataDir)
  const order = await anOrder(book.id, { quantity: 3 })
  const visitor = await aVisitor(base)
  const email = anEmail()
  const [code = '', other = ''] = order.codes
  const redeem = (typed: string, by = email, name = 'Ada Obi') =>
    visitor.call('POST /redeem', { code: typed, name, email: by })
  return { ...visitor, book, order, email, code, other, redeem }
}

const ordersOf = (bookId: string) =>
  sql`select * from orders where book_id = ${bookId} and provider = 'gift'`
const giftMailsTo = (email: string) =>
  sql`select data from mails where kind = 'gift' and recipient = ${email}`

describe('somebody with a gift code', () => {
  test('gets an order of their own with a download, and a mail that leads to it', async () => {
    const { book, order, email, code, redeem, call } = await aFriend()
    const { reference, orderUrl } = await redeem(code)
    expect(reference).toMatch(/^ASC-[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(reference).not.toBe(order.reference)
    const key = new URL(orderUrl, base).searchParams.get('key') ?? ''
    expect(orderUrl).toBe(`/order/${reference}?key=${key}`)
    expect(await call('GET /orders/:reference', { reference, key })).toMatchObject({
      status: 'paid',
      bookId: book.id,
      quantity: 1,
      amount: 0,
      buyerName: 'Ada Obi',
      buyerEmail: email,
      download: { left: 10, isOver: false },
      codes: [],
    })
    expect(await ordersOf(book.id)).toMatchObject([
      { isTest: false, amountKobo: 0, readerId: null },
    ])
    const [mail] = await giftMailsTo(email)
    expect(mail?.['data']).toMatchObject({ reference, name: 'Ada Obi', title: 'The Quiet Ledger' })
    expect(JSON.stringify(mail)).not.toContain(key)
  })

  test('downloads the book without using up the downloads of the giver', async () => {
    const folder = await aFolder()
    const shop = await startApp({ dataDir: folder })
    const book = await aBookWithFile(folder)
    const giver = await anOrder(book.id, { quantity: 2 })
    const { call, send } = await aVisitor(shop)
    const { reference, orderUrl } = await call('POST /redeem', {
      code: giver.codes[0] ?? '',
      name: 'Ada Obi',
      email: anEmail(),
    })
    const key = new URL(orderUrl, shop).searchParams.get('key') ?? ''
    const { download } = await call('GET /orders/:reference', { reference, key })
    const response = await send(download?.url ?? '')
    expect(Buffer.from(await response.arrayBuffer()).equals(book.file)).toBe(true)
    expect((await findDownload(giver.id, composeWith))?.left).toBe(downloadLink.downloads)
  })

  test.each<[string, (code: string) => string]>([
    ['without dashes', (code) => code.replaceAll('-', '')],
    ['in small letters', (code) => code.toLowerCase()],
    ['with blanks around and within', (code) => `  ${code.replaceAll('-', '  ')} `],
    ['with the dashes of a word processor', (code) => code.replaceAll('-', '–')],
    ['with O for 0 and I for 1', (code) => code.replaceAll('0', 'O').replaceAll('1', 'I')],
    ['with o for 0 and l for 1', (code) => code.replaceAll('0', 'o').replaceAll('1', 'l')],
  ])('may type it %s', async (_, type) => {
    const { redeem, order } = await aFriend()
    for (const code of order.codes) {
      expect((await redeem(type(code))).reference).toMatch(/^ASC-/)
    }
  })

  test('gets the same order for a repeated code, and no second mail', async () => {
    const { book, code, email, redeem } = await aFriend()
    const first = await redeem(code)
    expect(await redeem(code.toLowerCase(), email.toUpperCase())).toEqual(first)
    expect(await ordersOf(book.id)).toHaveLength(1)
    expect(await giftMailsTo(email)).toHaveLength(1)
  })

  test('gets one order from twenty simultaneous attempts', async () => {
    const { book, code, email, redeem } = await aFriend()
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(code)))
    expect(new Set(answers.map(({ reference }) => reference)).size).toBe(1)
    expect(await ordersOf(book.id)).toHaveLength(1)
    expect(await giftMailsTo(email)).toHaveLength(1)
  })

  test('is the only one of twenty people who try it at the same moment', async () => {
    const { book, code, redeem } = await aFriend()
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => redeem(code, anEmail())),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const tried of tries) {
      if (tried.status === 'rejected') expect(tried.reason).toMatchObject(used)
    }
    expect(await ordersOf(book.id)).toHaveLength(1)
  })

  test('finds the book in their library when signed in', async () => {
    const { order, book } = await aFriend()
    const { call, reader, email } = await aReader(base)
    const { reference, orderUrl } = await call('POST /redeem', {
      code: order.codes[0] ?? '',
      name: 'Tamuno',
      email,
    })
    const { library } = await call('GET /account/books', {})
    expect(library).toMatchObject([{ reference, orderUrl, quantity: 1, book: { id: book.id } }])
    expect(await ordersOf(book.id)).toMatchObject([{ readerId: reader.id }])
  })

  test('can submit a form without script, which leads to the order', async () => {
    const { send, code, email } = await aFriend()
    const form = asForm({ code, name: 'Ada Obi', email }, { Origin: 'https://ascend.example' })
    const response = await send('/api/redeem', form)
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toMatch(/^\/order\/ASC-\w+\?key=./)
  })
})

describe('a gift code', () => {
  test('that somebody else redeemed is said to be used, and is shown to the giver as redeemed', async () => {
    const { code, other, order, redeem } = await aFriend()
    await redeem(code)
    await expect(redeem(code, anEmail())).rejects.toMatchObject(used)
    expect(await listCodes(order.id, orderSecret)).toEqual([
      { code, isRedeemed: true },
      { code: other, isRedeemed: false },
    ])
  })

  test.each([
    ['of an order whose money went back', (orderId: string) => refundNow(orderId)],
    [
      'of an order that waits for review',
      (orderId: string) => sql`update orders set state = 'needs_review' where id = ${orderId}`,
    ],
  ])('%s opens nothing, also to somebody who redeemed one before', async (_, end) => {
    const { code, other, order, redeem } = await aFriend()
    await redeem(code)
    await end(order.id)
    await expect(redeem(code)).rejects.toMatchObject(used)
    await expect(redeem(other)).rejects.toMatchObject(unknown)
  })

  test.each(['0000-0000-0000-0000', 'x', '----', "' or 1=1 --", '🎁'])(
    'such as %j, which never existed, is unknown',
    async (code) => {
      const { redeem } = await aFriend()
      await expect(redeem(code)).rejects.toMatchObject(unknown)
    },
  )

  test('requires a name and a valid address', async () => {
    const { code, redeem, book } = await aFriend()
    await expect(redeem(code, 'nobody')).rejects.toMatchObject({
      fields: { email: [expect.any(String)] },
    })
    await expect(redeem(code, undefined, ' ')).rejects.toMatchObject({
      fields: { name: ['Please enter your name'] },
    })
    await expect(redeem('')).rejects.toMatchObject({ fields: { code: ['Please enter your code'] } })
    expect(await ordersOf(book.id)).toHaveLength(0)
  })

  test('stays redeemable after an error', async () => {
    const { code, redeem, email, book } = await aFriend()
    await sql.unsafe(`
      create function refuse_gift_mails() returns trigger language plpgsql as $$
        begin raise exception 'no mail today'; end $$;
      create trigger refuse_gift_mails before insert on mails
        for each row when (new.recipient = '${email}') execute function refuse_gift_mails()`)
    await expect(redeem(code)).rejects.toMatchObject({ status: 500 })
    await sql.unsafe(`drop trigger refuse_gift_mails on mails; drop function refuse_gift_mails`)
    expect(await ordersOf(book.id)).toHaveLength(0)
    expect((await redeem(code)).reference).toMatch(/^ASC-/)
  })

  test('cannot be guessed, since one network has sixty attempts an hour', async () => {
    const { send } = await aFriend()
    const statuses: number[] = []
    for (let round = 0; round < 61; round++) {
      const response = await send('/api/redeem', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ code: 'ABCD', name: 'A', email: 'a@b.example' }),
      })
      statuses.push(response.status)
    }
    expect(statuses).toEqual([...Array(60).fill(400), 429])
  })
})
