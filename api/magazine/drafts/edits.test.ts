import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { sql } from '#db/sql.ts'
import { asForm } from '#tests/magazine/posts.ts'
import { aReader, aSubmission, theStaff } from '#tests/people.ts'

const sentence = (name: keyof typeof errors) => ({
  status: errors[name][0],
  sentence: errors[name][1],
})

/** A story that an editor has changed, and asked its contributor to look at. */
async function anAskedEdit() {
  const contributor = await aReader()
  const sent = aSubmission()
  const { id } = await contributor.call('POST /stories', sent)
  const editor = await theStaff('editor')
  const ask = async (title: string, content?: string) => {
    const { fields, head } = await editor.call('GET /admin/drafts/:id', { id })
    const { number } = await editor.call('PUT /admin/drafts/:id', {
      id,
      base: head,
      saveId: randomUUID(),
      fields: { ...fields, title, content: content ?? fields.content },
    })
    await editor.call('POST /admin/drafts/:id/ask', { id, number, note: 'We made it shorter.' })
    return number
  }
  const number = await ask(
    'How our street got its light back, at last',
    `**Bold.** ${sent.content}`,
  )
  return { ...contributor, sent, id, editor, ask, number }
}

const mailsAbout = (id: string) => sql<{ data: { agrees: boolean; answer: string | null } }[]>`
  select data from mails where kind = 'editAnswer' and data ->> 'storyId' = ${id} order by created_at`
const logOf = async (id: string) =>
  (
    await sql<{ who: string; action: string; note: string | null }[]>`
      select who, action, note from activity
      where subject_id = ${id} and action like 'consent%' order by id`
  ).map((line) => ({ ...line }))

describe('a contributor who is asked to look at an edit', () => {
  test('finds it on the account page, beside their own text', async () => {
    const { call, id, sent, number } = await anAskedEdit()
    expect(await call('GET /account/stories/:id/edit', { id })).toEqual({
      id,
      number,
      state: 'asked',
      answer: null,
      answeredAt: null,
      before: { title: sent.title, summary: sent.summary, content: sent.content },
      after: {
        title: 'How our street got its light back, at last',
        summary: sent.summary,
        content: `**Bold.** ${sent.content}`,
      },
    })
    const { submissions } = await call('GET /account', {})
    expect(submissions).toMatchObject([{ id, edit: 'asked' }])
  })

  test('agrees once with any number of clicks, and the editor may publish it', async () => {
    const { call, id, editor, number } = await anAskedEdit()
    const publish = () => editor.call('POST /admin/drafts/:id/publish', { id, number })
    await expect(publish()).rejects.toMatchObject(sentence('consentAwaited'))
    for (let time = 0; time < 2; time++) {
      const agreed = await call('POST /account/stories/:id/edit', { id, number, agrees: true })
      expect(agreed).toEqual({ state: 'agreed' })
    }
    expect((await mailsAbout(id)).map(({ data }) => data.agrees)).toEqual([true])
    expect(await logOf(id)).toEqual([
      { who: editor.member.name, action: 'consentAsked', note: 'We made it shorter.' },
      { who: 'The contributor', action: 'consentGiven', note: null },
    ])
    // Agreeing alone publishes nothing.
    expect(await sql`select is_published from stories where id = ${id}`).toEqual([
      { isPublished: false },
    ])
    await publish()
    expect(await sql`select is_published from stories where id = ${id}`).toEqual([
      { isPublished: true },
    ])
  })

  test('answers with a comment, which reaches the publisher and publishes nothing', async () => {
    const { call, id, editor, number } = await anAskedEdit()
    await expect(
      call('POST /account/stories/:id/edit', { id, number, agrees: false, answer: '  ' }),
    ).rejects.toMatchObject({
      status: 400,
      fields: { answer: ['Please write what should be different'] },
    })
    await call('POST /account/stories/:id/edit', {
      id,
      number,
      agrees: false,
      answer: 'Please keep the goat.',
    })
    expect(await editor.call('GET /admin/drafts/:id', { id })).toMatchObject({
      consent: { state: 'answered', revision: number, answer: 'Please keep the goat.' },
    })
    expect((await mailsAbout(id)).map(({ data }) => data.answer)).toEqual(['Please keep the goat.'])
    expect((await logOf(id)).at(-1)).toMatchObject({ action: 'consentAnswered', note: null })
    await expect(
      editor.call('POST /admin/drafts/:id/publish', { id, number }),
    ).rejects.toMatchObject(sentence('consentAwaited'))
  })

  test('has no word of the answer in the activity log', async () => {
    const { call, id, number } = await anAskedEdit()
    const log = (action: string) => sql`
      insert into activity (who, action, subject_id, note)
      values ('The contributor', ${action}, ${id}, 'Please keep the goat.')`
    await log('consentAnswered')
    await log('consentGiven')
    const answer = { agrees: true, answer: 'Please keep the goat.' }
    await call('POST /account/stories/:id/edit', { id, number, ...answer })
    const notes = (await logOf(id)).map(({ action, note }) => [action, note])
    expect(notes).toEqual([
      ['consentAsked', 'We made it shorter.'],
      ['consentAnswered', null],
      ['consentGiven', null],
      ['consentGiven', null],
    ])
  })

  test('is asked again about a later edit, and an earlier agreement does not count', async () => {
    const { call, id, editor, ask, number } = await anAskedEdit()
    await call('POST /account/stories/:id/edit', { id, number, agrees: true })
    const { fields, head } = await editor.call('GET /admin/drafts/:id', { id })
    const later = await editor.call('PUT /admin/drafts/:id', {
      id,
      base: head,
      saveId: randomUUID(),
      fields: { ...fields, title: 'A title that nobody has agreed to' },
    })
    await expect(
      editor.call('POST /admin/drafts/:id/publish', { id, number: later.number }),
    ).rejects.toMatchObject(sentence('consentAwaited'))
    const asked = await ask('A third title for the same street')
    await expect(
      call('POST /account/stories/:id/edit', { id, number, agrees: true }),
    ).rejects.toMatchObject(sentence('changedMeanwhile'))
    await call('POST /account/stories/:id/edit', { id, number: asked, agrees: true })
    await editor.call('POST /admin/drafts/:id/publish', { id, number: asked })
  })

  test('sees the edit compared with what they sent in last, not with changes made in the review queue', async () => {
    const { call, id, editor, ask, sent } = await anAskedEdit()
    const again = { ...sent, title: 'How our street got its light back, told anew' }
    await call('PUT /account/stories/:id', { ...again, id })
    await editor.call('PATCH /admin/stories/:id', { id, title: 'A title out of the review' })
    await ask('A title out of the editor')
    expect(await call('GET /account/stories/:id/edit', { id })).toMatchObject({
      before: { title: again.title },
      after: { title: 'A title out of the editor' },
    })
  })

  test('can answer by a form without script', async () => {
    const { send, id, number } = await anAskedEdit()
    const path = `/api/account/stories/${id}/edit`
    const answered = await send(
      path,
      asForm({ number: String(number), agrees: 'no', answer: 'Please keep the goat.' }),
    )
    expect(answered.headers.get('Location')).toBe(`/account/edit/${id}?done=answered`)
    const agreed = await send(path, asForm({ number: String(number), agrees: 'yes' }))
    expect(agreed.headers.get('Location')).toBe(`/account/edit/${id}?done=agreed`)
  })
})

test('an edit that was withdrawn or published, or is another person’s, cannot be answered', async () => {
  const { call, id, editor, number } = await anAskedEdit()
  const other = await aReader()
  for (const named of [id, randomUUID(), 'no-id']) {
    await expect(other.call('GET /account/stories/:id/edit', { id: named })).rejects.toMatchObject(
      sentence('storyNotFound'),
    )
    await expect(
      other.call('POST /account/stories/:id/edit', { id: named, agrees: true }),
    ).rejects.toMatchObject(sentence('storyNotFound'))
  }
  await editor.call('POST /admin/drafts/:id/ask', { id })
  await expect(call('GET /account/stories/:id/edit', { id })).rejects.toMatchObject(
    sentence('editNotFound'),
  )
  await expect(
    call('POST /account/stories/:id/edit', { id, number, agrees: true }),
  ).rejects.toMatchObject(sentence('editNotFound'))
})

test('the data export has both versions and the answer', async () => {
  const { call, id, number } = await anAskedEdit()
  await call('POST /account/stories/:id/edit', { id, number, agrees: false, answer: 'The goat!' })
  const { edits } = await call('GET /account/export', {})
  expect(edits).toMatchObject([
    {
      storyId: id,
      consent: 'answered',
      answer: 'The goat!',
      revisions: [{ isOwn: true }, { isOwn: false }],
    },
  ])
})
