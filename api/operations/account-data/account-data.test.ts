import { describe, expect, test } from 'vitest'
import { insertConfirmation } from '#api/mails/mails.queries.ts'
import { storySummary, submission } from '#contract/endpoints/magazine/stories.ts'
import { bookSummary } from '#contract/endpoints/shop/books.ts'
import { sql } from '#db/sql.ts'
import { aBusyReader, aYard, placesOf } from '#tests/busy-reader.ts'
import { aBook, aReader, aVisitor } from '#tests/people.ts'
import { anOrder, refundNow } from '#tests/shop/buyers.ts'

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

describe('a reader’s account page', () => {
  test('is empty at first, and visible to that reader only', async () => {
    const { call, send } = await aReader()
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
      'hasPassword',
      'isEmailProven',
      'libraryTotal',
      'likes',
      'readingStats',
      'saved',
      'submissions',
    ])
    expect(account.submissions.map(({ id }) => id)).toEqual([waiting.id, published.id])
    expect(account.likes.map(({ id }) => id)).toEqual([story.id])
    expect(account.saved.map(({ id }) => id)).toEqual([book.id])
    expect(account.libraryTotal).toBe(0)
    expect(keysOf(account.submissions[0])).toEqual(keysOf(submission.shape))
    expect(keysOf(account.likes[0])).toEqual(keysOf(storySummary.shape))
    expect(keysOf(account.saved[0])).toEqual(keysOf(bookSummary.shape))
  })

  test('shows the latest like first, without unpublished stories', async () => {
    const { call } = await aReader()
    const stories = [await aYard(), await aYard(), await aYard()]
    for (const { id } of stories) await call('POST /stories/:id/like', { id })
    await sql`update stories set is_published = false where id = ${stories[1]?.id ?? ''}`
    const { likes } = await call('GET /account', {})
    expect(likes.map(({ id }) => id)).toEqual([stories[2]?.id, stories[0]?.id])
  })
})

describe('a reader’s library', () => {
  test('shows paid orders with their links, latest first', async () => {
    const { call, reader, email } = await aReader()
    const [book, withdrawn] = [await aBook(), await aBook()]
    const first = await anOrder(book.id, { readerId: reader.id, buyerEmail: email, quantity: 3 })
    const second = await anOrder(withdrawn.id, { readerId: reader.id, buyerEmail: email })
    await sql`update books set is_published = false where id = ${withdrawn.id}`
    await anOrder(book.id, { readerId: reader.id, isPaid: false })
    await refundNow((await anOrder(book.id, { readerId: reader.id })).id)
    // Whoever types an address need not own it.
    await anOrder(book.id, { buyerEmail: email })
    const { library } = await call('GET /account/books', {})
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
      epubBytes: null,
      isRead: false,
      expiresAt: expect.stringMatching(/^\d{4}-/),
      left: 10,
      isOver: false,
      parts: [],
    })
    expect(await call('GET /orders/:reference', first)).toMatchObject({ status: 'paid' })
    expect((await (await aReader()).call('GET /account/books', {})).library).toEqual([])
  })

  test('opens for whoever has its address, until the reader makes another', async () => {
    const { call, reader, email, send } = await aReader()
    const book = await aBook()
    const order = await anOrder(book.id, { readerId: reader.id, buyerEmail: email })
    // A present is somebody else's.
    const given = await anOrder(book.id, { readerId: reader.id, buyerEmail: email })
    const present = {
      orderId: given.id,
      recipientName: 'Ada',
      recipientEmail: 'ada@buyers.example',
      greeting: '',
    }
    await sql`insert into presents ${sql({ ...present, tokenHash: given.id, sendAt: new Date() })}`
    const before = await call('PUT /account/library-link', {})
    expect((await call('GET /account/books', {})).libraryToken).toBe(before.token)
    const visitor = await aVisitor()
    const opened = await visitor.call('GET /libraries/:token', before)
    expect(opened).toMatchObject([
      { book: { id: book.id }, download: { url: `/api/downloads/${order.token}` } },
    ])
    const after = await call('PUT /account/library-link', {})
    expect(after.token).not.toBe(before.token)
    for (const token of [before.token, 'x'])
      expect((await visitor.send(`/api/libraries/${token}`)).status, token).toBe(404)
    expect(await visitor.call('GET /libraries/:token', after)).toHaveLength(1)
    expect((await visitor.send('/api/account/library-link', { method: 'PUT' })).status).toBe(401)
    expect((await send('/api/account', { method: 'DELETE' })).status).toBe(200)
    expect((await visitor.send(`/api/libraries/${after.token}`)).status).toBe(404)
  })

  test('counts downloaded books, each once, and likes', async () => {
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

  test('shows their own rating of each book, and no others', async () => {
    const { call, reader, email } = await aReader()
    const { id } = await aBook()
    await anOrder(id, { readerId: reader.id, buyerEmail: email })
    const other = await anOrder(id)
    await call('PUT /books/:id/rating', { id, rating: 1, key: other.key })
    const given = async () =>
      (await call('GET /account/books', {})).library.map(({ rating }) => rating)
    expect(await given()).toEqual([null])
    await call('PUT /books/:id/rating', { id, rating: 5 })
    expect(await given()).toEqual([5])
  })

  test('is in the data export with all orders and ratings', async () => {
    const { call, reader, email } = await aReader()
    const { id } = await aBook()
    const paid = await anOrder(id, { readerId: reader.id, buyerEmail: email, quantity: 2 })
    const open = await anOrder(id, { readerId: reader.id, buyerEmail: email, isPaid: false })
    const elsewhere = await anOrder(id, { buyerEmail: email })
    await sql`insert into order_browsers (order_id, key_hash) values (${paid.id}, 'a browser')`
    await call('PUT /books/:id/rating', { id, rating: 4 })
    const { orders, bookRatings } = await call('GET /account/export', {})
    expect(orders.map(({ reference }) => reference)).toEqual([paid.reference, open.reference])
    expect(orders[0]).toEqual({
      reference: paid.reference,
      orderNumber: paid.orderNumber,
      status: 'paid',
      bookId: id,
      title: 'The Quiet Ledger',
      parts: [],
      quantity: 2,
      amount: 7001,
      discountCode: null,
      discount: 0,
      paymentMethod: 'card',
      lastDigits: '4081',
      downloads: 0,
      browsers: [expect.stringMatching(/Z$/)],
      buyerName: 'Ngozi Bassey-Udo',
      buyerEmail: email,
      createdAt: expect.stringMatching(/Z$/),
      paidAt: expect.stringMatching(/Z$/),
      refundedAt: null,
      present: null,
      invoice: null,
    })
    expect(bookRatings).toMatchObject([{ bookId: id, rating: 4 }])
    // What goes by the address alone comes along once the address was seen to be theirs.
    await sql`update readers set email_proven_at = now() where id = ${reader.id}`
    const proven = await call('GET /account/export', {})
    expect(proven.orders.map(({ reference }) => reference)).toContain(elsewhere.reference)
  })

  test('is deleted with the account, while the orders remain', async () => {
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
    expect((await visitor.call('GET /account/books', {})).library).toEqual([])
  })
})

const copyOf = ({ call }: Awaited<ReturnType<typeof aBusyReader>>) =>
  call('GET /account/export', {})

describe('the data export of a reader', () => {
  test('contains all their data, and no password or hash', async () => {
    const busy = await aBusyReader()
    const { token } = (await insertConfirmation(busy.email)) ?? { token: '' }
    await busy.send(`/api/newsletter/confirm?token=${token}`)
    await sql`update stories set review_note = 'Lovely' where id = ${busy.waiting.id}`
    const copy = await busy.call('GET /account/export', {})
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(copy).toEqual({
      authorPage: {
        ...busy.authorPage,
        slug: expect.stringMatching(/^tamuno/),
        pictureUrl: null,
      },
      account: { ...busy.reader, createdAt: at, ageBand: '18+' },
      guardian: null,
      edits: [],
      submissions: [
        {
          id: busy.waiting.id,
          title: busy.waiting.title,
          summary: busy.waiting.summary,
          category: busy.waiting.category,
          content: busy.waiting.content,
          state: 'submitted',
          reviewNote: 'Lovely',
          edit: null,
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
          edit: null,
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
      bookPlaces: [],
      notes: [],
      bookRatings: [],
      uploads: [{ url: busy.picture, createdAt: at }],
      publishingRequests: [
        {
          ...busy.request,
          coverImageUrl: null,
          reference: expect.stringMatching(/^PR-[0-9A-F]{8}$/),
          status: 'received',
          createdAt: at,
        },
      ],
      newsletter: {
        confirmedAt: at,
        createdAt: at,
        takesLetters: true,
        digest: null,
        categories: [],
        follows: [],
        wording: 2,
        source: 'form',
        letters: [],
      },
      sessions: [{ createdAt: at, expiresAt: at }],
      devices: [{ lastUsedAt: at }],
      staff: [],
      presents: [],
      dataRequests: [],
      reports: [
        { title: expect.stringContaining('A yard'), reason: 'wrong', words: 'No.', createdAt: at },
      ],
      mails: expect.arrayContaining([{ kind: 'welcome', createdAt: at, sentAt: null }]),
    })
    expect(JSON.stringify(copy)).not.toMatch(/argon|password|hash|token/i)
  })

  test('contains rows of each table with their data', async () => {
    const busy = await aBusyReader()
    await anOrder(busy.book.id, { readerId: busy.reader.id, buyerEmail: busy.email })
    await busy.call('PUT /books/:id/rating', { id: busy.book.id, rating: 4 })
    const exported: Record<string, keyof Awaited<ReturnType<typeof copyOf>> | 'gone in a day'> = {
      answered_writes: 'gone in a day',
      authors: 'authorPage',
      book_places: 'bookPlaces',
      book_ratings: 'bookRatings',
      likes: 'likes',
      mails: 'mails',
      notes: 'notes',
      orders: 'orders',
      password_resets: 'mails',
      publishing_requests: 'publishingRequests',
      rate_limits: 'gone in a day',
      reader_devices: 'devices',
      reading_events: 'reading',
      reporters: 'reports',
      readers: 'account',
      saved_books: 'saved',
      sessions: 'sessions',
      staff: 'staff',
      stories: 'submissions',
      story_ratings: 'ratings',
      subscribers: 'newsletter',
      unlocked_achievements: 'achievements',
      uploads: 'uploads',
    }
    await sql`
      insert into staff (role, name, email, state, reader_id)
      values ('author', 'Amara Eze', 'amara@ascend.example', 'invited', ${busy.reader.id})`
    const places = [...(await placesOf(busy.reader.id)), ...(await placesOf(busy.email))]
    const tables = [...new Set(places.map((place) => place.split('.')[0] ?? ''))]
    expect(tables.filter((name) => !exported[name])).toEqual([])
    const copy = await copyOf(busy)
    for (const name of tables) {
      const key = exported[name]
      if (key && key !== 'gone in a day') expect(copy[key], name).not.toEqual([])
    }
  })

  test('contains nothing of others who like, rate and save the same', async () => {
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
