import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connect, sql } from '#db/sql.ts'
import { ownDatabaseUrl } from '#tests/databases/own-database-url.ts'
import { aPicture } from '#tests/magazine/pictures.ts'
import { asForm, asJson } from '#tests/magazine/posts.ts'
import { aProvenReader, aPublishingRequest, aReader, aSubmission, aVisitor } from '#tests/people.ts'
import { untilWaiting } from '#tests/waiting.ts'
import { deleteOldAnsweredWrites } from './idempotency.ts'

type SomeReader = Awaited<ReturnType<typeof aReader>>

let reader: SomeReader
beforeAll(async () => {
  reader = await aProvenReader()
})
// Each test begins an hour after the last: requests are limited by network address.
beforeEach(() => sql`delete from rate_limits`)

const aKey = () => randomUUID()
const send = (key: string, body: unknown, from: Pick<SomeReader, 'send'> = reader) =>
  from.send('/api/stories', asJson(body, { 'Idempotency-Key': key }))

/** What is kept of a story: itself, and the mails that it causes. */
async function keptOf(title: string) {
  const stories = await sql<{ id: string }[]>`select id from stories where title = ${title}`
  const mails = await sql<{ kind: string }[]>`
    select kind from mails where data->>'title' = ${title} order by kind`
  return { ids: stories.map(({ id }) => id), mails: mails.map(({ kind }) => kind) }
}
const both = ['submission', 'submissionNotice']

describe('a contributor who submits twice', () => {
  test('sends one story and gets the first response again', async () => {
    const [key, sent] = [aKey(), aSubmission()]
    const [first, second] = [await send(key, sent), await send(key, sent)]
    expect([first.status, second.status]).toEqual([201, 201])
    const story = await first.json()
    expect(await second.json()).toEqual(story)
    expect(await keptOf(sent.title)).toEqual({ ids: [story.id], mails: both })
  })

  test('or twenty times at the same moment, sends one story', async () => {
    const [key, sent] = [aKey(), aSubmission()]
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const response = await send(key, sent)
        return [response.status, (await response.json()).id]
      }),
    )
    const { ids, mails } = await keptOf(sent.title)
    expect(ids).toHaveLength(1)
    expect(answers).toEqual(Array(20).fill([201, ids[0]]))
    expect(mails).toEqual(both)
  })

  test('other content under the same key gets an error, and nothing is stored', async () => {
    const [key, sent, other] = [aKey(), aSubmission(), aSubmission()]
    const story = await (await send(key, sent)).json()
    const rejected = await send(key, other)
    expect([rejected.status, await rejected.json()]).toEqual([
      422,
      { message: expect.stringContaining('other contents'), requestId: expect.any(String) },
    ])
    expect(await keptOf(other.title)).toEqual({ ids: [], mails: [] })
    expect(await (await send(key, sent)).json()).toEqual(story)
  })

  test('different content at the same moment under one key sends one of the two', async () => {
    const [key, one, other] = [aKey(), aSubmission(), aSubmission()]
    const answers = await Promise.all([send(key, one), send(key, other)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
    const stored = [await keptOf(one.title), await keptOf(other.title)]
    expect(stored.flatMap(({ ids }) => ids)).toHaveLength(1)
    expect(stored.flatMap(({ mails }) => mails)).toEqual(both)
  })

  test('gets the first response again although the story has changed since', async () => {
    const [key, sent] = [aKey(), aSubmission()]
    const story = await (await send(key, sent)).json()
    await reader.call('PUT /account/stories/:id', { ...aSubmission(), id: story.id })
    expect(await (await send(key, sent)).json()).toEqual(story)
  })

  test('sends two stories with two keys, or with none', async () => {
    const sent = aSubmission()
    await send(aKey(), sent)
    await send(aKey(), sent)
    await send('', sent)
    await send('', sent)
    expect((await keptOf(sent.title)).ids).toHaveLength(4)
  })

  test('does not get the response that somebody else got for the same key', async () => {
    const neighbour = await aReader()
    const [key, mine, theirs] = [aKey(), aSubmission(), aSubmission()]
    const [one, other] = await Promise.all([
      (await send(key, mine)).json(),
      (await send(key, theirs, neighbour)).json(),
    ])
    expect([one.title, other.title]).toEqual([mine.title, theirs.title])
    expect(other.authorId).toBe(neighbour.reader.id)
    expect((await send(key, mine, await aVisitor())).status).toBe(401)
  })

  test('may use the key of a story for a publishing request', async () => {
    const key = aKey()
    await send(key, aSubmission())
    const answer = await reader.call('POST /books/publish', aPublishingRequest(), key)
    expect(answer).toMatchObject({ status: 'received' })
  })
})

describe('a contributor whose form is rejected', () => {
  test('may correct it and send it with the same key', async () => {
    const [key, sent] = [aKey(), aSubmission()]
    expect((await send(key, { ...sent, title: 'Short' })).status).toBe(400)
    expect((await send(key, sent)).status).toBe(201)
    expect(await keptOf(sent.title)).toMatchObject({ mails: both })
  })

  test('inside the transaction may do so as well, since nothing of the first attempt is stored', async () => {
    const [key, sent] = [aKey(), aSubmission()]
    const form = (file: Blob) => {
      const body = new FormData()
      for (const [name, value] of Object.entries({ ...sent, terms: 'on', idempotencyKey: key })) {
        body.set(name, value)
      }
      body.set('file', file, 'light.jpg')
      return reader.send('/api/stories', { method: 'POST', body })
    }
    expect((await form(new Blob(['no picture']))).status).toBe(415)
    expect(await keptOf(sent.title)).toEqual({ ids: [], mails: [] })
    expect(await sql`select 1 from answered_writes where key = ${key}`).toHaveLength(0)
    expect((await form(new Blob([await aPicture(60, 40).jpeg().toBuffer()]))).status).toBe(303)
    expect((await keptOf(sent.title)).ids).toHaveLength(1)
  })

  test.each(['x'.repeat(201), 'x'.repeat(7), '{}', '0'])(
    'because the key %s does not have 8 to 200 characters gets an error',
    async (key) => {
      const sent = aSubmission()
      const response = await send(key, sent)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        errors: { idempotencyKey: ['The key has 8 to 200 characters'] },
      })
      expect((await keptOf(sent.title)).ids).toEqual([])
    },
  )

  test.each([
    "'; drop table stories; --",
    '%00%00%00',
    '__proto__',
    'x'.repeat(200),
    'x'.repeat(8),
  ])('is not rejected for the key %s, which works like any other', async (key) => {
    const sent = aSubmission()
    const { id } = await (await send(key, sent)).json()
    expect(await (await send(key, sent)).json()).toMatchObject({ id })
  })

  test('because its hidden key cannot be stored as text gets an error', async () => {
    const form = { ...aSubmission(), terms: 'on', idempotencyKey: 'pressed\0once' }
    expect((await reader.send('/api/stories', asForm(form))).status).toBe(400)
  })
})

describe('a form without script', () => {
  const post = (fields: Record<string, string>, from: Pick<SomeReader, 'send'> = reader) =>
    from.send('/api/stories', asForm({ ...fields, terms: 'on' }))

  test('submitted twice at the same moment stores one story', async () => {
    const sent = { ...aSubmission(), idempotencyKey: '' }
    const answers = await Promise.all([post(sent), post(sent), post(sent)])
    for (const { status, headers } of answers) {
      expect([status, headers.get('Location')]).toEqual([303, '/submit?sent=1'])
    }
    const { ids, mails } = await keptOf(sent.title)
    expect([ids.length, mails]).toEqual([1, both])
  })

  test('submitted twice with a picture stores one story, and repeats store no further picture', async () => {
    const { send, reader } = await aReader()
    const sent = { ...aSubmission(), terms: 'on', idempotencyKey: '' }
    const file = new Blob([await aPicture(60, 40).jpeg().toBuffer()])
    const press = () => {
      const body = new FormData()
      for (const [name, value] of Object.entries(sent)) body.set(name, value)
      body.set('file', file, 'light.jpg')
      return send('/api/stories', { method: 'POST', body })
    }
    const answers = await Promise.all([press(), press()])
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect((await keptOf(sent.title)).ids).toHaveLength(1)
    // Two presses in one moment may both have made a picture: the sweep takes what no story shows.
    const pictures = () => sql`select id from uploads where reader_id = ${reader.id}`
    const made = await pictures()
    expect((await press()).status).toBe(303)
    expect(await pictures()).toEqual(made)
  })

  test('with one word changed stores another story', async () => {
    const sent = aSubmission()
    await post(sent)
    await post({ ...sent, summary: `${sent.summary} At last.` })
    expect((await keptOf(sent.title)).ids).toHaveLength(2)
  })

  test('of another reader stores a story of theirs', async () => {
    const sent = aSubmission()
    await post(sent)
    await post(sent, await aReader())
    expect((await keptOf(sent.title)).ids).toHaveLength(2)
  })

  test('with a key is identified by that key, also when a script sends it', async () => {
    const [key, sent, other] = [aKey(), aSubmission(), aSubmission()]
    await post({ ...sent, idempotencyKey: key })
    expect((await post({ ...other, idempotencyKey: key })).status).toBe(422)
    const { ids } = await keptOf(sent.title)
    expect(ids).toHaveLength(1)
    expect((await keptOf(other.title)).ids).toHaveLength(0)
    expect(await (await send(key, sent)).json()).toMatchObject({ id: ids[0] })
  })

  test('of two visitors who use the same weak key loses neither request silently', async () => {
    const [one, other] = [aPublishingRequest(), aPublishingRequest()]
    const ask = async (request: object) =>
      (await aVisitor()).send(
        '/api/books/publish',
        asJson(request, { 'Idempotency-Key': 'request-1' }),
      )
    expect([(await ask(one)).status, (await ask(other)).status]).toEqual([201, 422])
  })

  test('for a publishing request stores one request and two mails', async () => {
    const visitor = await aVisitor()
    const { price, ...request } = aPublishingRequest()
    const press = () =>
      visitor.send('/api/books/publish', asForm({ ...request, price: String(price), terms: 'on' }))
    const answers = await Promise.all([press(), press(), press()])
    const led = new Set(answers.map(({ headers }) => headers.get('Location')))
    expect(led.size).toBe(1)
    expect([...led][0]).toMatch(/^\/publish\?sent=PR-[0-9A-F]{8}$/)
    expect(
      await sql`select 1 from publishing_requests where title = ${request.title}`,
    ).toHaveLength(1)
    expect((await keptOf(request.title)).mails).toEqual(['request', 'requestNotice'])
  })
})

test('a recorded response is deleted after a day, not sooner', async () => {
  const [old, fresh] = [aKey(), aKey()]
  await send(old, aSubmission())
  await send(fresh, aSubmission())
  await sql`
    update answered_writes set created_at = now() - interval '25 hours' where key = ${old}`
  await sql`
    update answered_writes set created_at = now() - interval '23 hours' where key = ${fresh}`
  await deleteOldAnsweredWrites()
  const stored = await sql<{ key: string }[]>`
    select key from answered_writes where key in ${sql([old, fresh])}`
  expect(stored.map(({ key }) => key)).toEqual([fresh])
})

// Every write of a submission can be made to wait for us: there its connection is cut, as by a crash.
describe('a lost connection', () => {
  /**
   * The driver gives one more query the error of a connection that was cut under another, and waits for ever
   * when asked to end: these tests go on with connections of their own.
   */
  async function connectAnew() {
    const url = await ownDatabaseUrl()
    await sql.end({ timeout: 0 })
    connect(url)
  }

  const steps = {
    'before the key is kept': 'before insert on answered_writes',
    'before the story is kept': 'before insert on stories',
    'after the story was kept': 'after insert on stories',
    'before the first mail is queued': 'before insert on mails',
    'before the second mail is queued': `before insert on mails|new.kind = 'submissionNotice'`,
    'before the answer is kept': 'before update on answered_writes',
    'before all of it is committed': 'after insert on stories|at the end',
  }

  /** Makes the next write wait at the step, until it is let go. */
  async function waitAt(step: string) {
    const [when = '', rest = 'true'] = step.split('|')
    const table = when.split(' ').at(-1)
    await sql.unsafe(`
      create or replace function wait_for_us() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(7); return new; end $$`)
    await sql.unsafe(
      rest === 'at the end'
        ? `create constraint trigger waits ${when} initially deferred for each row execute function wait_for_us()`
        : `create trigger waits ${when} for each row when (${rest}) execute function wait_for_us()`,
    )
    const holder = await sql.reserve()
    await holder`select pg_advisory_lock(7)`
    return {
      async letGo() {
        await holder`select pg_advisory_unlock(7)`
        holder.release()
        await sql.unsafe(`drop trigger waits on ${table}`)
      },
    }
  }

  test.each(Object.entries(steps))(
    '%s stores nothing, and the next attempt stores everything once',
    async (_, step) => {
      const [key, sent] = [aKey(), aSubmission()]
      const { letGo } = await waitAt(step)
      const pressed = send(key, sent)
      await untilWaiting()
      const cut = await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      const response = await pressed
      await letGo()
      await connectAnew()
      expect(cut).toHaveLength(1)
      expect(response.status).toBe(503)
      expect(Object.keys(await response.json())).toEqual(['message', 'requestId'])
      expect(await keptOf(sent.title)).toEqual({ ids: [], mails: [] })
      expect(await sql`select 1 from answered_writes where key = ${key}`).toHaveLength(0)

      const again = await send(key, sent)
      expect(again.status).toBe(201)
      const { id } = await again.json()
      expect(await (await send(key, sent)).json()).toMatchObject({ id })
      expect(await keptOf(sent.title)).toEqual({ ids: [id], mails: both })
    },
  )

  test('to the reader loses nothing: the next attempt gets the response that was missed', async () => {
    const [key, sent] = [aKey(), aSubmission()]
    const { letGo } = await waitAt(steps['before all of it is committed'])
    const hangUp = new AbortController()
    const pressed = reader.send('/api/stories', {
      ...asJson(sent, { 'Idempotency-Key': key }),
      signal: hangUp.signal,
    })
    await untilWaiting()
    hangUp.abort()
    await expect(pressed).rejects.toThrow()
    // The second press comes while the first is still under way.
    const again = send(key, sent)
    await untilWaiting(2)
    await letGo()
    const { id } = await (await again).json()
    expect(await keptOf(sent.title)).toEqual({ ids: [id], mails: both })
  })
})
