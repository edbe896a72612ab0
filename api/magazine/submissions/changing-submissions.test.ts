import { describe, expect, test } from 'vitest'
import { story, submission } from '#contract/endpoints/magazine/stories.ts'
import { allFeatures } from '#contract/magazine/categories.ts'
import { sql } from '#db/sql.ts'
import { aReader, aStory, aSubmission, aVisitor } from '#tests/people.ts'
import { untilWaiting } from '#tests/waiting.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'
const storyMissing = /^404: .*The story you're looking for doesn't exist/
const isPublished = 'This story is published. To change it or take it down, please write to us.'

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

const publish = (id: string) =>
  sql`update stories set is_published = true, approved_hash = 'this text' where id = ${id}`

describe('a contributor who opens their story again', () => {
  test('sees it in full, with its state', async () => {
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
    'sees %s (published: %j) as %s, in the list and on its page',
    async (status, published, state) => {
      const { call, id } = await aContributor()
      await sql`update stories set status = ${status}, is_published = ${published}, approved_hash = 'this text' where id = ${id}`
      expect(await call('GET /account/stories/:id', { id })).toMatchObject({ state })
      const { submissions } = await call('GET /account', {})
      expect(submissions.map((one) => [one.id, one.state])).toEqual([[id, state]])
      expect(Object.keys(submissions[0] ?? {}).sort()).toEqual(Object.keys(submission.shape).sort())
    },
  )

  test('sees a formerly published one as unpublished, and cannot change it', async () => {
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

  test('changes it and sends it in again, in any state before publication', async () => {
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

  test('may change it sixty times an hour, each time with a mail to the publisher', async () => {
    const { call, id } = await aContributor()
    const change = () => call('PUT /account/stories/:id', { ...aSubmission(), id })
    for (let count = 0; count < 60; count++) await change()
    await expect(change()).rejects.toMatchObject({
      status: 429,
      sentence: 'That was tried too often. Please wait a while and try again.',
    })
    expect((await aContributor()).id).toBeTruthy()
    await sql`update rate_limits set expire = ${Date.now() - 1}`
    await change()
  })

  test('gets the same errors as for a first submission', async () => {
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

  test('withdraws it once', async () => {
    const { call, id } = await aContributor()
    expect(await call('DELETE /account/stories/:id', { id })).toEqual({ status: 'withdrawn' })
    expect(await rowOf(id)).toBeUndefined()
    await expect(call('DELETE /account/stories/:id', { id })).rejects.toThrow(storyMissing)
    expect((await call('GET /account', {})).submissions).toEqual([])
  })
})

describe('two contributors', () => {
  test('cannot reach each other’s stories by any id', async () => {
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

  test('see only their own on the account page, latest first', async () => {
    const [one, other] = [await aContributor(), await aContributor()]
    const { id: second } = await one.call('POST /stories', aSubmission())
    const listed = async ({ call }: SomeReader) =>
      (await call('GET /account', {})).submissions.map(({ id }) => id)
    expect(await listed(one)).toEqual([second, one.id])
    expect(await listed(other)).toEqual([other.id])
  })

  test('cannot change stories that no reader sent in', async () => {
    const { id } = await aStory({ isPublished: false })
    const { call } = await aReader()
    await expect(call('DELETE /account/stories/:id', { id })).rejects.toThrow(storyMissing)
    expect(await rowOf(id)).toBeDefined()
  })
})

describe('a published story', () => {
  const refused = { status: 409, sentence: isPublished }

  test('can be read by its contributor, not changed or withdrawn', async () => {
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

  test('cannot be changed or withdrawn after it is unpublished either', async () => {
    const { call, id } = await aContributor()
    await publish(id)
    await sql`update stories set is_published = false where id = ${id}`
    await expect(call('PUT /account/stories/:id', { ...aSubmission(), id })).rejects.toMatchObject(
      refused,
    )
    await expect(call('DELETE /account/stories/:id', { id })).rejects.toMatchObject(refused)
  })

  test('is a 404 for other contributors', async () => {
    const { id } = await aContributor()
    await publish(id)
    const { call } = await aReader()
    await expect(call('GET /account/stories/:id', { id })).rejects.toThrow(storyMissing)
    await expect(call('PUT /account/stories/:id', { ...aSubmission(), id })).rejects.toThrow(
      storyMissing,
    )
    await expect(call('DELETE /account/stories/:id', { id })).rejects.toThrow(storyMissing)
  })

  test.each(['PUT', 'DELETE'] as const)('at the moment of a %s is not changed', async (method) => {
    const { call, id } = await aContributor()
    const before = await rowOf(id)
    const { late } = await sql.begin(async (tx) => {
      await tx`update stories set is_published = true, approved_hash = 'this text' where id = ${id}`
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
  })
})

test.each(['PUT', 'DELETE'] as const)(
  'a story withdrawn in another tab at the moment of a %s is a 404, not published',
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
  test('is on no public page, even for its author', async () => {
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

  test('is not counted and causes no new static pages before it is published', async () => {
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

  test('is public once published, without its author’s e-mail address', async () => {
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
