import { beforeEach, describe, expect, test } from 'vitest'
import { story } from '#contract/endpoints/magazine/stories.ts'
import { storyBodyBytes } from '#contract/form-limits.ts'
import { allFeatures, storyCategories } from '#contract/magazine/categories.ts'
import { sql } from '#db/sql.ts'
import { asForm, asJson } from '#tests/magazine/posts.ts'
import { aProvenReader, aReader, aSubmission, aVisitor } from '#tests/people.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'

// Each test begins an hour after the last: accounts are limited by network address.
beforeEach(() => sql`delete from rate_limits`)

type SomeReader = Awaited<ReturnType<typeof aReader>>

/** A story as the table has it. */
async function rowOf(id: string) {
  const [row] = await sql`select * from stories where id = ${id}`
  return row
}

async function aContributor(): Promise<SomeReader & { id: string }> {
  const reader = await aReader()
  const { id } = await reader.call('POST /stories', aSubmission())
  return { ...reader, id }
}

describe('a reader who sends in a story', () => {
  test('gets a 201 with the whole story, waiting for review in their name', async () => {
    const { send, reader } = await aReader()
    const sent = { ...aSubmission(), imageUrl: 'https://pictures.example/light.jpg' }
    const response = await send('/api/stories', asJson(sent))
    expect(response.status).toBe(201)
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    const answer = await response.json()
    expect(Object.keys(answer).sort()).toEqual(Object.keys(story.shape).sort())
    expect(answer).toEqual({
      ...sent,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      slug: null,
      authorId: reader.id,
      authorImageUrl: null,
      imageAlt: '',
      imageFocus: 'center',
      contentFormat: 'plain',
      videoUrl: null,
      aiUse: null,
      imageCredit: '',
      imageLicence: null,
      imageSource: null,
      peopleAgree: false,
      readTimeMinutes: 5,
      likesCount: 0,
      sharesCount: 0,
      views: 0,
      rating: 0,
      isPublished: false,
      isFeatured: false,
      publishedAt: null,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedAt: answer.createdAt,
    })
    const row = await rowOf(answer.id)
    expect(row).toMatchObject({
      ...sent,
      authorId: reader.id,
      status: 'submitted',
      reviewNote: null,
    })
    expect(Date.now() - Date.parse(row?.['termsAgreedAt'])).toBeLessThan(60_000)
  })

  test('gets a mail, and so does the publisher', async () => {
    const { call, email, reader } = await aReader()
    const { id, title } = await call('POST /stories', aSubmission())
    const mails = await sql`
      select kind, recipient, data from mails
      where data->>'title' = ${title} order by kind`
    expect([...mails]).toEqual([
      { kind: 'submission', recipient: email, data: { firstName: reader.firstName, title } },
      {
        kind: 'submissionNotice',
        recipient: 'publisher',
        data: {
          title,
          authorName: 'Tamuno Briggs-Ade',
          category: 'Lifestyle and Culture',
          storyId: id,
        },
      },
    ])
  })

  test('cannot set any other field of the story', async () => {
    const { call, reader } = await aReader()
    const neighbour = await aReader()
    const sent = {
      ...aSubmission(),
      id: nowhere,
      isPublished: true,
      isFeatured: true,
      publishedAt: '2020-01-01T00:00:00.000Z',
      createdAt: '2020-01-01T00:00:00.000Z',
      updatedAt: '2020-01-01T00:00:00.000Z',
      likesCount: 999,
      sharesCount: 999,
      views: 999,
      rating: 5,
      ratingsCount: 9,
      ratingsTotal: 45,
      authorId: neighbour.reader.id,
      author_id: neighbour.reader.id,
      is_published: true,
      status: 'declined',
      reviewNote: 'Wonderful!',
      review_note: 'Wonderful!',
      termsAgreedAt: '2020-01-01T00:00:00.000Z',
      excerpt: 'Another beginning',
      file: { path: '/etc/passwd', bytes: 1 },
    }
    // A file that is none is a mistake of its own.
    await expect(call('POST /stories', sent as never)).rejects.toMatchObject({ status: 400 })
    const { file: _, ...rest } = sent
    const { id } = await call('POST /stories', rest as never)
    expect(id).not.toBe(nowhere)
    const untouched = {
      isPublished: false,
      isFeatured: false,
      publishedAt: null,
      likesCount: 0,
      sharesCount: 0,
      views: 0,
      rating: 0,
      ratingsCount: 0,
      ratingsTotal: 0,
      authorId: reader.id,
      status: 'submitted',
      reviewNote: null,
      excerpt: sent.content.slice(0, 200),
    }
    const first = await rowOf(id)
    expect(first).toMatchObject(untouched)
    const stamps = ['createdAt', 'updatedAt', 'termsAgreedAt']
    for (const name of stamps) {
      expect(Date.now() - Date.parse(first?.[name]), name).toBeLessThan(60_000)
    }
    await call('PUT /account/stories/:id', { ...rest, id } as never)
    expect(await rowOf(id)).toMatchObject({ ...untouched, createdAt: first?.['createdAt'] })
    expect(await rowOf(nowhere)).toBeUndefined()
    expect((await neighbour.call('GET /account', {})).submissions).toEqual([])
  })

  test('has the text stored as typed, without surrounding spaces', async () => {
    const { call } = await aReader()
    const content = `${'Ọmọ àlè ni kì í bínú. '.repeat(6)}\r\n\r\n  Indented 👩🏾‍🏫 line\t"quoted" \\u0041 {{x}} %s`
    const sent = {
      ...aSubmission(),
      authorName: '  Ọlá  ',
      title: "  O'Neil; drop table stories --  ",
      content,
    }
    const { id, ...stored } = await call('POST /stories', sent)
    expect(stored).toMatchObject({
      authorName: 'Ọlá',
      title: "O'Neil; drop table stories --",
      content,
    })
    expect(await call('GET /account/stories/:id', { id })).toMatchObject(stored)
  })

  test('may send fields in the query of the address', async () => {
    const { send } = await aReader()
    const response = await send('/api/stories?isPublished=true&title=short', asJson(aSubmission()))
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({ isPublished: false })
  })
})

describe('a submission with errors is rejected', () => {
  const long = (length: number) => 'x'.repeat(length)
  const readTime = 'Read time must be a whole number from 1 to 60 minutes'

  test.each([
    ['title', long(9), 'Title must be at least 10 characters'],
    ['title', `  ${long(9)}  `, 'Title must be at least 10 characters'],
    ['title', undefined, 'Title must be at least 10 characters'],
    ['title', null, 'Title must be at least 10 characters'],
    ['title', 1234567890, 'Title must be at least 10 characters'],
    ['title', [long(10)], 'Title must be at least 10 characters'],
    ['title', { length: 10 }, 'Title must be at least 10 characters'],
    ['title', long(201), 'Title must be at most 200 characters'],
    ['content', long(99), 'Content must be at least 100 characters'],
    ['content', ' '.repeat(200), 'Content must be at least 100 characters'],
    ['content', undefined, 'Content must be at least 100 characters'],
    ['content', long(100_001), 'Content must be at most 100000 characters'],
    ['summary', long(49), 'Summary must be at least 50 characters'],
    ['summary', undefined, 'Summary must be at least 50 characters'],
    ['summary', long(1_001), 'Summary must be at most 1000 characters'],
    ['category', undefined, 'Please select a category'],
    ['category', '', 'Please select a category'],
    ['category', allFeatures, 'Please select a category'],
    ['category', 'Gossip', 'Please select a category'],
    ['category', 'lifestyle and culture', 'Please select a category'],
    ['category', 'Lifestyle and Culture ', 'Please select a category'],
    ['category', ['Lifestyle and Culture'], 'Please select a category'],
    ['category', '__proto__', 'Please select a category'],
    ['authorName', 'T', 'Name must be at least 2 characters'],
    ['authorName', ' T ', 'Name must be at least 2 characters'],
    ['authorName', undefined, 'Name must be at least 2 characters'],
    ['authorName', long(101), 'Name must be at most 100 characters'],
    ['authorRole', '', 'Please select your role'],
    ['authorRole', '  ', 'Please select your role'],
    ['authorRole', undefined, 'Please select your role'],
    ['authorRole', long(101), 'Please select your role'],
    ['readTimeMinutes', 0, readTime],
    ['readTimeMinutes', 61, readTime],
    ['readTimeMinutes', -5, readTime],
    ['readTimeMinutes', 5.5, readTime],
    ['readTimeMinutes', '5.5', readTime],
    ['readTimeMinutes', '', readTime],
    ['readTimeMinutes', 'five', readTime],
    ['readTimeMinutes', '0x10', readTime],
    ['readTimeMinutes', '1e1', readTime],
    ['readTimeMinutes', '5 minutes', readTime],
    ['readTimeMinutes', null, readTime],
    ['readTimeMinutes', true, readTime],
    ['readTimeMinutes', [5], readTime],
    ['readTimeMinutes', '9'.repeat(400), readTime],
  ])('with the %s %j', async (field, value, message) => {
    const { call } = await shared()
    const sent = { ...aSubmission(), [field]: value }
    await expect(call('POST /stories', sent as never)).rejects.toMatchObject({
      status: 400,
      sentence: 'Please check what you sent and try again.',
      fields: { [field]: [message] },
    })
    expect(
      await sql`select 1 from stories where summary = ${sent.summary} and title = ${String(sent.title)}`,
    ).toHaveLength(0)
  })

  test('with all errors at once', async () => {
    const { call } = await shared()
    await expect(call('POST /stories', {} as never)).rejects.toMatchObject({
      fields: {
        title: ['Title must be at least 10 characters'],
        content: ['Content must be at least 100 characters'],
        summary: ['Summary must be at least 50 characters'],
        category: ['Please select a category'],
        authorName: ['Name must be at least 2 characters'],
        authorRole: ['Please select your role'],
      },
    })
  })

  test.each([
    ['title', long(10)],
    ['title', long(200)],
    ['content', long(100)],
    ['content', long(100_000)],
    ['summary', long(50)],
    ['summary', long(1_000)],
    ['authorName', 'Tó'],
    ['authorName', long(100)],
    ['authorRole', 'S'],
    ['readTimeMinutes', 1],
    ['readTimeMinutes', 60],
  ])('but not with the %s at its limit', async (field, value) => {
    const { call } = await shared()
    const stored = await call('POST /stories', { ...aSubmission(), [field]: value })
    expect(stored).toMatchObject({ [field]: value })
  })

  test.each([
    [undefined, 5],
    ['1', 1],
    ['60', 60],
    [' 7 ', 7],
    ['12.0', 12],
    [30.0, 30],
  ])('but not with %j minutes, which are %j', async (sent, stored) => {
    const { call } = await shared()
    expect(await call('POST /stories', { ...aSubmission(), readTimeMinutes: sent })).toMatchObject({
      readTimeMinutes: stored,
    })
  })

  test('not for any of the thirteen categories', async () => {
    const { call } = await shared()
    expect(storyCategories).toHaveLength(13)
    for (const category of storyCategories) {
      expect(await call('POST /stories', { ...aSubmission(), category })).toMatchObject({
        category,
      })
    }
  })

  test.each(['\u0000', '\ud800', 'x\udc00x'])(
    'with %j, which the database cannot store',
    async (sign) => {
      const { call } = await shared()
      for (const field of ['title', 'content', 'summary', 'authorName', 'authorRole'] as const) {
        const sent = aSubmission()
        await expect(
          call('POST /stories', { ...sent, [field]: `${sent[field]} ${sign}` }),
        ).rejects.toMatchObject({ status: 400 })
      }
    },
  )

  test.each([
    '{"__proto__":{"title":"Polluted for everybody"},',
    '{"constructor":{"prototype":{"isPublished":true}},',
  ])('and poisons nobody with %s', async (poison) => {
    const { send } = await shared()
    const response = await send('/api/stories', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: poison + JSON.stringify(aSubmission()).slice(1),
    })
    expect(response.status).toBeLessThan(500)
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as Record<string, unknown>)['title']).toBeUndefined()
    expect(({} as Record<string, unknown>)['isPublished']).toBeUndefined()
  })
})

let someReader: Promise<SomeReader> | undefined
/** A reader for tests that do not care who it is. */
function shared() {
  someReader ??= aProvenReader()
  return someReader
}

describe('a story of many words', () => {
  const bytesOf = (bytes: number) => {
    const sent = { ...aSubmission(), content: 'ọ̀'.repeat(20_000), padding: '' }
    sent.padding = 'x'.repeat(bytes - Buffer.byteLength(JSON.stringify(sent)))
    return JSON.stringify(sent)
  }
  const post = async (body: string) =>
    (await shared()).send('/api/stories', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    })

  test('is accepted up to 256 KB', async () => {
    expect(storyBodyBytes).toBe(256 * 1024)
    const taken = await post(bytesOf(256 * 1024))
    expect(taken.status).toBe(201)
    expect((await taken.json()).content).toBe('ọ̀'.repeat(20_000))
    const refused = await post(bytesOf(256 * 1024 + 1))
    expect(refused.status).toBe(413)
    expect(await refused.json()).toEqual({
      message: 'The request is too large.',
      requestId: expect.any(String),
    })
  })

  test('is measured decompressed, as JSON and as a form', async () => {
    const { send } = await shared()
    const sent = { ...aSubmission(), terms: 'on' }
    const response = await send(
      '/api/stories',
      asForm({ ...sent, padding: 'x'.repeat(256 * 1024) }),
    )
    expect(response.status).toBe(413)
  })
})

describe('a visitor', () => {
  test.each([
    ['POST', '/api/stories'],
    ['GET', `/api/account/stories/${nowhere}`],
    ['PUT', `/api/account/stories/${nowhere}`],
    ['DELETE', `/api/account/stories/${nowhere}`],
  ])('gets from %s %s the error to sign in', async (method, path) => {
    const { send } = await aVisitor()
    const sent = aSubmission()
    const response = await send(path, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(method === 'GET' ? {} : { body: JSON.stringify(sent) }),
    })
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({
      message: 'Unauthorized',
      requestId: expect.any(String),
    })
    expect(await sql`select 1 from stories where title = ${sent.title}`).toHaveLength(0)
  })
})

describe('a contributor without script', () => {
  const filled = () => ({
    ...aSubmission(),
    readTimeMinutes: '7',
    imageUrl: '',
    videoUrl: '',
    terms: 'on',
  })

  test('posts a form and is redirected to the confirmation', async () => {
    const { send, call } = await aReader()
    const { terms: _, ...sent } = filled()
    const response = await send('/api/stories', asForm({ ...sent, terms: 'on' }))
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe('/submit?sent=1')
    const [stored] = (await call('GET /account', {})).submissions
    expect(stored).toMatchObject({ title: sent.title, state: 'submitted' })
    expect(await rowOf(stored?.id ?? '')).toMatchObject({ readTimeMinutes: 7, imageUrl: null })
  })

  test('must accept the terms', async () => {
    const { send } = await aReader()
    for (const terms of [{}, { terms: '' }] as Record<string, string>[]) {
      const { terms: _, ...sent } = filled()
      const response = await send('/api/stories', asForm({ ...sent, ...terms }))
      expect(response.status).toBe(400)
      expect((await response.json()).errors).toEqual({
        terms: ['Please agree to the terms and conditions to submit your feature.'],
      })
      expect(await sql`select 1 from stories where title = ${sent.title}`).toHaveLength(0)
    }
  })

  test.each([
    ['title', 'title=A+title+of+mine&title=Another+title', 'Title must be at least 10 characters'],
    ['title', 'title[text]=A+title+of+mine', 'Title must be at least 10 characters'],
    ['category', 'category[]=Lifestyle+and+Culture', 'Please select a category'],
    ['summary', 'summary[length]=60', 'Summary must be at least 50 characters'],
  ])('gets an error for a repeated %s: %s', async (field, query, message) => {
    const { send } = await shared()
    const fields = new URLSearchParams(filled())
    fields.delete(field)
    const response = await send('/api/stories', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: `${fields}&${query}`,
    })
    expect(response.status).toBe(400)
    expect((await response.json()).errors).toEqual({ [field]: [message] })
  })

  test('edits and withdraws by forms', async () => {
    const { send, id } = await aContributor()
    const sent = { ...filled(), title: 'A title with more light in it' }
    const edited = await send(`/api/account/stories/${id}?_method=PUT`, asForm(sent))
    expect(edited.status).toBe(303)
    expect(edited.headers.get('Location')).toBe('/account?done=sent')
    expect(await rowOf(id)).toMatchObject({ title: 'A title with more light in it' })
    const withdrawn = await send(`/api/account/stories/${id}?_method=DELETE`, asForm({}))
    expect(withdrawn.status).toBe(303)
    expect(withdrawn.headers.get('Location')).toBe('/account?done=withdrawn')
    expect(await rowOf(id)).toBeUndefined()
  })
})
