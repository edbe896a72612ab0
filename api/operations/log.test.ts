import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paystackPayments } from '#api/integrations/paystack.ts'
import { presentToken } from '#api/shop/orders/order-secrets.ts'
import { sql } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { aFolder } from '#tests/folders.ts'
import { asForm } from '#tests/magazine/posts.ts'
import { aBook, aVisitor, startApp } from '#tests/people.ts'
import { sendRaw } from '#tests/raw-request.ts'
import { aPaystackServer, sendNotice } from '#tests/servers/paystack-server.ts'
import { aBookOnSale } from '#tests/servers/pretend-provider.ts'
import { openLog } from './log.ts'

test('a database error in the log contains no buyer’s data', async () => {
  const lines: string[] = []
  const log = openLog('debug', { write: (line) => lines.push(line) })
  const buyer = {
    buyerName: 'Ngozi Bassey-Udo',
    buyerEmail: 'ngozi@buyers.example',
    keyHash: 'the hash of a key',
  }
  const order = {
    ...buyer,
    reference: 'ASC-1',
    bookId: (await aBook()).id,
    provider: 'test',
    isTest: true,
    bookTitle: 'The Quiet Ledger',
    authorName: 'Kele Umez-Ray',
    paymentMethod: 'card',
    unitKobo: 100,
    quantity: 0,
    amountKobo: 0,
  }
  const error = await sql`insert into orders ${sql(order)}`.catch((fault: Error) => fault)
  // What is kept out is there to be kept out.
  expect(error).toHaveProperty('detail', expect.stringContaining(buyer.buyerEmail))
  log.error({ err: error, requestId: 'x' }, 'request failed')
  for (const secret of Object.values(buyer)) expect(lines.join('')).not.toContain(secret)
  expect(JSON.parse(lines.join(''))).toMatchObject({
    msg: 'request failed',
    requestId: 'x',
    err: {
      message: expect.stringContaining('violates check constraint'),
      stack: expect.any(String),
    },
  })
})

test('a request that is not HTTP is logged without its content', async () => {
  const lines: string[] = []
  const log = openLog('debug', { write: (line) => lines.push(line) })
  const base = await startApp({ log })
  const headers = ['Host: x', 'Cookie: session=goat', 'Transfer-Encoding: chunked']
  await sendRaw(base, ['POST /api/orders/ASC-1/check?key=goat HTTP/1.1', ...headers], 'zz\r\n')
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['request'])
  expect(lines.splice(0).join('')).not.toMatch(/goat|ASC-1/)
  const quoting = Object.assign(new Error('Parse Error'), { rawPacket: Buffer.from('goat') })
  log.error({ err: quoting }, 'response failed')
  expect(JSON.parse(lines.join('')).err).toEqual({
    type: 'Error',
    message: 'Parse Error',
    stack: expect.any(String),
  })
})

test('a purchase with every kind of failure logs no secret', async () => {
  const lines: string[] = []
  const log = openLog('debug', { write: (line) => lines.push(line) })
  const paystack = await aPaystackServer()
  const payments = paystackPayments({ ...paystack.options, timeoutMs: 250 })
  const base = await startApp({ payments, log })
  const { call, send } = await aVisitor(base)
  const { id: bookId } = await aBookOnSale()
  const buyer = {
    buyerName: 'Ngozi Bassey-Udo',
    buyerEmail: `ngozi-${randomUUID()}@buyers.example`,
  }
  const press = randomUUID()
  const buy = () => call('POST /orders', { bookId, ...buyer, quantity: 2 }, press)
  paystack.next('fault')
  await expect(buy()).rejects.toMatchObject({ status: 503 })
  const { reference, checkoutUrl } = await buy()
  const opened = paystack.asked.at(-1)?.body as { callback_url: string }
  const back = new URL(opened.callback_url)
  const key = back.searchParams.get('key') as string
  paystack.next('nonsense')
  await send(`${back.pathname}?${new URLSearchParams({ key, reference })}`)
  paystack.pay(reference)
  const { body, signature } = paystack.notice('charge.success', reference)
  const webhook = `${base}/api/webhooks/paystack`
  await sendNotice(webhook, body, '0'.repeat(128))
  paystack.next('fault')
  await sendNotice(webhook, body, signature)
  // A test payment opens only what came with the demo.
  await sql`insert into book_files (id, is_demo) select pdf_id, true from books where id = ${bookId}`
  const { codes, download } = await call('POST /orders/:reference/check', { reference, key })
  const code = codes[0]?.code as string
  // The file of this book is nowhere.
  await expect.poll(async () => (await send(download?.url as string)).status).toBe(500)
  const redeem = (name: string) =>
    send('/api/redeem', asForm({ code, name, email: buyer.buyerEmail }))
  await sql.unsafe(`alter table mails add constraint no_gifts check (kind <> 'gift') not valid`)
  expect((await redeem(buyer.buyerName)).status).toBe(500)
  await sql.unsafe('alter table mails drop constraint no_gifts')
  expect((await redeem(buyer.buyerName)).status).toBe(303)
  const present = {
    presentName: 'Adaora Obi-Present',
    presentEmail: `adaora-${randomUUID()}@friends.example`,
    presentGreeting: 'Before the rains come.',
  }
  const given = await call('POST /orders', { bookId, ...buyer, ...present, isPresent: true })
  paystack.pay(given.reference)
  await call('POST /orders/find', { query: given.reference })
  const find = () => sql<{ id: string; state: string }[]>`
    select id, state from orders where reference = ${given.reference}`
  await expect.poll(async () => (await find())[0]?.state).toBe('paid')
  const [{ id: givenId = '' } = {}] = await find()
  const gift = presentToken(composeWith.orderSecret, givenId, 1)
  await sql.unsafe(
    `alter table orders add constraint no_gifts check (provider <> 'gift') not valid`,
  )
  expect((await send(`/api/presents/${gift}`, asForm({}))).status).toBe(500)
  await sql.unsafe('alter table orders drop constraint no_gifts')

  const text = lines.join('')
  expect(lines.length).toBeGreaterThanOrEqual(5)
  const secrets = {
    ...present,
    gift,
    ...buyer,
    key,
    code,
    press,
    signature,
    checkoutUrl,
    token: download?.url.split('/').at(-1) as string,
    plainCode: code.replaceAll('-', ''),
    card: 'lastDigits',
    secretKey: paystack.options.secretKey,
  }
  for (const [name, secret] of Object.entries(secrets)) {
    expect(text.includes(secret), `the ${name} is in the log`).toBe(false)
  }
})

describe('an operator who reads the log of a process', () => {
  let program = ''
  const outfile = join(process.cwd(), 'node_modules', '.cache', `log-${randomUUID()}.mjs`)
  afterAll(() => rm(outfile, { force: true }))
  beforeAll(async () => {
    const folder = await aFolder()
    program = join(folder, 'program.mjs')
    const bundle = { bundle: true, format: 'esm', platform: 'node', packages: 'external' } as const
    await build({ ...bundle, entryPoints: ['api/operations/log.ts'], outfile })
    await writeFile(
      program,
      `import { openLog } from ${JSON.stringify(outfile)}
      const log = openLog('info')
      for (let n = 0; n < 50; n++) log.info({ n }, 'request')
      const [how] = process.argv.slice(2)
      if (how === 'error') log.error(new Error('the cause'), 'failed')
      if (how === 'end') process.exit(0)
      if (how === 'crash') throw new Error('nobody caught it')
      setInterval(() => {}, 1000)
      process.stderr.write('written')`,
    )
  })

  async function said(
    how: string,
    untilDone: (child: ChildProcess, lines: () => string[]) => unknown,
  ) {
    const child = spawn(process.execPath, [program, how], { stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    const gone = once(child, 'close')
    const lines = () => text.split('\n').filter(Boolean)
    await untilDone(child, lines)
    child.kill('SIGKILL')
    await gone
    return lines().map((line) => JSON.parse(line).n ?? JSON.parse(line).msg)
  }
  const requests = Array.from({ length: 50 }, (_, n) => n)

  test.each(['end', 'crash'])('finds every line after its %s', async (how) => {
    expect(await said(how, (child) => once(child, 'close'))).toEqual(requests)
  })

  test('finds an error at once and in order, even if the process is then killed', async () => {
    const killed = (child: ChildProcess) => once(child.stderr as NodeJS.ReadableStream, 'data')
    expect(await said('error', killed)).toEqual([...requests, 'failed'])
  })

  test('finds the lines of a running process within a moment', async () => {
    const all = (_: ChildProcess, lines: () => string[]) =>
      expect.poll(() => lines().length, { timeout: 10_000 }).toBe(50)
    expect(await said('go on', all)).toEqual(requests)
  })
})
