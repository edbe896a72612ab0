import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { takeNumber } from '#api/shop/orders/take-number.ts'
import { vatIn } from '#api/shop/orders/vat.ts'
import { drawPdf, type PdfSheet } from '#api/shop/pdf/draw-pdf.ts'
import { sql, transaction } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { aBook, aVisitor, theStaff } from '#tests/people.ts'
import { anOrder, payNow } from '#tests/shop/buyers.ts'
import { textOf } from '#tests/shop/pdfs.ts'
import { aPendingOrder, aShop, notice, untilSettled } from '#tests/shop/settling.ts'
import { insertReceipt } from './receipts.queries.ts'

const withoutSpaces = (text: string) => text.replaceAll(' ', '')

const receiptOf = ({ reference, key }: { reference: string; key: string }) =>
  `/api/orders/${reference}/receipt?key=${key}`

const numbersOf = async (ids: string[]) => {
  const rows = await sql<{ number: number }[]>`
    select number from receipts where order_id = any (${ids}) order by number`
  return rows.map(({ number }) => number)
}

const year = Number(
  new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Africa/Lagos' }).format(),
)

describe('a receipt', () => {
  test('names seller, buyer, book, copies, discount, VAT and total, with a number of its own', async () => {
    const shop = await aShop({}, [], { vat: { basisPoints: 750, taxId: '12345678-0001' } })
    const order = await aPendingOrder(shop)
    shop.says(order.reference, { status: 'success' })
    await notice(shop, order.reference)
    await untilSettled()
    const answer = await shop.send(receiptOf(order))
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    const { receiptNumber, orderNumber, vat, vatPercent } = await shop.call(
      'GET /orders/:reference',
      order,
    )
    expect(receiptNumber).toMatch(new RegExp(`^R-${year}-\\d{5}$`))
    expect([vat, vatPercent]).toEqual([261.78, 7.5])
    // A long word goes over the line.
    const [page] = (await textOf(await answer.arrayBuffer())).map(withoutSpaces)
    for (const words of [
      'Receipt',
      receiptNumber as string,
      orderNumber,
      composeWith.brand.publisher,
      'Tax number 12345678-0001',
      'Bisi Ade-Cole',
      order.buyerEmail,
      'Card ending in 4081',
      'November 20, 2026',
      '₦1,250.75',
      'Without VAT ₦3,490.47',
      'VAT 7.5% ₦261.78',
      'Total ₦3,752.25',
    ])
      expect(page).toContain(withoutSpaces(words))
  })

  test('says nothing of a tax that is not configured', async () => {
    const order = await anOrder((await aBook()).id)
    const { send, call } = await aVisitor()
    const [page] = await textOf(await (await send(receiptOf(order))).arrayBuffer())
    expect(page).not.toMatch(/VAT|Tax/)
    expect(await call('GET /orders/:reference', order)).toMatchObject({ vat: 0, vatPercent: 0 })
  })

  test('keeps the tax of the day the order was placed', async () => {
    const provider = await aShop({}, [], { vat: { basisPoints: 750, taxId: undefined } })
    const order = await aPendingOrder(provider)
    await payNow(order.id)
    const { send } = await aVisitor()
    const [page] = await textOf(await (await send(receiptOf(order))).arrayBuffer())
    expect(page).toContain('VAT 7.5%')
  })

  test('says when the money went back', async () => {
    const order = await anOrder((await aBook()).id)
    await sql`update orders set state = 'refunded', refunded_at = '2026-11-21T10:00:00Z' where id = ${order.id}`
    const { send } = await aVisitor()
    const [page] = await textOf(await (await send(receiptOf(order))).arrayBuffer())
    expect(page).toContain('November 21, 2026')
    expect(page).toContain('₦3,500.50 went back to the buyer.')
  })

  test('of a test takes no number and says so', async () => {
    const order = await anOrder((await aBook()).id, { isTest: true })
    const { send } = await aVisitor()
    const [page] = await textOf(await (await send(receiptOf(order))).arrayBuffer())
    expect(page).toContain('Test: no money moved')
    expect(await numbersOf([order.id])).toEqual([])
  })

  test('is there for no free order, no unpaid one, and nobody without the key', async () => {
    const { id } = await aBook()
    const { send } = await aVisitor()
    const free = await anOrder(id, { isFree: true })
    const unpaid = await anOrder(id, { isPaid: false })
    const paid = await anOrder(id)
    for (const order of [free, unpaid]) {
      const answer = await send(receiptOf(order))
      expect([answer.status, (await answer.json()).message]).toEqual([
        404,
        'This order has no receipt: nothing was paid for it, or its payment has not come in yet.',
      ])
    }
    const guessed = await send(receiptOf({ ...paid, key: free.key }))
    expect(guessed.status).toBe(404)
  })

  test('is for staff who look after the shop, without a key', async () => {
    const order = await anOrder((await aBook()).id)
    const path = `/api/admin/orders/${order.reference}/receipt`
    for (const [role, status] of [
      ['shopkeeper', 200],
      ['editor', 403],
      ['author', 403],
    ] as const) {
      const { send } = await theStaff(role)
      expect((await send(path)).status).toBe(status)
    }
    expect((await (await aVisitor()).send(path)).status).toBe(401)
  })
})

describe('numbers', () => {
  test('have no gap when many orders are paid at once and some of them fail', async () => {
    const { id: bookId } = await aBook()
    const orders = await Promise.all(
      Array.from({ length: 24 }, () => anOrder(bookId, { isPaid: false })),
    )
    const [{ last = 0 } = {}] = await sql<{ last: number }[]>`
      select last from number_series where kind = 'receipt' and year = ${year}`
    await Promise.all(
      orders.map(async ({ id }, index) => {
        if (index % 3) await payNow(id)
        else
          await transaction(async () => {
            await insertReceipt(id)
            throw new Error('the connection broke')
          }).catch(() => {})
      }),
    )
    const paid = orders.filter((_, index) => index % 3).map(({ id }) => id)
    expect(await numbersOf(paid)).toEqual(paid.map((_, index) => last + index + 1))
  })

  test('of a receipt are given once, however often an older order asks for its own', async () => {
    const order = await anOrder((await aBook()).id)
    await sql`delete from receipts where order_id = ${order.id}`
    const { send } = await aVisitor()
    // Who waits too long on a busy machine is told when to ask again, and does.
    const ask = async (): Promise<ArrayBuffer> => {
      const answer = await send(receiptOf(order))
      if (answer.status !== 503) return answer.arrayBuffer()
      expect(answer.headers.get('Retry-After')).toBe('2')
      return ask()
    }
    const texts = await Promise.all([1, 2, 3].map(async () => textOf(await ask())))
    const [number] = await numbersOf([order.id])
    for (const [page] of texts)
      expect(page).toContain(`R-${year}-${String(number).padStart(5, '0')}`)
  })

  test('begin anew for each kind', async () => {
    await sql`delete from number_series where kind = 'invoice'`
    expect(await takeNumber('invoice')).toEqual({ year, number: 1 })
    expect(await takeNumber('invoice')).toEqual({ year, number: 2 })
  })
})

describe('value added tax', () => {
  test('is the nearest kobo of what the price contains, half a kobo up', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5_000_000_000_000 }),
        fc.integer({ min: 1, max: 9999 }),
        (amount, basisPoints) => {
          const vat = BigInt(vatIn(amount, basisPoints))
          const whole = 10_000n + BigInt(basisPoints)
          const off = 2n * (vat * whole - BigInt(amount) * BigInt(basisPoints))
          expect(off > -whole && off <= whole).toBe(true)
          expect(vat >= 0n && vat <= BigInt(amount)).toBe(true)
        },
      ),
    )
    expect(vatIn(107_500, 750)).toBe(7500)
    expect(vatIn(100, 0)).toBe(0)
  })
})

describe('a sheet', () => {
  const aSheet = (title: string): PdfSheet => ({
    brand: composeWith.brand,
    title,
    parties: [],
    facts: [],
    columns: [],
    rows: [],
    sums: [],
    notes: [],
  })
  const busy = { status: 429, retryAfter: 2 }

  test('is drawn once for the same facts, however many ask for it at once', async () => {
    const network = '203.0.113.1'
    const asked = Array.from({ length: 10 }, () => drawPdf(aSheet('Once'), { network }))
    const [first, ...others] = await Promise.all(asked)
    for (const other of others) expect(other).toBe(first)
    expect(await drawPdf(aSheet('Once'))).toBe(first)
    expect(await drawPdf(aSheet('Another'))).not.toEqual(first)
  })

  test('comes to a buyer while another network asks for many, and those who left get none', async () => {
    const done: string[] = []
    const draw = (title: string, caller: Parameters<typeof drawPdf>[1]) =>
      drawPdf(aSheet(title), caller).then(
        () => void done.push(title),
        (error: unknown) => error,
      )
    const gone = new AbortController()
    const flood = Array.from({ length: 40 }, (_, at) =>
      draw(`Flood ${at}`, { network: '203.0.113.2', left: gone.signal }),
    )
    await draw('Buyer', { network: '203.0.113.3' })
    gone.abort()
    const refused = (await Promise.all(flood)).filter(Boolean)
    for (const error of refused) expect(error).toMatchObject(busy)
    expect(done.indexOf('Buyer')).toBeLessThanOrEqual(2)
    expect(done.length).toBeLessThanOrEqual(4)
  })

  test('of hundreds of rows has its head on each page and its total once', async () => {
    const { brand } = composeWith
    const pdf = await drawPdf({
      brand,
      title: 'Statement',
      parties: [],
      facts: [],
      columns: [
        { label: 'Book', share: 3 },
        { label: 'Paid', share: 1, isNumber: true },
      ],
      rows: Array.from({ length: 120 }, (_, index) => [`Book ${index}`, '₦1']),
      sums: [['Total', '₦120']],
      notes: [],
    })
    const pages = await textOf(pdf)
    expect(pages.length).toBeGreaterThan(2)
    for (const [index, page] of pages.entries()) {
      expect(page).toMatch(/Book Paid/)
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    }
    expect(pages.join('').match(/Total/g)).toHaveLength(1)
    expect(pages.join(' ')).toContain('Book 119')
  })

  test('writes the letters of Nigerian names, whatever else is typed', async () => {
    const pdf = await drawPdf({
      brand: composeWith.brand,
      title: 'Receipt',
      parties: [
        { heading: 'Buyer', lines: ['Ṣadé Ọ̀gúnbíyì Ƙarfi', 'W'.repeat(300), '漢字 \u0000'] },
      ],
      facts: [],
      columns: [],
      rows: [],
      sums: [],
      notes: [],
    })
    expect((await textOf(pdf)).join('').normalize('NFC')).toContain('Ṣadé Ọ̀gúnbíyì Ƙarfi')
  })
})
