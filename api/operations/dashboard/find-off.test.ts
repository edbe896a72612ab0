import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Finding } from '#api/operations/doctor/judge.ts'
import type { Role } from '#contract/roles.ts'
import { sql } from '#db/sql.ts'
import { publisherSignIn, startApp, thePublisher, theStaff } from '#tests/people.ts'
import { openBusiness } from '../business/live-business.ts'

beforeEach(() => sql`delete from backup_runs`)

const aBackup = () =>
  sql`insert into backup_runs (kind, archive, started_at) values ('backup', 'a.tar', now())`

/** A magazine whose server sets this, and whose last checks found these problems. */
async function aMagazine(env: Record<string, string> = {}, problems: string[] = []) {
  const findings = problems.map(
    (title): Finding => ({ title, state: 'problem', found: 'It fails.', todo: null }),
  )
  const business = openBusiness(env, Buffer.from('a secret'))
  const base = await startApp({ business, examine: async () => findings })
  await (await theStaff('owner', base)).call('POST /admin/doctor', {})
  return async (role: Role) => (await (await theStaff(role, base)).call('GET /admin/stats', {})).off
}

const allSet = {
  PUBLIC_URL: 'https://ascend.example',
  ADMIN_PASSWORD: 'nine drums before the rain',
  SMTP_URL: 'smtps://mail.example:465',
  MAIL_FROM: 'post@ascend.example',
  PUBLISHER_EMAIL: 'post@ascend.example',
  PAYSTACK_SECRET_KEY: 'sk_live_a',
  BANK_NAME: 'Example Bank',
  BANK_ACCOUNT_NAME: 'Ascend Publishing Ltd',
  BANK_ACCOUNT_NUMBER: '0123456789',
}

test('the staff of a new magazine read what nobody has set up, and its owner where to do so', async () => {
  const offFor = await aMagazine()
  const off = {
    mail: { why: 'notSet' },
    payments: { why: 'test' },
    invoices: { why: 'notSet' },
    backups: { why: 'notSet' },
    domain: { why: 'notSet' },
  }
  for (const role of ['editor', 'author', 'shopkeeper'] as const) {
    expect(await offFor(role), role).toEqual(off)
  }
  expect(await offFor('owner')).toEqual({
    mail: { why: 'notSet', path: '/admin/letters/domain' },
    payments: { why: 'test', path: '/admin/business/payments' },
    invoices: { why: 'notSet', path: '/admin/business' },
    backups: { why: 'notSet', path: '/admin/business' },
    domain: { why: 'notSet', path: '/admin/server' },
  })
})

test('nothing is off where all is set and the checks pass; what they find failing is', async () => {
  await aBackup()
  expect(await (await aMagazine(allSet))('editor')).toEqual({})
  const failing = { why: 'failing' }
  const offFor = await aMagazine(allSet, ['Mail', 'Backups', 'TLS', 'Payments', 'Disk'])
  // Money that only a test card moves is a problem, and readers can buy.
  expect(await offFor('editor')).toEqual({ mail: failing, backups: failing, domain: failing })
})

test('a shop that sells nothing by choice is told from one that nobody has opened, and from one that is tried', async () => {
  const { PAYSTACK_SECRET_KEY: _, ...closed } = allSet
  expect((await (await aMagazine(closed))('shopkeeper')).payments).toEqual({ why: 'notSet' })
  const tried = await aMagazine({ ...closed, PAYSTACK_SECRET_KEY: 'sk_test_a' })
  expect((await tried('shopkeeper')).payments).toEqual({ why: 'test' })
  const chosen = await aMagazine({ ...closed, PAYMENTS: 'off' })
  expect((await chosen('shopkeeper')).payments).toEqual({ why: 'chosen' })
})

test('an address that fails still fails while a change of the business is examined', async () => {
  const business = openBusiness({ PUBLIC_URL: allSet.PUBLIC_URL }, Buffer.from('a secret'))
  const problem = (title: string): Finding => ({ title, state: 'problem', found: '', todo: null })
  const examine = vi
    .fn<() => Promise<Finding[]>>(() => new Promise(() => {}))
    .mockResolvedValueOnce([problem('DNS'), problem('Backups')])
  const { call } = await thePublisher(await startApp({ business, examine }))
  await call('POST /admin/doctor', {})
  onTestFinished(async () => {
    await sql`delete from business_settings`
  })
  await aBackup()
  const { password } = publisherSignIn
  const values = { VAT_PERCENT: '7.5', SELLER_TAX_ID: '' }
  await call('PUT /admin/business/:part', { part: 'vat', version: 0, password, values })
  const { off } = await call('GET /admin/stats', {})
  expect([off.domain?.why, off.backups]).toEqual(['failing', undefined])
  const { steps } = await call('GET /admin/first-steps', {})
  expect(steps.find(({ name }) => name === 'address')).toMatchObject({ isDone: false })
})
