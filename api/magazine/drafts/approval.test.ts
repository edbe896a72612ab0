import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { followSchedule } from '#api/magazine/stories/story-lifecycle.ts'
import { deleteReader } from '#api/operations/account-data/account-data.queries.ts'
import { errors } from '#contract/errors.ts'
import { sql, transaction } from '#db/sql.ts'
import { aDraft } from '#tests/magazine/drafts.ts'
import { guardianLinkFor } from '#tests/magazine/guardians.ts'
import { aReader, aStory, aSubmission, aVisitor, theStaff } from '#tests/people.ts'

const sentence = (name: keyof typeof errors) => ({
  status: errors[name][0],
  sentence: errors[name][1],
})
const violates = (constraint: string) => ({ constraint_name: constraint })
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

type Editor = Awaited<ReturnType<typeof theStaff>>

async function rowOf(id: string) {
  const [row] = await sql<
    {
      title: string
      content: string
      authorId: string
      isPublished: boolean
      publishAt: string | null
      unpublishAt: string | null
      status: string
    }[]
  >`
    select title, content, author_id, is_published, publish_at, unpublish_at, status
    from stories where id = ${id}`
  return row
}

/** A new state on top of the newest one. */
async function saved({ call }: Pick<Editor, 'call'>, id: string, change = {}) {
  const { fields, head } = await call('GET /admin/drafts/:id', { id })
  const save = { id, base: head, saveId: randomUUID(), fields: { ...fields, ...change } }
  return (await call('PUT /admin/drafts/:id', save)).number
}

/** A story that a reader sent in and an editor looks after. */
async function aSentStory() {
  const contributor = await aReader()
  const sent = aSubmission()
  const { id } = await contributor.call('POST /stories', sent)
  const editor = await theStaff('editor')
  return { ...contributor, sent, id, editor }
}

async function aScheduledStory() {
  const story = await aSentStory()
  const { editor, id } = story
  const number = await saved(editor, id)
  await editor.call('POST /admin/drafts/:id/publish', { id, number, publishAt: inAnHour() })
  return story
}

async function anAskedEdit() {
  const story = await aSentStory()
  const { editor, id } = story
  const number = await saved(editor, id, { title: 'A title that nobody has agreed to yet' })
  await editor.call('POST /admin/drafts/:id/ask', { id, number })
  return { ...story, number }
}

/** Its time comes, if it still has one. */
async function theTimeComes(id: string) {
  await sql`
    update stories set publish_at = now() - interval '1 second', unpublish_at = null
    where id = ${id} and publish_at is not null`
  await followSchedule()
}

const actionsAbout = async (id: string) =>
  (
    await sql<{ who: string; action: string }[]>`
      select who, action from activity where subject_id = ${id} order by id`
  ).map(({ who, action }) => `${who}: ${action}`)

const mailsAbout = (id: string) => sql<{ kind: string; recipient: string; data: object }[]>`
  select kind, recipient, data from mails where data ->> 'storyId' = ${id} order by created_at`

describe('a contributor who changes a scheduled story', () => {
  test('has it back in the review queue, and no unread text goes live', async () => {
    const { call, id, sent, editor } = await aScheduledStory()
    await call('PUT /account/stories/:id', { ...sent, id, content: `Unread. ${sent.content}` })
    await theTimeComes(id)
    expect(await rowOf(id)).toMatchObject({
      isPublished: false,
      publishAt: null,
      unpublishAt: null,
      status: 'submitted',
      content: `Unread. ${sent.content}`,
    })
    const queue = await editor.call('GET /admin/stories', { status: 'submitted', pageSize: 100 })
    expect(queue.map((story) => story.id)).toContain(id)
    expect(await editor.call('GET /admin/stories/:id', { id })).toMatchObject({
      isChangedSinceApproval: true,
    })
  })

  test('causes a mail to the editor who scheduled it, with nothing of the new text', async () => {
    const { call, id, sent, editor } = await aScheduledStory()
    await call('PUT /account/stories/:id', { ...sent, id, title: 'A title that nobody has read' })
    const told = (await mailsAbout(id)).filter(({ kind }) => kind === 'storyLeftSchedule')
    expect(told).toEqual([
      {
        kind: 'storyLeftSchedule',
        recipient: editor.member.email,
        data: { staffName: editor.member.name, title: sent.title, storyId: id },
      },
    ])
    expect(await actionsAbout(id)).toContain('The contributor: storyUnscheduled')
    // Sent again once more it was on no schedule, and nobody is told of one.
    await call('PUT /account/stories/:id', { ...sent, id })
    expect((await mailsAbout(id)).filter(({ kind }) => kind === 'storyLeftSchedule')).toHaveLength(
      1,
    )
  })

  test('causes a mail to the publisher when the editor who scheduled it has left the staff', async () => {
    const { call, id, sent, editor } = await aScheduledStory()
    await sql`
      update staff set state = 'ended', email = null, password_hash = null where id = ${editor.member.id}`
    await call('PUT /account/stories/:id', { ...sent, id })
    const told = (await mailsAbout(id)).filter(({ kind }) => kind === 'storyLeftSchedule')
    expect(told.map(({ recipient }) => recipient)).toEqual(['publisher'])
  })

  test('has it published after an editor has approved the change', async () => {
    const { call, id, sent, editor } = await aScheduledStory()
    await call('PUT /account/stories/:id', { ...sent, id, title: 'A title that is read after all' })
    const { revision } = await editor.call('GET /admin/stories/:id', { id })
    const published = await editor.call('PATCH /admin/stories/:id', {
      id,
      isPublished: true,
      revision,
    })
    expect(published).toMatchObject({ isChangedSinceApproval: false })
    expect(await rowOf(id)).toMatchObject({
      isPublished: true,
      title: 'A title that is read after all',
    })
  })
})

describe('a story whose contributor has not answered about an edit', () => {
  test('cannot be published in the review queue, with or without another title', async () => {
    const { id, editor, sent } = await anAskedEdit()
    for (const change of [{ title: 'A title out of the review page' }, {}])
      await expect(
        editor.call('PATCH /admin/stories/:id', { id, ...change, isPublished: true }),
      ).rejects.toMatchObject(sentence('consentAwaited'))
    expect(await rowOf(id)).toMatchObject({ isPublished: false, title: sent.title })
  })

  test('is not changed when the editor sends the edit for review', async () => {
    const { id, editor, sent, number } = await anAskedEdit()
    await expect(editor.call('POST /admin/drafts/:id/send', { id, number })).rejects.toMatchObject(
      sentence('consentAwaited'),
    )
    expect(await rowOf(id)).toMatchObject({ title: sent.title, content: sent.content })
  })

  test('is taken off the schedule', async () => {
    const { id, editor } = await aScheduledStory()
    const number = await saved(editor, id, { title: 'A title that came after the schedule' })
    const { story } = await editor.call('POST /admin/drafts/:id/ask', { id, number })
    expect(story).toMatchObject({ publishAt: null, unpublishAt: null })
    await theTimeComes(id)
    expect(await rowOf(id)).toMatchObject({ isPublished: false })
    expect(await actionsAbout(id)).toContain(`${editor.member.name}: storyUnscheduled`)
  })

  test('stays as published while it is published', async () => {
    const { id, editor, sent } = await aSentStory()
    await editor.call('PATCH /admin/stories/:id', { id, isPublished: true })
    const number = await saved(editor, id, { title: 'A title that nobody has agreed to yet' })
    await editor.call('POST /admin/drafts/:id/ask', { id, number })
    await expect(
      editor.call('PATCH /admin/stories/:id', { id, title: 'A title out of the review page' }),
    ).rejects.toMatchObject(sentence('consentAwaited'))
    // What is no text of theirs is the editor's to decide.
    await editor.call('PATCH /admin/stories/:id', { id, isFeatured: true })
    expect(await rowOf(id)).toMatchObject({ isPublished: true, title: sent.title })
  })

  test('waits for the answer to the newest edit, also when that was sent for review', async () => {
    const { id, call, editor, number } = await anAskedEdit()
    await call('POST /account/stories/:id/edit', { id, number, agrees: true })
    await editor.call('POST /admin/drafts/:id/send', { id, number })
    const publish = (change = {}) =>
      editor.call('PATCH /admin/stories/:id', { id, ...change, isPublished: true })
    await expect(publish({ title: 'A title out of the review page' })).rejects.toMatchObject(
      sentence('consentAwaited'),
    )
    await publish()
    expect(await rowOf(id)).toMatchObject({
      isPublished: true,
      title: 'A title that nobody has agreed to yet',
    })
    // The question is answered and carried out: the next change is no part of it.
    await editor.call('PATCH /admin/stories/:id', { id, title: 'A title that came afterwards' })
    expect(await rowOf(id)).toMatchObject({ title: 'A title that came afterwards' })
  })

  test('can be published once the request to the contributor is withdrawn', async () => {
    const { id, editor } = await anAskedEdit()
    await editor.call('POST /admin/drafts/:id/ask', { id })
    await editor.call('PATCH /admin/stories/:id', { id, isPublished: true })
    expect(await rowOf(id)).toMatchObject({ isPublished: true })
  })
})

/** An author among the staff whose account as a reader says that they are young. */
async function aYoungAuthor() {
  const reader = await aReader(undefined, '13-17')
  const author = await theStaff('author')
  const link = () =>
    sql`update staff set reader_id = ${reader.reader.id} where id = ${author.member.id}`
  return { reader, author, link, editor: await theStaff('editor') }
}

type YoungAuthor = Awaited<ReturnType<typeof aYoungAuthor>>

/** A draft that its author has not sent. */
async function anUnsentDraft({ author }: YoungAuthor) {
  const id = randomUUID()
  const save = { id, base: 0, saveId: randomUUID(), fields: aDraft() }
  const { number } = await author.call('PUT /admin/drafts/:id', save)
  return { id, number }
}

async function agreed({ reader }: YoungAuthor) {
  const link = await guardianLinkFor(reader)
  const guardian = await aVisitor()
  await guardian.call('POST /guardians/:id', { ...link, agrees: true })
  return () => guardian.call('POST /guardians/:id', { ...link, agrees: false })
}

describe('the story of a young staff author', () => {
  test('needs the guardian’s agreement, belongs to the author, and is unpublished when that is withdrawn', async () => {
    const young = await aYoungAuthor()
    await young.link()
    const draft = await anUnsentDraft(young)
    const publish = () => young.editor.call('POST /admin/drafts/:id/publish', draft)
    await expect(publish()).rejects.toMatchObject(sentence('guardianNotNamed'))
    expect(await rowOf(draft.id)).toBeUndefined()
    const withdraw = await agreed(young)
    await publish()
    expect(await rowOf(draft.id)).toMatchObject({
      isPublished: true,
      authorId: young.reader.reader.id,
    })
    await withdraw()
    expect(await rowOf(draft.id)).toMatchObject({ isPublished: false })
  })

  test('is unpublished by a withdrawal even if it was sent before the accounts were linked', async () => {
    const young = await aYoungAuthor()
    const { id, number } = await anUnsentDraft(young)
    await young.author.call('POST /admin/drafts/:id/send', { id, number })
    await young.link()
    const publish = () => young.editor.call('PATCH /admin/stories/:id', { id, isPublished: true })
    await expect(publish()).rejects.toMatchObject(sentence('guardianNotNamed'))
    const withdraw = await agreed(young)
    await publish()
    await withdraw()
    expect(await rowOf(id)).toMatchObject({ isPublished: false })
  })

  test.each([true, false])(
    'is deleted with the account (unsent when it was published: %j)',
    async (isUnsent) => {
      const young = await aYoungAuthor()
      const draft = await anUnsentDraft(young)
      if (!isUnsent) await young.author.call('POST /admin/drafts/:id/send', draft)
      await young.link()
      await agreed(young)
      await young.editor.call('POST /admin/drafts/:id/publish', draft)
      expect(await rowOf(draft.id)).toMatchObject({ isPublished: true })
      await transaction(() => deleteReader(young.reader.reader.id))
      expect(await rowOf(draft.id)).toBeUndefined()
    },
  )
})

/** Works as a session of the release before does. */
const unaware = <T>(work: () => Promise<T>) =>
  transaction(async () => {
    await sql`set local application_name = 'ascend'`
    return work()
  })

describe('the database, for every writer', () => {
  test.each([
    ['title', `title = 'Nobody has read this title'`],
    ['summary', `summary = 'Nobody has read this'`],
    ['text', `content = 'Nobody has read this'`],
    ['reading of its signs', `content_format = 'markdown', content_text = 'Nobody'`],
    ['name', `author_name = 'Somebody Else'`],
    ['picture', `image_url = 'https://pictures.example/other.jpg'`],
    ['description of the picture', `image_alt = 'Nobody has read this'`],
    ['video', `video_url = 'https://videos.example/other'`],
  ])(
    'rejects a public or scheduled story with another %s before its approval',
    async (_, change) => {
      const { id: published } = await aStory()
      const { id: scheduled } = await aScheduledStory()
      for (const id of [published, scheduled]) {
        const update = (more = '') =>
          sql.unsafe(`update stories set ${change}${more} where id = '${id}'`)
        await expect(update()).rejects.toMatchObject(violates('stories_text_approved'))
        await update(`, approved_hash = 'this text'`)
      }
    },
  )

  test('rejects publishing or scheduling a text that is not approved or was changed since', async () => {
    const { id } = await aSentStory()
    const { id: changed } = await aStory({ isPublished: false })
    await sql`update stories set title = 'Nobody has read this title' where id = ${changed}`
    for (const story of [id, changed]) {
      for (const change of ['is_published = true', `publish_at = now() + interval '1 day'`])
        await expect(
          sql.unsafe(`update stories set ${change} where id = '${story}'`),
        ).rejects.toMatchObject(violates('stories_text_approved'))
    }
    await expect(aStory({ approvedHash: null })).rejects.toMatchObject(
      violates('stories_text_approved'),
    )
  })

  test('publishes an approved text again without another approval', async () => {
    const { id } = await aStory()
    await sql`update stories set is_published = false where id = ${id}`
    await sql`update stories set is_published = true where id = ${id}`
    expect(await rowOf(id)).toMatchObject({ isPublished: true })
  })

  test('rejects publishing a text while its contributor has not answered, approved or not', async () => {
    const { id } = await anAskedEdit()
    await expect(
      sql`update stories set is_published = true, approved_hash = 'this text' where id = ${id}`,
    ).rejects.toMatchObject(violates('stories_contributor_agrees'))
  })

  test('rejects a change of a young author’s public text without the guardian’s agreement', async () => {
    const { reader } = await aReader()
    const { id } = await aStory({ authorId: reader.id })
    await sql`update readers set age_band = '13-17' where id = ${reader.id}`
    await sql`update stories set is_featured = true, likes_count = likes_count + 1 where id = ${id}`
    await expect(
      sql`update stories set title = 'Another title', approved_hash = 'this text' where id = ${id}`,
    ).rejects.toMatchObject(violates('stories_guardian_named'))
  })

  test('changes neither date nor revision of a story that is approved', async () => {
    const { id } = await aStory()
    const stamps = () => sql`select revision, updated_at from stories where id = ${id}`
    const [was] = await stamps()
    await sql`update stories set approved_hash = 'this text' where id = ${id}`
    expect(await stamps()).toEqual([was])
  })

  test('takes a due story that may not be published off the schedule, and publishes the others', async () => {
    const { id } = await aScheduledStory()
    const { id: other } = await aScheduledStory()
    await sql`alter table stories disable trigger check_may_publish`
    await sql`update stories set title = 'Nobody has read this title' where id = ${id}`
    await sql`
      update stories set publish_at = now() - interval '1 second' where id in (${id}, ${other})`
    await sql`alter table stories enable trigger check_may_publish`
    await followSchedule()
    expect(await rowOf(other)).toMatchObject({ isPublished: true })
    expect(await rowOf(id)).toMatchObject({ isPublished: false, publishAt: null })
    expect(await actionsAbout(id)).toContain('The schedule: storyUnscheduled')
  })

  test('computes no text hash when a counter changes', async () => {
    const { id } = await aStory()
    const triggersOf = async (change: string) => {
      const [row] = await sql.unsafe<{ plan: { Triggers: { 'Trigger Name': string }[] }[] }[]>(
        `explain (analyze, format json) update stories set ${change} where id = '${id}'`,
      )
      const plans = Object.values(row ?? {})[0] ?? []
      return plans.flatMap((plan) => plan.Triggers.map((trigger) => trigger['Trigger Name']))
    }
    expect(await triggersOf("title = 'Another', approved_hash = 'this text'")).toContain(
      'check_may_publish',
    )
    const counters =
      'likes_count = likes_count + 1, shares_count = 2, views = 3, heat = 4, rating = 5'
    expect(await triggersOf(counters)).not.toContain('check_may_publish')
  })
})

describe('beside the previous release, which records no approval', () => {
  test('staff on the previous release publish, schedule, edit and unpublish', async () => {
    const { id } = await aSentStory()
    await unaware(() => sql`update stories set is_published = true where id = ${id}`)
    await unaware(() => sql`update stories set title = 'Corrected at the review' where id = ${id}`)
    await unaware(() => sql`update stories set is_published = false where id = ${id}`)
    await unaware(
      () => sql`
      update stories set title = 'Corrected once more', publish_at = ${inAnHour()} where id = ${id}`,
    )
    await theTimeComes(id)
    expect(await rowOf(id)).toMatchObject({ isPublished: true, title: 'Corrected once more' })
    await sql`update stories set is_published = false where id = ${id}`
    await sql`update stories set is_published = true where id = ${id}`
    expect(await unaware(() => aStory({ approvedHash: null }))).toMatchObject({
      id: expect.any(String),
    })
  })

  test('a scheduled story that its contributor changes there is taken off the schedule', async () => {
    const { id } = await aScheduledStory()
    await unaware(
      () => sql`
      update stories set content = 'Unread', content_text = 'Unread', status = 'submitted', terms_agreed_at = now()
      where id = ${id}`,
    )
    expect(await rowOf(id)).toMatchObject({ isPublished: false, publishAt: null })
  })

  test('a write by hand in SQL is checked as usual', async () => {
    const { id } = await aStory()
    await expect(
      unaware(async () => {
        await sql`set local application_name = 'psql'`
        await sql`update stories set title = 'Nobody has read this' where id = ${id}`
      }),
    ).rejects.toMatchObject(violates('stories_text_approved'))
  })
})
