import { describe, expect, test } from 'vitest'
import { insertReset } from '#api/readers/accounts/accounts.queries.ts'
import { sql } from '#db/sql.ts'
import { aBusyReader, aYard, placesOf } from '#tests/busy-reader.ts'
import { runs } from '#tests/long.ts'
import { asForm, asJson } from '#tests/magazine/posts.ts'
import { aPublishingRequest, aReader, aSubmission, aVisitor, thePublisher } from '#tests/people.ts'
import { untilWaiting } from '#tests/waiting.ts'

type SomeReader = Awaited<ReturnType<typeof aReader>>

const nothingRead = {
  storiesRead: 0,
  totalReadingTime: 0,
  categoriesExplored: 0,
  streakDays: 0,
  articlesLiked: 0,
  booksDownloaded: 0,
  achievementsUnlocked: 0,
}

describe('a reader who deletes the account', () => {
  test('is signed out everywhere, and both cookies are deleted', async () => {
    const { send, call, cookies, email, password } = await aReader()
    const elsewhere = await aVisitor()
    await elsewhere.call('POST /auth/sign-in', { email, password })
    const stored = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await send('/api/account', { method: 'DELETE' })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: 'ok' })
    expect([...cookies.keys()]).toEqual(['visitor'])
    for (const ask of [
      () => call('GET /auth/user', {}),
      () => elsewhere.call('GET /auth/user', {}),
      () => elsewhere.call('DELETE /account', {}),
    ]) {
      await expect(ask()).rejects.toMatchObject({ status: 401 })
    }
    const replayed = await (await aVisitor()).send('/api/auth/user', {
      headers: { Cookie: stored },
    })
    expect(replayed.status).toBe(401)
    await expect(elsewhere.call('POST /auth/sign-in', { email, password })).rejects.toMatchObject({
      status: 401,
    })
  })

  test('has likes, ratings, saved books and unpublished stories deleted', async () => {
    const busy = await aBusyReader()
    const stays = await aReader()
    await stays.call('POST /stories/:id/like', { id: busy.story.id })
    await stays.call('PUT /stories/:id/rating', { id: busy.story.id, rating: 2 })
    await busy.call('POST /stories/:id/like', { id: busy.published.id })
    for (const status of ['returned', 'declined']) {
      const { id } = await busy.call('POST /stories', aSubmission())
      await sql`update stories set status = ${status} where id = ${id}`
    }
    await busy.call('DELETE /account', {})
    const visitor = await aVisitor()
    expect(await visitor.call('GET /stories/:id', { id: busy.story.id })).toMatchObject({
      likesCount: 1,
      rating: 2,
    })
    const stories =
      await sql`select id, likes_count from stories where author_id = ${busy.reader.id}`
    expect([...stories]).toEqual([{ id: busy.published.id, likesCount: 0 }])
    // What was made public stays so, under the name that stands on it.
    expect(await visitor.call('GET /stories/:id', { id: busy.published.id })).toMatchObject({
      title: busy.published.title,
      authorName: busy.published.authorName,
    })
  })

  test('leaves no e-mail address, and an id only on published stories', async () => {
    const busy = await aBusyReader()
    // What was asked of the publisher is the publisher’s to answer.
    await sql`delete from publishing_requests where author_email = ${busy.email}`
    await sql`delete from mails where kind = 'requestNotice' and data->>'authorEmail' = ${busy.email}`
    expect(await placesOf(busy.email)).toEqual([
      'mails.recipient',
      'readers.email',
      'reporters.email',
      'subscribers.email',
    ])
    expect((await placesOf(busy.reader.id)).length).toBeGreaterThan(5)
    await busy.call('DELETE /account', {})
    expect(await placesOf(busy.email)).toEqual([])
    expect(await placesOf(busy.reader.id)).toEqual(['stories.author_id'])
    expect(await placesOf(busy.waiting.title)).toEqual(['mails.data'])
  })

  test('with another person’s unconfirmed address sees and deletes none of that person’s data', async () => {
    const { email, reader, call } = await aReader()
    const author = await aVisitor()
    await author.call('POST /books/publish', { ...aPublishingRequest(), authorEmail: email })
    await author.call('POST /newsletter', { email })
    expect(await call('GET /account/export', {})).toMatchObject({
      publishingRequests: [],
      newsletter: null,
    })
    await call('DELETE /account', {})
    expect(await placesOf(email)).toEqual(
      expect.arrayContaining(['publishing_requests.author_email', 'subscribers.email']),
    )
    const kinds = await sql`select kind from mails where recipient = ${email} order by kind`
    expect(kinds.map(({ kind }) => kind)).toEqual(['newsletter', 'request'])
    expect(await placesOf(reader.id)).toEqual([])
  })

  test('sees their publishing requests once the address is confirmed', async () => {
    const { call, email, reader } = await aReader()
    await call('POST /books/publish', { ...aPublishingRequest(), authorEmail: email })
    const password = 'twelve goats, no radio'
    await call('POST /auth/reset', { token: await insertReset(reader.id), password })
    await call('POST /auth/sign-in', { email, password })
    expect((await call('GET /account', {})).isEmailProven).toBe(true)
    expect((await call('GET /account/export', {})).publishingRequests).toHaveLength(1)
  })

  test('still gets the answer to a publishing request', async () => {
    const { call, email } = await aReader()
    const request = { ...aPublishingRequest(), authorEmail: email }
    await call('POST /books/publish', request)
    await call('DELETE /account', {})
    const [row] = await sql`select status from publishing_requests where title = ${request.title}`
    expect(row).toEqual({ status: 'received' })
  })

  test('may create a new account with the same address, without any former data', async () => {
    const busy = await aBusyReader()
    await sql`delete from publishing_requests where author_email = ${busy.email}`
    await busy.call('DELETE /account', {})
    const { call } = await aVisitor()
    const anew = await call('POST /auth/register', {
      firstName: 'Tamuno',
      lastName: 'Briggs-Ade',
      email: busy.email,
      password: 'twelve goats, no radio',
    })
    expect(anew.id).not.toBe(busy.reader.id)
    const empty = {
      submissions: [],
      likes: [],
      saved: [],
      readingStats: nothingRead,
      libraryTotal: 0,
      isEmailProven: false,
      hasPassword: true,
    }
    expect(await call('GET /account', {})).toEqual(empty)
    expect(await call('GET /account/export', {})).toMatchObject({
      submissions: [],
      likes: [],
      ratings: [],
      saved: [],
      reading: [],
      achievements: [],
      uploads: [],
      publishingRequests: [],
      newsletter: null,
    })
  })

  test('deletes nothing of another reader', async () => {
    const [leaves, stays] = [await aBusyReader(), await aBusyReader()]
    const before = JSON.stringify(await stays.call('GET /account/export', {}))
    const mails = () => sql`select count(*) from mails where recipient = ${stays.email}`
    const mailsBefore = await mails()
    await leaves.call('DELETE /account', {})
    expect(JSON.stringify(await stays.call('GET /account/export', {}))).toBe(before)
    expect(await mails()).toEqual(mailsBefore)
  })

  test('has everything deleted in one transaction', async () => {
    const busy = await aBusyReader()
    const before = await busy.call('GET /account/export', {})
    await sql`alter table subscribers rename to elsewhere`
    const response = await busy
      .send('/api/account', { method: 'DELETE' })
      .finally(() => sql`alter table elsewhere rename to subscribers`)
    expect(response.status).toBe(500)
    expect(await busy.call('GET /account/export', {})).toEqual(before)
  })

  test('must tick the box in a form without script, and is redirected to the front page', async () => {
    const { send, call, cookies } = await aReader()
    const path = '/api/account?_method=DELETE'
    for (const fields of [{}, { sure: '' }] as Record<string, string>[]) {
      const response = await send(path, asForm(fields))
      expect(response.status).toBe(400)
      expect((await response.json()).errors).toEqual({
        sure: ['Please tick the box if you are sure.'],
      })
    }
    expect(await call('GET /account', {})).toBeDefined()
    const response = await send(path, asForm({ sure: 'on' }))
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe('/')
    expect([...cookies.keys()]).toEqual(['visitor'])
  })

  test('cannot be made to by another site', async () => {
    const { send, call } = await aReader()
    const foreign = { Origin: 'https://evil.example' }
    const response = await send('/api/account?_method=DELETE', asForm({ sure: 'on' }, foreign))
    expect(response.status).toBe(403)
    expect(await call('GET /account', {})).toBeDefined()
  })

  test('at the moment of publishing leaves only the published story', async () => {
    const { call, reader } = await aReader()
    const [published, waiting] = [
      await call('POST /stories', aSubmission()),
      await call('POST /stories', aSubmission()),
    ]
    const { leaving } = await sql.begin(async (tx) => {
      await tx`update stories set is_published = true, approved_hash = 'this text' where id = ${published.id}`
      const leaving = call('DELETE /account', {})
      await untilWaiting()
      return { leaving }
    })
    await leaving
    const left = await sql`select id from stories where author_id = ${reader.id}`
    expect([...left]).toEqual([{ id: published.id }])
    expect(waiting.id).not.toBe(published.id)
  })

  test('while submitting a story leaves none', async () => {
    const { call, reader, email } = await aReader()
    const sent = aSubmission()
    const { writes } = await sql.begin(async (tx) => {
      await tx`lock table mails in exclusive mode`
      // The story is written and not yet committed: it waits to queue its mails.
      const sending = call('POST /stories', sent, crypto.randomUUID()).catch((error) => error)
      await untilWaiting()
      const leaving = call('DELETE /account', {})
      await untilWaiting(2)
      return { writes: [sending, leaving] }
    })
    await Promise.all(writes)
    expect(await sql`select 1 from stories where author_id = ${reader.id}`).toHaveLength(0)
    expect(await placesOf(email)).toEqual([])
  })

  test('has a story rejected that arrives after the deletion', async () => {
    const { call, reader } = await aReader()
    const { sending } = await sql.begin(async (tx) => {
      await tx`delete from readers where id = ${reader.id}`
      const sending = call('POST /stories', aSubmission()).catch((error: unknown) => error)
      await untilWaiting()
      return { sending }
    })
    expect(await sending).toMatchObject({ status: 401, sentence: 'Unauthorized' })
    expect(await sql`select 1 from stories where author_id = ${reader.id}`).toHaveLength(0)
  })
})

describe('two readers who delete their accounts at once', () => {
  test('do not deadlock with each other or with other requests', async () => {
    const stories = await Promise.all(Array.from({ length: 6 }, async () => (await aYard()).id))
    const backwards = [...stories].reverse()
    const others = await Promise.all([aReader(), aReader(), aReader()])
    const mark = async ({ call }: SomeReader, ids: string[]) => {
      for (const id of ids) {
        await call('POST /stories/:id/like', { id })
        await call('PUT /stories/:id/rating', { id, rating: 4 })
      }
    }
    /** Another tab of somebody who leaves: done, or told that nobody is signed in. */
    const press = ({ call }: SomeReader, id: string) =>
      Promise.all([
        call('DELETE /stories/:id/like', { id }).then(() => call('POST /stories/:id/like', { id })),
        call('PUT /stories/:id/rating', { id, rating: 1 }),
      ]).catch((error) => expect(error).toMatchObject({ status: 401 }))
    for (let at = 0; at < runs({ sample: 3, long: 40 }); at++) {
      // They do more than one address may; those limits are not what is tried here.
      await sql`delete from rate_limits`
      const [one, other] = [await aReader(), await aReader()]
      await Promise.all([mark(one, stories), mark(other, backwards)])
      const id = stories[at % 6] as string
      await Promise.all([
        one.call('DELETE /account', {}),
        press(one, id),
        other.call('DELETE /account', {}),
        press(other, id),
        ...others.map((reader, step) => mark(reader, step % 2 === 0 ? stories : backwards)),
        ...others.map(({ call }) => call('DELETE /stories/:id/like', { id })),
      ])
    }
    const counted = await sql`
      select id, likes_count, ratings_count, rating from stories where id in ${sql(stories)} order by id`
    const rows = await sql`
      select s.id,
        (select count(*) from likes where story_id = s.id) as likes_count,
        (select count(*) from story_ratings where story_id = s.id) as ratings_count,
        (select round(avg(rating), 2) from story_ratings where story_id = s.id) as rating
      from stories s where s.id in ${sql(stories)} order by id`
    expect([...counted]).toEqual([...rows])
    expect(counted.map(({ ratingsCount }) => ratingsCount)).toEqual(Array(6).fill(3))
  })

  test('lock the stories that both liked in the same order', async () => {
    const [one, other] = [await aReader(), await aReader()]
    const [first, middle, last] = [(await aYard()).id, (await aYard()).id, (await aYard()).id]
    for (const id of [first, middle, last]) await one.call('POST /stories/:id/like', { id })
    for (const id of [last, middle, first]) await other.call('POST /stories/:id/like', { id })
    const { leaving } = await sql.begin(async (tx) => {
      // Both come to wait here, each with the one behind them and the one before the other.
      await tx`select 1 from stories where id = ${middle} for no key update`
      const leaving = [one.call('DELETE /account', {}), other.call('DELETE /account', {})]
      await untilWaiting(2)
      return { leaving }
    })
    expect(await Promise.all(leaving)).toEqual([{ status: 'ok' }, { status: 'ok' }])
  })

  test('are deleted once by two clicks', async () => {
    const { call, reader } = await aReader()
    const answers = await Promise.allSettled([
      call('DELETE /account', {}),
      call('DELETE /account', {}),
      call('DELETE /account', {}),
    ])
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 401 })
    }
    expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true)
    expect(await sql`select 1 from readers where id = ${reader.id}`).toHaveLength(0)
  })
})

test('a response stored for repeated requests is deleted with the account', async () => {
  const { send, reader } = await aReader()
  await send('/api/stories', asJson(aSubmission(), { 'Idempotency-Key': crypto.randomUUID() }))
  await send('/api/account', { method: 'DELETE' })
  expect(await sql`select 1 from answered_writes where caller = ${reader.id}`).toHaveLength(0)
})

describe('a reader under 18 who deletes the account', () => {
  test('has published stories, guardian and drafts deleted', async () => {
    const { call, reader, email } = await aReader(undefined, '13-17')
    const guardianEmail = `${crypto.randomUUID()}@families.example`
    await call('PUT /account/guardian', { guardianName: 'Ngozi Ade', guardianEmail })
    await sql`
      insert into guardian_answers (guardian_id, agrees, given_by, wording)
      select id, true, 'guardian', 1 from guardians where reader_id = ${reader.id}`
    const ids: string[] = []
    for (const isPublished of [true, false]) {
      const { id } = await call('POST /stories', aSubmission())
      ids.push(id)
      await sql`update stories set is_published = ${isPublished}, approved_hash = 'this text' where id = ${id}`
      await aDraftOf(id)
    }
    const copy = await call('GET /account/export', {})
    expect(copy.guardian).toMatchObject({
      email: guardianEmail,
      answers: [{ agrees: true, givenBy: 'guardian', wording: expect.any(Array) }],
    })
    expect(copy.edits.map(({ revisions }) => revisions.map(({ isOwn }) => isOwn))).toEqual([
      [true],
      [true],
    ])
    await call('DELETE /account', {})
    expect(await sql`select 1 from stories where id = any(${ids})`).toHaveLength(0)
    expect(
      await sql`select 1 from document_revisions where document_id = any(${ids})`,
    ).toHaveLength(0)
    for (const text of [email, reader.id, guardianEmail]) expect(await placesOf(text)).toEqual([])
  })
})

test('withdrawing a story deletes its draft, and no other', async () => {
  const [one, other] = [await aReader(), await aReader()]
  const { id } = await one.call('POST /stories', aSubmission())
  const { id: stays } = await other.call('POST /stories', aSubmission())
  for (const each of [id, stays]) await aDraftOf(each)
  await one.call('DELETE /account/stories/:id', { id })
  const left = await sql`select story_id from story_drafts where story_id in (${id}, ${stays})`
  expect([...left]).toEqual([{ storyId: stays }])
})

/** A draft as an editor leaves it who opened the story and saved it. */
async function aDraftOf(id: string) {
  const { call } = await thePublisher()
  const { fields, head } = await call('GET /admin/drafts/:id', { id })
  await call('PUT /admin/drafts/:id', { id, base: head, saveId: crypto.randomUUID(), fields })
}
