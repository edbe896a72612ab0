import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { type QueuedMail, queueMail } from '#api/mails/mails.queries.ts'
import { composeMail } from '#api/mails/send-mails.ts'
import { mailedOrderPage } from '#api/shop/orders/copies.queries.ts'
import { settleOrder } from '#api/shop/orders/settle-order.ts'
import { sql } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { aBook } from '#tests/people.ts'
import { anOrder } from '#tests/shop/buyers.ts'
import { aPendingOrder, aShop, orderSecret, outcomeOf } from '#tests/shop/settling.ts'

describe('a mail about an order', () => {
  const mailOf = async (kind: string, recipient: string) => {
    const [queued] = await sql<QueuedMail[]>`
      select id, kind, recipient, data, created_at, attempts from mails
      where kind = ${kind} and recipient = ${recipient}`
    expect(JSON.stringify(queued?.data)).not.toMatch(/key|download/i)
    return composeMail(queued as QueuedMail, composeWith)
  }

  test('is a complete receipt with working links', async () => {
    const shop = await aShop()
    const order = await aPendingOrder(shop)
    shop.says(order.reference, { status: 'success', paidAt: '2026-11-20T23:30:00.000Z' })
    await settleOrder(order.reference, 'webhook', shop.settling)
    const { orderNumber } = await shop.call('GET /orders/:reference', order)
    const { text = '', attachments } = (await mailOf('receipt', order.buyerEmail)) ?? {}
    // Its buyer paid by card.
    expect(attachments).toBeUndefined()
    for (const fact of [
      `Order: ${orderNumber}`,
      'Date: November 21, 2026',
      'Sold by: Ascend Publishing',
      'Copies: 3',
      'Total: ₦3,752.25',
      'card ending in 4081',
      'Each of these 2 codes',
    ]) {
      expect(text).toContain(fact)
    }
    expect(text).not.toContain('test')
    const { download, codes } = await shop.call('GET /orders/:reference', order)
    expect(text).toContain(`\n${codes.map(({ code }) => code).join('\n')}\n`)
    expect(text).toContain(`?key=${order.key}&print=codes\n`)
    expect(text).toContain(`https://ascend.example${mailedOrderPage(order, orderSecret)}\n`)
    expect(text).toContain(`https://ascend.example${download?.url}\n`)
  })

  test('with the links names what was paid for, whatever others order in that name', async () => {
    const { id } = await aBook()
    const buyerEmail = `bisi-${randomUUID()}@buyers.example`
    const paid = await anOrder(id, { buyerEmail })
    const free = await anOrder(id, { buyerEmail, isFree: true })
    for (let more = 0; more < 16; more++) {
      await anOrder(id, { buyerEmail, isPaid: false })
      await anOrder(id, { buyerEmail, isFree: true })
    }
    await queueMail('orderLinks', buyerEmail, { orderId: null })
    const { text = '' } = (await mailOf('orderLinks', buyerEmail)) ?? {}
    expect(text).toContain(paid.reference)
    expect(text).not.toContain(free.reference)
    expect(text.match(/, \w{4}-\w{2}, /g)).toHaveLength(18)
    expect(text.match(/not paid yet/g)).toHaveLength(3)
  })

  test('names the number of the receipt, and the VAT where there is one', async () => {
    const shop = await aShop({}, [], { vat: { basisPoints: 750, taxId: undefined } })
    const order = await aPendingOrder(shop)
    shop.says(order.reference, { status: 'success' })
    await settleOrder(order.reference, 'webhook', shop.settling)
    const { text = '' } = (await mailOf('receipt', order.buyerEmail)) ?? {}
    expect(text).toMatch(/^Receipt: R-\d{4}-\d{5}$/m)
    expect(text).toContain('Includes VAT, 7.5%: ₦261.78')
  })

  test('with the links is sent to the buyer only, and renews an expired download', async () => {
    const shop = await aShop()
    const order = await aPendingOrder(shop)
    shop.says(order.reference, { status: 'success' })
    await settleOrder(order.reference, 'webhook', shop.settling)
    await sql`update download_links set downloads = 10 where order_id = ${order.id}`
    const { orderNumber } = await shop.call('GET /orders/:reference', order)
    // The number is typed as somebody says it on the phone.
    await shop.call('POST /orders/find', {
      query: ` ${orderNumber.toLowerCase().replace('-', ' ')}`,
    })
    await vi.waitFor(async () =>
      expect((await outcomeOf(order))['mails']).toEqual(['receipt', 'orderLinks']),
    )
    const { text = '' } = (await mailOf('orderLinks', order.buyerEmail)) ?? {}
    expect(text).toContain(`, ${orderNumber}, `)
    expect(text.replace(/https:\S+/g, '')).not.toContain('ASC-')
    expect(text).toContain(`https://ascend.example${mailedOrderPage(order, orderSecret)}\n`)
    expect((await shop.call('GET /orders/:reference', order)).download).toMatchObject({
      left: 10,
      isOver: false,
    })
    const [row] = await sql<QueuedMail[]>`
      select * from mails where kind = 'orderLinks' and recipient = ${order.buyerEmail}`
    const elsewhere = { ...row, recipient: 'somebody@else.example' } as QueuedMail
    expect(await composeMail(elsewhere, composeWith)).toBeUndefined()
  })
})

// Whatever comes in whichever order, at once or after another: the money is right.
