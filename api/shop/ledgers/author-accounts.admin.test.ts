import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { statementToken } from '#api/shop/orders/order-secrets.ts'
import { dayOf } from '#contract/dates.ts'
import { sql } from '#db/sql.ts'
import { aBook, aVisitor, theStaff } from '#tests/people.ts'
import { aBundle } from '#tests/shop/bundles.ts'
import { anOrder } from '#tests/shop/buyers.ts'
import { anAccount, postedAt } from '#tests/shop/ledgers.ts'
import { textOf } from '#tests/shop/pdfs.ts'
import { secret } from '#tests/shop/purchases.ts'
import { mailStatements, monthBefore } from './mail-statements.ts'
import { statementAsCsv } from './statement-csv.ts'

const today = () => dayOf(new Date())
const thisMonth = () => today().slice(0, 7)

/** An account that is owed ₦1,400.20, of a book at ₦3,500.50. */
async function anOwedAccount() {
  const book = await aBook()
  const account = await anAccount({ [book.id]: 40 })
  const order = await anOrder(book.id)
  return { ...account, book, order }
}

const aPayout = (amount: number) => ({ amount, paidOn: today(), reference: 'GTB 0042' })

const tokenOf = (id: string, generation = 1) => statementToken(secret, id, generation)

const activityOf = (id: string) => sql`
  select action from activity where subject_id = ${id} or note like '%Simi%' order by id`

describe('an author account', () => {
  test('is opened once for an address, changed, and found by name, address and book', async () => {
    const { id, email, keeper, book } = await anOwedAccount()
    const title = `The Quiet Ledger ${randomUUID()}`
    await sql`update books set title = ${title} where id = ${book.id}`
    await expect(
      keeper.call('POST /admin/author-accounts', { name: 'Another', email: email.toUpperCase() }),
    ).rejects.toMatchObject({ status: 400, fields: { email: [expect.any(String)] } })
    const name = `Simi Odu ${randomUUID()}`
    const revision = (await keeper.call('GET /admin/author-accounts/:id', { id })).revision
    const fields = { id, revision, name, email }
    await keeper.call('PUT /admin/author-accounts/:id', fields)
    await expect(
      keeper.call('PUT /admin/author-accounts/:id', { ...fields, name: 'Too late' }),
    ).rejects.toMatchObject({ status: 409 })
    for (const search of [name, email, title]) {
      const found = await keeper.call('GET /admin/author-accounts', { search })
      expect(found, search).toMatchObject([
        { id, name, balance: 1400.2, monthShare: 1400.2, books: 1, lastPayout: null },
      ])
    }
    const actions = (await activityOf(id)).map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['authorAccountOpened', 'authorAccountChanged']))
  })

  test('has a share of a book that no other account has, and none of a bundle', async () => {
    const { id, keeper, book } = await anOwedAccount()
    const other = await anAccount()
    const share = (account: string, bookId: string, percent: number | null) =>
      keeper.call('PUT /admin/author-accounts/:id/shares/:bookId', { id: account, bookId, percent })
    await expect(share(other.id, book.id, 10)).rejects.toMatchObject({ status: 409 })
    await expect(share(other.id, book.id, null)).rejects.toMatchObject({ status: 409 })
    const bundle = await aBundle()
    await expect(share(id, bundle.id, 10)).rejects.toMatchObject({ status: 409 })
    await expect(share(id, randomUUID(), 10)).rejects.toMatchObject({ status: 404 })
    for (const percent of [0, -1, 100.01, 33.333, 1e9])
      await expect(share(id, book.id, percent), String(percent)).rejects.toMatchObject({
        status: 400,
      })
    expect(await share(id, book.id, 0.07)).toMatchObject({
      shares: [{ bookId: book.id, percent: 0.07 }],
    })
    expect(await share(id, book.id, null)).toMatchObject({ shares: [] })
    expect(await share(other.id, book.id, 12.5)).toMatchObject({
      shares: [{ bookId: book.id, percent: 12.5 }],
    })
  })
})

test('accounts that are due something of months that have ended come first, and say how much', async () => {
  const title = `The Ledger of ${randomUUID()}`
  const [first, second] = [await aBook({ title }), await aBook({ title })]
  const notDue = await anAccount({ [first.id]: 40 }, 'Ada')
  const due = await anAccount({ [second.id]: 40 }, 'Zainab')
  await anOrder(second.id)
  await postedAt(due.id, -1)
  await anOrder(first.id)
  await anOrder(second.id)
  const list = () => due.keeper.call('GET /admin/author-accounts', { search: title })
  expect(await list()).toMatchObject([
    { id: due.id, balance: 2800.4, due: 1400.2 },
    { id: notDue.id, balance: 1400.2, due: 0 },
  ])
  const payout = { id: due.id, ...aPayout(1400.2) }
  await due.keeper.call('POST /admin/author-accounts/:id/payouts', payout)
  expect(await list()).toMatchObject([{ id: notDue.id }, { id: due.id, balance: 1400.2, due: 0 }])
})

describe('a payout', () => {
  test('is at most what the account is owed, however many are written down at once', async () => {
    const { id, keeper } = await anOwedAccount()
    const pay = (amount: number) =>
      keeper.call('POST /admin/author-accounts/:id/payouts', { id, ...aPayout(amount) })
    await expect(pay(1400.21)).rejects.toMatchObject({ status: 409 })
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => pay(500)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await pay(400.2)).toMatchObject({ balance: 0 })
  })

  test('that is sent twice is written down once', async () => {
    const { id, keeper } = await anOwedAccount()
    const key = randomUUID()
    const payout = { id, ...aPayout(600) }
    await keeper.call('POST /admin/author-accounts/:id/payouts', payout, key)
    const again = await keeper.call('POST /admin/author-accounts/:id/payouts', payout, key)
    expect(again).toMatchObject({ balance: 800.2, payouts: [{ amount: 600 }] })
  })

  test('has a day that is not to come, a reference, and whole kobo', async () => {
    const { id, keeper } = await anOwedAccount()
    const tomorrow = dayOf(new Date(Date.now() + 24 * 60 * 60_000))
    for (const wrong of [
      { paidOn: tomorrow },
      { paidOn: '2026-02-31' },
      { paidOn: '1999-01-01' },
      { reference: ' ' },
      { amount: 0 },
      { amount: -5 },
      { amount: 1.005 },
    ])
      await expect(
        keeper.call('POST /admin/author-accounts/:id/payouts', { id, ...aPayout(1), ...wrong }),
        JSON.stringify(wrong),
      ).rejects.toMatchObject({ status: 400 })
  })

  test('is taken back once, by an entry against it', async () => {
    const { id, keeper } = await anOwedAccount()
    const { payouts } = await keeper.call('POST /admin/author-accounts/:id/payouts', {
      id,
      ...aPayout(1000),
    })
    const payout = { id: payouts[0]?.id ?? '' }
    await Promise.all([1, 2].map(() => keeper.call('POST /admin/payouts/:id/take-back', payout)))
    expect(await keeper.call('GET /admin/author-accounts/:id', { id })).toMatchObject({
      balance: 1400.2,
      payouts: [{ amount: 1000, isTakenBack: true }],
    })
    const { lines } = await keeper.call('GET /admin/author-accounts/:id/statement', { id })
    expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['sale', 1400.2],
      ['payout', -1000],
      ['payout_taken_back', 1000],
    ])
    await expect(
      keeper.call('POST /admin/payouts/:id/take-back', { id: randomUUID() }),
    ).rejects.toMatchObject({ status: 404 })
  })
})

describe('a statement', () => {
  test('shows each sale with price, discount, paid, percent and share, and no buyer', async () => {
    const { id, name, keeper, order, book } = await anOwedAccount()
    await keeper.call('POST /admin/author-accounts/:id/payouts', { id, ...aPayout(1000.1) })
    const statement = await keeper.call('GET /admin/author-accounts/:id/statement', { id })
    expect(statement).toMatchObject({
      accountId: id,
      name,
      month: thisMonth(),
      broughtForward: 0,
      linesInAll: 2,
      shares: 1400.2,
      refunds: 0,
      payouts: -1000.1,
      balance: 400.1,
      lines: [
        {
          kind: 'sale',
          reference: order.orderNumber,
          amount: 1400.2,
          paidOn: null,
          sale: {
            book: 'The Quiet Ledger',
            copies: 1,
            price: 3500.5,
            discount: 0,
            paid: 3500.5,
            vat: 0,
            percent: 40,
          },
        },
        { kind: 'payout', reference: 'GTB 0042', paidOn: today(), sale: null, amount: -1000.1 },
      ],
    })
    expect(JSON.stringify(statement)).not.toMatch(/Bassey|buyers\.example/)
    expect(book.id).toBeTruthy()
  })

  test('of a month that is over stays as it was, and the next one begins with its balance', async () => {
    const { id, keeper } = await anOwedAccount()
    const of = (month: string) =>
      keeper.call('GET /admin/author-accounts/:id/statement', { id, month })
    expect(await of('2026-01')).toMatchObject({ lines: [], balance: 0 })
    // It looks as if all that were in the month before.
    await postedAt(id, -1)
    const before = await of(monthBefore(new Date()))
    expect(before).toMatchObject({ broughtForward: 0, shares: 1400.2, balance: 1400.2 })
    await keeper.call('POST /admin/author-accounts/:id/payouts', {
      id,
      ...aPayout(400),
      paidOn: `${monthBefore(new Date())}-15`,
    })
    expect(await of(monthBefore(new Date()))).toEqual(before)
    expect(await of(thisMonth())).toMatchObject({
      broughtForward: 1400.2,
      shares: 0,
      payouts: -400,
      balance: 1000.2,
    })
  })

  test('takes no month that is to come, nor one that is none', async () => {
    const { id, keeper } = await anAccount()
    for (const month of ['2099-01', '2026-13', '2026', 'x'])
      await expect(
        keeper.call('GET /admin/author-accounts/:id/statement', { id, month }),
        month,
      ).rejects.toMatchObject({ status: 400 })
  })

  test('is a CSV whose cells no spreadsheet evaluates, with the balance after each line', async () => {
    const { id, keeper, order } = await anOwedAccount()
    await sql`update orders set book_title = '=HYPERLINK("x")' where id = ${order.id}`
    const response = await keeper.send(`/api/admin/author-accounts/${id}/statement.csv`)
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    expect(response.headers.get('Content-Disposition')).toContain(`statement-${thisMonth()}.csv`)
    const [head, before, sale, after] = (await response.text()).split('\r\n')
    expect(head).toContain('"Copies","Price of one copy","Price","Discount","Paid"')
    expect(before).toContain('"Balance brought forward"')
    expect(sale).toBe(
      [
        ...[`"${today()}"`, '"Sale"', `"${order.orderNumber}"`, `"'=HYPERLINK(""x"")"`],
        ...[1, 3500.5, 3500.5, 0, 3500.5, 0, 40, 1400.2, 1400.2],
      ].join(','),
    )
    expect(after).toMatch(/,1400\.2$/)
  })

  test('is a CSV whose amounts below zero a spreadsheet adds up', async () => {
    const { id, keeper } = await anOwedAccount()
    await keeper.call('POST /admin/author-accounts/:id/payouts', { id, ...aPayout(1000.1) })
    const response = await keeper.send(`/api/admin/author-accounts/${id}/statement.csv`)
    expect((await response.text()).split('\r\n')[3]).toBe(
      `"${today()}","Payout","GTB 0042",,,,,,,,,-1000.1,400.1`,
    )
  })

  test('has the price of one copy beside that of all, also of a refund', () => {
    const sale = { book: 'A', copies: 3, discount: 0, paid: -3000, vat: 0, percent: 40 }
    const line = { at: '2026-11-01T08:00:00.000Z', reference: 'R', paidOn: null, amount: -1200 }
    const csv = statementAsCsv({
      accountId: 'an-account',
      name: 'N',
      month: '2026-11',
      linesInAll: 1,
      broughtForward: 0,
      lines: [{ ...line, kind: 'refund', sale: { ...sale, price: -3000 } }],
      shares: 0,
      refunds: -1200,
      payouts: 0,
      balance: -1200,
    })
    expect(csv.split('\r\n')[2]).toContain('"Refund","R","A",3,1000,-3000,0,-3000')
  })

  test('is a PDF with the same numbers', async () => {
    const { id, keeper, order } = await anOwedAccount()
    const response = await keeper.send(`/api/admin/author-accounts/${id}/statement.pdf`)
    expect(response.headers.get('Content-Type')).toBe('application/pdf')
    const [page = ''] = await textOf(await response.arrayBuffer())
    const text = page.replaceAll(' ', '')
    for (const words of ['Statement', 'Simi Odu-Bello', order.orderNumber, '3,500.50', '₦1,400.20'])
      expect(text).toContain(words.replaceAll(' ', ''))
  })
})

describe('whoever is not owner or shop keeper', () => {
  test('sees their own account alone as an author, by the address they were invited under', async () => {
    const { id, keeper } = await anOwedAccount()
    const author = await theStaff('author')
    const own = await keeper.call('POST /admin/author-accounts', {
      name: 'Kele Umez',
      email: author.member.email,
    })
    expect(await author.call('GET /admin/author-accounts', {})).toMatchObject([{ id: own.id }])
    expect(await author.call('GET /admin/author-accounts/:id', own)).toMatchObject({ id: own.id })
    await author.call('GET /admin/author-accounts/:id/statement', own)
    for (const of of ['', '/statement', '/statement.csv', '/statement.pdf']) {
      const { status } = await author.send(`/api/admin/author-accounts/${id}${of}`)
      expect(status, of).toBe(404)
    }
    const stranger = await theStaff('author')
    expect(await stranger.call('GET /admin/author-accounts', {})).toEqual([])
    // Somebody who has left the staff has no address there any more.
    await sql`
      update staff set state = 'ended', email = null, password_hash = null where id = ${author.member.id}`
    expect((await author.send('/api/admin/author-accounts')).status).toBe(401)
  })

  test('sees none as an editor, and changes none as an author', async () => {
    const { id } = await anAccount()
    const editor = await theStaff('editor')
    expect((await editor.send('/api/admin/author-accounts')).status).toBe(403)
    expect((await editor.send(`/api/admin/author-accounts/${id}/statement`)).status).toBe(403)
    const author = await theStaff('author')
    const refused = { status: 403 }
    await expect(
      author.call('POST /admin/author-accounts/:id/payouts', { id, ...aPayout(1) }),
    ).rejects.toMatchObject(refused)
    await expect(author.call('POST /admin/author-accounts/:id/link', { id })).rejects.toMatchObject(
      refused,
    )
  })
})

describe('the mailed link', () => {
  test('opens the statements of one account, and ends with the next link or another address', async () => {
    const { id, name, keeper } = await anOwedAccount()
    const visitor = await aVisitor()
    const open = (generation: number) =>
      visitor.call('GET /statements/:token', { token: tokenOf(id, generation) })
    const opened = await open(1)
    expect(opened).toMatchObject({ months: [thisMonth()], statement: { name, balance: 1400.2 } })
    expect(JSON.stringify(opened)).not.toMatch(/Bassey|buyers\.example/)
    for (const format of ['csv', 'pdf']) {
      const file = await visitor.send(`/api/statements.${format}/${tokenOf(id)}`)
      expect([file.status, file.headers.get('Cache-Control')]).toEqual([200, 'private, no-store'])
      await file.arrayBuffer()
    }
    await keeper.call('POST /admin/author-accounts/:id/link', { id })
    await expect(open(1)).rejects.toMatchObject({ status: 404 })
    await open(2)
    await keeper.call('PUT /admin/author-accounts/:id', {
      id,
      name,
      email: `other-${randomUUID()}@authors.example`,
    })
    await expect(open(2)).rejects.toMatchObject({ status: 404 })
    await open(3)
    const [stored] = await sql`select token_hash from author_accounts where id = ${id}`
    expect(stored?.['tokenHash']).not.toContain(tokenOf(id, 3))
  })
})

describe('at the start of a month', () => {
  const next = () => {
    const [year = 0, month = 0] = today().split('-').map(Number)
    return new Date(Date.UTC(year, month, 1, 3))
  }
  const mailsTo = (email: string) => sql<{ data: { month: string } }[]>`
    select data from mails where kind = 'statement' and recipient = ${email}`

  test('each account gets one mail, whoever else is at it, and none where nothing moved', async () => {
    const owed = await anOwedAccount()
    const idle = await anAccount()
    expect(monthBefore(next())).toBe(thisMonth())
    await Promise.all([1, 2, 3].map(() => mailStatements(next())))
    await mailStatements(next())
    expect(await mailsTo(owed.email)).toMatchObject([{ data: { month: thisMonth() } }])
    expect(await mailsTo(idle.email)).toEqual([])
  })
})
