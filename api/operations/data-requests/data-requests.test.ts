import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addressProof } from '#api/http/secrets/secrets.ts'
import { dayMs } from '#contract/days.ts'
import type { InputOf } from '#contract/endpoints/contract.ts'
import { sql } from '#db/sql.ts'
import { aBusyReader, placesOf } from '#tests/busy-reader.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { compose } from '#tests/magazine/composed-mails.ts'
import { asForm, asJson } from '#tests/magazine/posts.ts'
import { aBook, aPublishingRequest, aReader, aStory, aVisitor, theStaff } from '#tests/people.ts'
import { anOrder } from '#tests/shop/buyers.ts'
import { addressTables } from '../account-data/personal-columns.ts'

const anEmail = () => `${randomUUID()}@guests.example`
const words = 'Where did you get my name from? Tamuno of the blue gate.'

/** A request as its mailed link knows it. */
async function aRequest(email = anEmail(), kind: InputOf<'POST /data-requests'>['kind'] = 'see') {
  const { call } = await aVisitor()
  await call('POST /data-requests', { kind, email, words })
  const [mail] = await sql<{ id: string }[]>`
    select data ->> 'requestId' as id from mails
    where recipient = ${email} and kind = 'dataRequest' order by created_at desc limit 1`
  const id = mail?.id ?? ''
  const proof = addressProof(composeWith.orderSecret, { id, email })
  const link = { id, proof }
  return { id, email, link, call, prove: () => call('POST /data-requests/:id', link) }
}

async function aProvenRequest(email?: string) {
  const request = await aRequest(email, 'delete')
  await request.prove()
  return request
}

async function anOwner() {
  const owner = await theStaff('owner')
  const find = async (id: string) =>
    (await owner.call('GET /admin/data-requests', { pageSize: 100 })).find((one) => one.id === id)
  const exportOf = async (id: string): Promise<Record<string, Record<string, unknown>[]>> => {
    const response = await owner.send(`/api/admin/data-requests/${id}/export.json`)
    expect([response.status, response.headers.get('Content-Disposition')]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="data-\d{4}-\d\d-\d\d-[0-9a-f]{8}\.json"$/),
    ])
    return response.json()
  }
  const erase = (id: string) => owner.call('POST /admin/data-requests/:id/erase', { id })
  const answer = (id: string, text = 'We hold your orders alone.') =>
    owner.call('PATCH /admin/data-requests/:id', { id, answer: text })
  return { ...owner, find, exportOf, erase, answer }
}

/** Somebody without an account, of whom every table has something. */
async function aGuestEverywhere() {
  const email = anEmail()
  const { call } = await aVisitor()
  const { id: bookId } = await aBook()
  const paid = await anOrder(bookId, { buyerEmail: email })
  const unpaid = await anOrder(bookId, { buyerEmail: email, isPaid: false })
  await sql`update orders set state = 'expired' where id = ${unpaid.id}`
  const { key, reference } = paid
  await call('PUT /books/:id/rating', { id: bookId, rating: 4, key, reference, review: 'Warm.' })
  const given = await anOrder(bookId)
  await sql`
    insert into presents (order_id, recipient_name, recipient_email, greeting, send_at, token_hash, opened_at, opened_as)
    values (${given.id}, 'Ada', ${email}, 'Read it', now(), ${randomUUID()}, now() - interval '1 day', ${given.id})`
  const request = { ...aPublishingRequest(), authorEmail: email }
  await call('POST /books/publish', request)
  await call('POST /newsletter', { email })
  const [{ unsubscribeToken } = {}] = await sql`
    select unsubscribe_token from subscribers where email = ${email}`
  await call('POST /newsletter/unsubscribe', { token: unsubscribeToken })
  await call('POST /newsletter', { email })
  const { id } = await aStory()
  await call('POST /stories/:id/reports', { id, reason: 'wrong', words: 'No.', email })
  const child = await aReader(undefined, '13-17')
  await child.call('PUT /account/guardian', { guardianName: 'Ngozi', guardianEmail: email })
  await sql`insert into author_accounts ${sql({ name: 'Kele', email, tokenHash: randomUUID() })}`
  await sql`insert into suppressions (email, reason) values (${email}, 'bounced')`
  const name = `The author ${email}`
  await sql`insert into staff (role, name, email, state) values ('author', ${name}, ${email}, 'ended')`
  return { email, paid, unpaid, child, request }
}

describe('somebody who asks about their data', () => {
  test('does so by a form without script, and nobody learns whether the address is known', async () => {
    const { email: known } = await aGuestEverywhere()
    const account = await aBusyReader()
    const answers: unknown[] = []
    for (const email of [known, account.email, anEmail()]) {
      const { send, cookies } = await aVisitor()
      const fields = { kind: 'see', email: ` ${email.toUpperCase()} `, words }
      const form = await send('/api/data-requests', asForm(fields))
      const json = await send('/api/data-requests', asJson(fields))
      answers.push([form.status, form.headers.get('Location'), json.status, await json.json()])
      expect(cookies.size).toBe(0)
      const mails = await sql`
        select kind from mails where recipient = ${email} and kind = 'dataRequest'`
      expect(mails).toHaveLength(2)
    }
    const [first] = answers
    expect(first).toEqual([303, '/privacy/request?sent=1', 202, { status: 'ok' }])
    expect(answers).toEqual([first, first, first])
  })

  test('is told what is missing', async () => {
    const { send } = await aVisitor()
    const response = await send(
      '/api/data-requests',
      asJson({ email: 'ada', words: 'a'.repeat(2001) }),
    )
    expect([response.status, (await response.json()).errors]).toEqual([
      400,
      {
        kind: ['Please choose what you ask for'],
        email: ['Please enter a valid email address'],
        words: ['Please write at most 2000 characters'],
      },
    ])
  })

  test('sends ten an hour from one network, and three mails go to one address', async () => {
    const { call } = await aVisitor()
    const email = anEmail()
    const ask = () => call('POST /data-requests', { kind: 'see', email })
    for (let sent = 0; sent < 10; sent++) await ask()
    await expect(ask()).rejects.toMatchObject({ status: 429 })
    await sql`delete from mails where recipient <> ${email}`
    const mails = await sql<{ id: string }[]>`
      update mails set next_try_at = null, sent_at = now() where recipient = ${email} returning id`
    expect(mails).toHaveLength(10)
    expect(await compose('dataRequest', email, { requestId: randomUUID() })).toBeUndefined()
  })
})

describe('the mailed link', () => {
  test('does nothing when it is opened; its button puts the request into the queue, once', async () => {
    const owner = await anOwner()
    const { id, link, prove, email } = await aRequest()
    const { send } = await aVisitor()
    await send(`/privacy/request?${new URLSearchParams(link)}`)
    expect(await owner.find(id)).toBeUndefined()
    for (const act of [owner.erase, owner.answer])
      await expect(act(id)).rejects.toMatchObject({ status: 404 })
    await prove()
    const proven = await owner.find(id)
    expect(proven).toMatchObject({ kind: 'see', email, words, answeredAt: null, answer: null })
    const { provenAt = '', answerBy = '' } = proven ?? {}
    expect(Date.parse(answerBy) - Date.parse(provenAt)).toBe(30 * dayMs)
    const again = await send(`/api/data-requests/${id}`, asForm({ proof: link.proof }))
    expect(again.headers.get('Location')).toBe('/privacy/request?sent=confirmed')
    expect(await owner.find(id)).toEqual(proven)
  })

  test('of somebody else, or one that is gone, is not found', async () => {
    const [one, other] = [await aRequest(), await aRequest()]
    for (const link of [
      { id: one.id, proof: other.link.proof },
      { id: one.id, proof: 'x' },
      { id: randomUUID(), proof: one.link.proof },
    ])
      await expect(one.call('POST /data-requests/:id', link)).rejects.toMatchObject({ status: 404 })
  })

  test('comes in a mail that carries nothing of what a stranger may have typed', async () => {
    await sql`delete from mails`
    const { id, email, link } = await aRequest()
    await sql`delete from mails`
    const mail = await compose('dataRequest', email, { requestId: id })
    const { text = '', html = '', subject } = mail ?? {}
    expect(text).toContain(`${composeWith.publicUrl}/privacy/request?${new URLSearchParams(link)}`)
    expect(`${subject} ${text} ${html}`).not.toContain('blue gate')
    // A row that went to another address meanwhile is nobody's.
    await sql`update data_requests set email = ${anEmail()} where id = ${id}`
    expect(await compose('dataRequest', email, { requestId: id })).toBeUndefined()
  })
})

describe('the owner', () => {
  test('exports what every table holds of somebody without an account, and nothing of others', async () => {
    const [guest, other] = [await aGuestEverywhere(), await aGuestEverywhere()]
    const { id } = await aProvenRequest(guest.email)
    const copy = await (await anOwner()).exportOf(id)
    expect(copy).toMatchObject({ address: guest.email, account: null })
    expect(copy['newsletterConsent']).toHaveLength(2)
    const camelCase = (name: string) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())
    for (const [table, { address, names, more = [] }] of addressTables) {
      if (table === 'readers') continue
      const [row = {}] = copy[table] ?? []
      const columns = [address, ...names, ...more].map(camelCase)
      expect(Object.keys(row), table).toEqual(expect.arrayContaining(columns))
    }
    expect(copy['orders']?.map(({ amountKobo }) => amountKobo)).toEqual([350_050, 350_050])
    expect(copy['publishing_requests']?.[0]?.['authorPhone']).toBe(guest.request.authorPhone)
    const text = JSON.stringify(copy)
    expect(text).not.toMatch(/hash"|token"|password|secret/i)
    for (const foreign of [other.email, other.request.title, guest.child.email])
      expect(text).not.toContain(foreign)
    const log = await sql`
      select who, subject, note from activity where subject_id = ${id} and action = 'dataRequestExported'`
    expect(log).toEqual([{ who: expect.any(String), subject: null, note: null }])
  })

  test('is in the file that the reader of that address downloads', async () => {
    const reader = await aReader()
    const request = await aProvenRequest(reader.email)
    await sql`update readers set email_proven_at = now() where email = ${reader.email}`
    await (await anOwner()).answer(request.id, 'Only this request.')
    const { dataRequests } = await reader.call('GET /account/export', {})
    expect(dataRequests).toMatchObject([{ kind: 'delete', words, answer: 'Only this request.' }])
  })

  test('exports of an account what its reader could download', async () => {
    const busy = await aBusyReader()
    const { id } = await aProvenRequest(busy.email)
    const { account } = await (await anOwner()).exportOf(id)
    expect(account).toEqual(await busy.call('GET /account/export', {}))
  })

  test('erases what may go, and is told what stays and why; others keep everything', async () => {
    const [guest, other] = [await aGuestEverywhere(), await aGuestEverywhere()]
    const owner = await anOwner()
    const { id } = await aProvenRequest(guest.email)
    const othersId = (await aProvenRequest(other.email)).id
    const before = await owner.exportOf(othersId)
    const { report } = await owner.erase(id)
    expect(report).toEqual([
      'guardian: 1 erased',
      expect.stringMatching(/^buyer: 1 erased, 1 kept\. The books must keep/),
      'gets a present: 1 erased',
      'rated a book: 0 erased, 1 kept. Stars stay with their order.',
      'reviewed a book: 1 erased',
      'asked to publish: 1 erased',
      expect.stringMatching(/^author with a share: 0 erased, 1 kept\. The books must keep/),
      'newsletter: 1 erased',
      expect.stringMatching(/^left the newsletter: 0 erased, 1 kept\. /),
      'reported something: 1 erased',
      expect.stringMatching(/^works here: 0 erased, 1 kept\. /),
      expect.stringMatching(/^got a mail: \d+ erased$/),
      expect.stringMatching(/^asked for data: 0 erased, 1 kept\. Proof/),
    ])
    expect(await placesOf(guest.email)).toEqual([
      'author_accounts.email',
      'data_requests.email',
      'orders.buyer_email',
      'staff.email',
      'staff.name',
      'suppressions.email',
    ])
    const orders = await sql`
      select id, amount_kobo, buyer_email, buyer_name from orders
      where id in (${guest.paid.id}, ${guest.unpaid.id}) order by amount_kobo, buyer_email`
    expect([...orders]).toEqual([
      { id: guest.unpaid.id, amountKobo: 350_050, buyerEmail: '', buyerName: '' },
      {
        id: guest.paid.id,
        amountKobo: 350_050,
        buyerEmail: guest.email,
        buyerName: 'Ngozi Bassey-Udo',
      },
    ])
    expect(await owner.exportOf(othersId)).toEqual(before)
    // A second time there is nothing left to erase.
    for (const line of (await owner.erase(id)).report) expect(line).toContain(': 0 erased, 1 kept')
  })

  test('erases an account as its reader would delete it; published stories stay', async () => {
    const busy = await aBusyReader()
    const { id: bookId } = await aBook()
    const order = await anOrder(bookId, { buyerEmail: busy.email, readerId: busy.reader.id })
    const owner = await anOwner()
    const { id } = await aProvenRequest(busy.email)
    await owner.erase(id)
    await expect(busy.call('GET /account', {})).rejects.toMatchObject({ status: 401 })
    expect(await placesOf(busy.reader.id)).toEqual(['stories.author_id'])
    expect(await placesOf(busy.email)).toEqual(['data_requests.email', 'orders.buyer_email'])
    expect((await busy.call('GET /stories/:id', { id: busy.published.id })).title).toBe(
      busy.published.title,
    )
    expect(await busy.call('GET /orders/:reference', order)).toMatchObject({ status: 'paid' })
  })

  test('keeps a guardian who agreed: published stories stand by that', async () => {
    const { child, email } = await aGuestEverywhere()
    await sql`
      insert into guardian_answers (guardian_id, agrees, given_by, wording)
      select id, true, 'guardian', 2 from guardians where reader_id = ${child.reader.id}`
    const { id } = await aProvenRequest(email)
    const { report } = await (await anOwner()).erase(id)
    expect(report[0]).toMatch(/^guardian: 0 erased, 1 kept\. Published stories stand by/)
  })

  test('answers by mail, which closes the request; the log has none of the words', async () => {
    const owner = await anOwner()
    const { id, email } = await aProvenRequest()
    const answered = await owner.answer(id)
    expect(answered).toMatchObject({ answer: 'We hold your orders alone.', words })
    expect(answered.answeredAt).not.toBeNull()
    expect(await owner.answer(id)).toEqual(answered)
    const mails = await sql`
      select data from mails where recipient = ${email} and kind = 'dataRequestAnswered'`
    expect(mails).toEqual([{ data: { message: 'We hold your orders alone.' } }])
    await expect(owner.answer(id, 'Something else')).rejects.toMatchObject({ status: 409 })
    await expect(owner.erase(id)).rejects.toMatchObject({ status: 409 })
    const log = await sql<{ action: string; line: string }[]>`
      select action, to_jsonb(activity)::text as line from activity where subject_id = ${id}`
    expect(log.map(({ action }) => action)).toEqual(['dataRequestAnswered'])
    for (const { line } of log) expect(line).not.toMatch(/orders alone|blue gate|guests\.example/)
    const { id: waits } = await aProvenRequest()
    const ids = (await owner.call('GET /admin/data-requests', { pageSize: 100 })).map(
      ({ id }) => id,
    )
    expect(ids.indexOf(waits)).toBeLessThan(ids.indexOf(id))
  })

  test('is told by the dashboard, above all else from day 20 on', async () => {
    await sql`delete from data_requests`
    const owner = await anOwner()
    const { id } = await aProvenRequest()
    await aRequest()
    const on = async (day: number) => {
      const provenAt = new Date(Date.now() - day * dayMs)
      await sql`update data_requests set proven_at = ${provenAt} where id = ${id}`
      const { tasks } = await owner.call('GET /admin/tasks', {})
      const at = tasks.findIndex(({ kind }) => kind.startsWith('dataRequests'))
      const { kind, count } = tasks[at] ?? {}
      return [kind, count, at === 0]
    }
    expect((await on(19.9)).slice(0, 2)).toEqual(['dataRequestsToAnswer', 1])
    expect(await on(20)).toEqual(['dataRequestsDue', 1, true])
    expect(await on(31)).toEqual(['dataRequestsDue', 1, true])
    expect((await owner.call('GET /admin/stats', {})).openDataRequests).toBe(1)
  })
})

test('an editor sees, exports, erases and answers none of it', async () => {
  const editor = await theStaff('editor')
  const { id } = await aProvenRequest()
  for (const ask of [
    () => editor.call('GET /admin/data-requests', {}),
    () => editor.call('POST /admin/data-requests/:id/erase', { id }),
    () => editor.call('PATCH /admin/data-requests/:id', { id, answer: 'None of it' }),
  ])
    await expect(ask()).rejects.toMatchObject({ status: 403 })
  expect((await editor.send(`/api/admin/data-requests/${id}/export.json`)).status).toBe(403)
  const { tasks } = await editor.call('GET /admin/tasks', {})
  expect(tasks.filter(({ kind }) => kind.startsWith('dataRequests'))).toEqual([])
})
