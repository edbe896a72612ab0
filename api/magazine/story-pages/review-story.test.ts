import { describe, expect, test } from 'vitest'
import { noteMissing } from '#contract/endpoints/magazine/stories.admin.ts'
import { noteLength } from '#contract/form-limits.ts'
import type { StoryState } from '#contract/states.ts'
import { sql } from '#db/sql.ts'
import {
  aContributor,
  actionsOf,
  aStoryIn,
  type Decision,
  decide,
  logOf,
  look,
  mailsOf,
  note,
  publisher,
  signInPublisher,
} from '#tests/magazine/story-review.ts'
import { aReader, aStory } from '#tests/people.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'
const changed = /^409: .*changed meanwhile/
const cannotMove = /^409: .*not in a state from which that can be done/
const missing = /^404: .*The story you're looking for doesn't exist/

signInPublisher()

describe('a decision about a story', () => {
  const asks: Record<string, Decision> = {
    published: { isPublished: true },
    unpublished: { isPublished: false },
    returned: { status: 'returned', note: 'Another note' },
    declined: { status: 'declined' },
    submitted: { status: 'submitted' },
  }
  // Where a story may go from each state; "same" is already so.
  const allowed: Record<StoryState, Record<string, 'moves' | 'same' | 'refused'>> = {
    submitted: {
      published: 'moves',
      unpublished: 'same',
      returned: 'moves',
      declined: 'moves',
      submitted: 'same',
    },
    returned: {
      published: 'moves',
      unpublished: 'same',
      declined: 'moves',
      submitted: 'moves',
    },
    declined: {
      published: 'moves',
      unpublished: 'same',
      returned: 'refused',
      declined: 'same',
      submitted: 'moves',
    },
    published: {
      published: 'same',
      unpublished: 'moves',
      returned: 'refused',
      declined: 'refused',
      submitted: 'refused',
    },
    unpublished: {
      published: 'moves',
      unpublished: 'same',
      returned: 'refused',
      declined: 'refused',
      submitted: 'refused',
    },
  }

  test.each(
    Object.entries(allowed).flatMap(([from, to]) =>
      Object.entries(to).map(([target, outcome]) => [from as StoryState, target, outcome] as const),
    ),
  )('from %s to %s: %s', async (from, target, outcome) => {
    const { id, email } = await aStoryIn(from)
    const before = await look(id)
    const label = { log: await logOf(id), mails: await mailsOf(email) }
    const asked = decide(id, asks[target] as Decision)
    if (outcome === 'moves') {
      expect(await asked).toMatchObject({ state: target, revision: before.revision + 1 })
      expect(await logOf(id)).toHaveLength(label.log.length + 1)
      return
    }
    if (outcome === 'refused') await expect(asked).rejects.toThrow(cannotMove)
    else expect(await asked).toEqual(before)
    expect(await look(id)).toEqual(before)
    expect({ log: await logOf(id), mails: await mailsOf(email) }).toEqual(label)
  })

  test('is rejected when it names two transitions', async () => {
    const { id } = await aContributor()
    await expect(decide(id, { isPublished: true, status: 'declined' })).rejects.toThrow(cannotMove)
    const up = await aStoryIn('published')
    await expect(decide(up.id, { isPublished: false, status: 'returned', note })).rejects.toThrow(
      cannotMove,
    )
    expect((await look(up.id)).state).toBe('published')
  })

  test('is a 404 for an unknown story or address', async () => {
    for (const id of [nowhere, 'no-id']) {
      await expect(decide(id, { isPublished: true })).rejects.toThrow(missing)
      await expect(look(id)).rejects.toThrow(missing)
      await expect(publisher.call('DELETE /admin/stories/:id', { id })).rejects.toThrow(missing)
    }
  })
})

describe('publishing a story', () => {
  test('shows it to everybody, sets its date and mails its contributor', async () => {
    const { id, email, reader, sent, call } = await aContributor()
    await expect(call('GET /stories/:id', { id })).rejects.toThrow(missing)
    const story = await decide(id, { isPublished: true })
    expect(story.publishedAt).not.toBeNull()
    expect(await call('GET /stories/:id', { id })).toMatchObject({ id, title: sent.title })
    expect(await mailsOf(email)).toEqual([
      {
        kind: 'storyPublished',
        data: { firstName: reader.firstName, title: sent.title, storyId: id, slug: story.slug },
      },
    ])
    expect(await logOf(id)).toEqual([
      { who: 'publisher', action: 'storyPublished', subject: sent.title, note: null },
    ])
  })

  test('sets the date and mails once, even if it is unpublished and published again', async () => {
    const { id, email, call } = await aContributor()
    const { publishedAt } = await decide(id, { isPublished: true })
    const down = await decide(id, { isPublished: false })
    expect(down).toMatchObject({ state: 'unpublished', publishedAt })
    await expect(call('GET /stories/:id', { id })).rejects.toThrow(missing)
    const up = await decide(id, { isPublished: true })
    expect(up).toMatchObject({ state: 'published', publishedAt })
    expect((await mailsOf(email)).map(({ kind }) => kind)).toEqual(['storyPublished'])
    expect(await actionsOf(id)).toEqual(['storyPublished', 'storyUnpublished', 'storyPublished'])
  })

  test('requested twenty times at once happens once', async () => {
    const { id, email } = await aContributor()
    const { revision } = await look(id)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => decide(id, { isPublished: true, revision })),
    )
    expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(['published']))
    expect(await mailsOf(email)).toHaveLength(1)
    expect(await actionsOf(id)).toEqual(['storyPublished'])
  })

  test('removes the note about the requested change', async () => {
    const { id, call } = await aStoryIn('returned')
    await decide(id, { isPublished: true })
    expect(await call('GET /account/stories/:id', { id })).toMatchObject({
      state: 'published',
      reviewNote: null,
    })
  })

  test('is rejected when the contributor has sent in a new version meanwhile', async () => {
    const { id, call, sent } = await aContributor()
    const { revision } = await look(id)
    await call('PUT /account/stories/:id', { ...sent, id, content: 'Something else. '.repeat(10) })
    await expect(decide(id, { isPublished: true, revision })).rejects.toThrow(changed)
    expect((await look(id)).state).toBe('submitted')
    const newest = await look(id)
    expect(newest.content).toContain('Something else.')
    await decide(id, { isPublished: true, revision: newest.revision })
  })

  test('at the moment it is sent in again has one of the two results', async () => {
    const { id, call, sent } = await aContributor()
    const { revision } = await look(id)
    const [published, sentAgain] = await Promise.allSettled([
      decide(id, { isPublished: true, revision }),
      call('PUT /account/stories/:id', { ...sent, id, content: 'Something else. '.repeat(10) }),
    ])
    expect([published.status, sentAgain.status].sort()).toEqual(['fulfilled', 'rejected'])
    const { state, content } = await look(id)
    expect(state).toBe(published.status === 'fulfilled' ? 'published' : 'submitted')
    expect(content).toBe(
      published.status === 'fulfilled' ? sent.content : 'Something else. '.repeat(10).trim(),
    )
  })

  test('does not block readers who like it, nor is it blocked by them', async () => {
    const { id } = await aStory()
    const readers = await Promise.all(Array.from({ length: 4 }, () => aReader()))
    await Promise.all([
      ...readers.map(({ call }) => call('POST /stories/:id/like', { id })),
      ...[true, false, true, false].map((isFeatured) => decide(id, { isFeatured })),
    ])
    expect((await look(id)).likesCount).toBe(4)
  })

  test('of the staff mails no contributor', async () => {
    const { id } = await aStory({ isPublished: false })
    const [before] = await sql`select count(*) from mails`
    await decide(id, { isPublished: true })
    const [after] = await sql`select count(*) from mails`
    expect(after).toEqual(before)
  })
})

describe('returning a story', () => {
  test('requires a note, with an error at its field', async () => {
    const { id } = await aContributor()
    for (const nothing of [undefined, null, '', '  \n ']) {
      await expect(decide(id, { status: 'returned', note: nothing })).rejects.toMatchObject({
        status: 400,
        fields: { note: [noteMissing] },
      })
    }
    await expect(
      decide(id, { status: 'returned', note: 'x'.repeat(noteLength + 1) }),
    ).rejects.toMatchObject({ status: 400, fields: { note: [expect.stringContaining('2000')] } })
    expect((await look(id)).state).toBe('submitted')
    expect(await logOf(id)).toEqual([])
  })

  test('shows the note to the contributor by mail and on the account page', async () => {
    const { id, email, reader, sent, call } = await aContributor()
    await decide(id, { status: 'returned', note: `  ${note}\n` })
    expect(await mailsOf(email)).toEqual([
      {
        kind: 'storyReturned',
        data: { firstName: reader.firstName, title: sent.title, storyId: id, note },
      },
    ])
    const { submissions } = await call('GET /account', {})
    expect(submissions).toMatchObject([{ id, state: 'returned', reviewNote: note }])
    expect(await logOf(id)).toEqual([
      { who: 'publisher', action: 'storyReturned', subject: sent.title, note },
    ])
  })

  test('requires a new note each time', async () => {
    const { id, call, sent, email } = await aStoryIn('returned')
    await call('PUT /account/stories/:id', { ...sent, id })
    // Until it is decided again, both still see what the note was about.
    expect((await look(id)).reviewNote).toBe(note)
    await expect(decide(id, { status: 'returned' })).rejects.toMatchObject({ status: 400 })
    await decide(id, { status: 'returned', note })
    expect(await mailsOf(email)).toHaveLength(2)
    expect((await logOf(id)).map((line) => line.note)).toEqual([note, note])
  })

  test('a second time with another note edits it, and without one is rejected', async () => {
    const { id, email } = await aStoryIn('returned')
    await decide(id, { status: 'returned', note: 'Better: who paid?' })
    expect((await look(id)).reviewNote).toBe('Better: who paid?')
    expect(await actionsOf(id)).toEqual(['storyReturned', 'storyEdited'])
    expect(await mailsOf(email)).toHaveLength(1)
    await expect(decide(id, { note: '' })).rejects.toMatchObject({ status: 400 })
  })

  test('from two tabs at once gives the second an error', async () => {
    const { id } = await aContributor()
    const { revision } = await look(id)
    await decide(id, { status: 'returned', note, revision })
    await expect(
      decide(id, { status: 'returned', note: 'Something else', revision }),
    ).rejects.toThrow(changed)
    await expect(decide(id, { status: 'declined', revision })).rejects.toThrow(changed)
    expect((await look(id)).reviewNote).toBe(note)
  })
})

describe('declining a story', () => {
  test.each([note, null])(
    'mails the contributor, with the note if there is one: %j',
    async (word) => {
      const { id, email, reader, sent } = await aContributor()
      await decide(id, { status: 'declined', note: word })
      expect(await mailsOf(email)).toEqual([
        {
          kind: 'storyDeclined',
          data: { firstName: reader.firstName, title: sent.title, note: word },
        },
      ])
      expect((await look(id)).reviewNote).toBe(word)
    },
  )

  test('can be reversed: the story is in the queue again without the note, and nobody is mailed', async () => {
    const { id, email } = await aStoryIn('declined')
    const before = await mailsOf(email)
    expect(await decide(id, { status: 'submitted' })).toMatchObject({
      state: 'submitted',
      reviewNote: null,
    })
    expect(await mailsOf(email)).toEqual(before)
    expect(await actionsOf(id)).toEqual(['storyDeclined', 'storyReopened'])
  })
})
