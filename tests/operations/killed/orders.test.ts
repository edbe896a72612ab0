import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { mailedOrderKey, orderSecret } from '#api/shop/orders/order-secrets.ts'
import { dayOf } from '#contract/dates.ts'
import { sql } from '#db/sql.ts'
import { clientOver } from '#site/lib/call.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { aFolder } from '#tests/folders.ts'
import { runs } from '#tests/long.ts'
import { theStaff } from '#tests/people.ts'
import { aDatabaseProxy } from '#tests/servers/database-proxy.ts'
import { aFlutterwaveServer } from '#tests/servers/flutterwave-server.ts'
import { aPaystackServer } from '#tests/servers/paystack-server.ts'
import { aBundle } from '#tests/shop/bundles.ts'
import { aBookWithFile } from '#tests/shop/buyers.ts'
import { expectBalancedLedger } from '#tests/shop/ledgers.ts'

// The whole service, killed with -9 between two of the things that it says to its database: while an order is placed,
// while it is paid, while its receipt is sent. Whoever presses again, and time, must bring every paid order to its
// buyer, and no other one. Each comes with the same discount code, which has one use for each buyer and none to spare. The
// books have authors, whose shares are in the ledger with the payment.

let dataDir = ''
let proxy: Awaited<ReturnType<typeof aDatabaseProxy>>
let paystack: Awaited<ReturnType<typeof aPaystackServer>>
let flutterwave: Awaited<ReturnType<typeof aFlutterwaveServer>>
const providers = ['paystack', 'flutterwave'] as const
/** The provider that takes new orders. */
let seller: (typeof providers)[number] = 'paystack'
const books: Awaited<ReturnType<typeof aBookWithFile>>[] = []
let bundle: { id: string }
let port = 0
let shop: ChildProcess | undefined
let deaths = 0

const isDead = () => !shop || shop.exitCode !== null || shop.signalCode !== null

/** Starts the service; one that is struck while it starts is started again. */
async function open(attempts = 2): Promise<void> {
  shop = fork('tests/fixtures/serve-shop.mjs', {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATABASE_URL: proxy.url,
      DATA_DIR: dataDir,
      PAYSTACK_SECRET_KEY: paystack.options.secretKey,
      PAYSTACK_API_URL: paystack.options.apiUrl,
      FLUTTERWAVE_SECRET_KEY: flutterwave.options.secretKey,
      FLUTTERWAVE_API_URL: flutterwave.options.apiUrl,
      FLUTTERWAVE_WEBHOOK_HASH: flutterwave.options.webhookHash,
      BANK_NAME: 'Example Bank',
      BANK_ACCOUNT_NAME: 'Ascend Publishing Ltd',
      BANK_ACCOUNT_NUMBER: '0123456789',
      PAYMENTS: [seller, providers.find((one) => one !== seller)].join(','),
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await Promise.race([once(shop, 'message'), once(shop, 'exit')])
  if (!isDead()) return
  if (attempts === 1) throw new Error('The service did not start')
  deaths++
  return open(attempts - 1)
}

async function kill() {
  if (!shop || isDead()) return
  const gone = once(shop, 'exit')
  shop.kill('SIGKILL')
  await gone
}

async function aFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

beforeAll(async () => {
  dataDir = await aFolder()
  // Only real money is in the ledger.
  paystack = await aPaystackServer({ secretKey: 'sk_live_ours' })
  flutterwave = await aFlutterwaveServer({ secretKey: 'FLWSECK-ours-X' })
  proxy = await aDatabaseProxy(await ownDatabaseUrl())
  for (const title of ['The Quiet Ledger', 'Market Day Physics'])
    books.push(await aBookWithFile(dataDir, { title, price: 1500 }))
  bundle = await aBundle({ price: 1500 }, books)
  for (const [index, { id: bookId }] of books.entries()) {
    const email = `simi-${index}@authors.example`
    const [account] = await sql<{ id: string }[]>`
      insert into author_accounts ${sql({ name: 'Simi', email, tokenHash: email })} returning id`
    const share = { bookId, accountId: account?.id ?? '', basisPoints: 3333 * (index + 1) }
    await sql`insert into book_shares ${sql(share)}`
  }
  for (const provider of providers) {
    const half = { code: codeOf(provider), percent: 50, maxUses: many + 1, maxUsesOfBuyer: 1 }
    await sql`insert into discounts ${sql(half)}`
  }
  port = await aFreePort()
  await open()
})
afterAll(async () => {
  await kill()
  await proxy.stop()
})

const base = () => `http://127.0.0.1:${port}`
const { call } = clientOver((path, init) => fetch(base() + path, init))

/** What somebody does, and does again when the service has died under it. */
async function persist<T>(act: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      await vi.waitUntil(isDead, { timeout: 2_000, interval: 10 }).catch(() => {
        throw error
      })
      deaths++
      await open()
    }
  }
}

const many = runs({ sample: 4, long: 60 })
const codeOf = (provider: string) => `HALF-PRICE-${provider.toUpperCase()}`

const purchase = (buyerEmail: string) => ({
  bookId: books[0]?.id ?? '',
  quantity: 3,
  paymentMethod: 'card' as const,
  buyerName: 'Bisi Odu-Ray',
  buyerEmail,
})

/** The ways in which a payment is heard of. */
const ways = ['notice', 'return', 'check', 'time'] as const

async function buy(
  way: (typeof ways)[number],
  fields: { bookId?: string; quantity?: number; isPresent?: true; presentEmail?: string } = {},
) {
  const buyerEmail = `bisi-${randomUUID()}@buyers.example`
  const press = randomUUID()
  const discounted = {
    ...purchase(buyerEmail),
    ...fields,
    presentName: 'Ada',
    discountCode: codeOf(seller),
  }
  const { reference } = await persist(() => call('POST /orders', discounted, press))
  const isPaystack = seller === 'paystack'
  if (isPaystack) paystack.pay(reference)
  else flutterwave.pay(reference)
  const key = await keyOf(reference)
  if (way === 'notice') {
    await persist(() =>
      isPaystack
        ? paystack.tell(`${base()}/api/webhooks/paystack`, 'charge.success', reference)
        : flutterwave.tell(`${base()}/api/webhooks/flutterwave`, 'charge.completed', reference),
    )
  } else if (way === 'return') {
    const address = `${base()}/api/payments/return?${new URLSearchParams({ reference, key })}`
    await persist(() => fetch(address, { redirect: 'manual' }))
  } else if (way === 'check') {
    await persist(() => call('POST /orders/:reference/check', { reference, key }))
  }
  return { reference, key, buyerEmail }
}

/** The key as it stands in the return address that the provider was given. */
async function keyOf(reference: string) {
  const opened = paystack.asked.find(
    ({ path, body }) => path === '/transaction/initialize' && body?.['reference'] === reference,
  )
  const address =
    opened?.body?.['callback_url'] ?? flutterwave.opened.get(reference)?.['redirect_url']
  return new URL(String(address)).searchParams.get('key') ?? ''
}

/** Minutes go by, and whoever runs the service has started it again: what was to be looked at is due now. */
async function letTimePass() {
  // It has mails in hand as long as it sends them, and nobody else can change these.
  await kill()
  await sql`update orders set next_check_at = now() where next_check_at is not null`
  await sql`update payment_notices set next_try_at = now() where settled_at is null`
  // A transfer counts when it cannot be undone any more.
  await sql`update bank_transfers set confirmed_at = confirmed_at - interval '1 minute'`
  await sql`update mails set next_try_at = now() where next_try_at is not null`
  await open()
}

/** Whether the buyer has it by now; a service that has died meanwhile is started again. */
const isDelivered = async (reference: string) => {
  if (isDead()) {
    deaths++
    await letTimePass()
  }
  const [row] = await sql<{ isDelivered: boolean }[]>`
    select exists (
      select from orders o join mails m on m.recipient = o.buyer_email and m.kind = 'receipt'
      where o.reference = ${reference} and o.state = 'paid' and m.sent_at is not null
    ) as is_delivered`
  return row?.isDelivered === true
}

async function expectFile(path: string, index: number, label: string) {
  const file = await fetch(new URL(path, base()))
  expect(file.status, label).toBe(200)
  const bytes = Buffer.from(await file.arrayBuffer())
  expect(bytes.equals(books[index]?.file as Buffer), label).toBe(true)
}

const presentMails = async () =>
  (await readdir(join(dataDir, 'outbox')).catch(() => [])).filter((name) =>
    name.includes('-present-'),
  )

/** The one mail that came has a link, which opens the book. */
async function openPresent(presentEmail: string, label: string) {
  const sent = () =>
    sql`select 1 from mails where recipient = ${presentEmail} and sent_at is not null`
  await expect.poll(async () => (await sent()).length, { timeout: 20_000, message: label }).toBe(1)
  const mails = await Promise.all(
    (await presentMails()).map((name) => readFile(join(dataDir, 'outbox', name), 'utf8')),
  )
  const text = mails.find((mail) => mail.includes(presentEmail))?.replace(/=\r?\n/g, '') ?? ''
  const [, token = ''] = /\/gift\/([\w-]+)/.exec(text) ?? []
  const { orderUrl } = await call('POST /presents/:token', { token })
  const reference = /ASC-\w+/.exec(orderUrl)?.[0] ?? ''
  const key = new URL(orderUrl, base()).searchParams.get('key') ?? ''
  const copy = await call('GET /orders/:reference', { reference, key })
  await expectFile(copy.download?.url ?? '', 0, label)
}

test('an idle service hardly queries its database', async () => {
  // What it does at its start is done.
  await pause(2_000)
  proxy.strikeAt(-1, false, () => {})
  await pause(4_000)
  expect(proxy.steps()).toBeLessThan(100)
})

test.each(providers)(
  'an order paid at %s is delivered and an unpaid one is not, wherever the service is killed',
  {
    timeout: 600_000,
  },
  async (provider) => {
    seller = provider
    await kill()
    await open()
    const countMails = async () =>
      (await readdir(join(dataDir, 'outbox')).catch(() => [])).filter((name) =>
        /-(receipt|present)-/.test(name),
      ).length
    const mailsBefore = await countMails()
    const presentsBefore = (await presentMails()).length
    const discountCode = codeOf(provider)
    // Nobody strikes the first time: as many steps as there are.
    proxy.strikeAt(-1, false, () => {})
    const first = await buy('notice')
    await expect.poll(() => isDelivered(first.reference), { timeout: 10_000 }).toBe(true)
    const steps = proxy.steps()
    const unpaid: string[] = []
    for (let run = 0; run < many; run++) {
      // One address orders more than it may; those limits are not what is tried here.
      await sql`delete from rate_limits`
      const way = ways[run % ways.length] as (typeof ways)[number]
      const at = 1 + Math.floor(((run + 0.5) * steps) / many)
      proxy.strikeAt(at, run % 2 === 1, () => shop?.kill('SIGKILL'))
      const label = `killed at step ${at} of ${steps}, ${run % 2 === 1 ? 'which was heard' : 'before it was heard'}, by ${way}`
      const [isBundle, isPresent] = [run % 3 === 1, run % 3 === 2]
      const presentEmail = `ada-${randomUUID()}@friends.example`
      const { reference, key, buyerEmail } = await buy(way, {
        ...(isBundle && { bookId: bundle.id }),
        ...(isPresent && { quantity: 1, isPresent, presentEmail }),
      })
      const idle = await persist(() =>
        call('POST /orders', purchase(`anonymous-${run}@buyers.example`), randomUUID()),
      )
      unpaid.push(idle.reference)
      // What goes on after the answer may still be struck.
      await expect
        .poll(
          async () => {
            const before = proxy.steps()
            await pause(30)
            return proxy.steps() - before
          },
          { timeout: 20_000 },
        )
        .toBe(0)
      await letTimePass()
      await expect
        .poll(() => isDelivered(reference), { timeout: 20_000, message: label })
        .toBe(true)
      proxy.strikeAt(-1, false, () => {})

      const order = await call('GET /orders/:reference', { reference, key })
      const quantity = isPresent ? 1 : 3
      const amount = quantity * 750
      expect(order, label).toMatchObject({ status: 'paid', quantity, amount })
      expect(order, label).toMatchObject({ discountCode, discount: amount })
      expect(order.codes, label).toHaveLength(quantity - 1)
      if (isPresent) {
        expect(order.download, label).toBeNull()
        await openPresent(presentEmail, label)
      }
      const { url = '', parts = [] } = order.download ?? {}
      expect(parts, label).toHaveLength(isBundle ? 2 : 0)
      const paths = isBundle ? parts.map((part) => part.url) : isPresent ? [] : [url]
      for (const [index, path] of paths.entries()) await expectFile(path, index, label)
      const [counted] = await sql`
        select
          (select count(*) from orders where buyer_email = ${buyerEmail} and state = 'paid') as paid,
          (select count(*) from order_events e join orders o on o.id = e.order_id
            where o.buyer_email = ${buyerEmail} and e.what = 'paid') as payments,
          (select count(*) from mails where recipient = ${buyerEmail} and kind = 'receipt') as receipts`
      expect(counted, label).toEqual({ paid: 1, payments: 1, receipts: 1 })
    }
    // Each paid order has one sale, whose lines add up to what was paid.
    await expectBalancedLedger()
    const [posted] = await sql`
      select count(*) as sales, count(distinct order_id) as orders,
        (select count(*) from orders where state = 'paid' and amount_kobo > 0) as paid
      from ledger_entries`
    expect(posted).toMatchObject({ sales: posted?.['paid'], orders: posted?.['paid'] })
    const shares = await sql`select 1 from ledger_lines where account = 'author'`
    expect(shares.length).toBeGreaterThanOrEqual(posted?.['paid'])
    const [{ uses } = { uses: 0 }] = await sql<{ uses: number }[]>`
    select count(*) as uses from orders where discount_code = ${discountCode} and state in ('pending', 'paid')`
    expect(uses).toBe(many + 1)
    expect(deaths, 'the service died').toBeGreaterThan(0)
    // One receipt each, and one mail for each present; a mail that was written twice has taken its own place.
    const presents = Math.floor(many / 3)
    expect((await presentMails()).length - presentsBefore).toBe(presents)
    expect((await countMails()) - mailsBefore).toBe(many + 1 + presents)
    const told = await sql`select recipient from mails where kind = 'firstSale'`
    expect(told.length, 'each author hears of the first sale once').toBe(
      new Set(told.map(({ recipient }) => recipient)).size,
    )
    expect(told.length).toBeGreaterThan(0)
    const [given] = await sql`
      select
        (select count(*) from orders where reference in ${sql(unpaid)} and state = 'pending') as pending,
        (select count(*) from download_links l join orders o on o.id = l.order_id
          where o.reference in ${sql(unpaid)}) as links,
        (select count(*) from gift_codes c join orders o on o.id = c.order_id
          where o.reference in ${sql(unpaid)}) as codes`
    expect(given).toEqual({ pending: many, links: 0, codes: 0 })
  },
)

test('an invoice whose transfer is confirmed is delivered once, wherever the service is killed', {
  timeout: 600_000,
}, async () => {
  await kill()
  await open()
  const keepers = [await theStaff('shopkeeper', base()), await theStaff('shopkeeper', base())]
  /** What was done before the service died is refused the second time. */
  const done = (act: () => Promise<unknown>) =>
    persist(() =>
      act().catch((error: { status?: number }) => {
        if (error.status !== 409) throw error
      }),
    )
  const askForInvoice = async () => {
    const press = randomUUID()
    const typed = {
      bookId: books[0]?.id ?? '',
      quantity: 3,
      school: 'Harmony Secondary School',
      buyerName: 'Ngozi Bassey-Udo',
      buyerEmail: `bursar-${randomUUID()}@schools.example`,
    }
    const { reference } = await persist(() => call('POST /invoices', typed, press))
    const [order] = await sql<
      { id: string }[]
    >`select id from orders where reference = ${reference}`
    const secret = await orderSecret(folderFiles(dataDir))
    const key = mailedOrderKey(secret, order?.id ?? '')
    await persist(() => call('GET /orders/:reference', { reference, key }))
    return { reference, key, buyerEmail: typed.buyerEmail }
  }
  const payByTransfer = async (reference: string) => {
    const transfer = {
      reference,
      amount: 4500,
      paidOn: dayOf(new Date()),
      bankReference: randomUUID(),
    }
    await done(
      () => keepers[0]?.call('POST /admin/invoices/:reference/transfers', transfer) as never,
    )
    const [{ id } = { id: '' }] = await sql<{ id: string }[]>`
        select t.id from bank_transfers t join orders o on o.id = t.order_id where reference = ${reference}`
    await done(
      () =>
        keepers[1]?.call('POST /admin/invoices/:reference/transfers/:id/confirm', {
          reference,
          id,
        }) as never,
    )
  }
  proxy.strikeAt(-1, false, () => {})
  const first = await askForInvoice()
  await payByTransfer(first.reference)
  await letTimePass()
  await expect.poll(() => isDelivered(first.reference), { timeout: 10_000 }).toBe(true)
  const steps = proxy.steps()
  const died = deaths
  const idle: string[] = []
  for (let run = 0; run < many; run++) {
    await sql`delete from rate_limits`
    const at = 1 + Math.floor(((run + 0.5) * steps) / many)
    proxy.strikeAt(at, run % 2 === 1, () => shop?.kill('SIGKILL'))
    const label = `killed at step ${at} of ${steps}`
    const { reference, key, buyerEmail } = await askForInvoice()
    await payByTransfer(reference)
    idle.push((await askForInvoice()).reference)
    await letTimePass()
    await expect.poll(() => isDelivered(reference), { timeout: 20_000, message: label }).toBe(true)
    proxy.strikeAt(-1, false, () => {})
    const order = await call('GET /orders/:reference', { reference, key })
    expect(order, label).toMatchObject({ status: 'paid', amount: 4500 })
    expect(order.codes, label).toHaveLength(2)
    await expectFile(order.download?.url ?? '', 0, label)
    const [counted] = await sql`
        select
          (select count(*) from orders where buyer_email = ${buyerEmail}) as orders,
          (select count(*) from order_events e join orders o on o.id = e.order_id
            where o.buyer_email = ${buyerEmail} and e.what = 'paid') as payments,
          (select count(*) from mails where recipient = ${buyerEmail} and kind = 'receipt') as receipts`
    expect(counted, label).toEqual({ orders: 1, payments: 1, receipts: 1 })
  }
  expect(deaths, 'the service died').toBeGreaterThan(died)
  const [given] = await sql`
      select count(*) filter (where state = 'pending') as pending, count(l.order_id) as links
      from orders left join download_links l on l.order_id = id where reference in ${sql(idle)}`
  expect(given).toEqual({ pending: many, links: 0 })
  // Without gaps.
  const [numbers] = await sql`
      select count(*)::integer as made, max(right(number, 5)::integer) as last,
        (select last from number_series where kind = 'invoice') as taken
      from invoices`
  expect(numbers).toEqual({ made: 2 * many + 1, last: 2 * many + 1, taken: 2 * many + 1 })
})
