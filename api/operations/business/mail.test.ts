import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { seal } from '#api/http/secrets/seal.ts'
import { outsideAddress } from '#api/integrations/outside-address.ts'
import type { MailData } from '#api/mails/mails.queries.ts'
import { untestedMail } from '#contract/settings/first-steps.ts'
import { sql } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { composed, linkOf } from '#tests/magazine/composed-mails.ts'
import { aVisitor, publisherSignIn, startApp, thePublisher, theStaff } from '#tests/people.ts'
import { aMailServer } from '#tests/servers/mail-server.ts'
import { openBusiness } from './live-business.ts'
import { liveMail } from './live-mail.ts'

const { password } = publisherSignIn
const { orderSecret, brand } = composeWith

/** A magazine whose server sets this and nothing else of its mails. */
async function aMagazine(env: Record<string, string> = {}) {
  onTestFinished(async () => void (await sql`delete from business_settings`))
  const business = openBusiness(env, orderSecret)
  await business.refresh()
  const base = await startApp({ business })
  const publisher = await thePublisher(base)
  const find = async () =>
    (await publisher.call('GET /admin/business', {})).find(({ part }) => part === 'mail')
  /** `url`: as the page writes it from server, port, user and password. */
  const set = (url: string, fields: object = {}) =>
    publisher.call('PUT /admin/business/:part', {
      part: 'mail',
      version: 0,
      password,
      values: {
        SMTP_URL: url.replace('//', '//hello%40ascend.example:twelve%20goats@'),
        MAIL_FROM: 'hello@ascend.example',
        PUBLISHER_EMAIL: 'me@ascend.example',
      },
      ...fields,
    })
  const log = pino({ level: 'silent' })
  return {
    ...publisher,
    base,
    business,
    find,
    set,
    ...liveMail(business, { brand, dkim: undefined, log }),
  }
}

const goats = { password: 'twelve goats' }

const aMail = (id: string) => ({
  id: `2026-11-28-${id}`,
  to: 'simi@readers.example',
  subject: 'Your story is in',
  text: 'It is in.',
  html: '<p>It is in.</p>',
})

const serverError = (message: string) => ({
  status: 400,
  fields: { SMTP_URL: [expect.stringContaining(message)] },
})

test('the owner sets a mail server, and the next mail and newsletter leave through it, without a restart', async () => {
  const [first, second] = [await aMailServer(goats), await aMailServer(goats)]
  const { set, find, mailer, bulkMailer } = await aMagazine()
  expect(await find()).toMatchObject({ by: 'nobody', shown: {} })
  expect(mailer.isKeeping).toBe(true)
  const connection = bulkMailer.connect()
  onTestFinished(() => connection.close())

  await set(first.url)
  expect(mailer.isKeeping).toBeUndefined()
  await mailer.send(aMail('one'))
  expect(await connection.deliver(aMail('two'))).toMatchObject({ result: 'taken' })
  expect(first.received.map(({ from }) => from)).toEqual(Array(2).fill('hello@ascend.example'))

  await set(second.url, { version: 1 })
  await mailer.send(aMail('three'))
  expect(await connection.deliver(aMail('four'))).toMatchObject({ result: 'taken' })
  expect([first.received.length, second.received.length]).toEqual([2, 2])
})

test('whoever turns the mails to a server of their own cannot keep the owner from reading it', async () => {
  const [own, thiefs] = [await aMailServer(goats), await aMailServer(goats)]
  const { set, mailer } = await aMagazine()
  await set(own.url)
  const values = {
    SMTP_URL: thiefs.url.replace('//', '//hello%40ascend.example:twelve%20goats@'),
    MAIL_FROM: 'thief@ascend.example',
    PUBLISHER_EMAIL: 'thief@elsewhere.example',
  }
  await set(thiefs.url, { version: 1, values })
  await set(thiefs.url, { version: 2, values })
  const warning = { ...aMail('warning'), to: 'thief@elsewhere.example', isByBefore: true as const }
  await mailer.send(warning)
  expect(own.received).toMatchObject([{ from: 'hello@ascend.example', to: ['me@ascend.example'] }])
  expect(thiefs.received).toEqual([])
  // One that is replaced because it died carries nothing.
  own.next('hangUp')
  await mailer.send(warning)
  expect(thiefs.received).toHaveLength(1)
})

test('a server that was set before and cannot be used any more keeps no mail from the present one', async () => {
  const server = await aMailServer(goats)
  const { set } = await aMagazine()
  await set(server.url)
  await set(server.url, { version: 1 })
  const unusable = seal(
    orderSecret,
    { use: 'business settings', name: 'mail', version: 1 },
    '{"SMTP_URL":"a pigeon"}',
  )
  await sql`update business_settings set before = ${unusable}`
  const business = openBusiness({}, orderSecret)
  await business.refresh()
  const log = pino({ level: 'silent' })
  const { mailer } = liveMail(business, { brand, dkim: undefined, log })
  await mailer.send({ ...aMail('warning'), isByBefore: true })
  expect(server.received).toHaveLength(1)
})

test('the password of the mail server is never seen again', async () => {
  const server = await aMailServer(goats)
  const { set, find, send } = await aMagazine()
  await set(server.url)
  expect((await find())?.shown['SMTP_URL']).toBe(
    server.url.replace('//', '//hello%40ascend.example:••••@'),
  )
  const page = await (await send('/api/admin/business')).text()
  const rows = await sql`select * from business_settings`
  const mails = await sql`select * from mails where kind = 'businessChanged'`
  for (const told of [page, rows, mails]) expect(JSON.stringify(told)).not.toMatch(/goats/)
})

test('the owner reads why a mail server is refused, and nothing has changed', async () => {
  const server = await aMailServer({ password: 'another' })
  const { set, find } = await aMagazine()
  await expect(set(server.url)).rejects.toMatchObject(serverError('user and password'))
  await expect(set('smtp://127.0.0.1:1')).rejects.toMatchObject(serverError('does not answer'))
  await expect(
    set(server.url, {
      values: { SMTP_URL: 'smtp://a:b@mail.example', MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' },
    }),
  ).rejects.toMatchObject({ fields: { MAIL_FROM: [expect.any(String)] } })
  expect(await find()).toMatchObject({ by: 'nobody', version: 0 })
})

test('a mail server inside the network of a public site is refused, by address and by name', async () => {
  const server = await aMailServer(goats)
  const { set } = await aMagazine({
    PUBLIC_URL: 'https://harmattan.example',
    ADMIN_PASSWORD: 'a password of enough letters',
  })
  for (const host of [
    '127.0.0.1',
    '[::1]',
    '169.254.169.254',
    '10.1.2.3',
    '[::ffff:10.1.2.3]',
    '[2002:a01:203::1]',
  ]) {
    const url = server.url.replace('127.0.0.1', host)
    await expect(set(url)).rejects.toMatchObject(serverError('own network'))
  }
  await expect(set('smtp://localhost:2525')).rejects.toMatchObject(serverError('own network'))
})

test('a mail server is taken without options of its connection, such as a proxy or no TLS', async () => {
  const server = await aMailServer(goats)
  const { set, find } = await aMagazine()
  for (const options of [
    '?proxy=http://10.1.2.3',
    '?ignoreTLS=true',
    '?tls.rejectUnauthorized=false',
  ]) {
    await expect(set(server.url + options)).rejects.toMatchObject(serverError('name of the mail'))
  }
  expect(await find()).toMatchObject({ by: 'nobody' })
})

test('what the server names beside itself is not moved to where it would stop', async () => {
  const { url } = await aMailServer(goats)
  const { call, mailer, find } = await aMagazine({
    PUBLIC_URL: 'https://harmattan.example',
    ADMIN_PASSWORD: 'a password of enough letters',
    SMTP_URL: url.replace('//', '//hello:twelve%20goats@'),
    MAIL_FROM: 'hello@ascend.example',
    PUBLISHER_EMAIL: 'me@ascend.example',
  })
  await mailer.send(aMail('beside'))
  const move = { part: 'mail', version: 0, password } as const
  await expect(call('POST /admin/business/:part/move', move)).rejects.toMatchObject(
    serverError('own network'),
  )
  expect(await find()).toMatchObject({ by: 'server', isStored: false })
})

test('the owner may set mail where the server names the address of the publisher alone', async () => {
  const server = await aMailServer(goats)
  const { set, find } = await aMagazine({ PUBLISHER_EMAIL: 'publisher@ascend.example' })
  expect(await find()).toMatchObject({ by: 'nobody' })
  await set(server.url)
  expect(await find()).toMatchObject({ by: 'here' })
})

test('a name that leads elsewhere at the second look-up is refused then', async () => {
  const answers = [['203.0.113.7'], ['203.0.113.7', '192.168.0.9'], ['fd00::1']]
  const lookUp = async () => (answers.shift() ?? []).map((address) => ({ address }))
  expect(await outsideAddress('mail.example', lookUp)).toBe('203.0.113.7')
  await expect(outsideAddress('mail.example', lookUp)).rejects.toThrow('own network')
  await expect(outsideAddress('mail.example', lookUp)).rejects.toThrow('own network')
  await expect(outsideAddress('mail.example', lookUp)).rejects.toThrow('own network')
})

test('pressing the button of the test mail says that it arrived, until there is another server', async () => {
  const [first, second] = [await aMailServer(goats), await aMailServer(goats)]
  const { set, find, call, base } = await aMagazine()
  onTestFinished(async () => void (await sql`delete from test_mails`))
  await expect(call('POST /admin/business/mail/test', {})).rejects.toMatchObject({ status: 409 })
  const step = async () =>
    (await call('GET /admin/first-steps', {})).steps.find(({ name }) => name === 'mail')
  await set(first.url)
  await call('POST /admin/business/mail/test', {})
  expect(await find()).toMatchObject({ arrivedAt: null })
  expect(await step()).toMatchObject({ isDone: true, fact: untestedMail })

  const [row] = await sql<{ data: MailData['mailTest'] }[]>`
    select data from mails where kind = 'mailTest'`
  await sql`delete from mails`
  const link = linkOf(await composed('mailTest', row?.data))
  expect(link.pathname).toBe('/admin/business/arrived')
  const token = link.searchParams.get('token') ?? ''
  const visitor = await aVisitor(base)
  await expect(
    visitor.call('POST /admin/business/mail/arrived', { token: `${token}x` }),
  ).rejects.toMatchObject({ status: 404 })
  await visitor.call('POST /admin/business/mail/arrived', { token })
  expect(await find()).toMatchObject({ arrivedAt: expect.any(String) })
  expect(await step()).toMatchObject({ isDone: true, fact: 'Test mail arrived' })

  await set(second.url, { version: 1 })
  expect(await find()).toMatchObject({ arrivedAt: null })
  await expect(visitor.call('POST /admin/business/mail/arrived', { token })).rejects.toMatchObject({
    status: 404,
  })
})

test('nobody but the owner sets mail or sends the test', async () => {
  const { base } = await aMagazine()
  const editor = await theStaff('editor', base)
  await expect(editor.call('POST /admin/business/mail/test', {})).rejects.toMatchObject({
    status: 403,
  })
})
