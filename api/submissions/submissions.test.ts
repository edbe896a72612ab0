import { beforeEach, describe, expect, test } from 'vitest'
import { allFeatures, storyCategories } from '#contract/categories.ts'
import { story, submission } from '#contract/endpoints/stories.ts'
import { storyBodyBytes } from '#contract/form-limits.ts'
import { sql } from '#db/sql.ts'
import { aReader, aStory, aSubmission, aVisitor } from '#tests/people.ts'
import { asForm, asJson } from '#tests/posts.ts'
import { untilWaiting } from '#tests/waiting.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'
const storyMissing = /^404: .*The story you're looking for doesn't exist/
const isPublished = 'This story is published. To change it or take it down, please write to us.'

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

const publish = (id: string) => sql`update stories set is_published = true where id = ${id}`

describe('a reader who sends in a story', () => {
  test('gets it back with 201, whole, waiting and in nobody else’s name', async () => {
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
      authorId: reader.id,
      authorImageUrl: null,
      videoUrl: null,
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

  test('gets a mail that it has arrived, and the publisher one that it waits', async () => {
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

  test('is its author and nothing more, whatever else they send along', async () => {
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

  test('has what they typed stored as they typed it, but for the spaces around it', async () => {
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

  test('is not stopped by an address of the API that is a query as well: what is in it counts like a field', async () => {
    const { send } = await aReader()
    const response = await send('/api/stories?isPublished=true&title=short', asJson(aSubmission()))
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({ isPublished: false })
  })
})

describe('a contributor is told what is wrong', () => {
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

  test('with everything at once', async () => {
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

  test('and never in one of the thirteen categories', async () => {
    const { call } = await shared()
    expect(storyCategories).toHaveLength(13)
    for (const category of storyCategories) {
      expect(await call('POST /stories', { ...aSubmission(), category })).toMatchObject({
        category,
      })
    }
  })

  test.each(['\u0000', '\ud800', 'x\udc00x'])('with %j, which no database takes', async (sign) => {
    const { call } = await shared()
    for (const field of ['title', 'content', 'summary', 'authorName', 'authorRole'] as const) {
      const sent = aSubmission()
      await expect(
        call('POST /stories', { ...sent, [field]: `${sent[field]} ${sign}` }),
      ).rejects.toMatchObject({ status: 400 })
    }
  })

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
/** For tests that ask nothing of who it is. */
function shared() {
  someReader ??= aReader()
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

  test('is taken up to 256 KB, and refused beyond', async () => {
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

  test('is measured unpacked, and as a form too', async () => {
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
  ])('is told by %s %s to sign in', async (method, path) => {
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

  test('posts an ordinary form and is led to the page that says it was sent', async () => {
    const { send, call } = await aReader()
    const { terms: _, ...sent } = filled()
    const response = await send('/api/stories', asForm({ ...sent, terms: 'on' }))
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe('/submit?sent=1')
    const [stored] = (await call('GET /account', {})).submissions
    expect(stored).toMatchObject({ title: sent.title, state: 'submitted' })
    expect(await rowOf(stored?.id ?? '')).toMatchObject({ readTimeMinutes: 7, imageUrl: null })
  })

  test('must agree to the terms first', async () => {
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
  ])('who sends more than one %s is told so: %s', async (field, query, message) => {
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

  test('edits and withdraws with plain forms too', async () => {
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

describe('a contributor who comes back to a story', () => {
  test('reads it whole, with where it stands', async () => {
    const { call, id, reader } = await aContributor()
    await sql`update stories set status = 'returned', review_note = 'Who paid for the poles?' where id = ${id}`
    const found = await call('GET /account/stories/:id', { id })
    expect(Object.keys(found).sort()).toEqual(
      [...Object.keys(story.shape), 'state', 'reviewNote'].sort(),
    )
    expect(found).toMatchObject({
      id,
      authorId: reader.id,
      state: 'returned',
      reviewNote: 'Who paid for the poles?',
    })
  })

  test.each([
    ['submitted', false, 'submitted'],
    ['returned', false, 'returned'],
    ['declined', false, 'declined'],
    ['submitted', true, 'published'],
    ['returned', true, 'published'],
    ['declined', true, 'published'],
  ])(
    'sees %s (published: %j) as %s, in the list and by itself',
    async (status, published, state) => {
      const { call, id } = await aContributor()
      await sql`update stories set status = ${status}, is_published = ${published} where id = ${id}`
      expect(await call('GET /account/stories/:id', { id })).toMatchObject({ state })
      const { submissions } = await call('GET /account', {})
      expect(submissions.map((one) => [one.id, one.state])).toEqual([[id, state]])
      expect(Object.keys(submissions[0] ?? {}).sort()).toEqual(Object.keys(submission.shape).sort())
    },
  )

  test('sees one that was published and taken down as unpublished, and cannot change it', async () => {
    const { call, id } = await aContributor()
    await publish(id)
    await sql`update stories set is_published = false where id = ${id}`
    expect(await call('GET /account/stories/:id', { id })).toMatchObject({ state: 'unpublished' })
    const { submissions } = await call('GET /account', {})
    expect(submissions).toMatchObject([{ id, state: 'unpublished' }])
    await expect(call('PUT /account/stories/:id', { ...aSubmission(), id })).rejects.toThrow(
      isPublished,
    )
  })

  test('changes it and sends it in again, whatever the publisher thought of it', async () => {
    const { call, id } = await aContributor()
    for (const status of ['submitted', 'returned', 'declined']) {
      await sql`update stories set status = ${status} where id = ${id}`
      const sent = {
        ...aSubmission(),
        readTimeMinutes: 9,
        imageUrl: 'https://pictures.example/a.jpg',
      }
      const changed = await call('PUT /account/stories/:id', { ...sent, id })
      expect(Object.keys(changed).sort()).toEqual(Object.keys(story.shape).sort())
      expect(changed).toMatchObject({ ...sent, id, isPublished: false })
      expect(await call('GET /account/stories/:id', { id })).toMatchObject({
        ...sent,
        state: 'submitted',
      })
      const messages = await sql`select data from mails where data->>'title' = ${sent.title}`
      expect([...messages]).toEqual([
        {
          data: {
            title: sent.title,
            authorName: sent.authorName,
            category: sent.category,
            storyId: id,
          },
        },
      ])
    }
  })

  test('is told the same things that the first time were wrong', async () => {
    const { call, id } = await aContributor()
    const before = await rowOf(id)
    await expect(
      call('PUT /account/stories/:id', {
        ...aSubmission(),
        id,
        title: 'Short',
        category: allFeatures as never,
      }),
    ).rejects.toMatchObject({
      status: 400,
      fields: {
        title: ['Title must be at least 10 characters'],
        category: ['Please select a category'],
      },
    })
    expect(await rowOf(id)).toEqual(before)
  })

  test('withdraws it, once', async () => {
    const { call, id } = await aContributor()
    expect(await call('DELETE /account/stories/:id', { id })).toEqual({ status: 'withdrawn' })
    expect(await rowOf(id)).toBeUndefined()
    await expect(call('DELETE /account/stories/:id', { id })).rejects.toThrow(storyMissing)
    expect((await call('GET /account', {})).submissions).toEqual([])
  })
})

describe('two contributors', () => {
  test('never reach each other’s stories, whichever id they name', async () => {
    const [one, other] = [await aContributor(), await aContributor()]
    const before = [await rowOf(one.id), await rowOf(other.id)]
    for (const [{ call }, { id }] of [
      [one, other],
      [other, one],
    ] as const) {
      for (const named of [id, id.toUpperCase(), nowhere, 'not-an-id', `${id}' or true --`]) {
        const sent = { ...aSubmission(), id: named }
        await expect(call('GET /account/stories/:id', { id: named })).rejects.toThrow(storyMissing)
        await expect(call('PUT /account/stories/:id', sent)).rejects.toThrow(storyMissing)
        await expect(call('DELETE /account/stories/:id', { id: named })).rejects.toThrow(
          storyMissing,
        )
      }
    }
    expect([await rowOf(one.id), await rowOf(other.id)]).toEqual(before)
  })

  test('find only their own on the account page, the latest first', async () => {
    const [one, other] = [await aContributor(), await aContributor()]
    const { id: second } = await one.call('POST /stories', aSubmission())
    const listed = async ({ call }: SomeReader) =>
      (await call('GET /account', {})).submissions.map(({ id }) => id)
    expect(await listed(one)).toEqual([second, one.id])
    expect(await listed(other)).toEqual([other.id])
  })

  test('cannot touch what nobody sent in either', async () => {
    const { id } = await aStory({ isPublished: false })
    const { call } = await aReader()
    await expect(call('DELETE /account/stories/:id', { id })).rejects.toThrow(storyMissing)
    expect(await rowOf(id)).toBeDefined()
  })
})

describe('a story that was published', () => {
  const refused = { status: 409, sentence: isPublished }

  test('is its author’s to read, no longer to change or to withdraw', async () => {
    const { call, id } = await aContributor()
    await publish(id)
    const before = await rowOf(id)
    await expect(call('PUT /account/stories/:id', { ...aSubmission(), id })).rejects.toMatchObject(
      refused,
    )
    await expect(call('DELETE /account/stories/:id', { id })).rejects.toMatchObject(refused)
    expect(await rowOf(id)).toEqual(before)
    expect(await call('GET /account/stories/:id', { id })).toMatchObject({ state: 'published' })
  })

  test('stays so when it is taken back', async () => {
    const { call, id } = await aContributor()
    await publish(id)
    await sql`update stories set is_published = false where id = ${id}`
    await expect(call('PUT /account/stories/:id', { ...aSubmission(), id })).rejects.toMatchObject(
      refused,
    )
    await expect(call('DELETE /account/stories/:id', { id })).rejects.toMatchObject(refused)
  })

  test('is a missing one to everybody else', async () => {
    const { id } = await aContributor()
    await publish(id)
    const { call } = await aReader()
    await expect(call('GET /account/stories/:id', { id })).rejects.toThrow(storyMissing)
    await expect(call('PUT /account/stories/:id', { ...aSubmission(), id })).rejects.toThrow(
      storyMissing,
    )
    await expect(call('DELETE /account/stories/:id', { id })).rejects.toThrow(storyMissing)
  })

  test.each(['PUT', 'DELETE'] as const)(
    'in the moment of a %s is not changed by it',
    async (method) => {
      const { call, id } = await aContributor()
      const before = await rowOf(id)
      const { late } = await sql.begin(async (tx) => {
        await tx`update stories set is_published = true where id = ${id}`
        // It has looked, found the story still waiting, and now waits for the publisher's row.
        const late = call(`${method} /account/stories/:id`, { ...aSubmission(), id }).catch(
          (error: unknown) => error,
        )
        await untilWaiting()
        return { late }
      })
      expect(await late).toMatchObject(refused)
      expect(await rowOf(id)).toMatchObject({ title: before?.['title'], isPublished: true })
      expect(await sql`select 1 from mails where data->>'storyId' = ${id}`).toHaveLength(1)
    },
  )
})

test.each(['PUT', 'DELETE'] as const)(
  'a story that was withdrawn in another tab in the moment of a %s is missing, not published',
  async (method) => {
    const { call, id } = await aContributor()
    const { late } = await sql.begin(async (tx) => {
      await tx`delete from stories where id = ${id}`
      const late = call(`${method} /account/stories/:id`, { ...aSubmission(), id }).catch(
        (error: unknown) => error,
      )
      await untilWaiting()
      return { late }
    })
    expect(await late).toMatchObject({ status: 404 })
  },
)

describe('a story that waits for review', () => {
  test('appears nowhere public, not even to its author', async () => {
    const contributor = await aContributor()
    const { id } = contributor
    const open = await aStory()
    // The worst case: the publisher has already marked it for the front page.
    await sql`update stories set is_featured = true where id = ${id}`
    const [row] = await sql<{ title: string }[]>`select title from stories where id = ${id}`
    const title = row?.title ?? ''
    for (const { call, send } of [contributor, await aReader(), await aVisitor()]) {
      for (const path of [
        '/api/stories',
        '/api/stories?category=Lifestyle+and+Culture',
        `/api/stories?search=${encodeURIComponent(title)}`,
        '/api/stories?isPublished=false&status=submitted',
        '/api/stories/featured',
        `/api/stories/engagement?ids=${id},${open.id}`,
        `/api/books?search=${encodeURIComponent(title)}`,
      ]) {
        const response = await send(path)
        expect(response.status, path).toBe(200)
        const text = await response.text()
        expect(text.includes(id) || text.includes(title), path).toBe(false)
      }
      await expect(call('GET /stories/:id', { id })).rejects.toThrow(storyMissing)
      await expect(call('POST /stories/:id/view', { id })).rejects.toThrow(storyMissing)
      await expect(call('POST /stories/:id/share', { id })).rejects.toThrow(storyMissing)
      expect((await send(`/api/share-pictures/story/${id}.jpg`)).status).toBe(404)
    }
    for (const { call } of [contributor, await aReader()]) {
      await expect(call('POST /stories/:id/like', { id })).rejects.toThrow(storyMissing)
      await expect(call('PUT /stories/:id/rating', { id, rating: 5 })).rejects.toThrow(storyMissing)
    }
    const { call } = await aReader()
    const account = JSON.stringify([
      await call('GET /account', {}),
      await call('GET /account/export', {}),
    ])
    expect(account.includes(id) || account.includes(title)).toBe(false)
  })

  test('is not counted, and does not make the site stale, until it is published', async () => {
    const visitor = await aVisitor()
    const count = async () => (await visitor.callPage('GET /stories', { pageSize: 1 })).total
    const version = () => sql`select version from site_version`
    const [before, versionBefore] = [await count(), await version()]
    const { call, id } = await aContributor()
    await call('PUT /account/stories/:id', { ...aSubmission(), id })
    const { id: withdrawn } = await call('POST /stories', aSubmission())
    await call('DELETE /account/stories/:id', { id: withdrawn })
    expect(await count()).toBe(before)
    expect(await version()).toEqual(versionBefore)
    await publish(id)
    expect(await count()).toBe(before + 1)
  })

  test('is read by everybody once it is published, without its author’s e-mail address', async () => {
    const { id, email, reader } = await aContributor()
    await publish(id)
    const { send } = await aVisitor()
    for (const path of [`/api/stories/${id}`, '/api/stories?pageSize=5']) {
      const text = await (await send(path)).text()
      expect(text).toContain(id)
      expect(text).not.toContain(email)
      expect(text).not.toMatch(/status|reviewNote|termsAgreed|ratingsTotal/)
    }
    expect((await rowOf(id))?.['authorId']).toBe(reader.id)
  })
})
