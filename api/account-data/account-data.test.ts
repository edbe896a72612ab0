import { beforeEach, describe, expect, test } from 'vitest'
import { insertReset } from '#api/accounts/accounts.queries.ts'
import { insertConfirmation } from '#api/mails/mails.queries.ts'
import { bookSummary } from '#contract/endpoints/books.ts'
import { storySummary, submission } from '#contract/endpoints/stories.ts'
import { sql } from '#db/sql.ts'
import { anOrder, refundNow } from '#tests/buyers.ts'
import { runs } from '#tests/long.ts'
import { aBook, aPublishingRequest, aReader, aStory, aSubmission, aVisitor } from '#tests/people.ts'
import { aPicture, upload } from '#tests/pictures.ts'
import { asForm, asJson } from '#tests/posts.ts'
import { untilWaiting } from '#tests/waiting.ts'

// Each test begins an hour after the last: accounts are limited by network address.
beforeEach(() => sql`delete from rate_limits`)

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
const keysOf = (it: object | undefined) => Object.keys(it ?? {}).sort()
const aYard = () => aStory({ title: `A yard ${crypto.randomUUID()}` })

/** A reader who has left a mark wherever a reader can. */
async function aBusyReader() {
  const reader = await aReader()
  const { call, email } = reader
  const [story, book] = [await aYard(), await aBook()]
  const published = await call('POST /stories', aSubmission(), crypto.randomUUID())
  await sql`update stories set is_published = true where id = ${published.id}`
  const waiting = await call('POST /stories', aSubmission(), crypto.randomUUID())
  await call('POST /stories/:id/like', { id: story.id })
  await call('PUT /stories/:id/rating', { id: story.id, rating: 5 })
  await call('PUT /books/:id/saved', { id: book.id })
  await call('PUT /account/reading', {
    events: [
      {
        id: crypto.randomUUID(),
        storyId: story.id,
        day: '2026-11-20',
        seconds: 180,
        isRead: true,
      },
    ],
    unlocked: [{ id: 'first-steps', unlockedAt: '2026-11-20T08:00:00.000Z' }],
  })
  const request = { ...aPublishingRequest(), authorEmail: email }
  await call('POST /books/publish', request)
  await call('POST /newsletter', { email })
  await call('POST /auth/forgot', { email })
  // As somebody who once chose a new password by mail.
  await sql`update readers set email_proven_at = now() where id = ${reader.reader.id}`
  const picture = await upload(reader, await aPicture(60, 40).jpeg().toBuffer())
  const { url } = (await picture.json()) as { url: string }
  return { ...reader, story, book, published, waiting, request, picture: url }
}

describe('a reader’s account page', () => {
  test('begins empty, and is told to nobody else', async () => {
    const { call, send } = await aReader()
    const empty = {
      submissions: [],
      likes: [],
      saved: [],
      readingStats: nothingRead,
      library: [],
      isEmailProven: false,
    }
    expect(await call('GET /account', {})).toEqual(empty)
    for (const path of ['/api/account', '/api/account/export']) {
      const response = await send(path)
      expect(response.headers.get('Cache-Control')).toBe('private, no-store')
      expect(response.headers.get('ETag')).toBeNull()
      expect((await (await aVisitor()).send(path)).status).toBe(401)
    }
    expect((await (await aVisitor()).send('/api/account', { method: 'DELETE' })).status).toBe(401)
  })

  test('shows submissions, likes and saved books, each with the fields of the contract', async () => {
    const { call, published, waiting, story, book } = await aBusyReader()
    const account = await call('GET /account', {})
    expect(keysOf(account)).toEqual([
      'isEmailProven',
      'library',
      'likes',
      'readingStats',
      'saved',
      'submissions',
    ])
    expect(account.submissions.map(({ id }) => id)).toEqual([waiting.id, published.id])
    expect(account.likes.map(({ id }) => id)).toEqual([story.id])
    expect(account.saved.map(({ id }) => id)).toEqual([book.id])
    expect(account.library).toEqual([])
    expect(keysOf(account.submissions[0])).toEqual(keysOf(submission.shape))
    expect(keysOf(account.likes[0])).toEqual(keysOf(storySummary.shape))
    expect(keysOf(account.saved[0])).toEqual(keysOf(bookSummary.shape))
  })

  test('shows the latest like first, and none of a story that was taken back', async () => {
    const { call } = await aReader()
    const stories = [await aYard(), await aYard(), await aYard()]
    for (const { id } of stories) await call('POST /stories/:id/like', { id })
    await sql`update stories set is_published = false where id = ${stories[1]?.id ?? ''}`
    const { likes } = await call('GET /account', {})
    expect(likes.map(({ id }) => id)).toEqual([stories[2]?.id, stories[0]?.id])
  })
})

describe('a reader’s library', () => {
  test('holds what they bought and was paid, the latest first, with the way to each', async () => {
    const { call, reader, email } = await aReader()
    const [book, withdrawn] = [await aBook(), await aBook()]
    const first = await anOrder(book.id, { readerId: reader.id, buyerEmail: email, quantity: 3 })
    const second = await anOrder(withdrawn.id, { readerId: reader.id, buyerEmail: email })
    await sql`update books set is_published = false where id = ${withdrawn.id}`
    await anOrder(book.id, { readerId: reader.id, isPaid: false })
    await refundNow((await anOrder(book.id, { readerId: reader.id })).id)
    // Whoever types an address need not own it.
    await anOrder(book.id, { buyerEmail: email })
    const { library } = await call('GET /account', {})
    expect(library.map(({ reference }) => reference)).toEqual([second.reference, first.reference])
    expect(library[1]).toMatchObject({
      quantity: 3,
      paidAt: expect.stringMatching(/^\d{4}-/),
      book: { id: book.id, price: 3500 },
      orderUrl: `/order/${first.reference}?key=${first.key}`,
    })
    expect(library[0]?.book).toMatchObject({ id: withdrawn.id, isPublished: false })
    expect(keysOf(library[0]?.book)).toEqual(keysOf(bookSummary.shape))
    expect(library[1]?.download).toEqual({
      url: `/api/downloads/${first.token}`,
      bytes: expect.any(Number),
      expiresAt: expect.stringMatching(/^\d{4}-/),
      left: 10,
      isOver: false,
    })
    expect(await call('GET /orders/:reference', first)).toMatchObject({ status: 'paid' })
    expect((await (await aReader()).call('GET /account', {})).library).toEqual([])
  })

  test('counts the books in it that they have downloaded, each once, and what they like', async () => {
    const { call, reader, email } = await aReader()
    const [book, other] = [await aBook(), await aBook()]
    const order = await anOrder(book.id, { readerId: reader.id, buyerEmail: email })
    const again = await anOrder(book.id, { readerId: reader.id, buyerEmail: email })
    await anOrder(other.id, { readerId: reader.id, buyerEmail: email })
    for (const { id } of [order, again]) {
      await sql`update download_links set downloads = 2 where order_id = ${id}`
    }
    await call('POST /stories/:id/like', { id: (await aYard()).id })
    expect((await call('GET /account', {})).readingStats).toEqual({
      ...nothingRead,
      articlesLiked: 1,
      booksDownloaded: 1,
    })
  })

  test('says what they gave each book, and nothing of what others gave it', async () => {
    const { call, reader, email } = await aReader()
    const { id } = await aBook()
    await anOrder(id, { readerId: reader.id, buyerEmail: email })
    const other = await anOrder(id)
    await call('PUT /books/:id/rating', { id, rating: 1, key: other.key })
    const given = async () => (await call('GET /account', {})).library.map(({ rating }) => rating)
    expect(await given()).toEqual([null])
    await call('PUT /books/:id/rating', { id, rating: 5 })
    expect(await given()).toEqual([5])
  })

  test('stands in the copy of their data with all orders, and what they rated', async () => {
    const { call, reader, email } = await aReader()
    const { id } = await aBook()
    const paid = await anOrder(id, { readerId: reader.id, buyerEmail: email, quantity: 2 })
    const open = await anOrder(id, { readerId: reader.id, buyerEmail: email, isPaid: false })
    const elsewhere = await anOrder(id, { buyerEmail: email })
    await call('PUT /books/:id/rating', { id, rating: 4 })
    const { orders, bookRatings } = await call('GET /account/export', {})
    expect(orders.map(({ reference }) => reference)).toEqual([paid.reference, open.reference])
    expect(orders[0]).toEqual({
      reference: paid.reference,
      status: 'paid',
      bookId: id,
      title: 'The Quiet Ledger',
      quantity: 2,
      amount: 7001,
      buyerName: 'Ngozi Bassey-Udo',
      buyerEmail: email,
      createdAt: expect.stringMatching(/Z$/),
      paidAt: expect.stringMatching(/Z$/),
      refundedAt: null,
    })
    expect(bookRatings).toMatchObject([{ bookId: id, rating: 4 }])
    // What goes by the address alone comes along once the address was seen to be theirs.
    await sql`update readers set email_proven_at = now() where id = ${reader.id}`
    const proven = await call('GET /account/export', {})
    expect(proven.orders.map(({ reference }) => reference)).toContain(elsewhere.reference)
  })

  test('goes with the account, while the orders stay with their buyers and the books', async () => {
    const { call, reader, email } = await aReader()
    const { id } = await aBook()
    const order = await anOrder(id, { readerId: reader.id, buyerEmail: email })
    await call('PUT /books/:id/rating', { id, rating: 4 })
    await call('DELETE /account', {})
    expect(await placesOf(reader.id)).toEqual([])
    const [row] = await sql`
      select state, buyer_email, buyer_name, reader_id from orders where id = ${order.id}`
    expect(row).toEqual({
      state: 'paid',
      buyerEmail: email,
      buyerName: 'Ngozi Bassey-Udo',
      readerId: null,
    })
    const visitor = await aVisitor()
    expect(await visitor.call('GET /orders/:reference', order)).toMatchObject({ status: 'paid' })
    expect(await visitor.call('GET /books/:id', { id })).toMatchObject({ rating: 4 })
    // Whoever comes back under the same address begins anew.
    await visitor.call('POST /auth/register', {
      firstName: 'Tamuno',
      lastName: 'Briggs-Ade',
      email,
      password: 'eleven goats and a radio',
    })
    expect((await visitor.call('GET /account', {})).library).toEqual([])
  })
})

describe('a reader’s copy of their data', () => {
  test('has all that is theirs, and no password in any form', async () => {
    const busy = await aBusyReader()
    const { token } = (await insertConfirmation(busy.email)) ?? { token: '' }
    await busy.send(`/api/newsletter/confirm?token=${token}`)
    await sql`update stories set review_note = 'Lovely' where id = ${busy.waiting.id}`
    const copy = await busy.call('GET /account/export', {})
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(copy).toEqual({
      account: { ...busy.reader, createdAt: at },
      submissions: [
        {
          id: busy.waiting.id,
          title: busy.waiting.title,
          summary: busy.waiting.summary,
          category: busy.waiting.category,
          content: busy.waiting.content,
          state: 'submitted',
          reviewNote: 'Lovely',
          createdAt: at,
          updatedAt: at,
          publishedAt: null,
        },
        {
          id: busy.published.id,
          title: busy.published.title,
          summary: busy.published.summary,
          category: busy.published.category,
          content: busy.published.content,
          state: 'published',
          reviewNote: null,
          createdAt: at,
          updatedAt: at,
          publishedAt: at,
        },
      ],
      likes: [{ storyId: busy.story.id, title: expect.stringContaining('A yard'), createdAt: at }],
      ratings: [
        {
          storyId: busy.story.id,
          title: expect.stringContaining('A yard'),
          rating: 5,
          updatedAt: at,
        },
      ],
      saved: [{ bookId: busy.book.id, title: expect.stringContaining('Ledger'), createdAt: at }],
      orders: [],
      reading: [
        {
          storyId: busy.story.id,
          title: expect.stringContaining('A yard'),
          day: '2026-11-20',
          seconds: 180,
          isRead: true,
        },
      ],
      achievements: [{ id: 'first-steps', unlockedAt: '2026-11-20T08:00:00.000Z' }],
      bookRatings: [],
      uploads: [{ url: busy.picture, createdAt: at }],
      publishingRequests: [
        {
          reference: expect.stringMatching(/^PR-[0-9A-F]{8}$/),
          title: busy.request.title,
          status: 'received',
          createdAt: at,
        },
      ],
      newsletter: { confirmedAt: at, createdAt: at },
    })
    expect(JSON.stringify(copy)).not.toMatch(/argon|password|hash|token|session/i)
  })

  test('has nothing of anybody else, even where both like, rate and save the same', async () => {
    const [one, other] = [await aBusyReader(), await aBusyReader()]
    for (const { call } of [one, other]) {
      for (const { id } of [one.story, other.story]) {
        await call('POST /stories/:id/like', { id })
        await call('PUT /stories/:id/rating', { id, rating: 3 })
      }
    }
    for (const [mine, theirs] of [
      [one, other],
      [other, one],
    ] as const) {
      const text = JSON.stringify([
        await mine.call('GET /account/export', {}),
        await mine.call('GET /account', {}),
      ])
      expect(text).toContain(mine.waiting.title)
      for (const foreign of [
        theirs.email,
        theirs.reader.id,
        theirs.waiting.id,
        theirs.waiting.title,
        theirs.published.title,
        theirs.book.id,
        theirs.request.title,
        theirs.picture,
      ]) {
        expect(text.includes(foreign), foreign).toBe(false)
      }
    }
  })
})

/** Where a text stands in the database, in whichever column of whichever table. */
async function placesOf(text: string): Promise<string[]> {
  const columns = await sql<{ name: string; column: string }[]>`
    select c.table_name as name, c.column_name as "column"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE'`
  const found = await Promise.all(
    columns.map(async ({ name, column }) => {
      const rows = await sql`
        select 1 from ${sql(name)} where ${sql(column)}::text ilike ${`%${text}%`} limit 1`
      return rows.length > 0 ? [`${name}.${column}`] : []
    }),
  )
  return found.flat().sort()
}

describe('a reader who leaves', () => {
  test('is signed out here and everywhere, and both cookies are gone', async () => {
    const { send, call, cookies, email, password } = await aReader()
    const elsewhere = await aVisitor()
    await elsewhere.call('POST /auth/sign-in', { email, password })
    const kept = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await send('/api/account', { method: 'DELETE' })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: 'ok' })
    expect([...cookies.keys()]).toEqual([])
    for (const ask of [
      () => call('GET /auth/user', {}),
      () => elsewhere.call('GET /auth/user', {}),
      () => elsewhere.call('DELETE /account', {}),
    ]) {
      await expect(ask()).rejects.toMatchObject({ status: 401 })
    }
    const replayed = await (await aVisitor()).send('/api/auth/user', { headers: { Cookie: kept } })
    expect(replayed.status).toBe(401)
    await expect(elsewhere.call('POST /auth/sign-in', { email, password })).rejects.toMatchObject({
      status: 401,
    })
  })

  test('takes along likes, ratings, saved books and what was not published', async () => {
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

  test('leaves no e-mail address anywhere, nor an id but on what is published', async () => {
    const busy = await aBusyReader()
    // What was asked of the publisher is the publisher’s to answer.
    await sql`delete from publishing_requests where author_email = ${busy.email}`
    await sql`delete from mails where kind = 'requestNotice' and data->>'authorEmail' = ${busy.email}`
    expect(await placesOf(busy.email)).toEqual([
      'mails.recipient',
      'readers.email',
      'subscribers.email',
    ])
    expect((await placesOf(busy.reader.id)).length).toBeGreaterThan(5)
    await busy.call('DELETE /account', {})
    expect(await placesOf(busy.email)).toEqual([])
    expect(await placesOf(busy.reader.id)).toEqual(['stories.author_id'])
    expect(await placesOf(busy.waiting.title)).toEqual(['mails.data'])
  })

  test('with the address of somebody else hears nothing of them, and takes nothing of theirs along', async () => {
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

  test('hears of their publishing requests once the link of a mail has shown that the address is theirs', async () => {
    const { call, email, reader } = await aReader()
    await call('POST /books/publish', { ...aPublishingRequest(), authorEmail: email })
    const password = 'twelve goats, no radio'
    await call('POST /auth/reset', { token: await insertReset(reader.id), password })
    await call('POST /auth/sign-in', { email, password })
    expect((await call('GET /account', {})).isEmailProven).toBe(true)
    expect((await call('GET /account/export', {})).publishingRequests).toHaveLength(1)
  })

  test('stays known as an author who asked to be published: that was promised an answer', async () => {
    const { call, email } = await aReader()
    const request = { ...aPublishingRequest(), authorEmail: email }
    await call('POST /books/publish', request)
    await call('DELETE /account', {})
    const [row] = await sql`select status from publishing_requests where title = ${request.title}`
    expect(row).toEqual({ status: 'received' })
  })

  test('may come back as somebody new with the same e-mail address, and finds nothing of before', async () => {
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
      library: [],
      isEmailProven: false,
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

  test('does not take anything of a neighbour', async () => {
    const [leaves, stays] = [await aBusyReader(), await aBusyReader()]
    const before = JSON.stringify(await stays.call('GET /account/export', {}))
    const mails = () => sql`select count(*) from mails where recipient = ${stays.email}`
    const mailsBefore = await mails()
    await leaves.call('DELETE /account', {})
    expect(JSON.stringify(await stays.call('GET /account/export', {}))).toBe(before)
    expect(await mails()).toEqual(mailsBefore)
  })

  test('leaves wholly or not at all', async () => {
    const busy = await aBusyReader()
    const before = await busy.call('GET /account/export', {})
    await sql`alter table subscribers rename to elsewhere`
    const response = await busy
      .send('/api/account', { method: 'DELETE' })
      .finally(() => sql`alter table elsewhere rename to subscribers`)
    expect(response.status).toBe(500)
    expect(await busy.call('GET /account/export', {})).toEqual(before)
  })

  test('by a plain form must have ticked the box, and is led to the front page', async () => {
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
    expect([...cookies.keys()]).toEqual([])
  })

  test('is not made to by another site', async () => {
    const { send, call } = await aReader()
    const foreign = { Origin: 'https://evil.example' }
    const response = await send('/api/account?_method=DELETE', asForm({ sure: 'on' }, foreign))
    expect(response.status).toBe(403)
    expect(await call('GET /account', {})).toBeDefined()
  })

  test('in the moment of publishing leaves the published story, and no other', async () => {
    const { call, reader } = await aReader()
    const [published, waiting] = [
      await call('POST /stories', aSubmission()),
      await call('POST /stories', aSubmission()),
    ]
    const { leaving } = await sql.begin(async (tx) => {
      await tx`update stories set is_published = true where id = ${published.id}`
      const leaving = call('DELETE /account', {})
      await untilWaiting()
      return { leaving }
    })
    await leaving
    const left = await sql`select id from stories where author_id = ${reader.id}`
    expect([...left]).toEqual([{ id: published.id }])
    expect(waiting.id).not.toBe(published.id)
  })

  test('while a story of theirs is on its way takes it along, or it is refused', async () => {
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

  test('while a story of theirs comes too late is refused it', async () => {
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

describe('two readers who leave at once', () => {
  test('never wait for each other for ever, whatever they and the others press meanwhile', async () => {
    const stories = await Promise.all(Array.from({ length: 6 }, async () => (await aYard()).id))
    const backwards = [...stories].reverse()
    const others = await Promise.all([aReader(), aReader(), aReader()])
    const pairs = await Promise.all(
      Array.from({ length: runs({ sample: 5, long: 40 }) }, () =>
        Promise.all([aReader(), aReader()]),
      ),
    )
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
    for (const [at, [one, other]] of pairs.entries()) {
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
      select id, likes_count, ratings_count, rating from stories where id in ${sql(stories)}`
    const rows = await sql`
      select s.id,
        (select count(*) from likes where story_id = s.id) as likes_count,
        (select count(*) from story_ratings where story_id = s.id) as ratings_count,
        (select round(avg(rating), 2) from story_ratings where story_id = s.id) as rating
      from stories s where s.id in ${sql(stories)}`
    expect([...counted]).toEqual([...rows])
    expect(counted.map(({ ratingsCount }) => ratingsCount)).toEqual(Array(6).fill(3))
  })

  test('meet at the same stories in the same order, in whichever they liked them', async () => {
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

  test('by pressing twice, are gone once', async () => {
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

test('an answer with a key is not kept longer than the account', async () => {
  const { send, reader } = await aReader()
  await send('/api/stories', asJson(aSubmission(), { 'Idempotency-Key': crypto.randomUUID() }))
  await send('/api/account', { method: 'DELETE' })
  expect(await sql`select 1 from answered_writes where caller = ${reader.id}`).toHaveLength(0)
})
