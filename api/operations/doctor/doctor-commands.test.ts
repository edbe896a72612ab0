import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { seal } from '#api/http/secrets/seal.ts'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { setBusiness } from '#api/operations/business/business.queries.ts'
import { noteFailedPurge } from '#api/pages/caches/cache-purges.queries.ts'
import { orderSecret } from '#api/shop/orders/order-secrets.ts'
import type { ProcessorTask } from '#contract/pages/processors.ts'
import { openDatabase } from '#db/driver/open-database.ts'
import { listMigrations } from '#db/migrate.ts'
import { json, sql } from '#db/sql.ts'
import { anEmptyDatabase } from '#tests/databases/empty-database.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { aFolder } from '#tests/folders.ts'
import { aFlutterwaveServer } from '#tests/servers/flutterwave-server.ts'
import { aPaystackServer } from '#tests/servers/paystack-server.ts'
import { runDoctor } from './doctor-commands.ts'

const root = process.cwd()

async function examined(env: Record<string, string>, at = root) {
  const dataDir = env['DATA_DIR'] ?? (await aFolder())
  return runDoctor({ env: { ...env, DATA_DIR: dataDir }, root: at, args: [] }).then(
    (text) => ({ text, isGood: true }),
    (error: Error) => ({ text: error.message, isGood: false }),
  )
}

test('a local site has no problems, only warnings', async () => {
  const { text, isGood } = await examined({ DATABASE_URL: await ownDatabaseUrl() })
  expect(text).toContain('ok       Database: The database answers and is up to date.')
  expect(text).toMatch(/warning {2}Backups: There is no backup in .*\n {11}Run npm run db:nightly/)
  expect(text).toMatch(/0 problems, \d+ warnings, \d+ in order\.$/)
  expect(isGood).toBe(true)
})

test('invalid settings are a problem, without their values', async () => {
  const env = { PORT: 'eighty', DATABASE_URL: 'mysql://root:hunter2@db/ascend' }
  const { text, isGood } = await examined(env)
  expect(isGood).toBe(false)
  expect(text).toContain('PROBLEM  Settings: Bad configuration: PORT is "eighty"')
  expect(text).not.toContain('hunter2')
})

test('an unavailable database is a problem, without its password', async () => {
  const { text, isGood } = await examined({
    DATABASE_URL: 'postgres://ascend:nine-drums@127.0.0.1:1/ascend',
  })
  expect(isGood).toBe(false)
  expect(text).toContain('PROBLEM  Database: The database does not answer')
  expect(text).not.toContain('nine-drums')
})

test('a check does not create a database that was never started', async () => {
  const folder = await aFolder()
  const { text } = await examined({ DATA_DIR: folder })
  expect(text).toContain('warning  Database: There is no database yet.')
  await expect(access(join(folder, 'postgres'))).rejects.toThrow('ENOENT')
})

test('an empty database has pending migrations, one of a newer release is reported, and one of other code or too old is a problem', async () => {
  const { url } = await anEmptyDatabase()
  const { text, isGood } = await examined({ DATABASE_URL: url })
  expect(text).toMatch(/\d+ migrations wait to be run/)
  expect(isGood).toBe(true)
  const db = openDatabase(url, { max: 1 })
  await db`create table migrations (name text, sha256 text)`
  await db`insert into migrations values ('0001-stories.sql', '')`
  const old = await examined({ DATABASE_URL: url })
  expect(old.text).toContain('PROBLEM  Database: The database is too old for this release.')
  expect(old.isGood).toBe(false)
  await db`update migrations set name = '9999-newer.sql'`
  const newer = await examined({ DATABASE_URL: url })
  expect(newer.text).toContain('brought up to date by a newer release (9999-newer.sql)')
  expect(newer.isGood).toBe(true)
  const [{ name } = { name: '' }] = await listMigrations('db/migrations')
  await db`insert into migrations values (${name}, 'of other code')`
  await db.end()
  const other = await examined({ DATABASE_URL: url })
  expect(other.text).toContain(`changed by another version of the code (${name})`)
  expect(other.isGood).toBe(false)
})

test('a Paystack key that is invalid, or a test key on a public site, is a problem', async () => {
  const paystack = await aPaystackServer({ secretKey: 'sk_test_ours' })
  const env = {
    DATABASE_URL: await ownDatabaseUrl(),
    PAYSTACK_API_URL: paystack.options.apiUrl,
    PAYSTACK_SECRET_KEY: 'sk_test_ours',
  }
  expect((await examined(env)).text).toContain('ok       Payments: Paystack accepts the test key.')
  const other = await examined({ ...env, PAYSTACK_SECRET_KEY: 'sk_test_theirs' })
  expect(other.text).toContain('PROBLEM  Payments: Paystack does not accept the key.')
  expect(other.text).not.toContain('sk_test_theirs')
  // A name that the DNS never knows.
  const open = await examined({ ...env, PUBLIC_URL: 'http://ascend.invalid:1' })
  expect(open.text).toContain('PROBLEM  Payments: The key of Paystack is a test key')
  expect(open.text).toContain('PROBLEM  Webhook: http://ascend.invalid:1/api/webhooks/paystack')
  expect(open.text).toContain('PROBLEM  Address')
})

test('a key that the owner has set at the admin is tried, and said to be lost where another secret sealed it', async () => {
  const paystack = await aPaystackServer({ secretKey: 'sk_test_harmattan' })
  const dataDir = await aFolder()
  const secret = await orderSecret(folderFiles(dataDir))
  const place = { use: 'business settings', name: 'paystack', version: 1 } as const
  const stored = JSON.stringify({ PAYSTACK_SECRET_KEY: 'sk_test_harmattan' })
  await setBusiness('paystack', {
    sealed: seal(secret, place, stored),
    version: 0,
    by: 'Ada',
    hours: 0,
  })
  onTestFinished(async () => void (await sql`delete from business_settings`))
  const env = { DATABASE_URL: await ownDatabaseUrl(), PAYSTACK_API_URL: paystack.options.apiUrl }
  const here = await examined({ ...env, DATA_DIR: dataDir })
  expect(here.text).toContain('ok       Payments: Paystack accepts the test key.')
  paystack.taken.key = 'sk_test_another'
  const revoked = await examined({ ...env, DATA_DIR: dataDir })
  expect(revoked.text).toContain('PROBLEM  Payments: Paystack does not accept the key.')
  expect(revoked.text).not.toContain('harmattan')
  const elsewhere = await examined(env)
  expect(elsewhere.isGood).toBe(false)
  expect(elsewhere.text).toMatch(
    /PROBLEM {2}Business: What was set of Paystack .*\n {11}Set it anew at \/admin\/business\./,
  )
})

test('a Flutterwave key that is invalid is a problem, beside one of Paystack that is not', async () => {
  const [paystack, flutterwave] = [await aPaystackServer(), await aFlutterwaveServer()]
  const env = {
    DATABASE_URL: await ownDatabaseUrl(),
    PAYSTACK_API_URL: paystack.options.apiUrl,
    PAYSTACK_SECRET_KEY: paystack.options.secretKey,
    FLUTTERWAVE_API_URL: flutterwave.options.apiUrl,
    FLUTTERWAVE_SECRET_KEY: flutterwave.options.secretKey,
    FLUTTERWAVE_WEBHOOK_HASH: flutterwave.options.webhookHash,
  }
  const both = (await examined(env)).text
  expect(both).toContain('ok       Payments: Paystack accepts the test key.')
  expect(both).toContain('ok       Payments: Flutterwave accepts the test key.')
  const other = await examined({ ...env, FLUTTERWAVE_SECRET_KEY: 'FLWSECK_TEST-theirs-X' })
  expect(other.text).toContain('PROBLEM  Payments: Flutterwave does not accept the key.')
  expect(other.text).not.toMatch(/FLWSECK_TEST-theirs|nine-drums/)
  const open = await examined({ ...env, PUBLIC_URL: 'http://ascend.invalid:1' })
  expect(open.text).toContain('PROBLEM  Webhook: http://ascend.invalid:1/api/webhooks/flutterwave')
})

test('each company that does something which is set up must be listed, unless it is on this machine', async () => {
  const bucket = (name: string, endpoint: string) => ({
    [`${name}_ENDPOINT`]: endpoint,
    [`${name}_BUCKET`]: 'ascend-files',
    [`${name}_ACCESS_KEY`]: 'a-key-of-ours',
    [`${name}_SECRET_KEY`]: 'a-secret-of-ours',
  })
  const env = {
    DATABASE_URL: await ownDatabaseUrl(),
    PUBLIC_URL: 'https://ascend.invalid',
    ADMIN_PASSWORD: 'nine drums before the rain',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'post@ascend.example',
    PUBLISHER_EMAIL: 'post@ascend.example',
    PAYSTACK_API_URL: 'http://127.0.0.1:1',
    PAYSTACK_SECRET_KEY: 'sk_live_ours',
    OIDC_ISSUER: 'https://accounts.invalid',
    OIDC_CLIENT_ID: 'ascend',
    OIDC_CLIENT_SECRET: 'a-secret-of-the-provider',
    ...bucket('S3', 'http://127.0.0.1:1'),
    ...bucket('BACKUP_S3', 'https://bucket.invalid'),
  }
  const list = (...tasks: ProcessorTask[]) =>
    sql`
      insert into settings ${sql({ groupName: 'processors', value: json({ list: tasks.map(aCompany) }) })}
      on conflict (group_name) do update set value = excluded.value`
  onTestFinished(async () => void (await sql`delete from settings where group_name = 'processors'`))
  expect((await examined(env)).text).toMatch(
    /PROBLEM {2}Processors: .*: Payments by Paystack, Sign-in provider, Bucket of backups\.\n {11}Add the company/,
  )
  await list('paystack', 'signIn')
  expect((await examined(env)).text).toMatch(/PROBLEM {2}Processors: .*: Bucket of backups\./)
  await list('paystack', 'signIn', 'backups')
  expect((await examined(env)).text).toContain('ok       Processors: Every company')
})

const aCompany = (task: ProcessorTask) => ({
  task,
  name: 'Example Ltd',
  purpose: 'Works for us',
  country: 'Nigeria',
  contract: '2026-11-25',
})

test('the command accepts no arguments', async () => {
  const run = runDoctor({ env: {}, root, args: ['--fix'] })
  await expect(run).rejects.toThrow('Usage: npm run doctor')
})

test('a cache that is not purged for a minute is a problem, with its remedy', async () => {
  const env = {
    DATABASE_URL: await ownDatabaseUrl(),
    CACHE: 'cloudflare',
    CACHE_PURGE_URL: 'https://api.cloudflare.com/client/v4/zones/ID/purge_cache',
    CACHE_PURGE_TOKEN: 'a-token-of-cloudflare',
  }
  expect((await examined(env)).text).toContain(
    'ok       Cache in front: Cloudflare is told of every change.',
  )
  await noteFailedPurge(1000)
  await sql`update cache_purges set failing_since = now() - interval '10 minutes'`
  const { text, isGood } = await examined(env)
  expect(text).toContain('PROBLEM  Cache in front: Cloudflare has refused for 10 minutes')
  expect(text).toContain('Compare CACHE_PURGE_URL and CACHE_PURGE_TOKEN with what Cloudflare says')
  expect(isGood).toBe(false)
  const { CACHE: _, CACHE_PURGE_URL: __, CACHE_PURGE_TOKEN: ___, ...without } = env
  expect((await examined(without)).text).not.toContain('Cache in front')
})

test('a cache is no problem while the database is empty', async () => {
  const { url } = await anEmptyDatabase()
  const { text } = await examined({
    DATABASE_URL: url,
    CACHE: 'varnish',
    CACHE_PURGE_URL: 'http://127.0.0.1:6082/',
  })
  expect(text).toContain('ok       Cache in front: Varnish is told of every change.')
})
