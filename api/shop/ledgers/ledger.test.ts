import { describe, expect, test } from 'vitest'
import type { QueuedMail } from '#api/mails/mails.queries.ts'
import { composeMail } from '#api/mails/send-mails.ts'
import { giveBack, settleOrder } from '#api/shop/orders/settle-order.ts'
import { dayOf } from '#contract/dates.ts'
import { sql, transaction } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { aBook } from '#tests/people.ts'
import { aBookOnSale } from '#tests/servers/pretend-provider.ts'
import { aBundle } from '#tests/shop/bundles.ts'
import { anOrder } from '#tests/shop/buyers.ts'
import { aDiscount } from '#tests/shop/discounts.ts'
import { anAccount, sumsOf } from '#tests/shop/ledgers.ts'
import { aPurchase, rowOf } from '#tests/shop/purchases.ts'
import { aPendingOrder, aShop, type Shop } from '#tests/shop/settling.ts'

async function aSale(shop: Shop, ...purchase: Parameters<typeof aPurchase>) {
  const { reference } = await shop.call('POST /orders', aPurchase(...purchase))
  await pay(shop, reference)
  return rowOf(reference)
}

async function pay(shop: Shop, reference: string) {
  shop.says(reference, { status: 'success' })
  await settleOrder(reference, 'webhook', shop.settling)
}

const linesOf = (orderId: string, kind = 'sale') => sql`
  select account, author_account_id, kobo, basis_points, discount_kobo, paid_kobo
  from ledger_lines join ledger_entries on ledger_entries.id = entry_id
  where order_id = ${orderId} and kind = ${kind} order by position`

describe('a sale', () => {
  test('gives the author the percentage of what was paid, the discount taken off, and the publisher the rest', async () => {
    const shop = await aShop()
    const book = await aBookOnSale({ price: 1250.75 })
    const { id: accountId } = await anAccount({ [book.id]: 40 })
    const { code: discountCode } = await aDiscount({ percent: 10 })
    const order = await aSale(shop, book.id, { quantity: 3, discountCode })
    expect(order).toMatchObject({ amountKobo: 337_703, discountKobo: 37_522 })
    const share = { basisPoints: 4000, discountKobo: 37_522, paidKobo: 337_703 }
    expect(await linesOf(order.id)).toMatchObject([
      { account: 'received', kobo: -337_703 },
      { account: 'publisher', kobo: 202_622 },
      { account: 'author', authorAccountId: accountId, kobo: 135_081, ...share },
    ])
  })

  test('that is heard of three times at once is in the ledger once', async () => {
    const shop = await aShop()
    const { id, reference, amountKobo } = await aPendingOrder(shop)
    await Promise.all([1, 2, 3].map(() => pay(shop, reference)))
    expect(await linesOf(id)).toHaveLength(2)
    expect(await sumsOf([id])).toEqual({ received: -amountKobo, publisher: amountKobo })
  })

  test('of a bundle is divided by the prices that its books had when it was ordered', async () => {
    const shop = await aShop()
    const dear = await aBookOnSale({ price: 3000 })
    const cheap = await aBookOnSale({ price: 1000 })
    const bundle = await aBundle({ price: 2000 }, [dear, cheap])
    const one = await anAccount({ [dear.id]: 50 })
    const other = await anAccount({ [cheap.id]: 10 })
    const { reference } = await shop.call('POST /orders', aPurchase(bundle.id))
    await sql`update books set price = 1 where id = ${dear.id}`
    await pay(shop, reference)
    const { id } = await rowOf(reference)
    expect(await linesOf(id)).toMatchObject([
      { account: 'received', kobo: -200_000 },
      { account: 'publisher', kobo: 120_000 },
      { authorAccountId: one.id, paidKobo: 150_000, kobo: 75_000 },
      { authorAccountId: other.id, paidKobo: 50_000, kobo: 5_000 },
    ])
  })

  test('is shared as its book was at that time, whatever is changed afterwards', async () => {
    const shop = await aShop()
    const book = await aBookOnSale({ price: 1000 })
    const { id: accountId, keeper } = await anAccount({ [book.id]: 40 })
    const share = (percent: number | null) =>
      keeper.call('PUT /admin/author-accounts/:id/shares/:bookId', {
        id: accountId,
        bookId: book.id,
        percent,
      })
    const first = await aSale(shop, book.id)
    await share(12.5)
    const second = await aSale(shop, book.id)
    await share(null)
    const third = await aSale(shop, book.id)
    const shares = await Promise.all([first, second, third].map(({ id }) => sumsOf([id])))
    expect(shares.map(({ author }) => author)).toEqual([40_000, 12_500, undefined])
  })

  test('of a test or of nothing is in no ledger', async () => {
    const { id: bookId } = await aBook()
    const isTest = await anOrder(bookId, { isTest: true })
    const isFree = await anOrder(bookId, { isFree: true })
    expect(await sumsOf([isTest.id, isFree.id])).toEqual({})
  })
})

describe('a refund', () => {
  test('takes back every line of its sale to the kobo, once, whatever the share is by then', async () => {
    const shop = await aShop()
    const book = await aBookOnSale({ price: 999.99 })
    const { id: accountId, keeper } = await anAccount({ [book.id]: 33.33 })
    const order = await aSale(shop, book.id)
    await keeper.call('PUT /admin/author-accounts/:id/shares/:bookId', {
      id: accountId,
      bookId: book.id,
      percent: 90,
    })
    const reference = order['reference'] as string
    await giveBack({ id: order.id, reference }, 'publisher', shop.payments, shop.settling)
    shop.says(reference, { status: 'reversed' })
    await settleOrder(reference, 'webhook', shop.settling)
    const sale = await linesOf(order.id)
    const opposite = (value: unknown) => (typeof value === 'number' ? 0 - value : value)
    expect(await linesOf(order.id, 'refund')).toMatchObject(
      sale.map(({ basisPoints, ...line }) => ({
        ...Object.fromEntries(Object.entries(line).map(([name, value]) => [name, opposite(value)])),
        basisPoints,
      })),
    )
    const { balance } = await keeper.call('GET /admin/author-accounts/:id', { id: accountId })
    expect(balance).toBe(0)
  })

  test('of money that was no sale is in no ledger', async () => {
    const shop = await aShop()
    const { id, reference } = await aPendingOrder(shop)
    shop.says(reference, { status: 'success', amountKobo: 1 })
    await settleOrder(reference, 'webhook', shop.settling)
    await giveBack({ id, reference }, 'publisher', shop.payments, shop.settling)
    expect(await rowOf(reference)).toMatchObject({ state: 'refunded' })
    expect(await sumsOf([id])).toEqual({})
  })
})

describe('the ledger', () => {
  test('takes no change of what it has, and no entry whose lines do not add up to zero', async () => {
    const order = await anOrder((await aBook()).id)
    const [entry] = await sql`select id from ledger_entries where order_id = ${order.id}`
    const id = entry?.['id'] as number
    const onlyGrows = { constraint_name: 'ledger_only_grows' }
    const refuses = (statement: Promise<unknown>, what: object) =>
      expect(statement).rejects.toMatchObject(what)
    await refuses(sql`update ledger_lines set kobo = 0 where entry_id = ${id}`, onlyGrows)
    await refuses(sql`delete from ledger_lines where entry_id = ${id}`, onlyGrows)
    await refuses(sql`update ledger_entries set at = now() where id = ${id}`, onlyGrows)
    await refuses(sql`delete from ledger_entries where id = ${id}`, onlyGrows)
    const unbalanced = { constraint_name: 'ledger_entries_balanced' }
    const late = { entryId: id, position: 9, account: 'publisher', kobo: 1 }
    await refuses(sql`insert into ledger_lines ${sql(late)}`, unbalanced)
    const other = await anOrder((await aBook()).id, { isPaid: false })
    await refuses(
      transaction(
        () => sql`insert into ledger_entries ${sql({ kind: 'sale', orderId: other.id })}`,
      ),
      unbalanced,
    )
  })
})

describe('an author', () => {
  const mailsTo = async (recipient: string) => {
    const rows = await sql<QueuedMail[]>`
      select * from mails where recipient = ${recipient} and kind in ('bookLive', 'firstSale', 'payout')
      order by created_at, id`
    return rows.map(({ kind }) => kind)
  }

  test('hears once when the book goes live, at its first sale, and at each payout', async () => {
    const shop = await aShop()
    const book = await aBookOnSale({ price: 1000, isPublished: false })
    const { id, email, keeper } = await anAccount({ [book.id]: 40 })
    expect(await mailsTo(email)).toEqual([])
    const publish = (isPublished: boolean) =>
      keeper.call('PATCH /admin/books/:id/publish', { id: book.id, isPublished })
    await publish(true)
    await publish(false)
    await publish(true)
    expect(await mailsTo(email)).toEqual(['bookLive'])
    const placed = await Promise.all(
      [1, 2].map(() => shop.call('POST /orders', aPurchase(book.id))),
    )
    await Promise.all(placed.map(({ reference }) => pay(shop, reference)))
    await aSale(shop, book.id)
    expect(await mailsTo(email)).toEqual(['bookLive', 'firstSale'])
    const payout = { amount: 400, paidOn: dayOf(new Date()), reference: 'GTB 0042' }
    await keeper.call('POST /admin/author-accounts/:id/payouts', { id, ...payout })
    const [mail] = await sql<QueuedMail[]>`
      select * from mails where recipient = ${email} and kind = 'payout'`
    const { subject, text } = (await composeMail(mail as QueuedMail, composeWith)) ?? {}
    expect(subject).toBe('We have paid out ₦400 to you')
    expect(text).toContain('Reference: GTB 0042')
    for (const kind of ['bookLive', 'firstSale']) {
      const [other] = await sql<QueuedMail[]>`
        select * from mails where recipient = ${email} and kind = ${kind}`
      expect((await composeMail(other as QueuedMail, composeWith))?.text, kind).toContain(
        'The Quiet Ledger',
      )
    }
  })
})
