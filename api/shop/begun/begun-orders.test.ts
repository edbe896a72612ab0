import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { QueuedMail } from '#api/mails/mails.queries.ts'
import { composeMail } from '#api/mails/send-mails.ts'
import { checkOrders } from '#api/shop/orders/settle-order.ts'
import { shopWith } from '#api/shop/shop.ts'
import { sql, transaction } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { thePublisher } from '#tests/people.ts'
import { aBookOnSale } from '#tests/servers/pretend-provider.ts'
import { aShop, log, orderSecret, type Shop } from '#tests/shop/settling.ts'

const shop = await aShop()

beforeEach(async () => {
  await sql`delete from rate_limits`
  await sql`delete from order_reminders`
  await sql`update orders set next_check_at = null`
})

const anAddress = () => `bisi-${randomUUID()}@buyers.example`

interface Begun {
  buyerEmail?: string
  bookId?: string
  minutesAgo?: number
  paymentMethod?: 'card' | 'transfer'
}

/** An order that was begun some time ago, and that the background check is about to look at. */
async function aBegunOrder({ minutesAgo = 61, ...typed }: Begun = {}) {
  const buyerEmail = typed.buyerEmail ?? anAddress()
  const bookId = typed.bookId ?? (await aBookOnSale()).id
  const { reference } = await shop.call('POST /orders', {
    buyerName: 'Bisi Ade-Cole',
    quantity: 3,
    ...typed,
    bookId,
    buyerEmail,
  })
  await sql`
    update orders set next_check_at = now(), created_at = now() - make_interval(mins => ${minutesAgo})
    where reference = ${reference}`
  return { reference, buyerEmail, bookId }
}

/** One replica's check of all orders that are due. */
const check = (isOn = true) =>
  checkOrders({
    ...shopWith(
      () => [shop.payments],
      orderSecret,
      () => isOn,
    ),
    log,
  })

async function checkAgain({ reference }: { reference: string }, isOn = true) {
  await sql`update orders set next_check_at = now() where reference = ${reference}`
  await check(isOn)
}

const mailsTo = (buyerEmail: string) =>
  sql<QueuedMail<'orderBegun'>[]>`
    select * from mails where recipient = ${buyerEmail} and kind = 'orderBegun'`

const countTo = async (...addresses: string[]) =>
  Promise.all(addresses.map(async (address) => (await mailsTo(address)).length))

async function composed(buyerEmail: string) {
  const [mail] = await mailsTo(buyerEmail)
  return mail && transaction(() => composeMail(mail, composeWith))
}

/** The row as it would be if this had happened. */
const set = ({ reference }: { reference: string }, row: object) =>
  sql`update orders set ${sql(row as never)} where reference = ${reference}`

describe('somebody who began an order and has not paid it', () => {
  test('gets one mail after an hour, whose button opens what was typed', async () => {
    const begun = await aBegunOrder({ minutesAgo: 59 })
    await check()
    expect(await countTo(begun.buyerEmail)).toEqual([0])
    await set(begun, { createdAt: new Date(Date.now() - 61 * 60_000) })
    await checkAgain(begun)
    await checkAgain(begun)
    expect(await countTo(begun.buyerEmail)).toEqual([1])
    const mail = await composed(begun.buyerEmail)
    expect(mail?.text).toContain('Hello Bisi Ade-Cole,')
    expect(mail?.text).toContain('No second mail follows.')
    const [link = ''] = /https:\S+buy=again/.exec(mail?.text ?? '') ?? []
    expect(link).toContain(`/order/${begun.reference}?key=`)
    expect(link).not.toMatch(/bisi|buyers/i)
    const key = new URL(link).searchParams.get('key') ?? ''
    expect(await shop.call('GET /orders/:reference', { ...begun, key })).toMatchObject({
      bookId: begun.bookId,
      quantity: 3,
      buyerName: 'Bisi Ade-Cole',
      buyerEmail: begun.buyerEmail,
    })
  })

  test('gets one, whoever looks at the order at the same moment', async () => {
    const begun = await aBegunOrder()
    await Promise.all([check(), checkAgain(begun), checkAgain(begun)])
    expect(await countTo(begun.buyerEmail)).toEqual([1])
  })

  test('gets it in the check after one that was killed', async () => {
    const begun = await aBegunOrder()
    const killed = shopWith(
      () => [shop.payments],
      orderSecret,
      () => true,
    )
    const dies = { onUnpaid: () => Promise.reject(new Error('killed')) }
    await checkOrders({ ...killed, parts: [...killed.parts, dies], log })
    expect(await countTo(begun.buyerEmail)).toEqual([0])
    await checkAgain(begun)
    expect(await countTo(begun.buyerEmail)).toEqual([1])
  })

  test('gets it of an order that was left at the provider', async () => {
    const begun = await aBegunOrder()
    shop.says(begun.reference, { status: 'abandoned' })
    await check()
    expect(await countTo(begun.buyerEmail)).toEqual([1])
  })

  test('gets one about the latest of several, and none the same day', async () => {
    const buyerEmail = anAddress()
    const first = await aBegunOrder({ buyerEmail, minutesAgo: 90 })
    const second = await aBegunOrder({ buyerEmail, minutesAgo: 65 })
    await Promise.all([check(), check()])
    const [mail] = await mailsTo(buyerEmail)
    expect(await countTo(buyerEmail)).toEqual([1])
    expect(await composed(buyerEmail)).toMatchObject({
      text: expect.stringContaining(second.reference),
    })
    await set(second, { state: 'paid', paidAt: new Date() })
    await checkAgain(first)
    const tagged = await aBegunOrder({ buyerEmail: buyerEmail.replace('@', '+school@') })
    await check()
    expect(await countTo(buyerEmail, tagged.buyerEmail)).toEqual([1, 0])
    expect((await mailsTo(buyerEmail))[0]?.id).toBe(mail?.id)
  })

  test('gets none while the publisher has it off, and within the day once it is on', async () => {
    const begun = await aBegunOrder()
    await check(false)
    expect(await countTo(begun.buyerEmail)).toEqual([0])
    await checkAgain(begun)
    expect(await countTo(begun.buyerEmail)).toEqual([1])
  })
})

describe('nobody is written to', () => {
  test('who has paid for the book with another order, before or meanwhile', async () => {
    const begun = await aBegunOrder()
    const other = await aBegunOrder({ ...begun, minutesAgo: 20 })
    await set(other, { state: 'paid', paidAt: new Date() })
    await check()
    expect(await countTo(begun.buyerEmail)).toEqual([0])
  })

  test('who pays before the mail is written', async () => {
    const begun = await aBegunOrder()
    await check()
    await set(begun, { state: 'paid', paidAt: new Date() })
    expect(await composed(begun.buyerEmail)).toBeUndefined()
  })

  test('whose payment was refused, of this order or another of the book', async () => {
    const refused = await aBegunOrder()
    shop.says(refused.reference, { status: 'failed' })
    const left = await aBegunOrder({ ...refused, minutesAgo: 70 })
    await check()
    await checkAgain(left)
    const late = await aBegunOrder()
    shop.says(late.reference, { status: 'abandoned' })
    await check(false)
    shop.says(late.reference, { status: 'failed' })
    await checkAgain(late)
    expect(await countTo(refused.buyerEmail, late.buyerEmail)).toEqual([0, 0])
  })

  test('whose transfer may be on its way, or of whom the provider says nothing', async () => {
    const transfer = await aBegunOrder({ paymentMethod: 'transfer' })
    const silent = await aBegunOrder()
    shop.says(silent.reference, 'nothing')
    await check()
    const gone = await aBegunOrder()
    await checkOrders({
      ...shopWith(
        () => [],
        orderSecret,
        () => true,
      ),
      log,
    })
    expect(await countTo(transfer.buyerEmail, silent.buyerEmail, gone.buyerEmail)).toEqual([
      0, 0, 0,
    ])
  })

  test('whose address mails came back from', async () => {
    const begun = await aBegunOrder()
    await sql`insert into suppressions (email, reason) values (${begun.buyerEmail}, 'bounced')`
    await check()
    expect(await countTo(begun.buyerEmail)).toEqual([0])
  })

  test('about a book that has another price now, or is not for sale', async () => {
    const dearer = await aBegunOrder()
    const gone = await aBegunOrder()
    await sql`update books set price = 9000 where id = ${dearer.bookId}`
    await sql`update books set is_published = false where id = ${gone.bookId}`
    await check()
    expect(await countTo(dearer.buyerEmail, gone.buyerEmail)).toEqual([0, 0])
  })

  test('a day later, by a service that was off', async () => {
    const begun = await aBegunOrder({ minutesAgo: 24 * 60 + 5 })
    await check()
    expect(await countTo(begun.buyerEmail)).toEqual([0])
  })
})

test('the publisher sees how many were written to, and how many of them paid', async () => {
  const { call } = await thePublisher()
  expect(await call('GET /admin/order-reminders', {})).toEqual({ written: 0, paid: 0 })
  const paid: Awaited<ReturnType<typeof aBegunOrder>>[] = []
  for (const _ of 'abc') paid.push(await aBegunOrder())
  await check()
  await pay(shop, paid[0])
  // The filled box makes an order of its own.
  await pay(shop, await aBegunOrder({ ...paid[1], minutesAgo: 0 }))
  expect(await call('GET /admin/order-reminders', {})).toEqual({ written: 3, paid: 2 })
})

async function pay({ says }: Shop, begun: { reference: string } | undefined) {
  if (!begun) throw new Error('There is no order')
  says(begun.reference, { status: 'success', paidAt: new Date().toISOString() })
  await checkAgain(begun)
}
