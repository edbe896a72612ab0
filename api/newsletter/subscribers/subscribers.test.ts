import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { insertConfirmation } from '#api/mails/mails.queries.ts'
import { sql, transaction } from '#db/sql.ts'
import { asForm, asJson } from '#tests/magazine/posts.ts'
import { aReader, aVisitor } from '#tests/people.ts'
import { suppress } from '../suppressions/suppressions.queries.ts'
import { deleteSubscriber, deleteUnconfirmed } from './subscribers.queries.ts'

const aWeekMs = 7 * 24 * 60 * 60 * 1000

// Each test begins an hour after the last: the form is limited by network address.
beforeEach(() => sql`delete from rate_limits`)

const anAddress = () => `simi-${randomUUID()}@readers.example`

async function rowOf(email: string) {
  const [row] = await sql<
    { confirmedAt: string | null; confirmUntil: string | null; unsubscribeToken: string }[]
  >`select * from subscribers where email = ${email}`
  return row
}

const mailsTo = (email: string) =>
  sql`select kind, data from mails where recipient = ${email} and kind = 'newsletter'`

const ask = async (body: unknown, network?: string) =>
  (await aVisitor(undefined, network)).send('/api/newsletter', asJson(body))

/** Somebody who asked, and whose mail has been written: what its two links hold. */
async function somebodyWhoAsked() {
  const email = anAddress()
  await ask({ email })
  const links = await insertConfirmation(email)
  if (!links) throw new Error('No mail would be written')
  return { email, ...links }
}

async function aSubscriber() {
  const asked = await somebodyWhoAsked()
  await follow(`/api/newsletter/confirm?token=${asked.token}`)
  return asked
}

/** Presses a link of a mail; where it leads. */
async function follow(path: string, init?: RequestInit) {
  const response = await (await aVisitor()).send(path, init)
  return [response.status, response.headers.get('Location')]
}

describe('somebody who subscribes to the newsletter', () => {
  test('gets 202 and one mail, and no issue before they confirm', async () => {
    const email = anAddress()
    const response = await ask({ email })
    expect(response.status).toBe(202)
    expect(await response.json()).toEqual({ status: 'ok' })
    expect(await rowOf(email)).toMatchObject({ confirmedAt: null })
    expect([...(await mailsTo(email))]).toEqual([{ kind: 'newsletter', data: {} }])
  })

  test('gets the same response for a new, a waiting and a confirmed address', async () => {
    const [fresh, waiting, known] = [anAddress(), await somebodyWhoAsked(), await aSubscriber()]
    const answers = await Promise.all(
      [fresh, waiting.email, known.email].map(async (email) => {
        const { status, headers, ...response } = await ask({ email }).then(async (answer) => ({
          status: answer.status,
          headers: [...answer.headers.keys()].sort(),
          body: await answer.text(),
        }))
        return { status, headers, ...response }
      }),
    )
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    // Who has confirmed stays so; whether a mail goes out is decided when it is written.
    expect(await rowOf(known.email)).toMatchObject({ confirmedAt: expect.any(String) })
    expect(await insertConfirmation(known.email)).toBeUndefined()
  })

  test('is one subscriber in any spelling and by simultaneous requests', async () => {
    const email = anAddress()
    const spellings = [email, email.toUpperCase(), ` ${email}`, email.replace('simi', 'Simi')]
    const answers = await Promise.all(
      [...spellings, ...spellings].map(async (spelling) => (await ask({ email: spelling })).status),
    )
    expect(answers).toEqual(Array(8).fill(202))
    const rows = await sql`select email from subscribers where lower(email) = ${email}`
    expect([...rows]).toEqual([{ email }])
  })

  test.each([
    undefined,
    '',
    'simi',
    'simi@readers',
    'simi@@readers.example',
    'simi@readers.example, tunde@readers.example',
    'simi@readers.example\r\nBcc: everybody@readers.example',
    'Simi <simi@readers.example>',
    ['simi@readers.example'],
    { email: 'simi@readers.example' },
    7,
    null,
    `${'x'.repeat(250)}@readers.example`,
    'simi@readers.example\u0000',
  ])('gets an error for the address %j', async (email) => {
    const before = await sql`select count(*) from subscribers`
    const response = await ask({ email })
    expect(response.status).toBe(400)
    expect((await response.json()).errors).toEqual({
      email: ['Please enter a valid email address'],
    })
    expect(await sql`select count(*) from subscribers`).toEqual(before)
  })

  test('cannot put themselves on the list without the mail', async () => {
    const email = anAddress()
    await ask({
      email,
      confirmedAt: '2020-01-01T00:00:00Z',
      confirmed_at: 'now',
      unsubscribeToken: 'x',
    })
    expect(await rowOf(email)).toMatchObject({ confirmedAt: null })
  })

  test('may use a plain form', async () => {
    const email = anAddress()
    const { send } = await aVisitor()
    const response = await send('/api/newsletter', asForm({ email }))
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe('/newsletter?state=sent')
    expect(await rowOf(email)).toBeDefined()
  })

  test('is limited to sixty an hour from one network, then told when to try again', async () => {
    const network = '198.51.100.60'
    const statuses = await Promise.all(
      Array.from({ length: 60 }, async () => (await ask({ email: anAddress() }, network)).status),
    )
    expect(statuses).toEqual(Array(60).fill(202))
    const email = anAddress()
    const refused = await ask({ email }, network)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3_500)
    expect(await rowOf(email)).toBeUndefined()
    expect(await mailsTo(email)).toHaveLength(0)
  })

  test('is neither stored nor mailed when one of the two fails', async () => {
    const email = anAddress()
    await sql`alter table mails rename to elsewhere`
    const response = await ask({ email }).finally(() => sql`alter table elsewhere rename to mails`)
    expect(response.status).toBe(500)
    expect(await rowOf(email)).toBeUndefined()
  })
})

describe('the link in the mail', () => {
  test('confirms and leads to a page that says so, also the second time', async () => {
    const { email, token } = await somebodyWhoAsked()
    expect(await follow(`/api/newsletter/confirm?token=${token}`)).toEqual([
      303,
      '/newsletter?state=confirmed',
    ])
    const first = (await rowOf(email))?.confirmedAt
    expect(Date.now() - Date.parse(first ?? '')).toBeLessThan(60_000)
    expect(await follow(`/api/newsletter/confirm?token=${token}`)).toEqual([
      303,
      '/newsletter?state=confirmed',
    ])
    expect((await rowOf(email))?.confirmedAt).toBe(first)
  })

  test('works for a week, and later for somebody who has used it in time', async () => {
    const [late, inTime] = [await somebodyWhoAsked(), await aSubscriber()]
    const until = Date.parse((await rowOf(late.email))?.confirmUntil ?? '')
    expect(Math.abs(until - Date.now() - aWeekMs)).toBeLessThan(60_000)
    await sql`update subscribers set confirm_until = now() - interval '1 second'`
    expect(await follow(`/api/newsletter/confirm?token=${late.token}`)).toEqual([
      303,
      '/newsletter?state=expired',
    ])
    expect(await rowOf(late.email)).toMatchObject({ confirmedAt: null })
    expect(await follow(`/api/newsletter/confirm?token=${inTime.token}`)).toEqual([
      303,
      '/newsletter?state=confirmed',
    ])
  })

  test.each(['x', '0', "' or true --", 'x'.repeat(200)])(
    'leads to the page for expired links with the token %s',
    async (token) => {
      await somebodyWhoAsked()
      const query = new URLSearchParams({ token })
      expect(await follow(`/api/newsletter/confirm?${query}`)).toEqual([
        303,
        '/newsletter?state=expired',
      ])
      expect(
        await sql`select 1 from subscribers where confirmed_at > now() - interval '1 second' and confirm_hash = ${token}`,
      ).toHaveLength(0)
    },
  )

  test('cannot be replaced by the unsubscribe token or the stored hash', async () => {
    const { email, token, unsubscribeToken } = await somebodyWhoAsked()
    const [row] = await sql<{ hash: string }[]>`
      select confirm_hash as hash from subscribers where email = ${email}`
    expect(row?.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(row?.hash).not.toContain(token)
    for (const other of [unsubscribeToken, row?.hash ?? '']) {
      await follow(`/api/newsletter/confirm?token=${other}`)
    }
    expect(await rowOf(email)).toMatchObject({ confirmedAt: null })
  })

  test.each(['', '?token=', `?token=${'x'.repeat(201)}`, '?token=a&token=b', '?token=%00'])(
    'without a valid token is rejected: %s',
    async (query) => {
      const { send } = await aVisitor()
      for (const path of ['confirm', 'unsubscribe']) {
        expect((await send(`/api/newsletter/${path}${query}`)).status).toBe(400)
      }
    },
  )
})

test('a mail program that prefetches the link confirms nobody', async () => {
  const { email, token } = await somebodyWhoAsked()
  const path = `/api/newsletter/confirm?token=${token}`
  expect(await follow(path, { method: 'HEAD' })).toEqual([303, '/newsletter'])
  expect(await rowOf(email)).toMatchObject({ confirmedAt: null })
  expect(await follow(path)).toEqual([303, '/newsletter?state=confirmed'])
})

describe('somebody who unsubscribes', () => {
  test('stays subscribed when a mail program prefetches the link', async () => {
    const { email, unsubscribeToken } = await aSubscriber()
    const path = `/api/newsletter/unsubscribe?token=${unsubscribeToken}`
    const page = `/newsletter?state=leaving&token=${unsubscribeToken}`
    expect(await follow(path)).toEqual([303, page])
    expect(await follow(path, { method: 'HEAD' })).toEqual([303, page])
    expect(await rowOf(email)).toMatchObject({ confirmedAt: expect.any(String) })
  })

  test('is deleted by the button, which may be clicked again', async () => {
    const { email, token, unsubscribeToken } = await aSubscriber()
    const stays = await aSubscriber()
    for (const _ of ['once', 'twice']) {
      expect(
        await follow('/api/newsletter/unsubscribe', asForm({ token: unsubscribeToken })),
      ).toEqual([303, '/newsletter?state=left'])
      expect(await rowOf(email)).toBeUndefined()
    }
    expect(await rowOf(stays.email)).toBeDefined()
    expect(await follow(`/api/newsletter/confirm?token=${token}`)).toEqual([
      303,
      '/newsletter?state=expired',
    ])
  })

  // RFC 8058: the mail program posts by itself, from nowhere, in either of the two forms.
  test('is deleted by the one-click button of a mail program', async () => {
    const click = { 'List-Unsubscribe': 'One-Click' }
    const multipart = new FormData()
    multipart.set('List-Unsubscribe', 'One-Click')
    for (const init of [asForm(click), { method: 'POST', body: multipart }]) {
      const { email, unsubscribeToken } = await aSubscriber()
      const path = `/api/newsletter/unsubscribe?token=${unsubscribeToken}`
      // It does not follow where a page would lead, either.
      expect(await follow(path, init)).toEqual([200, null])
      expect(await rowOf(email)).toBeUndefined()
    }
  })

  test('cannot be unsubscribed by another site or by guessing', async () => {
    const { email, token, unsubscribeToken } = await aSubscriber()
    const { send } = await aVisitor()
    const foreign = await send(
      '/api/newsletter/unsubscribe',
      asForm({ token: unsubscribeToken }, { Origin: 'https://evil.example' }),
    )
    expect(foreign.status).toBe(403)
    for (const guess of [token, randomUUID(), '%', "' or true --", email]) {
      await follow('/api/newsletter/unsubscribe', asForm({ token: guess }))
    }
    expect(await rowOf(email)).toBeDefined()
  })

  test('is found by the link among many others', async () => {
    const { email, unsubscribeToken } = await aSubscriber()
    await sql`
      insert into subscribers (email, source)
      select 'many-' || n || '@readers.example', 'form' from generate_series(1, 5000) as n`
    await sql`analyze subscribers`
    // Postgres counts what earlier transactions of the connection read, too, until it has passed that on.
    const countRead = async () => {
      const [table] = await sql<{ count: number }[]>`
        select seq_tup_read as count from pg_stat_xact_user_tables where relname = 'subscribers'`
      return table?.count ?? 0
    }
    const rowsRead = await transaction(async () => {
      const before = await countRead()
      await deleteSubscriber(unsubscribeToken, () => 'a hash')
      return (await countRead()) - before
    })
    expect(rowsRead).toBe(0)
    expect(await rowOf(email)).toBeUndefined()
    await sql`delete from subscribers where email like 'many-%'`
  })

  test.each(['%', 'x'.repeat(200), '0'.repeat(36), randomUUID().replaceAll('-', '')])(
    'with an invalid link gets the response for an unknown one: %s',
    async (token) => {
      for (const guess of [token, randomUUID()]) {
        const { send } = await aVisitor()
        const response = await send('/api/newsletter/unsubscribe', asJson({ token: guess }))
        expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
      }
    },
  )

  test('is not affected by somebody who guesses links and is stopped', async () => {
    const { send } = await aVisitor()
    const guess = () => send('/api/newsletter/unsubscribe', asJson({ token: randomUUID() }))
    for (let tries = 0; tries < 61; tries++) expect((await guess()).status).toBe(200)
    await sql`update rate_limits set points = 6000 where key like 'crowd:%'`
    const stopped = await guess()
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers.get('Retry-After'))).toBeGreaterThan(0)
  })

  test('before confirming is deleted as well, and may subscribe again', async () => {
    const { email, unsubscribeToken } = await somebodyWhoAsked()
    await follow('/api/newsletter/unsubscribe', asForm({ token: unsubscribeToken }))
    expect(await rowOf(email)).toBeUndefined()
    expect((await ask({ email })).status).toBe(202)
    expect(await insertConfirmation(email)).toBeDefined()
  })
})

test('a suppressed address gets issues again once it confirms again', async () => {
  const { email, token } = await somebodyWhoAsked()
  await suppress(email, 'bounced', 'Permanent General')
  await follow(`/api/newsletter/confirm?token=${token}`)
  expect(await sql`select 1 from suppressions where email = ${email}`).toHaveLength(0)
  await suppress(email, 'complained', 'abuse')
  // An old mail's link proves nothing new.
  await follow(`/api/newsletter/confirm?token=${token}`)
  expect(await sql`select 1 from suppressions where email = ${email}`).toHaveLength(1)
})

test('an unconfirmed subscriber is deleted after a week, a confirmed one is not', async () => {
  const [silent, mailless, waiting, subscriber] = [
    await somebodyWhoAsked(),
    anAddress(),
    await somebodyWhoAsked(),
    await aSubscriber(),
  ]
  await ask({ email: mailless })
  await sql`update subscribers set confirm_until = now() - interval '1 second' where email in ${sql([silent.email, subscriber.email])}`
  await sql`update subscribers set created_at = now() - interval '8 days' where email in ${sql([mailless, subscriber.email])}`
  await deleteUnconfirmed()
  const left = await sql<{ email: string }[]>`
    select email from subscribers
    where email in ${sql([silent.email, mailless, waiting.email, subscriber.email])}`
  expect(left.map(({ email }) => email).sort()).toEqual([waiting.email, subscriber.email].sort())
})

test('a signed-in reader subscribes without further fields, and the response is not cached', async () => {
  const { send, email } = await aReader()
  const response = await send('/api/newsletter', asJson({ email }))
  expect(response.status).toBe(202)
  expect(response.headers.get('ETag')).toBeNull()
  expect(await rowOf(email)).toBeDefined()
})
