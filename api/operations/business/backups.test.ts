import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { s3Files } from '#api/integrations/s3-files.ts'
import { orderSecretFile } from '#api/shop/orders/order-secrets.ts'
import { sql } from '#db/sql.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { aFolder } from '#tests/folders.ts'
import { publisherSignIn, startApp, thePublisher, theStaff } from '#tests/people.ts'
import { anS3Server } from '#tests/servers/s3-server.ts'
import { runNightly } from '../backup/backup-commands.ts'
import { listBackups } from '../backup/backup-place.ts'
import { subjectOf } from '../doctor/doctor-subject.ts'
import { openBusiness } from './live-business.ts'

const { password } = publisherSignIn
const orderSecret = Buffer.concat([composeWith.orderSecret, Buffer.alloc(32)])
const root = process.cwd()

type Bucket = Awaited<ReturnType<typeof anS3Server>>

const variablesOf = ({ endpoint, bucket, accessKey, secretKey }: Bucket) => ({
  BACKUP_S3_ENDPOINT: endpoint,
  BACKUP_S3_BUCKET: bucket,
  BACKUP_S3_ACCESS_KEY: accessKey,
  BACKUP_S3_SECRET_KEY: secretKey,
})

const publicSite = {
  PUBLIC_URL: 'https://harmattan.example',
  ADMIN_PASSWORD: 'a password of enough letters',
}

async function aServer(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close().closeAllConnections())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A magazine whose server sets this and nothing else of its backups. */
async function aMagazine(more: Record<string, string> = {}) {
  onTestFinished(async () => void (await sql`delete from business_settings`))
  const dataDir = await aFolder()
  const env = { DATABASE_URL: await ownDatabaseUrl(), DATA_DIR: dataDir, ...more }
  await folderFiles(dataDir).store(orderSecretFile, orderSecret)
  const business = openBusiness(env, orderSecret)
  await business.refresh()
  const base = await startApp({ business, orderSecret, dataDir })
  const publisher = await thePublisher(base)
  const find = async () =>
    (await publisher.call('GET /admin/business', {})).find(({ part }) => part === 'backups')
  const set = (bucket: Bucket, values: Record<string, string> = {}) =>
    publisher.call('PUT /admin/business/:part', {
      part: 'backups',
      version: 0,
      password,
      values: { ...variablesOf(bucket), ...values },
    })
  return { ...publisher, base, business, env, find, set }
}

const fieldError = (name: string, message: string) => ({
  status: 400,
  fields: { [`BACKUP_S3_${name}`]: [expect.stringContaining(message)] },
})

const backupsIn = async (bucket: Bucket) => listBackups(await s3Files(bucket))

test('the owner sets a bucket and backs up to it with one press, without a restart', async () => {
  const bucket = await anS3Server()
  const { set, find, call, send, business } = await aMagazine()
  const last = () => call('GET /admin/business/backups', {})
  expect(await last()).toEqual({ isRunning: false, backup: null, goodAt: null, drill: null })
  await set(bucket, { BACKUP_S3_ENDPOINT: ` ${bucket.endpoint}/\n` })
  expect(await find()).toMatchObject({
    by: 'here',
    shown: {
      BACKUP_S3_BUCKET: bucket.bucket,
      BACKUP_S3_SECRET_KEY: expect.stringMatching(/^••••/),
    },
  })

  const both = await Promise.allSettled(
    [1, 2].map(() => call('POST /admin/business/backups/now', {})),
  )
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { status: 409 },
  })
  await expect.poll(last, { timeout: 8_000 }).toMatchObject({
    isRunning: false,
    backup: { isGood: true },
    goodAt: expect.any(String),
  })
  expect(await backupsIn(bucket)).toHaveLength(1)
  expect(await subjectOf(business, { root, db: async () => sql }).findBackups()).toMatchObject({
    isElsewhere: true,
    place: expect.stringContaining(bucket.endpoint),
  })

  await bucket.stop()
  await call('POST /admin/business/backups/now', {})
  await expect.poll(last, { timeout: 8_000 }).toMatchObject({
    isRunning: false,
    backup: { isGood: false },
    goodAt: expect.any(String),
  })

  const page = await (await send('/api/admin/business')).text()
  const mails = await sql`select * from mails where kind = 'businessChanged'`
  for (const told of [page, await sql`select * from business_settings`, mails]) {
    expect(JSON.stringify(told)).not.toContain(bucket.secretKey)
  }
})

test('the owner reads why a bucket is refused, and nothing has changed', async () => {
  const bucket = await anS3Server()
  const { set, find } = await aMagazine()
  const asked: (string | undefined)[] = []
  const elsewhere = await aServer(({ url }, response) => {
    asked.push(url)
    response.end()
  })
  const redirected = await aServer((_, response) => {
    response.writeHead(307, { Location: elsewhere }).end()
  })
  const refused: [Record<string, string>, ReturnType<typeof fieldError>][] = [
    [{ BACKUP_S3_ENDPOINT: 'http://s3.example' }, fieldError('ENDPOINT', 'such as https://')],
    [{ BACKUP_S3_ENDPOINT: 'https://s3.example/bucket' }, fieldError('ENDPOINT', 'storage alone')],
    [{ BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1' }, fieldError('ENDPOINT', 'does not answer')],
    [{ BACKUP_S3_ENDPOINT: redirected }, fieldError('ENDPOINT', 'does not answer as a storage')],
    [{ BACKUP_S3_BUCKET: 'My bucket' }, fieldError('BUCKET', 'lower-case letters')],
    [{ BACKUP_S3_BUCKET: 'another-bucket' }, fieldError('BUCKET', 'no bucket of this name')],
    [{ BACKUP_S3_ACCESS_KEY: 'ANOTHER' }, fieldError('ACCESS_KEY', 'does not know this key')],
    [{ BACKUP_S3_SECRET_KEY: 'another' }, fieldError('SECRET_KEY', 'does not belong to the key')],
  ]
  for (const [values, error] of refused) {
    await expect(set(bucket, values)).rejects.toMatchObject(error)
  }
  const open = await anS3Server({ isPublic: true })
  await expect(set(open)).rejects.toMatchObject(fieldError('BUCKET', 'Strangers can read'))
  // What was tried is gone again.
  for await (const left of (await s3Files(open)).list('check')) expect(left).toBeUndefined()
  expect(asked).toEqual([])
  expect(await find()).toMatchObject({ by: 'nobody', version: 0 })
})

test('a storage inside the network of a public site is refused, by address, by name, and at a later look-up', async () => {
  const bucket = await anS3Server()
  const { set } = await aMagazine(publicSite)
  const inside = fieldError('ENDPOINT', 'own network')
  for (const endpoint of [
    bucket.endpoint,
    bucket.endpoint.replace('127.0.0.1', 'localhost'),
    'https://169.254.169.254',
    'https://[::ffff:10.1.2.3]',
    'https://2130706433',
  ]) {
    await expect(set(bucket, { BACKUP_S3_ENDPOINT: endpoint })).rejects.toMatchObject(inside)
  }
  const answers = ['203.0.113.7']
  const lookUp = async () => [{ address: answers.shift() ?? '127.0.0.1' }]
  const endpoint = bucket.endpoint.replace('127.0.0.1', 'storage.example')
  await expect(s3Files({ ...bucket, endpoint, isOutside: true, lookUp })).rejects.toMatchObject({
    code: 'INSIDE',
    message: expect.stringContaining('own network'),
  })
  expect(answers).toEqual([])
})

test('what the server sets comes first, may be inside, and is moved to the admin with one press', async () => {
  const bucket = await anS3Server()
  const ofServer = await aMagazine({ ...publicSite, ...variablesOf(bucket) })
  expect(await ofServer.find()).toMatchObject({
    by: 'server',
    shown: { BACKUP_S3_BUCKET: bucket.bucket },
  })
  await expect(ofServer.set(bucket)).rejects.toMatchObject({ status: 409 })
  expect(await runNightly({ env: ofServer.env, root, args: [] })).toContain(bucket.endpoint)
  const move = { part: 'backups', version: 0, password } as const
  await expect(ofServer.call('POST /admin/business/:part/move', move)).rejects.toMatchObject(
    fieldError('ENDPOINT', 'own network'),
  )
  const ownMachine = await aMagazine(variablesOf(bucket))
  await ownMachine.call('POST /admin/business/:part/move', move)
  expect(await (await aMagazine()).find()).toMatchObject({ by: 'here', version: 1 })
})

test('the nightly command of a server without these variables backs up to the bucket that was set', async () => {
  const bucket = await anS3Server()
  const { set, env } = await aMagazine()
  expect(await runNightly({ env, root, args: [] })).toContain(env.DATA_DIR)
  await set(bucket)
  expect(await runNightly({ env, root, args: [] })).toContain(bucket.endpoint)
  expect(await backupsIn(bucket)).toHaveLength(1)
})

test('nobody but the owner looks at backups or makes one', async () => {
  const { base } = await aMagazine()
  const editor = await theStaff('editor', base)
  for (const address of [
    'GET /admin/business/backups',
    'POST /admin/business/backups/now',
  ] as const) {
    await expect(editor.call(address, {})).rejects.toMatchObject({ status: 403 })
  }
})
