import { createHash, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { MailData } from '#api/mails/mails.queries.ts'
import { sql } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { composed, linkOf } from '#tests/magazine/composed-mails.ts'
import { aVisitor, publisherSignIn, startApp, thePublisher, theStaff } from '#tests/people.ts'
import { aFlutterwaveServer } from '#tests/servers/flutterwave-server.ts'
import { aPaystackServer, sendNotice } from '#tests/servers/paystack-server.ts'
import { aBookOnSale } from '#tests/servers/pretend-provider.ts'
import { aPurchase } from '#tests/shop/purchases.ts'
import { subjectOf } from '../doctor/doctor-subject.ts'
import { examine } from '../doctor/examine.ts'
import { openBusiness } from './live-business.ts'
import { livePayments, liveVat } from './live-shop.ts'

const { password } = publisherSignIn
const { orderSecret } = composeWith
const secretKey = ['sk_test', 'harmattan4f2c'].join('_')
const liveKey = secretKey.replace('test', 'live')

/** A magazine whose server sets this and nothing else of the business; those of one test share what is stored. */
async function aMagazine(env: Record<string, string> = {}) {
  onTestFinished(async () => {
    await sql`delete from business_settings`
    await sql`delete from mails`
  })
  const paystack = await aPaystackServer({ secretKey })
  const { apiUrl } = paystack.options
  const business = openBusiness({ PAYSTACK_API_URL: apiUrl, ...env }, orderSecret)
  await business.refresh()
  const [payments, vat] = [livePayments(business), liveVat(business)]
  const logged: string[] = []
  const base = await startApp({
    business,
    vat,
    payments,
    log: pino({ level: 'trace' }, { write: (line) => logged.push(line) }),
    examine: () => examine(subjectOf(business, { root: process.cwd(), db: async () => sql })),
  })
  const publisher = await thePublisher(base)
  const find = async (part: string) =>
    (await publisher.call('GET /admin/business', {})).find((one) => one.part === part)
  const set = (key: string, fields: object = {}) =>
    publisher.call('PUT /admin/business/:part', {
      part: 'paystack',
      version: 0,
      password,
      values: { PAYSTACK_SECRET_KEY: key },
      ...fields,
    })
  return { ...publisher, base, paystack, business, payments, logged, find, set }
}

const fieldError = (message: string) => ({
  status: 400,
  fields: { PAYSTACK_SECRET_KEY: [expect.stringContaining(message)] },
})

describe('the owner who sets how the shop is paid', () => {
  test('pastes a key, and the next order is paid by it, without a restart', async () => {
    const { set, find, base, paystack } = await aMagazine()
    expect(await find('paystack')).toMatchObject({ by: 'nobody', shown: {}, version: 0 })
    await set(`  sk_test_harmattan\n4f2c `)
    expect(await find('paystack')).toMatchObject({
      by: 'here',
      shown: { PAYSTACK_SECRET_KEY: 'sk_test_•••• 4f2c' },
      isTest: true,
      version: 1,
      changed: { by: publisherSignIn.username },
      webhook: 'https://ascend.example/api/webhooks/paystack',
    })
    const buyer = await aVisitor(base)
    const { reference } = await buyer.call('POST /orders', aPurchase((await aBookOnSale()).id))
    const [order] = await sql`select provider from orders where reference = ${reference}`
    expect(order).toMatchObject({ provider: 'paystack' })
    expect(paystack.asked.map(({ path }) => path)).toContain('/transaction/initialize')
  })

  test('reads the secret of the server for a recovery sheet, after the password alone', async () => {
    const { call } = await aMagazine()
    const make = (typed: string) => call('POST /admin/business/recovery-sheet', { password: typed })
    await expect(make('a guess')).rejects.toMatchObject({ status: 400 })
    const { secret, sha256 } = await make(password)
    expect(Buffer.from(secret, 'hex')).toEqual(Buffer.from(orderSecret))
    expect(sha256).toBe(createHash('sha256').update(orderSecret).digest('hex'))
    const made =
      await sql`select who, note, subject from activity where action = 'recoverySheetMade'`
    expect(made).toEqual([{ who: publisherSignIn.username, note: null, subject: null }])
    const { steps } = await call('GET /admin/first-steps', {})
    expect(steps.find(({ name }) => name === 'recovery')).toMatchObject({ isDone: true })
    const { call: asEditor } = await theStaff('editor')
    const refused = asEditor('POST /admin/business/recovery-sheet', { password })
    await expect(refused).rejects.toMatchObject({ status: 403 })
  })

  test('types the password once in five minutes, and another session types it, too', async () => {
    const { base, call, find, set } = await aMagazine()
    const { call: elsewhere } = await thePublisher(base)
    const isAsked = async () => (await find('vat'))?.asksPassword
    const unsaid = { password: undefined }
    const asked = { status: 400, fields: { password: ['Please enter your password'] } }
    await expect(set(secretKey, unsaid)).rejects.toMatchObject(asked)
    expect(await isAsked()).toBe(true)
    await set(secretKey)
    expect(await isAsked()).toBe(false)
    const remove = { part: 'paystack', version: 1 } as const
    await expect(elsewhere('DELETE /admin/business/:part', remove)).rejects.toMatchObject(asked)
    await call('DELETE /admin/business/:part', remove)
    const wrong = { ...remove, version: 2, password: 'a wrong one' }
    await expect(call('DELETE /admin/business/:part', wrong)).rejects.toMatchObject({ status: 400 })
    await sql`update staff_sessions set confirmed_at = confirmed_at - interval '6 minutes'`
    expect(await isAsked()).toBe(true)
    await expect(set(secretKey, { ...unsaid, version: 2 })).rejects.toMatchObject(asked)
  })

  test('reads why a key is refused, and nothing has changed', async () => {
    const { set, find, paystack } = await aMagazine()
    await expect(set('pk_test_harmattan4f2c')).rejects.toMatchObject(fieldError('public key'))
    await expect(set('harmattan')).rejects.toMatchObject(fieldError('begins with sk_test_'))
    await expect(set('sk_test_of_somebody_else')).rejects.toMatchObject(
      fieldError('Paystack does not know this key'),
    )
    await expect(set(secretKey, { password: 'a wrong one' })).rejects.toMatchObject({
      status: 400,
      fields: { password: ['This is not your password'] },
    })
    paystack.account.currency = 'GHS'
    await expect(set(secretKey)).rejects.toMatchObject(fieldError('takes no naira'))
    paystack.next('fault')
    await expect(set(secretKey)).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('Nothing was changed'),
    })
    expect(await find('paystack')).toMatchObject({ by: 'nobody', version: 0 })
  })

  test('never sees the key again: not on the page, in the database, the activity, the mail or the log', async () => {
    const { set, call, send, paystack, logged } = await aMagazine()
    paystack.next('fault')
    await expect(set(secretKey)).rejects.toThrow()
    await set(secretKey)
    const page = await send('/api/admin/business')
    expect(page.status).toBe(200)
    const rows = await sql`select * from business_settings`
    const mails = await sql`select * from mails where kind = 'businessChanged'`
    expect(mails.length).toBeGreaterThan(0)
    const [newest] = await call('GET /admin/activity', {})
    expect(newest).toMatchObject({ action: 'businessSet', subject: 'Paystack' })
    expect(logged.length).toBeGreaterThan(0)
    for (const told of [await page.text(), rows, mails, newest, logged]) {
      expect(JSON.stringify(told)).not.toContain('harmattan')
    }
    expect(Buffer.from(rows[0]?.['sealed']).includes('harmattan')).toBe(false)
  })

  test('keeps the key before where the service ends between the trial and the saving', async () => {
    const { set, find, paystack, business, payments } = await aMagazine()
    await set(secretKey)
    const [mails] = await sql`select count(*) from mails`
    const next = `${secretKey}next`
    paystack.taken.key = next
    // What is saved with it cannot be.
    await sql`alter table activity rename to activity_away`
    await expect(set(next, { version: 1 })).rejects.toMatchObject({ status: 500 })
    await sql`alter table activity_away rename to activity`
    expect(paystack.asked.at(-1)?.path).toMatch(/balance|bank/)
    await business.refresh()
    expect(await find('paystack')).toMatchObject({
      version: 1,
      shown: { PAYSTACK_SECRET_KEY: 'sk_test_•••• 4f2c' },
    })
    expect(payments()).toHaveLength(1)
    expect(await sql`select count(*) from mails`).toEqual([mails])
  })

  test('takes a key away, and buying closes; of two changes at once one wins', async () => {
    const { set, call, find, payments } = await aMagazine({ HOST: '0.0.0.0' })
    const both = await Promise.allSettled([set(secretKey), set(secretKey)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 409 },
    })
    expect(payments().map(({ provider }) => provider)).toEqual(['paystack'])
    await call('DELETE /admin/business/:part', { part: 'paystack', version: 1, password })
    expect(payments()).toEqual([])
    expect(await find('paystack')).toMatchObject({ by: 'nobody', isStored: false, version: 2 })
    await set(secretKey, { version: 2 })
    expect(payments()).toHaveLength(1)
  })

  test('cannot mix a live key with a test key', async () => {
    const { set, call } = await aMagazine()
    await set(secretKey)
    const flutterwave = await aFlutterwaveServer()
    const values = {
      FLUTTERWAVE_SECRET_KEY: flutterwave.options.secretKey.replace('_TEST', ''),
      FLUTTERWAVE_WEBHOOK_HASH: 'sixteen-characters',
    }
    await expect(
      call('PUT /admin/business/:part', { part: 'flutterwave', version: 0, password, values }),
    ).rejects.toMatchObject({
      fields: { FLUTTERWAVE_SECRET_KEY: [expect.stringContaining('live keys both')] },
    })
  })

  test('is told when the server itself leaves that provider out, and nothing is stored untried', async () => {
    const { set, find } = await aMagazine({ PAYMENTS: 'off' })
    await expect(set(secretKey)).rejects.toMatchObject({ status: 409 })
    expect(await find('paystack')).toMatchObject({ isStored: false })
  })

  test('sets a tax, which the next order contains', async () => {
    const { set, call, base } = await aMagazine()
    await set(secretKey)
    const values = { VAT_PERCENT: '7.5', SELLER_TAX_ID: '12345678-0001' }
    await call('PUT /admin/business/:part', { part: 'vat', version: 0, password, values })
    const buyer = await aVisitor(base)
    const { reference } = await buyer.call('POST /orders', aPurchase((await aBookOnSale()).id))
    const [order] = await sql`select vat_basis_points from orders where reference = ${reference}`
    expect(order).toEqual({ vatBasisPoints: 750 })
  })
})

describe('the owner who tries the shop with a test key', () => {
  test('sees a test sale come, with each thing that is known of it, then goes live', async () => {
    const { set, call, find, base, paystack } = await aMagazine()
    const { id } = await aBookOnSale({ price: 100 })
    await sql`update books set is_published = false where id <> ${id}`
    const keeper = await theStaff('shopkeeper', base)
    const off = async () => (await keeper.call('GET /admin/stats', {})).off.payments
    const isTest = async () => (await call('GET /books/:id', { id })).isTest
    await set(secretKey)
    const book = { id, price: 100 }
    expect(await find('paystack')).toMatchObject({
      heardAt: null,
      testSale: { book, order: null },
    })
    expect([await off(), await isTest()]).toEqual([{ why: 'test' }, true])

    const buyer = await aVisitor(base)
    const { reference } = await buyer.call('POST /orders', aPurchase(id))
    paystack.pay(reference)
    const webhook = `${base}/api/webhooks/paystack`
    const { body } = paystack.notice('charge.success', reference)
    expect((await sendNotice(webhook, body, paystack.sign(body, 'sk_test_forged'))).status).toBe(
      401,
    )
    expect(await find('paystack')).toMatchObject({ heardAt: null, testSale: { order: null } })
    await paystack.tell(webhook, 'charge.success', reference)
    const order = { reference, hasWebhook: true, hasReceipt: false, isRefunded: false }
    await vi.waitFor(async () =>
      expect(await find('paystack')).toMatchObject({
        heardAt: expect.any(String),
        testSale: { book, order },
      }),
    )
    await sql`update mails set sent_at = now() where kind = 'receipt' and data ->> 'reference' = ${reference}`
    await call('POST /admin/orders/:reference/refund', { reference })
    paystack.giveBack(reference)
    await paystack.tell(webhook, 'refund.processed', reference)
    await vi.waitFor(async () =>
      expect(await find('paystack')).toMatchObject({
        testSale: { order: { ...order, hasReceipt: true, isRefunded: true } },
      }),
    )
    expect((await call('GET /admin/stats', {})).totalRevenue).toBe(0)

    const begun = aPurchase(id)
    const press = randomUUID()
    paystack.next('fault')
    await expect(buyer.call('POST /orders', begun, press)).rejects.toMatchObject({ status: 503 })
    paystack.taken.key = liveKey
    await set(liveKey, { version: 1 })
    // The newest facts are of another key; what was begun as a test is never paid with money.
    expect(await find('paystack')).toMatchObject({ isTest: false, heardAt: null, testSale: null })
    expect([await off(), await isTest()]).toEqual([undefined, false])
    await expect(buyer.call('POST /orders', begun, press)).rejects.toMatchObject({ status: 503 })
    await buyer.call('POST /orders', aPurchase(id))
  })
})

describe('a key that its provider has revoked', () => {
  test('is a task of the owner, is said to all staff, and both are over as soon as another one is set', async () => {
    const { set, call, base, paystack } = await aMagazine()
    await set(secretKey)
    paystack.taken.key = 'sk_test_new'
    const buyer = await aVisitor(base)
    const purchase = aPurchase((await aBookOnSale()).id)
    const press = randomUUID()
    await expect(buyer.call('POST /orders', purchase, press)).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('Payment is not available right now. Nothing was charged.'),
    })
    await call('POST /admin/doctor', {})
    const findTask = async () =>
      (await call('GET /admin/tasks', {})).tasks.find(({ kind }) => kind === 'checksFailed')
    expect(await findTask()).toMatchObject({
      path: '/admin/business/payments',
      name: 'Payments',
      note: 'Paystack does not accept the key.',
    })
    const keeper = await theStaff('shopkeeper', base)
    const paymentsOff = async ({ call }: Pick<typeof keeper, 'call'>) =>
      (await call('GET /admin/stats', {})).off.payments
    expect(await paymentsOff({ call })).toEqual({
      why: 'refused',
      path: '/admin/business/payments',
    })
    expect(await paymentsOff(keeper)).toEqual({ why: 'refused' })
    await set('sk_test_new', { version: 1 })
    expect((await findTask())?.name).not.toBe('Payments')
    expect(await paymentsOff(keeper)).toEqual({ why: 'test' })
    // The same press goes on with the same order.
    const { checkoutUrl } = await buyer.call('POST /orders', purchase, press)
    expect(checkoutUrl).toContain('checkout.paystack.com')
  })
})

test('the owner says which of two providers takes the money first, and one alone has no order', async () => {
  const flutterwave = await aFlutterwaveServer()
  const { call, set, payments, find } = await aMagazine({
    FLUTTERWAVE_API_URL: flutterwave.options.apiUrl,
    FLUTTERWAVE_SECRET_KEY: flutterwave.options.secretKey,
    FLUTTERWAVE_WEBHOOK_HASH: flutterwave.options.webhookHash,
  })
  await set(secretKey)
  const names = () => payments().map(({ provider }) => provider)
  expect(names()).toEqual(['paystack', 'flutterwave'])
  const PAYMENTS = 'flutterwave,paystack'
  const put = { part: 'turns', version: 0, password, values: { PAYMENTS } } as const
  await expect(
    call('PUT /admin/business/:part', { ...put, values: { PAYMENTS: 'test' } }),
  ).rejects.toMatchObject({ status: 400, fields: { PAYMENTS: ['Please choose one'] } })
  await call('PUT /admin/business/:part', put)
  expect(names()).toEqual(['flutterwave', 'paystack'])
  await call('DELETE /admin/business/:part', { part: 'paystack', version: 1, password })
  expect(names()).toEqual(['flutterwave'])
  expect(await find('turns')).toMatchObject({ isBroken: false, isStored: true })
  await set(secretKey, { version: 2 })
  expect(names()).toEqual(['flutterwave', 'paystack'])
})

describe('what the server sets itself', () => {
  test('comes first, is changed there, and can be moved here', async () => {
    const { set, find, call } = await aMagazine({ PAYSTACK_SECRET_KEY: secretKey })
    expect(await find('paystack')).toMatchObject({
      by: 'server',
      shown: { PAYSTACK_SECRET_KEY: 'sk_test_•••• 4f2c' },
      isStored: false,
    })
    await expect(set(secretKey)).rejects.toMatchObject({ status: 409 })
    await call('POST /admin/business/:part/move', { part: 'paystack', version: 0, password })
    expect(await find('paystack')).toMatchObject({ by: 'server', isStored: true })
    // The line is deleted on the server.
    const after = openBusiness({}, orderSecret)
    await after.refresh()
    expect(after.config().payments).toMatchObject([{ by: 'paystack', secretKey }])
  })
})

test('the server’s bank and tax move here without what may be left out, and a key that died does not', async () => {
  const { BANK_NAME, BANK_ACCOUNT_NUMBER, BANK_ACCOUNT_NAME } = account
  const bank = { BANK_NAME, BANK_ACCOUNT_NUMBER, BANK_ACCOUNT_NAME }
  const dead = { PAYSTACK_SECRET_KEY: ['sk_test', 'revoked'].join('_') }
  const { find, call } = await aMagazine({ ...bank, VAT_PERCENT: '7.5', ...dead })
  const move = (part: 'bank' | 'vat' | 'paystack') =>
    call('POST /admin/business/:part/move', { part, version: 0, password })
  await expect(move('paystack')).rejects.toMatchObject(fieldError('does not know this key'))
  await move('vat')
  expect(await find('vat')).toMatchObject({ isStored: true })
  await move('bank')
  expect(await find('bank')).toMatchObject({ isStored: true })
})

describe('what is stored', () => {
  test('holds at another replica as soon as it looks', async () => {
    const { set } = await aMagazine()
    const other = openBusiness({}, orderSecret)
    await other.refresh()
    const before = other.config()
    await set(secretKey)
    await other.refresh()
    expect(other.config()).not.toBe(before)
    expect(other.config().payments).toMatchObject([{ by: 'paystack', secretKey }])
  })

  test('is on the page of a book at every replica from then on, which is kept until the data changes', async () => {
    const closed = { HOST: '0.0.0.0' }
    const [here, there] = [await aMagazine(closed), await aMagazine(closed)]
    const { id } = await aBookOnSale()
    expect(await there.call('GET /books/:id', { id })).toMatchObject({ sale: 'notOpen' })
    await here.set(secretKey)
    expect(await there.call('GET /books/:id', { id })).toMatchObject({ sale: 'open' })
  })

  test('is asked for anew where its secret is lost, or the row was copied to another place', async () => {
    const { set } = await aMagazine()
    await set(secretKey)
    const other = openBusiness({}, Buffer.from('another secret'))
    await other.refresh()
    expect(other.broken()).toEqual(['paystack'])
    expect(other.config().payments).toEqual([{ by: 'test' }])
    await sql`update business_settings set version = 5`
    const same = openBusiness({}, orderSecret)
    await same.refresh()
    expect(same.broken()).toEqual(['paystack'])
  })

  test('is left aside where it does not go with what the server says now', async () => {
    const { set } = await aMagazine()
    await set(secretKey)
    const live = { FLUTTERWAVE_SECRET_KEY: 'FLWSECK-a', FLUTTERWAVE_WEBHOOK_HASH: 'h'.repeat(16) }
    const business = openBusiness(live, orderSecret)
    await business.refresh()
    expect(business.broken()).toEqual(['paystack'])
    expect(business.config().payments).toMatchObject([{ by: 'flutterwave' }])
  })
})

const account = {
  BANK_NAME: 'GTBank',
  BANK_ACCOUNT_NUMBER: '0123456789',
  BANK_ACCOUNT_NAME: 'Harmattan Media Ltd',
  INVOICE_DAYS: '',
}
const ofPaystack = { ...account, BANK_NAME: 'Guaranty Trust Bank Plc' }

test('whoever changes a part twice in a day cannot keep the owner from taking both back, by either mail', async () => {
  const { base, business, call } = await aMagazine()
  const tax = () => business.config().vat.basisPoints
  const setTax = (percent: string, version: number) =>
    call('PUT /admin/business/:part', {
      part: 'vat',
      version,
      password,
      values: { VAT_PERCENT: percent, SELLER_TAX_ID: '' },
    })
  await setTax('7.5', 0)
  await setTax('10', 1)
  await setTax('20', 2)
  const mails = await sql<{ data: MailData['businessChanged'] }[]>`
    select data from mails where kind = 'businessChanged' order by data -> 'change' ->> 'version'`
  await sql`delete from mails where kind = 'businessChanged'`
  const tokens = []
  for (const { data } of mails) {
    const mail = await composed('businessChanged', data)
    tokens.push(linkOf(mail).searchParams.get('token') ?? '')
    await sql`delete from mails where kind = 'businessChanged'`
  }
  const { call: stranger } = await aVisitor(base)
  const takeBack = (token = '') => stranger('POST /admin/business/not-me', { token })
  // That one is the owner's own.
  await expect(takeBack(tokens[0])).rejects.toMatchObject({ status: 404 })
  await takeBack(tokens[1])
  expect(tax()).toBe(750)
  await expect(takeBack(tokens[2])).rejects.toMatchObject({ status: 404 })
})

describe('the bank account of invoices', () => {
  async function aMagazineWithInvoices() {
    const magazine = await aMagazine()
    const setBank = (values: Record<string, string>, version = 0) =>
      magazine.call('PUT /admin/business/:part', { part: 'bank', version, password, values })
    const number = () => magazine.business.config().invoicing?.account.accountNumber
    return { ...magazine, setBank, number }
  }
  const other = { ...account, BANK_ACCOUNT_NUMBER: '9876543210' }

  test('is compared with what Paystack knows, however the bank writes the name', async () => {
    const { set, setBank, business } = await aMagazineWithInvoices()
    await set(secretKey)
    const wrong = { ...ofPaystack, BANK_ACCOUNT_NUMBER: '0123456780' }
    await expect(setBank(wrong)).rejects.toMatchObject({
      fields: { BANK_ACCOUNT_NUMBER: [expect.stringContaining('no account of this number')] },
    })
    await expect(setBank({ ...ofPaystack, BANK_ACCOUNT_NAME: 'Ada Obi' })).rejects.toMatchObject({
      fields: { BANK_ACCOUNT_NAME: [expect.stringContaining('HARMATTAN MEDIA LTD')] },
    })
    await expect(setBank({ ...ofPaystack, BANK_ACCOUNT_NUMBER: '12' })).rejects.toMatchObject({
      fields: { BANK_ACCOUNT_NUMBER: ['The account number has ten digits'] },
    })
    await setBank(ofPaystack)
    expect(business.config().invoicing).toMatchObject({ days: 14 })
  })

  test('opens invoices at once, and another account is named only a day later', async () => {
    const { setBank, number, find, call } = await aMagazineWithInvoices()
    await setBank(account)
    expect(number()).toBe('0123456789')
    await setBank(other, 1)
    expect(number()).toBe('0123456789')
    expect(await find('bank')).toMatchObject({
      shown: { BANK_ACCOUNT_NUMBER: '0123456789' },
      coming: { shown: { BANK_ACCOUNT_NUMBER: '9876543210' } },
    })
    // Taken away and set anew is another account, too.
    await call('DELETE /admin/business/:part', { part: 'bank', version: 2, password })
    expect(number()).toBeUndefined()
    await setBank(other, 3)
    expect(number()).toBeUndefined()
    const later = openBusiness({}, orderSecret)
    await sql`update business_settings set holds_from = now() where part = 'bank'`
    await later.refresh()
    expect(later.config().invoicing).toMatchObject({ account: { accountNumber: '9876543210' } })
    expect(later.coming('bank')).toBeUndefined()
  })

  test('is named when its day has passed, at a replica that has looked before', async () => {
    const { setBank } = await aMagazineWithInvoices()
    await setBank(account)
    await setBank(other, 1)
    await sql`update business_settings set holds_from = now() + interval '300 milliseconds'`
    const replica = openBusiness({}, orderSecret)
    await replica.refresh()
    const number = () => replica.config().invoicing?.account.accountNumber
    expect(number()).toBe('0123456789')
    await vi.waitFor(async () => {
      await replica.refresh()
      expect(number()).toBe('9876543210')
    })
  })

  test('is taken back by the link of the mail, which ends every session, once', async () => {
    const { setBank, number, base, call } = await aMagazineWithInvoices()
    await setBank(account)
    await setBank(other, 1)
    const [row] = await sql<{ data: MailData['businessChanged'] }[]>`
      select data from mails where kind = 'businessChanged' and data -> 'change' ->> 'version' = '2'
      order by created_at desc limit 1`
    await sql`delete from mails where kind = 'businessChanged'`
    const mail = await composed('businessChanged', row?.data)
    expect(mail.text).toContain('It holds in 24 hours')
    const token = linkOf(mail).searchParams.get('token') ?? ''
    const stranger = await aVisitor(base)
    await expect(
      stranger.call('POST /admin/business/not-me', { token: token.replace('bank.2', 'bank.1') }),
    ).rejects.toMatchObject({ status: 404 })
    await stranger.call('POST /admin/business/not-me', { token })
    expect(number()).toBe('0123456789')
    await expect(call('GET /admin/business', {})).rejects.toMatchObject({ status: 401 })
    await expect(stranger.call('POST /admin/business/not-me', { token })).rejects.toMatchObject({
      status: 404,
    })
  })
})
