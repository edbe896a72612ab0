import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { eraseDeletedStories } from '#api/magazine/stories/story-lifecycle.ts'
import type { InputOf } from '#contract/endpoints/contract.ts'
import { adminStory } from '#contract/endpoints/magazine/stories.admin.ts'
import type { StoryState } from '#contract/states.ts'
import { sql } from '#db/sql.ts'
import { runs } from '#tests/long.ts'
import {
  aContributor,
  actionsOf,
  aStoryIn,
  decide,
  logOf,
  look,
  mailsOf,
  note,
  publisher,
  signInPublisher,
  waysTo,
} from '#tests/magazine/story-review.ts'
import { aReader, aStory, aVisitor } from '#tests/people.ts'
import { untilWaiting } from '#tests/waiting.ts'

const changed = /^409: .*changed meanwhile/
const cannotMove = /^409: .*not in a state from which that can be done/
const missing = /^404: .*The story you're looking for doesn't exist/

signInPublisher()

describe('a story that was sent in', () => {
  test('is shown to the publisher in full, with contributor and state', async () => {
    const { id, sent, email } = await aContributor()
    const story = await look(id)
    expect(Object.keys(story).sort()).toEqual(Object.keys(adminStory.shape).sort())
    expect(story).toMatchObject({
      ...sent,
      state: 'submitted',
      reviewNote: null,
      contributorEmail: email,
      isPublished: false,
      publishedAt: null,
      sentAt: expect.any(String),
    })
  })

  test('of a deleted account has no e-mail address', async () => {
    const { id, call } = await aStoryIn('published')
    await call('DELETE /account', {})
    expect((await look(id)).contributorEmail).toBeNull()
    await decide(id, { isPublished: false })
  })

  test('can be seen and decided on by staff alone', async () => {
    const { id, call } = await aContributor()
    const visitor = await aVisitor()
    for (const other of [call, visitor.call]) {
      await expect(other('GET /admin/stories/:id', { id })).rejects.toThrow(/^401/)
      await expect(other('GET /admin/stories', {})).rejects.toThrow(/^401/)
      await expect(other('PATCH /admin/stories/:id', { id, isPublished: true })).rejects.toThrow(
        /^401/,
      )
      await expect(other('DELETE /admin/stories/:id', { id })).rejects.toThrow(/^401/)
    }
    expect((await look(id)).state).toBe('submitted')
  })
})

describe('an edit in the review queue', () => {
  const edit = {
    title: 'How our street got its light back, at last',
    summary: 'Eleven households, one transformer, and a meeting that lasted until the moon rose.',
    category: 'Education and Leadership' as const,
  }

  test('changes title, summary and category, and nothing else', async () => {
    const { id, sent } = await aContributor()
    const before = await look(id)
    const more = { content: 'Mine', authorName: 'Mine', views: 9 }
    const story = await decide(id, { ...edit, ...more })
    expect(story).toMatchObject({ ...sent, ...edit, state: 'submitted', views: 0 })
    expect(story.revision).toBe(before.revision + 1)
    expect(await logOf(id)).toEqual([
      { who: 'publisher', action: 'storyEdited', subject: edit.title, note: null },
    ])
  })

  test('follows the rules of the contributor’s form', async () => {
    const { id } = await aContributor()
    await expect(
      decide(id, { title: 'Short', summary: 'Short', category: 'Gossip' as never }),
    ).rejects.toMatchObject({
      status: 400,
      fields: {
        title: ['Title must be at least 10 characters'],
        summary: ['Summary must be at least 50 characters'],
        category: ['Please select a category'],
      },
    })
  })

  test('and a transition happen together or not at all', async () => {
    const { id, email } = await aContributor()
    await decide(id, { ...edit, isPublished: true, isFeatured: true })
    expect(await look(id)).toMatchObject({ ...edit, state: 'published', isFeatured: true })
    expect(await actionsOf(id)).toEqual(['storyEdited', 'storyFeatured', 'storyPublished'])
    expect(await mailsOf(email)).toMatchObject([{ data: { title: edit.title } }])

    const before = await look(id)
    await expect(
      decide(id, { title: 'Another title for it', status: 'returned', note }),
    ).rejects.toThrow(cannotMove)
    expect(await look(id)).toEqual(before)
    expect(await actionsOf(id)).toHaveLength(3)
  })

  test('of an outdated version is rejected', async () => {
    const { id, sent } = await aContributor()
    const { revision } = await look(id)
    await decide(id, { summary: edit.summary, revision })
    await expect(decide(id, { title: edit.title, revision })).rejects.toThrow(changed)
    expect((await look(id)).title).toBe(sent.title)
  })

  test('without a difference changes and logs nothing', async () => {
    const { id, sent } = await aContributor()
    const { title, summary, category } = sent
    const before = await look(id)
    expect(await decide(id, {})).toEqual(before)
    expect(await decide(id, { title, summary, category })).toEqual(before)
    expect(await logOf(id)).toEqual([])
  })
})

describe('featuring a story', () => {
  test('changes nothing else, and is logged once', async () => {
    const { id } = await aStoryIn('published')
    const before = await look(id)
    const after = await decide(id, { isFeatured: true })
    const { isFeatured, revision, updatedAt, ...rest } = before
    expect(after).toMatchObject({ ...rest, isFeatured: true })
    await decide(id, { isFeatured: true })
    await decide(id, { isFeatured: false })
    expect(await actionsOf(id)).toEqual(['storyPublished', 'storyFeatured', 'storyUnfeatured'])
  })
})

describe('the list of stories for staff', () => {
  const list = (query: InputOf<'GET /admin/stories'>) =>
    publisher.callPage('GET /admin/stories', query)

  test('shows submitted stories by waiting time, which begins again when one is sent in again', async () => {
    const mark = randomUUID()
    const [first, second, third] = await Promise.all([
      aContributor(),
      aContributor(),
      aContributor(),
    ])
    for (const [hours, { id }] of [
      [3, first] as const,
      [2, second] as const,
      [1, third] as const,
    ]) {
      await sql`
        update stories set author_name = ${mark}, created_at = now() - make_interval(hours => ${hours}),
          terms_agreed_at = now() - make_interval(hours => ${hours}), approved_hash = 'this text' where id = ${id}`
    }
    const ids = async () =>
      (await list({ status: 'submitted', search: mark })).items.map(({ id }) => id)
    expect(await ids()).toEqual([first.id, second.id, third.id])
    await first.call('PUT /account/stories/:id', { ...first.sent, id: first.id, authorName: mark })
    expect(await ids()).toEqual([second.id, third.id, first.id])
  })

  test('shows all other states newest first', async () => {
    const mark = randomUUID()
    const dates = ['2026-03-01', '2026-01-01', '2026-02-01']
    for (const day of dates) await aStory({ authorName: mark, publishedAt: `${day}T00:00:00Z` })
    for (const status of ['published', undefined] as const) {
      const { items } = await list({ search: mark, ...(status && { status }) })
      expect(items.map(({ publishedAt }) => publishedAt?.slice(0, 10))).toEqual([
        '2026-03-01',
        '2026-02-01',
        '2026-01-01',
      ])
    }
  })

  test('can be filtered by state', async () => {
    const mark = randomUUID()
    const byState = new Map<string, string>()
    for (const state of Object.keys(waysTo) as StoryState[]) {
      const { id } = await aStoryIn(state)
      await sql`update stories set author_name = ${mark}, approved_hash = 'this text' where id = ${id}`
      byState.set(state, id)
    }
    for (const [status, id] of byState) {
      const { items, total } = await list({ status: status as StoryState, search: mark })
      expect(items.map((story) => [story.id, story.state])).toEqual([[id, status]])
      expect(total).toBe(1)
    }
    const all = await list({ search: mark })
    expect(all.total).toBe(5)
    await expect(list({ status: 'draft' as never })).rejects.toThrow(/^400/)
  })

  test('is searched by title, author and summary, ignoring case and treating wildcards as text', async () => {
    const mark = randomUUID().slice(0, 8)
    const inTitle = await aStory({ title: `Ẹ̀kọ́ at 100% ${mark}` })
    const inSummary = await aStory({ summary: `Of the ${mark} and others` })
    const inName = await aStory({ authorName: `${mark} Odu-Bello` })
    const found = async (search: string) =>
      (await list({ search })).items.map(({ id }) => id).sort()
    expect(await found(mark.toUpperCase())).toEqual([inTitle.id, inSummary.id, inName.id].sort())
    expect(await found(`ẹ̀KỌ́ at 100% ${mark}`)).toEqual([inTitle.id])
    expect(await found(`at 1_0% ${mark}`)).toEqual([])
  })

  test('is paged with the total count, without the full text', async () => {
    const mark = randomUUID()
    for (let at = 0; at < 5; at++) await aStory({ authorName: mark })
    const { items, total } = await list({ search: mark, page: 2, pageSize: 2 })
    expect(items).toHaveLength(2)
    expect(total).toBe(5)
    expect(items[0]).not.toHaveProperty('content')
    expect(items[0]).toHaveProperty('excerpt')
  })
})

describe('deleting a story', () => {
  const remove = (id: string) => publisher.call('DELETE /admin/stories/:id', { id })

  test('hides it everywhere, erases it with all that belongs to it after 30 days, and is logged', async () => {
    const { id, call, sent } = await aStoryIn('published')
    await call('POST /stories/:id/like', { id })
    await call('PUT /stories/:id/rating', { id, rating: 4 })
    await call('POST /stories/:id/share', { id })
    await call('POST /stories/:id/view', { id })
    expect(await remove(id)).toEqual({ status: 'deleted' })
    await expect(look(id)).rejects.toThrow(missing)
    await expect(call('GET /stories/:id', { id })).rejects.toThrow(missing)
    expect((await call('GET /account', {})).submissions).toEqual([])
    expect(await publisher.call('GET /admin/stories', { search: sent.title })).toEqual([])
    await eraseDeletedStories()
    expect(await sql`select 1 from stories where id = ${id}`).toHaveLength(1)
    await sql`update stories set deleted_at = now() - interval '31 days' where id = ${id}`
    await eraseDeletedStories()
    const [left] = await sql<{ count: number }[]>`
      select (select count(*) from stories where id = ${id}) + (select count(*) from likes where story_id = ${id})
        + (select count(*) from story_ratings where story_id = ${id})
        + (select count(*) from story_shares where story_id = ${id})
        + (select count(*) from story_views where story_id = ${id}) as count`
    expect(left?.count).toBe(0)
    expect((await logOf(id)).at(-1)).toMatchObject({ action: 'storyDeleted', subject: sent.title })
  })

  test('twice at once happens once, and the other is a 404', async () => {
    const { id } = await aContributor()
    const answers = await Promise.allSettled([remove(id), remove(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await actionsOf(id)).filter((action) => action === 'storyDeleted')).toHaveLength(1)
  })

  test('deadlocks with no reader who likes, rates, shares or deletes the account', async () => {
    const readers = await Promise.all(Array.from({ length: 6 }, () => aReader()))
    for (let round = 0; round < runs({ sample: 2, long: 20 }); round++) {
      const { id } = await aStory()
      await Promise.all(readers.map(({ call }) => call('POST /stories/:id/like', { id })))
      const leaver = await aReader()
      await leaver.call('POST /stories/:id/like', { id })
      const busy = readers.map(async ({ send }, at) => {
        const statuses: number[] = []
        for (let press = 0; press < 6; press++) {
          const [method, path, body] = [
            ['DELETE', 'like', undefined],
            ['POST', 'like', undefined],
            ['PUT', 'rating', JSON.stringify({ rating: 3 })],
            ['POST', 'share', undefined],
            ['POST', 'view', undefined],
          ][(at + press) % 5] as [string, string, string | undefined]
          const answer = await send(`/api/stories/${id}/${path}`, {
            method,
            headers: { 'Content-Type': 'application/json' },
            ...(body && { body }),
          })
          statuses.push(answer.status)
        }
        return statuses
      })
      const [statuses] = await Promise.all([
        Promise.all(busy),
        leaver.call('DELETE /account', {}),
        remove(id),
      ])
      for (const status of statuses.flat()) expect([200, 404]).toContain(status)
    }
  }, 30_000)

  test('and an unlike do not deadlock', async () => {
    const { id } = await aStory()
    const { call, send } = await aReader()
    await call('POST /stories/:id/like', { id })
    let removed: Promise<unknown> = Promise.resolve()
    let unliked: Promise<Response> | undefined
    await sql.begin(async (tx) => {
      await tx`select 1 from stories where id = ${id} for no key update`
      removed = remove(id)
      await untilWaiting()
      unliked = send(`/api/stories/${id}/like`, { method: 'DELETE' })
      await untilWaiting(2)
    })
    expect(await removed).toEqual({ status: 'deleted' })
    expect((await unliked)?.status).toBe(404)
  })

  test('while its contributor withdraws it leaves nothing of it', async () => {
    for (let round = 0; round < 8; round++) {
      const { id, call } = await aContributor()
      const answers = await Promise.allSettled([
        remove(id),
        call('DELETE /account/stories/:id', { id }),
      ])
      const [removed, withdrawn] = answers
      expect(withdrawn.status).toBe('fulfilled')
      if (removed.status === 'rejected') expect(removed.reason.message).toMatch(missing)
      expect(await sql`select 1 from stories where id = ${id}`).toEqual([])
    }
  })
})

describe('a contributor who deletes the account', () => {
  test('also deletes queued mails about their stories', async () => {
    const { id, call, email } = await aContributor()
    await decide(id, { status: 'returned', note })
    expect(await mailsOf(email)).toHaveLength(1)
    await call('DELETE /account', {})
    expect(await mailsOf(email)).toEqual([])
  })

  test('at the moment of a decision gets no mail afterwards', async () => {
    for (let round = 0; round < 6; round++) {
      const { id, call, email } = await aContributor()
      await Promise.allSettled([decide(id, { isPublished: true }), call('DELETE /account', {})])
      expect(await mailsOf(email)).toEqual([])
    }
  })
})
