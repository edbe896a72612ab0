import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterEach, describe, expect, test } from 'vitest'
import { preferencesToken } from '#api/http/secrets/secrets.ts'
import { insertConfirmation } from '#api/mails/mails.queries.ts'
import { startOf } from '#contract/days.ts'
import { sql } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { aVisitor, thePublisher, theStaff } from '#tests/people.ts'
import { deleteOldWithdrawals, deleteUnconfirmed } from '../subscribers/subscribers.queries.ts'

afterEach(async () => {
  await sql`delete from subscribers`
  await sql`delete from mails where kind = 'imported'`
})

const stated = { isDocumented: 'yes', day: '2024-05-01', place: 'Form of our Substack' }
const unknown = { isDocumented: 'no' }
const anEmail = () => `${randomUUID()}@readers.example`

async function send(path: '' | '/preview', csv: string | Uint8Array, fields: object = {}) {
  const { send } = await thePublisher()
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, String(value))
  body.set('file', new Blob([csv as BlobPart]), 'list.csv')
  const answer = await send(`/api/admin/newsletter/imports${path}`, { method: 'POST', body })
  return { status: answer.status, body: await answer.json() }
}
const look = (csv: string | Uint8Array, fields?: object) => send('/preview', csv, fields)
const bring = (csv: string, fields: object = stated) => send('', csv, fields)
const rowOf = async (email: string) =>
  (await sql<Record<string, unknown>[]>`select * from subscribers where email = ${email}`)[0]
const mailsTo = (email: string) =>
  sql<{ nextTryAt: string }[]>`
    select next_try_at from mails where kind = 'imported' and recipient = ${email}`

async function tokenOf(email: string): Promise<string> {
  return String((await rowOf(email))?.['unsubscribeToken'])
}

describe('the owner looks at a list before anything is stored', () => {
  test.each([
    ['Substack', 'Email,Name,Start date\nada@x.example,Ada,2023-04-05T10:00:00Z', [0, 2, -1]],
    [
      'Mailchimp',
      'Email Address,First Name,OPTIN_TIME,UNSUB_TIME\nada@x.example,Ada,2023-04-05 10:00:00,',
      [0, 2, 3],
    ],
    [
      'Ghost',
      'id,email,name,subscribed_to_emails,created_at\n1,ada@x.example,Ada,true,2023-04-05T10:00:00.000Z',
      [1, 4, 3],
    ],
    ['Selar', 'Name;Customer Email;Purchase Date\nAda;ada@x.example;2023-04-05', [1, 2, -1]],
    [
      'a phone',
      'First Name,Labels,E-mail 1 - Value\nAda,Friends,ada@x.example ::: a@y.example',
      [2, -1, -1],
    ],
    ['a file without header', 'Ada\tada@x.example\nBisi\tbisi@x.example', [1, -1, -1]],
  ])('the columns of %s are recognised', async (_, csv, [address, agreedOn, status]) => {
    const { body } = await look(csv)
    expect(body).toMatchObject({ address, agreedOn, status, skipped: 0 })
    const day = agreedOn === -1 ? null : '2023-04-05'
    expect(body.first[0]).toMatchObject({ address: 'ada@x.example', agreedOn: day, reason: null })
  })

  test.each<[string, (text: string) => Uint8Array]>([
    ['UTF-8 with a mark', (text) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 of Excel', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16, the other way', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ])('%s is read, with quotes and line breaks in cells', async (_, encode) => {
    const csv = 'Ṣọlá\'s ""list"";E-mail\r\n"a;b\r\n""c""";"Ada@X.example"\r\n\r\n;\r\n'
    const { body } = await look(encode(csv))
    expect(body).toMatchObject({ address: 1, rows: 1, skipped: 0 })
    expect(body.first).toMatchObject([{ address: 'ada@x.example' }])
  })

  test('ten rows are shown, another column may be chosen, and nothing is stored', async () => {
    const csv = `email,other\n${Array.from({ length: 30 }, (_, n) => `a${n}@x.example,b${n}@y.example`).join('\n')}`
    expect((await look(csv)).body.first).toHaveLength(10)
    const { body } = await look(csv, { address: 1 })
    expect(body).toMatchObject({ rows: 30, first: expect.arrayContaining([]) })
    expect(body.first[0].address).toBe('b0@y.example')
    expect(await rowOf('a0@x.example')).toBeUndefined()
  })

  test.each<[string, () => string | Uint8Array, number]>([
    ['of more than 5 MB', () => `email\n"${'a'.repeat(6_000_000)}`, 413],
    ['of one field without end', () => `email\nada@x.example\n"${'a""'.repeat(1_500_000)}`, 200],
    ['of a million columns', () => `email${','.repeat(1_000_000)}\n`, 400],
    ['of 20,001 rows', () => `email\n${'a@x.example\n'.repeat(20_001)}`, 413],
    ['of 20,000 rows', () => `email\n${'a@x.example\n'.repeat(20_000)}\n\n`, 200],
    ['with a NUL', () => 'email\na\0@x.example', 400],
    ['in Latin-1', () => Buffer.from('email\nné@x.example', 'latin1'), 400],
    ['without an address', () => 'name\nAda', 400],
    ['of nothing', () => '\n', 400],
    ['of quotation marks alone', () => '"'.repeat(1_000_000), 400],
  ])('a file %s is answered', async (_, csv, status) => {
    const before = Date.now()
    expect((await look(csv())).status).toBe(status)
    expect(Date.now() - before).toBeLessThan(10_000)
  })

  test('others than the owner may not', async () => {
    const editor = await theStaff('editor')
    const body = new FormData()
    body.set('file', new Blob(['email\na@x.example']), 'list.csv')
    for (const path of ['/preview', '']) {
      const to = `/api/admin/newsletter/imports${path}`
      expect((await editor.send(to, { method: 'POST', body })).status).toBe(403)
    }
  })
})

describe('the owner imports readers who agreed', () => {
  test('they are confirmed, with the day and who stated it, and nobody is mailed', async () => {
    const [own, others] = [anEmail(), anEmail()]
    const { status, body } = await bring(`email,date\n${own},2023-04-05\n${others},05/06/2023`)
    expect([status, body]).toMatchObject([201, { added: 2, skipped: [] }])
    expect(await rowOf(own)).toMatchObject({
      createdAt: startOf('2023-04-05').toISOString(),
      confirmedAt: expect.any(String),
      wording: null,
      source: expect.stringMatching(/^stated by .+ at import: Form of our Substack$/),
    })
    expect((await rowOf(others))?.['createdAt']).toBe(startOf('2024-05-01').toISOString())
    expect(await mailsTo(own)).toHaveLength(0)
    const { call } = await thePublisher()
    expect(await call('POST /admin/newsletter/consent', { email: own })).toMatchObject([
      { source: expect.stringContaining('Form of our Substack') },
    ])
  })

  test('who left, is suppressed, stands there already or twice is skipped, and told why', async () => {
    const [left, suppressed, known, twice, gone, good] = Array.from({ length: 6 }, anEmail)
    await bring(`email\n${left}\n${known}`)
    const visitor = await aVisitor()
    await visitor.call('POST /newsletter/unsubscribe', { token: await tokenOf(left ?? '') })
    await sql`insert into suppressions (email, reason) values (${suppressed ?? ''}, 'complained')`
    const csv = [
      'email,status',
      ...[left, suppressed, known, twice, twice, good].map(
        (email) => `${email?.toUpperCase()},active`,
      ),
      `${gone},active`,
      `${gone},unsubscribed`,
      '"=cmd(1)",active',
      '"not closed,active',
    ]
    const { body } = await bring(csv.join('\n'))
    expect(body.added).toBe(2)
    const count = (words: string) =>
      body.skipped.find(({ reason }: { reason: string }) => reason.includes(words))?.rows
    expect(
      ['They unsubscribed', 'suppressed', 'already', 'before', 'file says'].map(count),
    ).toEqual([1, 1, 1, 1, 2])
    const lines: string[] = body.file.trim().split('\r\n')
    expect(lines).toContain(`10,"'=cmd(1)","This is not an e-mail address"`)
    expect(lines.at(-1)).toMatch(/^11,"not closed,active","A quotation mark is not closed/)
    expect(lines).toHaveLength(9)
    for (const email of [left, suppressed, gone]) expect(await rowOf(email ?? '')).toBeUndefined()
  })

  test('nobody who left returns, even after the record of their consent is deleted', async () => {
    const email = anEmail()
    await bring(`email\n${email}`)
    await (await aVisitor()).call('POST /newsletter/unsubscribe', { token: await tokenOf(email) })
    await sql`update newsletter_withdrawals set withdrawn_at = now() - interval '184 days'`
    await deleteOldWithdrawals()
    const { body } = await bring(`email\n${email}`)
    expect([body.added, body.skipped[0].reason]).toEqual([0, 'They unsubscribed here'])
  })

  test('without day and place, or with a day to come, nothing is stored', async () => {
    const email = anEmail()
    for (const [fields, name] of [
      [{ isDocumented: 'yes', place: 'Fair' }, 'day'],
      [{ isDocumented: 'yes', day: '2099-01-01', place: 'Fair' }, 'day'],
      [{ isDocumented: 'yes', day: '2024-01-01' }, 'day'],
      [{}, 'isDocumented'],
    ] as const) {
      const { status, body } = await bring(`email\n${email}`, fields)
      expect([status, Object.keys(body.errors)]).toEqual([400, [name]])
    }
    expect(await rowOf(email)).toBeUndefined()
  })

  test('twenty thousand take less than a minute, and their file is deleted', async () => {
    const mine = randomUUID()
    const list = Array.from(
      { length: 20_000 },
      (_, n) => `r${n}-${mine}@readers.example,2024-01-02`,
    )
    const before = Date.now()
    const { body } = await bring(`email,date\n${list.join('\n')}`)
    expect(body.added).toBe(20_000)
    expect(Date.now() - before).toBeLessThan(60_000)
    const kept = (await readdir(tmpdir())).filter((name) => /^ascend-[0-9a-f-]{36}$/.test(name))
    for (const name of kept) {
      const text = await import('node:fs/promises').then(({ readFile }) =>
        readFile(`${tmpdir()}/${name}`, 'utf8').catch(() => ''),
      )
      expect(text).not.toContain(mine)
    }
  })
})

describe('readers whose consent is not documented', () => {
  test('are asked once, one after the other, and are subscribed when they confirm', async () => {
    const emails = Array.from({ length: 3 }, anEmail)
    await bring(`email\n${emails.join('\n')}`, unknown)
    const turns = (await Promise.all(emails.map(mailsTo))).map(([mail]) => mail?.nextTryAt ?? '')
    expect(new Set(turns).size).toBe(3)
    const [email = '', undone = ''] = emails
    expect(await rowOf(email)).toMatchObject({ confirmedAt: null, source: 'import' })
    const { body } = await bring(`email\n${email}`, unknown)
    expect(body).toMatchObject({ added: 0 })

    const left = Date.parse(String((await rowOf(email))?.['confirmUntil'])) - Date.now()
    expect(Math.round(left / 86_400_000)).toBe(30)
    const { token = '' } = (await insertConfirmation(email)) ?? {}
    await (await aVisitor()).send(`/api/newsletter/confirm?token=${token}`)
    expect(await rowOf(email)).toMatchObject({ confirmedAt: expect.any(String), importId: null })

    await sql`update mails set next_try_at = null, sent_at = now() where recipient = ${undone}`
    await sql`delete from subscribers where email = ${undone}`
    const again = await bring(`email\n${undone}`, unknown)
    expect(again.body.skipped[0].reason).toContain('asked to confirm')
  })

  test('are deleted 30 days after their turn without an answer, not before', async () => {
    const email = anEmail()
    await bring(`email\n${email}`, unknown)
    const age = async (days: number) => {
      await sql`update subscribers set confirm_until = confirm_until - make_interval(days => ${days})`
      await deleteUnconfirmed()
    }
    await age(29)
    expect(await rowOf(email)).toBeDefined()
    await age(2)
    expect(await rowOf(email)).toBeUndefined()
  })
})

async function undoLast() {
  const { call } = await thePublisher()
  const [last] = await call('GET /admin/newsletter/imports', {})
  await call('DELETE /admin/newsletter/imports/:id', { id: last?.id ?? '' })
  return last
}

describe('an import is undone', () => {
  test('with its mails, but for those who confirmed or chose something by themselves', async () => {
    const [asked, confirmed] = [anEmail(), anEmail()]
    await bring(`email\n${asked}\n${confirmed}`, unknown)
    const { token = '' } = (await insertConfirmation(confirmed)) ?? {}
    await (await aVisitor()).send(`/api/newsletter/confirm?token=${token}`)
    expect(await undoLast()).toMatchObject({ untouched: 1 })
    expect(await rowOf(asked)).toBeUndefined()
    expect(await mailsTo(asked)).toHaveLength(0)
    expect(await rowOf(confirmed)).toBeDefined()

    const [silent, chose] = [anEmail(), anEmail()]
    await bring(`email\n${silent}\n${chose}`)
    const own = preferencesToken(composeWith.orderSecret, await tokenOf(chose))
    const chosen = { token: own, rhythm: 'weekly', categories: [] as string[] } as const
    await (await aVisitor()).call('POST /newsletter/preferences', chosen)
    await undoLast()
    expect(await rowOf(silent)).toBeUndefined()
    expect(await rowOf(chose)).toBeDefined()
  })

  test('once, and within 30 days', async () => {
    const { call } = await thePublisher()
    const email = anEmail()
    await bring(`email\n${email}`)
    const [{ id } = { id: '' }] = await call('GET /admin/newsletter/imports', {})
    const undo = () => call('DELETE /admin/newsletter/imports/:id', { id })
    await sql`update subscribers set imported_at = now() - interval '31 days' where email = ${email}`
    expect(await call('GET /admin/newsletter/imports', {})).toEqual([])
    await expect(undo()).rejects.toMatchObject({ status: 404 })
    expect(await rowOf(email)).toBeDefined()
    await sql`update subscribers set imported_at = now() where email = ${email}`
    await undo()
    await expect(undo()).rejects.toMatchObject({ status: 404 })
  })
})
