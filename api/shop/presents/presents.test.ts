import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { findDownload } from '#api/shop/orders/copies.queries.ts'
import { orderKey } from '#api/shop/orders/order-secrets.ts'
import { settleOrder } from '#api/shop/orders/settle-order.ts'
import { shopWith } from '#api/shop/shop.ts'
import { dayOf } from '#contract/dates.ts'
import { presentLimits } from '#contract/shop/presents.ts'
import { sql } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { aFolder } from '#tests/folders.ts'
import { aReceipt, compose } from '#tests/magazine/composed-mails.ts'
import { asForm } from '#tests/magazine/posts.ts'
import { aProvenReader, aReader, aVisitor, startApp, theStaff } from '#tests/people.ts'
import { aBookOnSale, aPretendProvider } from '#tests/servers/pretend-provider.ts'
import { aBundle } from '#tests/shop/bundles.ts'
import { aBookWithFile } from '#tests/shop/buyers.ts'
import { aDiscount } from '#tests/shop/discounts.ts'
import { aPresentFor, tokenOf } from '#tests/shop/presents.ts'
import { rowOf, secret } from '#tests/shop/purchases.ts'
import { sendAtOn, sendDuePresents } from './send-presents.ts'

const dataDir = await aFolder()
const { payments, says } = aPretendProvider()
const base = await startApp({ payments, dataDir })

const inDays = (days: number) => dayOf(new Date(Date.now() + days * 24 * 3_600_000))

/** Somebody who has bought a present, and paid for it. */
async function aGiver(
  fields: Parameters<typeof aPresentFor>[1] = {},
  { bookId, isPaid = true }: { bookId?: string; isPaid?: boolean } = {},
) {
  const visitor = await aVisitor(base)
  const purchase = aPresentFor(bookId ?? (await aBookOnSale()).id, fields)
  const { reference } = await visitor.call('POST /orders', purchase)
  const { id } = await rowOf(reference)
  const link = { reference, key: orderKey(secret, id) }
  const pay = async () => {
    says(reference, { status: 'success' })
    await settleOrder(
      reference,
      'webhook',
      shopWith(() => [payments], secret),
    )
  }
  if (isPaid) await pay()
  const refund = async () => {
    says(reference, { status: 'reversed' })
    await settleOrder(
      reference,
      'webhook',
      shopWith(() => [payments], secret),
    )
  }
  const page = () => visitor.call('GET /orders/:reference', link)
  const open = async (token?: string) =>
    (await aVisitor(base)).call('POST /presents/:token', {
      token: token ?? (await tokenOf(id)),
    })
  const email = purchase.presentEmail ?? ''
  return { ...visitor, id, reference, link, purchase, email, pay, refund, page, open }
}

const mailsTo = async (email: string, kind = 'present') =>
  sql`select data from mails where recipient = ${email} and kind = ${kind}`

const copyAt = async (orderUrl: string) => {
  const reference = /ASC-\w+/.exec(orderUrl)?.[0] ?? ''
  return { reference, key: new URL(orderUrl, base).searchParams.get('key') ?? '' }
}

describe('a present', () => {
  test('is mailed once it is paid, and opened as a copy of its own', async () => {
    const book = await aBookWithFile(dataDir)
    const giver = await aGiver({}, { bookId: book.id, isPaid: false })
    await sendDuePresents()
    expect(await mailsTo(giver.email)).toHaveLength(0)
    await giver.pay()
    await Promise.all([1, 2, 3].map(() => sendDuePresents()))
    expect(await mailsTo(giver.email)).toHaveLength(1)
    expect(await mailsTo(giver.purchase.buyerEmail, 'receipt')).toHaveLength(1)
    expect(await giver.page()).toMatchObject({
      status: 'paid',
      download: null,
      present: { name: 'Ada Obi', email: giver.email, sentAt: expect.any(String), openedAt: null },
    })

    const token = await tokenOf(giver.id)
    const friend = await aVisitor(base)
    expect(await friend.call('GET /presents/:token', { token })).toMatchObject({
      from: giver.purchase.buyerName,
      name: 'Ada Obi',
      greeting: 'For the long bus to Jos.',
      book: { id: book.id },
      state: 'waiting',
    })
    const { orderUrl } = await friend.call('POST /presents/:token', { token })
    const copy = await friend.call('GET /orders/:reference', await copyAt(orderUrl))
    expect(copy).toMatchObject({
      status: 'paid',
      amount: 0,
      buyerName: 'Ada Obi',
      buyerEmail: giver.email,
      present: null,
      canRate: true,
    })
    const file = await fetch(base + copy.download?.url)
    expect(Buffer.from(await file.arrayBuffer())).toEqual(book.file)
    expect((await giver.page()).present?.openedAt).toEqual(expect.any(String))
    expect(await friend.call('GET /presents/:token', { token })).toMatchObject({ state: 'opened' })
  })

  test('opened again, and by many at once, leads to the same copy', async () => {
    const giver = await aGiver()
    const opened = await Promise.all(Array.from({ length: 8 }, () => giver.open()))
    opened.push(await giver.open())
    expect(new Set(opened.map(({ orderUrl }) => orderUrl)).size).toBe(1)
    expect(
      await sql`select 1 from orders where buyer_email = ${giver.email} and provider = 'gift'`,
    ).toHaveLength(1)
    // Who has opened it needs no mail any more.
    await sendDuePresents()
    expect(await mailsTo(giver.email)).toHaveLength(0)
  })

  test('of a bundle contains its books', async () => {
    const { id, parts } = await aBundle()
    const giver = await aGiver({}, { bookId: id })
    const { reference } = await copyAt((await giver.open()).orderUrl)
    const download = await findDownload((await rowOf(reference)).id, composeWith)
    expect(download?.parts.map(({ bookId }) => bookId)).toEqual(parts)
  })

  test('belongs to the library of the reader who opens it, and is no copy in that of its buyer', async () => {
    const buyer = await aReader(base)
    const { id: bookId } = await aBookOnSale()
    const purchase = aPresentFor(bookId, { buyerEmail: buyer.email })
    const { reference } = await buyer.call('POST /orders', purchase)
    says(reference, { status: 'success' })
    await settleOrder(
      reference,
      'webhook',
      shopWith(() => [payments], secret),
    )
    expect((await buyer.call('GET /account/books', {})).library).toMatchObject([
      { presentFor: 'Ada Obi', download: null },
    ])
    const friend = await aReader(base)
    const token = await tokenOf((await rowOf(reference)).id)
    await friend.call('POST /presents/:token', { token })
    expect((await friend.call('GET /account/books', {})).library).toMatchObject([
      { presentFor: null, book: { id: bookId }, download: { left: 10 } },
    ])
  })

  test('waits for its day, until its buyer sends it now', async () => {
    const giver = await aGiver({ presentDay: inDays(20) })
    await sendDuePresents()
    expect(await mailsTo(giver.email)).toHaveLength(0)
    const { present } = await giver.page()
    expect(dayOf(present?.sendAt ?? '')).toBe(inDays(20))
    await giver.call('POST /orders/:reference/present/send', giver.link)
    await giver.call('POST /orders/:reference/present/send', giver.link)
    expect(await mailsTo(giver.email)).toHaveLength(1)
  })

  test('is sent in the morning of its day in Lagos, and at once on the day of the order', () => {
    const night = new Date('2026-11-25T23:30:00Z')
    expect(sendAtOn('2026-12-24', night).toISOString()).toBe('2026-12-24T06:00:00.000Z')
    expect(sendAtOn('2026-11-26', night)).toEqual(night)
    expect(sendAtOn(undefined, night)).toEqual(night)
  })

  test('goes to the corrected address alone, and only so often', async () => {
    const giver = await aGiver()
    await sendDuePresents()
    const first = await tokenOf(giver.id)
    const correct = (presentEmail: string, presentName = 'Ada Obi') =>
      giver.call('PUT /orders/:reference/present', { ...giver.link, presentName, presentEmail })
    const right = `ada-${randomUUID()}@friends.example`
    await correct(right)
    await sendDuePresents()
    expect(await mailsTo(right)).toHaveLength(1)
    await expect(giver.open(first)).rejects.toMatchObject({ status: 404 })
    // The name alone needs no other mail.
    await correct(right, 'Ada Obi-Ray')
    await sendDuePresents()
    expect(await mailsTo(right)).toHaveLength(1)
    for (let time = 1; time < presentLimits.corrections; time++) await correct(`${time}-${right}`)
    await expect(correct(right)).rejects.toMatchObject({ status: 409 })
    await giver.open()
    await expect(correct(`4-${right}`, 'Ada')).rejects.toMatchObject({ status: 409 })
    expect((await giver.page()).present).toMatchObject({ name: 'Ada Obi-Ray'.slice(0, 7) })
  })

  test('is opened by the old link or the new one, never by both, when it is corrected meanwhile', async () => {
    for (let round = 0; round < 6; round++) {
      const giver = await aGiver()
      const old = await tokenOf(giver.id)
      const [opened, corrected] = await Promise.allSettled([
        giver.open(old),
        giver.call('PUT /orders/:reference/present', {
          ...giver.link,
          presentName: 'Ada',
          presentEmail: `ada-${randomUUID()}@friends.example`,
        }),
      ])
      expect([opened.status, corrected.status].sort()).toEqual(['fulfilled', 'rejected'])
      await giver.open()
      expect(
        await sql`select 1 from orders where id in (
        select opened_as from presents where order_id = ${giver.id})`,
      ).toHaveLength(1)
    }
  })

  test('ends with a refund, opened or not, also at the same moment', async () => {
    const unopened = await aGiver()
    await unopened.refund()
    await sendDuePresents()
    expect(await mailsTo(unopened.email)).toHaveLength(0)
    await expect(unopened.open()).rejects.toMatchObject({ status: 409 })
    expect(
      await unopened.call('GET /presents/:token', { token: await tokenOf(unopened.id) }),
    ).toMatchObject({ state: 'ended' })
    for (let round = 0; round < 8; round++) {
      const giver = await aGiver()
      const opening = giver.open().catch(() => undefined)
      await Promise.all([opening, giver.refund()])
      const copies = await sql`
        select state from orders where buyer_email = ${giver.email} and provider = 'gift'`
      expect(copies.every(({ state }) => state === 'refunded')).toBe(true)
      expect(await mailsTo(giver.email, 'giftEnded')).toHaveLength(copies.length)
    }
  })

  test('opens nothing before it is paid, and nothing with another link', async () => {
    const giver = await aGiver({}, { isPaid: false })
    for (const token of [await tokenOf(giver.id), 'x', giver.link.key]) {
      await expect(giver.open(token)).rejects.toMatchObject({ status: 404 })
      await expect(giver.call('GET /presents/:token', { token })).rejects.toMatchObject({
        status: 404,
      })
    }
    const [stored] = await sql`select * from presents where order_id = ${giver.id}`
    expect(JSON.stringify(stored)).not.toContain(await tokenOf(giver.id))
  })
})

describe('whoever orders a present', () => {
  const refusal = (fields: Parameters<typeof aPresentFor>[1]) =>
    aGiver(fields).then(
      () => undefined,
      (error: { fields?: Record<string, string[]> }) => error.fields,
    )

  test.each([
    ['presentName', { presentName: ' ' }, 'Please enter the name of the person'],
    ['presentEmail', { presentEmail: 'ada' }, 'Please enter a valid email address'],
    [
      'presentGreeting',
      { presentGreeting: 'x'.repeat(301) },
      'A greeting has at most 300 characters',
    ],
    ['quantity', { quantity: 2 }, 'A present is one copy. For several people, buy one for each.'],
  ] as const)('is told at %s what is wrong', async (name, fields, message) => {
    expect((await refusal(fields))?.[name]).toEqual([message])
  })

  test('chooses today or a day within a year', async () => {
    const message = 'Please choose today or a later day, at most a year from now'
    for (const presentDay of [inDays(-1), inDays(366), '2026-02-31x', 'tomorrow', '2027-02-31'])
      expect(await refusal({ presentDay }), presentDay).toEqual({ presentDay: [message] })
    for (const presentDay of [inDays(0), inDays(365), ''])
      expect(await refusal({ presentDay }), presentDay).toBeUndefined()
  })

  test('pays for it: what is free needs no present', async () => {
    const free = await aBookOnSale({ price: 0 })
    const sentence = { isPresent: [expect.stringContaining('costs nothing')] }
    await expect(aGiver({}, { bookId: free.id })).rejects.toMatchObject({ fields: sentence })
    const { code: discountCode } = await aDiscount({ percent: 100 })
    expect(await refusal({ discountCode })).toEqual(sentence)
  })

  test('gets their own copy when the box is not ticked, whatever stands in it', async () => {
    const giver = await aGiver({ isPresent: false, presentEmail: 'not yet', presentDay: 'x' })
    expect(await giver.page()).toMatchObject({ present: null, download: { left: 10 } })
  })

  test('may repeat the request, and not with another recipient', async () => {
    const visitor = await aVisitor(base)
    const purchase = aPresentFor((await aBookOnSale()).id)
    const key = randomUUID()
    const { reference } = await visitor.call('POST /orders', purchase, key)
    expect((await visitor.call('POST /orders', purchase, key)).reference).toBe(reference)
    for (const other of [{ presentEmail: 'eve@friends.example' }, { isPresent: false }])
      await expect(
        visitor.call('POST /orders', { ...purchase, ...other }, key),
      ).rejects.toMatchObject({ status: 422 })
  })

  test('can do all of it without script', async () => {
    const giver = await aGiver({ presentDay: inDays(3) })
    const { reference, key } = giver.link
    const fields = { key, presentName: 'Ada', presentEmail: giver.email.toUpperCase() }
    const corrected = await giver.send(
      `/api/orders/${reference}/present?_method=PUT`,
      asForm(fields),
    )
    expect(corrected.status).toBe(303)
    expect((await giver.page()).present).toMatchObject({ name: 'Ada', email: giver.email })
    const sent = await giver.send(`/api/orders/${reference}/present/send`, asForm({ key }))
    expect(sent.headers.get('Location')).toContain(`/order/${reference}?key=`)
    expect(await mailsTo(giver.email)).toHaveLength(1)
    const opened = await giver.send(`/api/presents/${await tokenOf(giver.id)}`, asForm({}))
    expect(opened.status).toBe(303)
    expect(opened.headers.get('Location')).toMatch(/^\/order\/ASC-/)
  })

  test('shows staff for whom it is', async () => {
    const giver = await aGiver()
    const { call } = await theStaff('shopkeeper', base)
    expect(await call('GET /admin/orders/:reference', giver)).toMatchObject({
      present: { name: 'Ada Obi', email: giver.email },
    })
  })

  test('finds it in the copy of their data, and who gets it in theirs', async () => {
    const buyer = await aProvenReader(base)
    const friend = await aProvenReader(base)
    const fields = { buyerEmail: buyer.email, presentEmail: friend.email }
    await aGiver({ ...fields, presentDay: inDays(9) })
    await aGiver(fields)
    await sendDuePresents()
    const { orders } = await buyer.call('GET /account/export', {})
    expect(orders).toHaveLength(2)
    expect(orders[0]?.present).toMatchObject({ email: friend.email })
    // The other one is a surprise yet.
    expect((await friend.call('GET /account/export', {})).presents).toMatchObject([
      { greeting: 'For the long bus to Jos.' },
    ])
  })
})

describe('the mail with a present', () => {
  test('names the buyer and the book, and carries nothing that a stranger typed', async () => {
    const giver = await aGiver({
      buyerName: 'win at cheap.example',
      presentGreeting: 'See https://cheap.example',
    })
    await sql`delete from mails`
    const mail = await compose('present', giver.email, { orderId: giver.id, generation: 1 })
    expect(mail?.text).toContain('Somebody has bought you a present')
    expect(mail?.text).toContain(`https://ascend.example/gift/${await tokenOf(giver.id)}`)
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain('cheap.example')
  })

  test('is not sent once its link opens nothing any more', async () => {
    for (const end of [
      async (giver: Awaited<ReturnType<typeof aGiver>>) => void (await giver.open()),
      (giver: Awaited<ReturnType<typeof aGiver>>) => giver.refund(),
    ]) {
      const giver = await aGiver()
      await end(giver)
      await sql`delete from mails`
      expect(
        await compose('present', giver.email, { orderId: giver.id, generation: 1 }),
      ).toBeUndefined()
    }
  })

  test('comes three times a day to one mailbox; more wait for the next day', async () => {
    const name = `ada-${randomUUID()}`
    const { id: bookId } = await aBookOnSale()
    for (let one = 0; one < 5; one++)
      await aGiver({ presentEmail: `${name}+${one}@friends.example` }, { bookId })
    const sent = async () =>
      (await sql`select 1 from mails where kind = 'present' and recipient like ${`${name}%`}`)
        .length
    await sendDuePresents()
    expect(await sent()).toBe(presentLimits.mailboxADay)
    await sql`update mails set created_at = now() - interval '25 hours' where recipient like ${`${name}%`}`
    await sendDuePresents()
    expect(await sent()).toBe(5)
  })

  test('leaves the receipt of its buyer without a download', async () => {
    const giver = await aGiver()
    await sql`delete from mails`
    const { buyerEmail } = giver.purchase
    const mail = await compose('receipt', buyerEmail, { ...aReceipt, orderId: giver.id })
    expect(mail?.text).toContain(`It is a present: a mail with its link goes to ${giver.email}`)
    expect(mail?.text).not.toContain('/api/downloads/')
    expect(mail?.text).not.toContain('/gift/')
  })

  test('is not called ready to download in the mail with its buyer’s links', async () => {
    const giver = await aGiver()
    await sql`delete from mails`
    const { buyerEmail } = giver.purchase
    const mail = await compose('orderLinks', buyerEmail, { orderId: giver.id })
    expect(mail?.text).toContain(', bought as a present:')
    expect(mail?.text).not.toContain('ready to download')
  })
})
