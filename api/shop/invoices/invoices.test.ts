import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { checkOrders } from '#api/shop/orders/settle-order.ts'
import { takeNumber } from '#api/shop/orders/take-number.ts'
import { dayOf, formatDate } from '#contract/dates.ts'
import { sql, transaction } from '#db/sql.ts'
import { asForm, asJson } from '#tests/magazine/posts.ts'
import { aBook, aVisitor, startApp } from '#tests/people.ts'
import { aBookOnSale, aPretendProvider } from '#tests/servers/pretend-provider.ts'
import { aDiscount } from '#tests/shop/discounts.ts'
import {
  anInvoice,
  aShopkeeper,
  aShopWithInvoices,
  aTransfer,
  daysPass,
  inDays,
  invoicing,
  proves,
  settling,
  untilItCounts,
  whatASchoolTypes,
} from '#tests/shop/invoices.ts'
import { textOf } from '#tests/shop/pdfs.ts'
import { rowOf } from '#tests/shop/purchases.ts'
import { orderSecret, outcomeOf } from '#tests/shop/settling.ts'
import { mailTo } from '#tests/staff.ts'
import { does } from '#tests/undo.ts'
import { remindSchools } from './remind-schools.ts'

beforeEach(async () => {
  await sql`delete from rate_limits`
  // Each test has its own staff; nobody else could confirm.
  await sql`update staff set state = 'ended', ended_at = now() where role <> 'owner'`
  await sql`delete from staff_sessions`
})

const waits = { state: 'pending', links: 0, codes: 0, events: ['pending'] }
const mailsOf = async (email: string) =>
  (
    await sql<{ kind: string }[]>`
    select kind from mails where recipient = ${email} order by created_at, id`
  ).map(({ kind }) => kind)

/** What somebody reads in the PDF of a mail. */
async function attachedTo(mail: Awaited<ReturnType<typeof mailTo>>) {
  const [page] = await textOf(mail?.attachments?.[0]?.content ?? Buffer.alloc(0))
  return page
}

/** Nobody else could confirm. */
async function aloneWithAnInvoice() {
  const school = await aShopWithInvoices()
  const keeper = await aShopkeeper(school.base)
  await sql`update staff set state = 'ended' where role = 'owner'`
  onTestFinished(async () => {
    await sql`update staff set state = 'active' where role = 'owner'`
  })
  return { school, keeper, invoice: await anInvoice(school) }
}

describe('a school', () => {
  test('orders a class set by invoice, and is told where to transfer what until when', async () => {
    const school = await aShopWithInvoices()
    const { id: bookId } = await aBookOnSale({ price: 1250.75, title: 'The Quiet Ledger' })
    const typed = whatASchoolTypes(bookId, {
      quantity: 40,
      purchaseNumber: 'PO 7',
      schoolAddress: 'Jos',
    })
    const placed = await school.call('POST /invoices', typed)
    expect(placed).toMatchObject({ amount: 50_030, discount: 0 })
    const back = new URL(placed.checkoutUrl)
    expect(back.pathname).toBe('/api/payments/return')
    const key = back.searchParams.get('key') ?? ''
    // Whoever typed the address gets neither number nor account.
    const link = { reference: placed.reference, key }
    expect(await school.call('GET /orders/:reference', link)).toMatchObject({
      invoice: { state: 'unproven', number: null },
    })
    expect((await school.send(`/api/orders/${placed.reference}/invoice?key=${key}`)).status).toBe(
      404,
    )
    expect(await mailsOf(typed.buyerEmail)).toEqual(['invoiceProof'])
    const proof = await mailTo(typed.buyerEmail, 'invoiceProof')
    expect(proof?.text).toContain('Make the invoice')
    const mailed = new URL(/https:\S+key=\S+/.exec(proof?.text ?? '')?.[0] ?? '')
    expect(await mailTo('publisher', 'invoiceNotice')).toBeUndefined()
    const [order] = await Promise.all(
      [1, 2, 3].map(() =>
        school.call('GET /orders/:reference', {
          reference: placed.reference,
          key: mailed.searchParams.get('key') ?? '',
        }),
      ),
    )
    expect(await mailsOf(typed.buyerEmail)).toEqual(['invoiceProof', 'invoice'])
    expect(order).toMatchObject({
      status: 'pending',
      paymentMethod: 'transfer',
      quantity: 40,
      amount: 50_030,
      checkoutUrl: null,
      codes: [],
      download: null,
      again: [],
      invoice: {
        ...invoicing.account,
        state: 'waiting',
        school: typed.school,
        schoolAddress: 'Jos',
        purchaseNumber: 'PO 7',
        dueOn: inDays(14),
        openUntil: inDays(21),
      },
    })
    const mail = await mailTo(typed.buyerEmail, 'invoice')
    for (const text of ['₦50,030', '0123456789', 'Example Bank', order?.invoice?.number ?? '?'])
      expect(mail?.text).toContain(text)
    // A stranger may have typed it.
    expect(mail?.text).not.toContain('Harmony')
    const notice = await mailTo('publisher', 'invoiceNotice')
    expect(notice?.text).toContain('Harmony Secondary School, Jos')
  })

  test('gets the invoice as a PDF, with number, school, VAT, account and day, and nobody else does', async () => {
    const vat = { basisPoints: 750, taxId: '12345678-0001' }
    const base = await startApp({ invoicing: () => invoicing, orderSecret, vat })
    const school = await aVisitor(base)
    const invoice = await anInvoice(school, {
      schoolAddress: '12 Broad Street\nJos',
      purchaseNumber: 'PO 7',
    })
    const pdfOf = (key: string) =>
      school.send(`/api/orders/${invoice.reference}/invoice?${new URLSearchParams({ key })}`)
    const answer = await pdfOf(invoice.key)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    })
    const [page] = await textOf(await answer.arrayBuffer())
    for (const words of [
      ...['Proforma invoice', invoice.number, 'Harmony Secondary School, Jos', '12 Broad Street'],
      ...['PO 7', 'Ngozi Bassey-Udo', '0123456789', 'Example Bank', 'Tax number 12345678-0001'],
      ...['VAT 7.5%', '₦261.78', '₦3,752.25', formatDate(inDays(14))],
    ])
      expect(page).toContain(words)
    expect((await pdfOf('guessed')).status).toBe(404)
    const keeper = await aShopkeeper(base)
    const ofStaff = await keeper.send(`/api/admin/invoices/${invoice.reference}/pdf`)
    expect(ofStaff.status).toBe(200)
    await keeper.call('POST /admin/invoices/:reference/withdraw', invoice)
    const [withdrawn] = await textOf(await (await pdfOf(invoice.key)).arrayBuffer())
    expect(withdrawn).toContain('Withdrawn: please do not pay')
    expect(withdrawn).not.toContain('0123456789')
  })

  test('gets a number without a gap, whatever fails and however many ask at once', async () => {
    const school = await aShopWithInvoices()
    const year = inDays(0).slice(0, 4)
    const last = async () => {
      const [row] = await sql<{ last: number }[]>`
        select last from number_series where kind = 'invoice' and year = ${Number(year)}`
      return row?.last ?? 0
    }
    const { id: bookId } = await aBookOnSale({ price: 1000 })
    const { code } = await aDiscount({ percent: 10, maxUses: 4 })
    const before = await last()
    const emails = Array.from({ length: 12 }, () => `bursar-${randomUUID()}@schools.example`)
    const made = await Promise.allSettled(
      emails.map((buyerEmail, index) => {
        // Two of three want a code that has too few uses: most of those fail after the others wait for their numbers.
        const discountCode = index % 3 > 0 ? code : undefined
        const typed = whatASchoolTypes(bookId, { buyerEmail, discountCode })
        const broken = index % 4 === 3
        return broken
          ? transaction(async () => {
              await takeNumber('invoice')
              throw new Error('the connection broke')
            })
          : school.call('POST /invoices', typed).then(({ reference }) => proves(school, reference))
      }),
    )
    const stored = await sql<{ number: string }[]>`
      select number from invoices join orders on id = order_id
      where buyer_email = any (${emails}) order by number`
    expect(stored.length).toBe(made.filter(({ status }) => status === 'fulfilled').length)
    expect(stored.length).toBeGreaterThan(3)
    expect(stored.map(({ number }) => number)).toEqual(
      stored.map((_, index) => `INV-${year}-${String(before + index + 1).padStart(5, '0')}`),
    )
    expect(await last()).toBe(before + stored.length)
  })

  test('that presses twice has one invoice, and another one for other contents', async () => {
    const school = await aShopWithInvoices()
    const { id: bookId } = await aBookOnSale({ price: 1000 })
    const typed = whatASchoolTypes(bookId)
    const key = randomUUID()
    const placed = await Promise.all([1, 2, 3].map(() => school.call('POST /invoices', typed, key)))
    expect(new Set(placed.map(({ reference }) => reference)).size).toBe(1)
    expect(await mailsOf(typed.buyerEmail)).toEqual(['invoiceProof'])
    await expect(
      school.call('POST /invoices', { ...typed, school: 'Another School' }, key),
    ).rejects.toMatchObject({ status: 422 })
  })

  test('that never opens the link has no invoice, and its number goes to nobody', async () => {
    const school = await aShopWithInvoices()
    const keeper = await aShopkeeper(school.base)
    const { id: bookId } = await aBookOnSale({ price: 1000 })
    const typed = whatASchoolTypes(bookId, { school: `Ghost ${randomUUID()}` })
    const { reference } = await school.call('POST /invoices', typed)
    expect(await keeper.call('GET /admin/invoices', { search: typed.school })).toEqual([])
    await expect(
      keeper.call('POST /admin/invoices/:reference/transfers', { reference, ...aTransfer(3000) }),
    ).rejects.toMatchObject({ status: 404 })
    const { id } = await rowOf(reference)
    await daysPass(id, 1)
    await checkOrders(settling)
    expect(await outcomeOf({ id, buyerEmail: typed.buyerEmail })).toMatchObject(waits)
    await daysPass(id, 2)
    await checkOrders(settling)
    expect(await outcomeOf({ id, buyerEmail: typed.buyerEmail })).toMatchObject({
      state: 'expired',
    })
    expect(await proves(school, reference)).toMatchObject({
      status: 'expired',
      invoice: { number: null },
    })
  })

  test('without script is shown the total before anything is ordered', async () => {
    const school = await aShopWithInvoices()
    const { id: bookId } = await aBookOnSale({ price: 1000 })
    const { code } = await aDiscount({ percent: 10 })
    const typed = { ...whatASchoolTypes(bookId), discountCode: code, quantity: '30' }
    const send = (shownTotal: string) =>
      school.send('/api/invoices', asForm({ ...typed, shownTotal } as Record<string, string>))
    expect((await send('')).status).toBe(409)
    expect((await send('30000')).status).toBe(409)
    expect(await sql`select 1 from orders where buyer_email = ${typed.buyerEmail}`).toHaveLength(0)
    const placed = await send('27000')
    expect(placed.status).toBe(303)
    expect(placed.headers.get('location')).toContain('/api/payments/return?key=')
  })

  test.each([
    ['one copy', { quantity: 1 }, 'quantity'],
    ['more copies than an order may have', { quantity: 501 }, 'quantity'],
    ['a negative number of copies', { quantity: -3 }, 'quantity'],
    ['half a copy', { quantity: 2.5 }, 'quantity'],
    ['no name', { school: ' ' }, 'school'],
    ['a name of 10,000 characters', { school: 'S'.repeat(10_000) }, 'school'],
    ['an address of 10,000 characters', { schoolAddress: 'S'.repeat(10_000) }, 'schoolAddress'],
    ['a number of 10,000 characters', { purchaseNumber: '1'.repeat(10_000) }, 'purchaseNumber'],
    ['no contact', { buyerName: '' }, 'buyerName'],
    ['no e-mail address', { buyerEmail: 'bursar' }, 'buyerEmail'],
    ['a discount code that is not known', { discountCode: 'NOT-KNOWN' }, 'discountCode'],
  ])('gets an error at the field for %s', async (_, fields, name) => {
    const school = await aShopWithInvoices()
    const { id: bookId } = await aBookOnSale({ price: 1000 })
    await expect(
      school.call('POST /invoices', whatASchoolTypes(bookId, fields)),
    ).rejects.toMatchObject({ status: 400, fields: { [name]: [expect.any(String)] } })
  })

  test('has no invoice for what is free, has no file, or is not there, and nowhere without an account', async () => {
    const school = await aShopWithInvoices()
    const ask = (id: string, fields = {}) =>
      school.call('POST /invoices', whatASchoolTypes(id, fields))
    const { id: free } = await aBookOnSale({ price: 0 })
    const { id: dear } = await aBookOnSale({ price: 1000 })
    const { id: noFile } = await aBook({ price: 1000 })
    const { code } = await aDiscount({ percent: 100 })
    await expect(ask(free)).rejects.toMatchObject({ status: 409 })
    await expect(ask(dear, { discountCode: code })).rejects.toMatchObject({ status: 409 })
    await expect(ask(noFile)).rejects.toMatchObject({ status: 409 })
    await expect(ask(randomUUID())).rejects.toMatchObject({ status: 404 })
    const hasInvoices = async (base: string, id: string) =>
      (await (await aVisitor(base)).call('GET /books/:id', { id })).hasInvoices
    expect(await hasInvoices(school.base, dear)).toBe(true)
    expect(await hasInvoices(school.base, free)).toBe(false)
    expect(await hasInvoices(school.base, noFile)).toBe(false)
    const online = await aVisitor(await startApp({ payments: aPretendProvider().payments }))
    expect(await hasInvoices(online.base, dear)).toBe(false)
    await expect(online.call('POST /invoices', whatASchoolTypes(dear))).rejects.toMatchObject({
      status: 503,
    })
    // The purchase box cannot choose the bank.
    expect(
      (await online.send('/api/orders', asJson({ bookId: dear, provider: 'bank' }))).status,
    ).toBe(400)
  })

  test('cannot pay an ended invoice in another way, and is reminded three days before the day, once', async () => {
    const base = await startApp({
      invoicing: () => invoicing,
      orderSecret,
      payments: aPretendProvider().payments,
    })
    const school = await aVisitor(base)
    const invoice = await anInvoice(school)
    await remindSchools()
    await daysPass(invoice.id, 10)
    await remindSchools()
    expect(await mailsOf(invoice.buyerEmail)).toEqual(['invoice'])
    await daysPass(invoice.id, 1)
    await Promise.all([1, 2, 3].map(() => remindSchools()))
    await remindSchools()
    expect(await mailsOf(invoice.buyerEmail)).toEqual(['invoice', 'invoiceReminder'])
    const mail = await mailTo(invoice.buyerEmail, 'invoiceReminder')
    expect(mail?.subject).toContain(invoice.number)
    expect(await attachedTo(mail)).toContain(`give ${invoice.number} as the narration`)
    await daysPass(invoice.id, 11)
    await checkOrders(settling)
    const order = await school.call('GET /orders/:reference', invoice)
    expect(order).toMatchObject({ status: 'expired', again: [], invoice: { state: 'lapsed' } })
    await expect(
      school.call('POST /orders/:reference/again', { ...invoice, provider: 'paystack' }),
    ).rejects.toMatchObject({ status: 409 })
  })
})

describe('the publisher', () => {
  test('alone records a transfer, and the codes are delivered once', async () => {
    const school = await aShopWithInvoices()
    const keeper = await aShopkeeper(school.base)
    await sql`update staff set state = 'ended' where role = 'owner'`
    const invoice = await anInvoice(school)
    const transfer = aTransfer(invoice.amount)
    const record = () =>
      keeper.call('POST /admin/invoices/:reference/transfers', { ...invoice, ...transfer })
    const recorded = await Promise.allSettled([record(), record()])
    expect(recorded.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await untilItCounts(invoice)
    expect(await outcomeOf(invoice)).toMatchObject({
      state: 'paid',
      links: 1,
      codes: 2,
      mails: ['invoice', 'receipt'],
      events: ['pending', 'invoiceProven', 'transferRecorded', 'paid'],
    })
    const seen = await keeper.call('GET /admin/invoices/:reference', invoice)
    expect(seen).toMatchObject({
      state: 'paid',
      status: 'paid',
      mayConfirm: false,
      transfers: [{ ...transfer, recordedBy: keeper.member.name, confirmedBy: keeper.member.name }],
    })
    const order = await school.call('GET /orders/:reference', invoice)
    expect(order).toMatchObject({ status: 'paid', invoice: { state: 'paid' } })
    expect(order.codes).toHaveLength(2)
    await sql`update staff set state = 'active' where role = 'owner'`
  })

  test('who wrote a transfer down cannot confirm it where a second person could', async () => {
    const school = await aShopWithInvoices()
    const [one, other] = [await aShopkeeper(school.base), await aShopkeeper(school.base)]
    const invoice = await anInvoice(school)
    const seen = await one.call('POST /admin/invoices/:reference/transfers', {
      ...invoice,
      ...aTransfer(invoice.amount),
    })
    expect(seen).toMatchObject({ state: 'toConfirm', status: 'pending', mayConfirm: false })
    expect(await outcomeOf(invoice)).toMatchObject({
      ...waits,
      events: ['pending', 'invoiceProven', 'transferRecorded'],
    })
    const transfer = { reference: invoice.reference, id: seen.transfers[0]?.id ?? '' }
    await expect(
      one.call('POST /admin/invoices/:reference/transfers/:id/confirm', transfer),
    ).rejects.toMatchObject({ status: 409, sentence: expect.stringContaining('somebody else') })
    expect(await other.call('GET /admin/invoices/:reference', invoice)).toMatchObject({
      mayConfirm: true,
    })
    const confirmed = await other.call(
      'POST /admin/invoices/:reference/transfers/:id/confirm',
      transfer,
    )
    expect(confirmed.state).toBe('toConfirm')
    await untilItCounts(invoice)
    expect(await one.call('GET /admin/invoices/:reference', invoice)).toMatchObject({
      state: 'paid',
      status: 'paid',
      transfers: [{ recordedBy: one.member.name, confirmedBy: other.member.name }],
    })
    expect(await outcomeOf(invoice)).toMatchObject({ state: 'paid', links: 1, codes: 2 })
    expect(
      await sql`select action from activity where subject_id = ${invoice.id} order by id`,
    ).toMatchObject([{ action: 'transferRecorded' }, { action: 'transferConfirmed' }])
  })

  test('rejects a transfer, and another one can be written down', async () => {
    const school = await aShopWithInvoices()
    const [one, other] = [await aShopkeeper(school.base), await aShopkeeper(school.base)]
    const invoice = await anInvoice(school)
    const record = (by: typeof one) =>
      by.call('POST /admin/invoices/:reference/transfers', {
        ...invoice,
        ...aTransfer(invoice.amount),
      })
    const { transfers } = await record(one)
    await expect(record(other)).rejects.toMatchObject({ status: 409 })
    const transfer = { reference: invoice.reference, id: transfers[0]?.id ?? '' }
    const rejected = await one.call(
      'POST /admin/invoices/:reference/transfers/:id/reject',
      transfer,
    )
    expect(rejected).toMatchObject({
      state: 'waiting',
      transfers: [{ rejectedBy: one.member.name }],
    })
    await expect(
      other.call('POST /admin/invoices/:reference/transfers/:id/confirm', transfer),
    ).rejects.toMatchObject({ status: 409 })
    expect((await record(other)).state).toBe('toConfirm')
    expect(await outcomeOf(invoice)).toMatchObject({ state: 'pending', links: 0 })
  })

  test('cannot record one transfer for two invoices, however it is typed, until it is rejected', async () => {
    const school = await aShopWithInvoices()
    const [one, other] = [await aShopkeeper(school.base), await aShopkeeper(school.base)]
    const [first, second] = [await anInvoice(school), await anInvoice(school)]
    const bankReference = `FT 26/${randomUUID().slice(0, 8)}`
    const record = (by: typeof one, invoice: typeof first, typed: string) =>
      by.call('POST /admin/invoices/:reference/transfers', {
        ...invoice,
        ...aTransfer(invoice.amount, { bankReference: typed }),
      })
    const recorded = await Promise.allSettled([
      record(one, first, bankReference),
      record(other, second, bankReference),
    ])
    expect(recorded.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const isFirst = recorded[0]?.status === 'fulfilled'
    const [stands, free] = isFirst ? [first, second] : [second, first]
    const bare = bankReference.replaceAll(/[^\p{L}\p{N}]/gu, '')
    for (const typed of [bankReference.toUpperCase(), ` ${bare.toLowerCase()} `, `${bare}-`]) {
      await expect(record(one, free, typed)).rejects.toMatchObject({
        status: 400,
        fields: {
          bankReference: [`This transfer is recorded for invoice ${stands.number} already`],
        },
      })
    }
    // The release before has written it so.
    await sql`update bank_transfers set plain_reference = null where bank_reference = ${bankReference}`
    await expect(record(one, free, bare)).rejects.toMatchObject({ status: 400 })
    const { transfers } = await one.call('GET /admin/invoices/:reference', stands)
    await one.call('POST /admin/invoices/:reference/transfers/:id/reject', {
      reference: stands.reference,
      id: transfers[0]?.id ?? '',
    })
    expect((await record(one, free, bare)).state).toBe('toConfirm')
  })

  test('who records too much gets an order to review, and sends the money back', async () => {
    const school = await aShopWithInvoices()
    const [one, other] = [await aShopkeeper(school.base), await aShopkeeper(school.base)]
    const invoice = await anInvoice(school)
    const { transfers } = await one.call('POST /admin/invoices/:reference/transfers', {
      ...invoice,
      ...aTransfer(invoice.amount + 0.01),
    })
    const transfer = { reference: invoice.reference, id: transfers[0]?.id ?? '' }
    await other.call('POST /admin/invoices/:reference/transfers/:id/confirm', transfer)
    await untilItCounts(invoice)
    expect(await one.call('GET /admin/invoices/:reference', invoice)).toMatchObject({
      state: 'mismatch',
      status: 'needs_review',
      problem: expect.stringMatching(/^Paid ₦3,752.26 instead of ₦3,752.25/),
    })
    expect(await outcomeOf(invoice)).toMatchObject({ links: 0, codes: 0 })
    const returned = await one.call('POST /admin/invoices/:reference/returned', {
      ...invoice,
      returnedOn: dayOf(new Date()),
      bankReference: 'OUT-1',
    })
    expect(returned).toMatchObject({
      state: 'returned',
      status: 'refunded',
      transfers: [{ returnReference: 'OUT-1', returnedBy: one.member.name }],
    })
    expect(await mailsOf(invoice.buyerEmail)).toEqual(['invoice', 'orderReview', 'refunded'])
  })

  test('who mistyped a transfer undoes it within ten seconds, before the school has read of it', async () => {
    const { school, keeper, invoice } = await aloneWithAnInvoice()
    const transfer = aTransfer(200)
    const record = (fields = {}) =>
      does(keeper, 'POST /admin/invoices/:reference/transfers', {
        reference: invoice.reference,
        ...transfer,
        ...fields,
      })
    const { undo } = await record()
    expect(undo?.seconds).toBe(10)
    await checkOrders(settling)
    expect(await keeper.call('GET /admin/invoices/:reference', invoice)).toMatchObject({ paid: 0 })
    await keeper.call('POST /admin/undo/:id', { id: undo?.id ?? '' })
    await untilItCounts(invoice)
    expect(await outcomeOf(invoice)).toMatchObject({ state: 'pending', mails: ['invoice'] })
    // The same reference, with the amount that came.
    await record({ amount: invoice.amount })
    await checkOrders(settling)
    expect(await outcomeOf(invoice)).toMatchObject({ state: 'pending', mails: ['invoice'] })
    await untilItCounts(invoice)
    expect(await outcomeOf(invoice)).toMatchObject({ state: 'paid', mails: ['invoice', 'receipt'] })
    await expect(keeper.call('POST /admin/undo/:id', { id: undo?.id ?? '' })).resolves.toEqual({
      status: 'undone',
    })
    expect(await school.call('GET /orders/:reference', invoice)).toMatchObject({ status: 'paid' })
  })

  test.each([
    ['too little', 200],
    ['too much', 999_999],
  ])(
    'who recorded %s by mistake rejects it later, and records the same reference rightly',
    async (_, amount) => {
      const { keeper, invoice } = await aloneWithAnInvoice()
      const transfer = aTransfer(amount)
      const record = (fields = {}) =>
        keeper.call('POST /admin/invoices/:reference/transfers', {
          ...invoice,
          ...transfer,
          ...fields,
        })
      const { transfers } = await record()
      await untilItCounts(invoice)
      const rejected = await keeper.call('POST /admin/invoices/:reference/transfers/:id/reject', {
        reference: invoice.reference,
        id: transfers[0]?.id ?? '',
      })
      expect(rejected).toMatchObject({ state: 'waiting', status: 'pending', paid: 0 })
      await record({ amount: invoice.amount })
      await untilItCounts(invoice)
      const paid = await keeper.call('GET /admin/invoices/:reference', invoice)
      expect(paid).toMatchObject({ state: 'paid', status: 'paid' })
      await expect(
        keeper.call('POST /admin/invoices/:reference/transfers/:id/reject', {
          reference: invoice.reference,
          id: paid.transfers[0]?.id ?? '',
        }),
      ).rejects.toMatchObject({ status: 409 })
    },
  )

  test('records the missing part of what a school paid too little, and only the sum delivers', async () => {
    const { school, keeper, invoice } = await aloneWithAnInvoice()
    const record = (amount: number) =>
      keeper.call('POST /admin/invoices/:reference/transfers', { ...invoice, ...aTransfer(amount) })
    await record(invoice.amount - 50)
    await untilItCounts(invoice)
    const mail = await mailTo(invoice.buyerEmail, 'invoicePart')
    expect(mail?.subject).toContain('₦50 is missing')
    expect(await attachedTo(mail)).toContain('transfer exactly ₦50')
    for (const text of ['₦3,702.25 of the ₦3,752.25', 'Amount: ₦50', '0123456789'])
      expect(mail?.text).toContain(text)
    expect(await school.call('GET /orders/:reference', invoice)).toMatchObject({
      status: 'pending',
      codes: [],
      invoice: { state: 'waiting', paid: 3702.25, missing: 50 },
    })
    const [page] = await textOf(
      await (
        await school.send(`/api/orders/${invoice.reference}/invoice?key=${invoice.key}`)
      ).arrayBuffer(),
    )
    for (const words of ['Paid so far', 'Still to pay', 'transfer exactly ₦50'])
      expect(page).toContain(words)
    // Its time is over, but it does not end with money in it, and nobody asks about it each hour.
    await daysPass(invoice.id, 30)
    await checkOrders(settling)
    expect(await keeper.call('GET /admin/invoices/:reference', invoice)).toMatchObject({
      state: 'overdue',
      status: 'pending',
    })
    const [row] = await sql<{ nextCheckAt: string }[]>`
      select next_check_at from orders where id = ${invoice.id}`
    expect(Date.parse(row?.nextCheckAt ?? '')).toBeGreaterThan(Date.now() + 23 * 3_600_000)
    await expect(
      keeper.call('POST /admin/invoices/:reference/withdraw', invoice),
    ).rejects.toMatchObject({ status: 409 })
    await record(50)
    await untilItCounts(invoice)
    expect(await outcomeOf(invoice)).toMatchObject({
      state: 'paid',
      links: 1,
      codes: 2,
      mails: ['invoice', 'invoicePart', 'receipt'],
    })
  })

  test('whose invoice is paid has a receipt that names the school, invoice and purchase order, and the sum in words', async () => {
    const { school, keeper } = await aloneWithAnInvoice()
    const invoice = await anInvoice(school, {
      schoolAddress: '12 Broad Street\nJos',
      purchaseNumber: 'PO 7',
    })
    await keeper.call('POST /admin/invoices/:reference/transfers', {
      ...invoice,
      ...aTransfer(invoice.amount),
    })
    await untilItCounts(invoice)
    const listOf = (kind: string) =>
      school.send(`/api/orders/${invoice.reference}/codes.${kind}?key=${invoice.key}`)
    const { codes } = await school.call('GET /orders/:reference', invoice)
    const csv = await (await listOf('csv')).text()
    const [sheet] = await textOf(await (await listOf('pdf')).arrayBuffer())
    for (const { code } of codes) for (const list of [csv, sheet]) expect(list).toContain(code)
    expect(csv).toContain('"Number","Code","Used","Pupil"')
    const mailed = await mailTo(invoice.buyerEmail, 'receipt')
    expect(mailed?.attachments?.[0]?.name).toMatch(/^Ascend receipt R-\d{4}-\d+\.pdf$/)
    expect(await attachedTo(mailed)).toContain(invoice.number)
    const receipt = await school.send(`/api/orders/${invoice.reference}/receipt?key=${invoice.key}`)
    const [page] = await textOf(await receipt.arrayBuffer())
    for (const words of [
      ...['Harmony Secondary School, Jos', '12 Broad Street', 'Ngozi Bassey-Udo', 'PO 7'],
      ...[invoice.number, 'Three thousand, seven hundred and fifty-two naira, twenty-five kobo'],
    ])
      expect(page).toContain(words)
  })

  test('sends a part back, which ends the invoice', async () => {
    const { keeper, invoice } = await aloneWithAnInvoice()
    await keeper.call('POST /admin/invoices/:reference/transfers', {
      ...invoice,
      ...aTransfer(200),
    })
    await untilItCounts(invoice)
    const returned = await keeper.call('POST /admin/invoices/:reference/returned', {
      ...invoice,
      returnedOn: dayOf(new Date()),
      bankReference: 'OUT-2',
    })
    expect(returned).toMatchObject({ state: 'returned', status: 'refunded' })
    expect(await mailTo(invoice.buyerEmail, 'refunded')).toMatchObject({
      text: expect.not.stringContaining('₦3,752.25'),
    })
  })

  test('asked to refund a paid invoice waits until the money was sent back, which ends the codes', async () => {
    const school = await aShopWithInvoices()
    const keeper = await aShopkeeper(school.base)
    const second = await aShopkeeper(school.base)
    const invoice = await anInvoice(school)
    await expect(
      keeper.call('POST /admin/invoices/:reference/returned', {
        ...invoice,
        returnedOn: dayOf(new Date()),
        bankReference: 'OUT-1',
      }),
    ).rejects.toMatchObject({ status: 409 })
    const { transfers } = await keeper.call('POST /admin/invoices/:reference/transfers', {
      ...invoice,
      ...aTransfer(invoice.amount),
    })
    const transfer = { reference: invoice.reference, id: transfers[0]?.id ?? '' }
    await second.call('POST /admin/invoices/:reference/transfers/:id/confirm', transfer)
    await untilItCounts(invoice)
    const asked = await keeper.call('POST /admin/orders/:reference/refund', invoice)
    expect(asked.status).toBe('paid')
    expect(await keeper.call('GET /admin/invoices/:reference', invoice)).toMatchObject({
      state: 'paid',
      isRefundAsked: true,
    })
    await sql`update orders set next_check_at = now() where id = ${invoice.id}`
    await checkOrders(settling)
    expect(await outcomeOf(invoice)).toMatchObject({ state: 'paid', codes: 2 })
    await keeper.call('POST /admin/invoices/:reference/returned', {
      ...invoice,
      returnedOn: dayOf(new Date()),
      bankReference: 'OUT-1',
    })
    expect(await outcomeOf(invoice)).toMatchObject({ state: 'refunded', codes: 0 })
  })

  test('records a transfer after the invoice has ended, and it pays all the same', async () => {
    const school = await aShopWithInvoices()
    const keeper = await aShopkeeper(school.base)
    await sql`update staff set state = 'ended' where role = 'owner'`
    const invoice = await anInvoice(school)
    await daysPass(invoice.id, 20)
    await checkOrders(settling)
    const overdue = await keeper.call('GET /admin/invoices/:reference', invoice)
    expect(overdue).toMatchObject({ state: 'overdue', status: 'pending' })
    await daysPass(invoice.id, 2)
    await checkOrders(settling)
    expect(await outcomeOf(invoice)).toMatchObject({ state: 'expired' })
    await expect(
      keeper.call('PUT /admin/invoices/:reference/due', { ...invoice, dueOn: inDays(5) }),
    ).rejects.toMatchObject({ status: 409 })
    await keeper.call('POST /admin/invoices/:reference/transfers', {
      ...invoice,
      ...aTransfer(invoice.amount),
    })
    await untilItCounts(invoice)
    expect(await outcomeOf(invoice)).toMatchObject({ state: 'paid', links: 1, codes: 2 })
    await sql`update staff set state = 'active' where role = 'owner'`
  })

  test('gives a school more time, of which it is told and reminded', async () => {
    const school = await aShopWithInvoices()
    const keeper = await aShopkeeper(school.base)
    const invoice = await anInvoice(school)
    await daysPass(invoice.id, 12)
    await remindSchools()
    const moved = await keeper.call('PUT /admin/invoices/:reference/due', {
      ...invoice,
      dueOn: inDays(30),
    })
    expect(moved).toMatchObject({ state: 'waiting', dueOn: inDays(30), openUntil: inDays(37) })
    expect((await mailTo(invoice.buyerEmail, 'invoice'))?.subject).toContain('now due')
    await daysPass(invoice.id, 28)
    await remindSchools()
    await checkOrders(settling)
    expect(await mailsOf(invoice.buyerEmail)).toEqual([
      'invoice',
      'invoiceReminder',
      'invoice',
      'invoiceReminder',
    ])
    expect(await outcomeOf(invoice)).toMatchObject({ state: 'pending' })
  })

  test('withdraws an invoice for good, whose number nobody else gets', async () => {
    const school = await aShopWithInvoices()
    const keeper = await aShopkeeper(school.base)
    const invoice = await anInvoice(school)
    const withdrawn = await keeper.call('POST /admin/invoices/:reference/withdraw', invoice)
    expect(withdrawn).toMatchObject({
      state: 'withdrawn',
      status: 'expired',
      number: invoice.number,
    })
    expect(await keeper.call('POST /admin/invoices/:reference/withdraw', invoice)).toMatchObject({
      state: 'withdrawn',
    })
    expect(await mailsOf(invoice.buyerEmail)).toEqual(['invoice', 'invoiceWithdrawn'])
    await expect(
      keeper.call('POST /admin/invoices/:reference/transfers', {
        ...invoice,
        ...aTransfer(invoice.amount),
      }),
    ).rejects.toMatchObject({ status: 409 })
    const next = await anInvoice(school)
    expect(next.number).not.toBe(invoice.number)
    expect(await outcomeOf(invoice)).toMatchObject({ state: 'expired', links: 0, codes: 0 })
  })

  test.each([
    ['a day that is still to come', { paidOn: '2099-01-01' }, 'paidOn'],
    ['a day in 1900', { paidOn: '1900-01-01' }, 'paidOn'],
    ['a day before the invoice', { paidOn: '2026-01-01' }, 'paidOn'],
    ['the 31st of February', { paidOn: '2026-02-31' }, 'paidOn'],
    ['no day', { paidOn: '' }, 'paidOn'],
    ['no reference', { bankReference: '  ' }, 'bankReference'],
    ['a reference without a letter or digit', { bankReference: '- / -' }, 'bankReference'],
    ['a reference of 10,000 characters', { bankReference: 'F'.repeat(10_000) }, 'bankReference'],
    ['no money', { amount: 0 }, 'amount'],
    ['negative money', { amount: -5 }, 'amount'],
    ['part of a kobo', { amount: 1.005 }, 'amount'],
    ['endless money', { amount: '1e309' }, 'amount'],
    ['more money than there is', { amount: 9e15 }, 'amount'],
  ])('gets an error at the field of a transfer for %s', async (_, fields, name) => {
    const school = await aShopWithInvoices()
    const keeper = await aShopkeeper(school.base)
    const invoice = await anInvoice(school)
    const transfer = { ...aTransfer(invoice.amount), ...fields } as ReturnType<typeof aTransfer>
    await expect(
      keeper.call('POST /admin/invoices/:reference/transfers', { ...invoice, ...transfer }),
    ).rejects.toMatchObject({ status: 400, fields: { [name]: [expect.any(String)] } })
  })

  test.each(['2026-01-01', '1900-01-01', '2099-01-01', '2026-02-31', 'soon', ''])(
    'cannot move the due day to “%s”',
    async (dueOn) => {
      const school = await aShopWithInvoices()
      const keeper = await aShopkeeper(school.base)
      const invoice = await anInvoice(school)
      await expect(
        keeper.call('PUT /admin/invoices/:reference/due', { ...invoice, dueOn }),
      ).rejects.toMatchObject({ status: 400, fields: { dueOn: expect.any(Array) } })
    },
  )

  test('makes an invoice for a school that has called, once, which is settled as every other', async () => {
    const school = await aShopWithInvoices()
    const keeper = await aShopkeeper(school.base)
    const { id: bookId } = await aBookOnSale({ price: 1000 })
    const typed = whatASchoolTypes(bookId, { quantity: 25 })
    const key = randomUUID()
    const [made, again] = [
      await keeper.call('POST /admin/invoices', typed, key),
      await keeper.call('POST /admin/invoices', typed, key),
    ]
    expect(again).toEqual(made)
    expect(made).toMatchObject({ state: 'waiting', amount: 25_000, school: typed.school })
    expect(await mailsOf(typed.buyerEmail)).toEqual(['invoice'])
    const { id } = await rowOf(made.reference)
    expect(await sql`select what, by from order_events where order_id = ${id}`).toMatchObject([
      { what: 'pending', by: 'publisher' },
    ])
    expect(await sql`select action, note from activity where subject_id = ${id}`).toMatchObject([
      { action: 'invoiceMade', note: made.number },
    ])
    await expect(
      keeper.call('POST /admin/invoices', { ...typed, quantity: 1 }),
    ).rejects.toMatchObject({ status: 400, fields: { quantity: [expect.any(String)] } })
  })

  test('finds invoices by state, number and school, and one of another order not at all', async () => {
    const school = await aShopWithInvoices()
    const keeper = await aShopkeeper(school.base)
    const name = `Unity School ${randomUUID().slice(0, 8)}`
    const before = await keeper.call('GET /admin/invoice-counts', {})
    const invoice = await anInvoice(school, { school: name })
    const found = (fields: object) => keeper.call('GET /admin/invoices', fields)
    expect(await found({ search: name.toUpperCase() })).toMatchObject([{ number: invoice.number }])
    expect(await found({ search: invoice.number })).toMatchObject([{ school: name }])
    expect(await found({ search: name, status: 'paid' })).toEqual([])
    const after = await keeper.call('GET /admin/invoice-counts', {})
    expect(after['waiting']).toBe((before['waiting'] ?? 0) + 1)
    await expect(
      keeper.call('GET /admin/invoices/:reference', { reference: `ASC-${'0'.repeat(26)}` }),
    ).rejects.toMatchObject({ status: 404 })
  })
})

test('the school of an invoice that was never paid is forgotten, a month after it has ended', async () => {
  const { deleteUnpaidBuyers } = await import('#api/shop/orders/orders.queries.ts')
  const { forgetSchools } = await import('./invoices.queries.ts')
  const school = await aShopWithInvoices()
  const invoice = await anInvoice(school)
  await daysPass(invoice.id, 22)
  await checkOrders(settling)
  const clean = async () => {
    await deleteUnpaidBuyers()
    await forgetSchools()
    const [row] = await sql`
      select school, number, buyer_email from invoices join orders on id = order_id where id = ${invoice.id}`
    return row
  }
  await daysPass(invoice.id, 28)
  expect(await clean()).toMatchObject({ buyerEmail: invoice.buyerEmail })
  await daysPass(invoice.id, 3)
  expect(await clean()).toMatchObject({ school: '', buyerEmail: '', number: invoice.number })
})

test('an invoice that waits is not looked at before its time is over', async () => {
  const school = await aShopWithInvoices()
  const invoice = await anInvoice(school)
  await checkOrders(settling)
  const [row] = await sql<{ nextCheckAt: string }[]>`
    select next_check_at from orders where id = ${invoice.id}`
  expect(dayOf(row?.nextCheckAt ?? '')).toBe(inDays(22))
  expect(await outcomeOf(invoice)).toMatchObject({
    ...waits,
    events: ['pending', 'invoiceProven'],
  })
})
