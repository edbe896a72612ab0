import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { takeMail } from '#api/mails/mails.queries.ts'
import { composeMail } from '#api/mails/send-mails.ts'
import { sendableMail } from '#api/newsletter/issue-mails/preview-issue.ts'
import type { ApiError } from '#contract/api-error.ts'
import { storyCategories } from '#contract/magazine/categories.ts'
import { sql, transaction } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { aDraft } from '#tests/magazine/drafts.ts'
import { aPictureRow } from '#tests/magazine/issues.ts'
import { aBook, aStory, aVisitor, theStaff } from '#tests/people.ts'
import { eraseIssue } from './issue-drafts.queries.ts'

type Call = Awaited<ReturnType<typeof theStaff>>['call']

const written = {
  subject: 'What the river took',
  preheader: '',
  content: 'Dear reader,\n\nthe river was high.',
  categories: [] as (typeof storyCategories)[number][],
}

async function saved(call: Call, id: string, base: number, fields: Partial<typeof written> = {}) {
  const save = { id, base, saveId: randomUUID(), fields: { ...written, ...fields } }
  return (await call('PUT /admin/letters/:id/draft', save)).number
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: ApiError) => error,
  )

describe('an editor who writes an issue', () => {
  test('saves it from the first word on', async () => {
    const { call, member } = await theStaff('editor')
    const id = randomUUID()
    expect(await saved(call, id, 0, { subject: '', content: '' })).toBe(1)
    expect(await saved(call, id, 1, { categories: [storyCategories[1]] })).toBe(2)
    expect(await call('GET /admin/letters/:id/draft', { id })).toEqual({
      id,
      isDraft: true,
      number: 2,
      savedAt: expect.any(String),
      savedByName: member.name,
      fields: { ...written, categories: [storyCategories[1]] },
    })
  })

  test('saves the same state once when a response was lost', async () => {
    const { call } = await theStaff('editor')
    const save = { id: randomUUID(), base: 0, saveId: randomUUID(), fields: written }
    const first = await call('PUT /admin/letters/:id/draft', save)
    expect(await call('PUT /admin/letters/:id/draft', save)).toEqual(first)
    expect(first.number).toBe(1)
  })

  test('is told that a colleague saved meanwhile, whose text stays', async () => {
    const [ada, bola] = [await theStaff('editor'), await theStaff('editor')]
    const id = randomUUID()
    await saved(ada.call, id, 0)
    await saved(bola.call, id, 1, { content: 'Of Bola.' })
    const error = await refusal(saved(ada.call, id, 1, { content: 'Of Ada.' }))
    expect(error).toMatchObject({ status: 409 })
    expect(error?.message).toContain('"isSamePerson":false')
    expect(error?.message).toContain(`"savedByName":"${bola.member.name}"`)
    const { fields, number } = await ada.call('GET /admin/letters/:id/draft', { id })
    expect([fields.content, number]).toEqual(['Of Bola.', 2])
    expect(error?.beside).toMatchObject({ aside: 3, head: { number: 2 } })
    const mine = await ada.call('GET /admin/letters/:id/revisions/:number', { id, number: 3 })
    expect(mine).toMatchObject({ kind: 'aside', fields: { content: 'Of Ada.' } })
    // Hers, as another letter.
    expect(await saved(ada.call, randomUUID(), 0, { content: 'Of Ada.' })).toBe(1)
  })

  test('has one of ten simultaneous saves of the same revision stored', async () => {
    const { call } = await theStaff('editor')
    const id = randomUUID()
    const tries = await Promise.all(Array.from({ length: 10 }, () => refusal(saved(call, id, 0))))
    expect(tries.filter((error) => error === undefined)).toHaveLength(1)
    expect(tries.filter((error) => error?.status === 409)).toHaveLength(9)
  })

  test('cannot change or discard an issue that is being sent', async () => {
    const { call } = await theStaff('editor')
    const id = randomUUID()
    await saved(call, id, 0)
    await sql`update letters set state = 'scheduled', send_at = now() + interval '1 day' where id = ${id}`
    expect(await refusal(saved(call, id, 1))).toMatchObject({ status: 409 })
    const discard = call('DELETE /admin/letters/:id/draft', { id })
    expect(await refusal(discard)).toMatchObject({ status: 409 })
    expect(await call('GET /admin/letters/:id/draft', { id })).toMatchObject({ isDraft: false })
  })

  test('may discard a draft, and the log says so', async () => {
    const { call } = await theStaff('editor')
    const id = randomUUID()
    await saved(call, id, 0)
    await call('DELETE /admin/letters/:id/draft', { id })
    const gone = await refusal(call('GET /admin/letters/:id/draft', { id }))
    expect(gone).toMatchObject({ status: 404 })
    expect(await refusal(call('DELETE /admin/letters/:id/draft', { id }))).toMatchObject({
      status: 404,
    })
    expect(await sql`select 1 from activity where action = 'letterDiscarded'`).toHaveLength(1)
  })

  test('cannot discard a draft that somebody has saved since', async () => {
    const [ada, bola] = [await theStaff('editor'), await theStaff('editor')]
    const id = randomUUID()
    await saved(ada.call, id, 0)
    await saved(bola.call, id, 1, { content: 'Of Bola.' })
    const discard = (number: number) => ada.call('DELETE /admin/letters/:id/draft', { id, number })
    expect(await refusal(discard(1))).toMatchObject({ status: 409 })
    expect(await ada.call('GET /admin/letters/:id/draft', { id })).toMatchObject({ number: 2 })
    await discard(2)
    expect(await refusal(discard(2))).toMatchObject({ status: 404 })
  })

  test('sees how many subscribers an issue is for', async () => {
    const { call } = await theStaff('editor')
    const count = async (categories: string) =>
      (await call('GET /admin/letter-audience', { categories })).recipients
    const [commentary, fiction] = storyCategories
    const [all, some] = [await count(''), await count(`${commentary}\n${fiction}`)]
    for (const categories of [[], [fiction], ['Lifestyle and Culture']]) {
      await sql`insert into subscribers ${sql({ email: `${randomUUID()}@readers.example`, confirmedAt: new Date(), categories })}`
    }
    expect(await count('')).toBe(all + 3)
    expect(await count(`${commentary}\n${fiction}`)).toBe(some + 2)
    expect(await refusal(count('Weather'))).toMatchObject({ status: 400 })
  })
})

describe('the revisions of an issue', () => {
  const listed = async (call: Call, id: string) =>
    (await call('GET /admin/letters/:id/revisions', { id })).map(({ number, kind, words }) => [
      number,
      kind,
      words,
    ])

  test('include each saved state, and restoring one loses none', async () => {
    const { call, member } = await theStaff('editor')
    const id = randomUUID()
    await saved(call, id, 0, { content: 'One', categories: [storyCategories[2]] })
    await saved(call, id, 1, { subject: 'Another', content: 'One two' })
    expect(await listed(call, id)).toEqual([
      [2, 'saved', 2],
      [1, 'saved', 1],
    ])
    const restore = { id, number: 1, base: 2, saveId: randomUUID() }
    const restored = await call('POST /admin/letters/:id/restore', restore)
    const fields = { ...written, content: 'One', categories: [storyCategories[2]] }
    expect(restored).toMatchObject({ number: 3, savedByName: member.name, fields })
    // The answer was lost, and the page asks again.
    expect(await call('POST /admin/letters/:id/restore', restore)).toEqual(restored)
    expect(await listed(call, id)).toEqual([
      [3, 'restored', 1],
      [2, 'saved', 2],
      [1, 'saved', 1],
    ])
    const second = await call('GET /admin/letters/:id/revisions/:number', { id, number: 2 })
    expect(second).toMatchObject({ fields: { ...written, subject: 'Another', content: 'One two' } })
    expect(
      await refusal(call('GET /admin/letters/:id/revisions/:number', { id, number: 9 })),
    ).toMatchObject({ status: 404, sentence: expect.stringContaining('not kept any more') })
  })

  test('keep a restored state on top of what somebody else saved meanwhile', async () => {
    const [ada, bola] = [await theStaff('editor'), await theStaff('editor')]
    const id = randomUUID()
    await saved(ada.call, id, await saved(ada.call, id, 0), { content: 'Of Ada.' })
    await saved(bola.call, id, 2, { content: 'Of Bola.' })
    const restore = { id, number: 1, base: 2, saveId: randomUUID() }
    const error = await refusal(ada.call('POST /admin/letters/:id/restore', restore))
    expect(error).toMatchObject({ status: 409, beside: { aside: 4, head: { number: 3 } } })
    // The next number is nobody's.
    expect(await saved(ada.call, id, 3)).toBe(5)
    expect((await listed(ada.call, id)).map(([, kind]) => kind)).toEqual([
      'saved',
      'aside',
      'saved',
      'saved',
      'saved',
    ])
  })

  test('stay with a sent issue and are erased with a discarded one', async () => {
    const { call } = await theStaff('editor')
    const id = randomUUID()
    await saved(call, id, await saved(call, id, 0), { content: 'Two' })
    await sql`update letters set state = 'scheduled', send_at = now() + interval '1 day' where id = ${id}`
    const restore = { id, number: 1, base: 2, saveId: randomUUID() }
    expect(await refusal(call('POST /admin/letters/:id/restore', restore))).toMatchObject({
      status: 409,
      sentence: expect.stringContaining('Unschedule it'),
    })
    expect(await listed(call, id)).toHaveLength(2)
    await sql`update letters set state = 'draft' where id = ${id}`
    await call('DELETE /admin/letters/:id/draft', { id })
    expect(await refusal(call('GET /admin/letters/:id/revisions', { id }))).toMatchObject({
      status: 404,
    })
    await eraseIssue(id)
    expect(await sql`select from document_revisions where document_id = ${id}`).toHaveLength(0)
  })

  test('go on when an issue was discarded while somebody still writes it', async () => {
    const { call } = await theStaff('editor')
    const id = randomUUID()
    const number = await saved(call, id, 0)
    await call('DELETE /admin/letters/:id/draft', { id })
    expect(await saved(call, id, number, { content: 'Written on.' })).toBe(2)
    expect(await call('GET /admin/letters/:id/draft', { id })).toMatchObject({
      number: 2,
      fields: { content: 'Written on.' },
    })
  })

  test('protect a picture that only an earlier state shows', async () => {
    const { call } = await theStaff('editor')
    const id = randomUUID()
    const picture = await aPictureRow()
    await saved(call, id, await saved(call, id, 0, { content: `![A lamp](${picture.url})` }))
    const uses = () => sql`select used_in, used_by from upload_uses where upload_id = ${picture.id}`
    expect(await uses()).toEqual([{ usedIn: 'revision', usedBy: `${id} 1` }])
    await call('DELETE /admin/letters/:id/draft', { id })
    expect(await uses()).toHaveLength(1)
    await eraseIssue(id)
    expect(await uses()).toEqual([])
  })
})

describe('beside the release before', () => {
  test('an issue that it saves gets a revision with a number of its own', async () => {
    const { call, member } = await theStaff('editor')
    const id = randomUUID()
    await saved(call, id, 0)
    await refusal(saved(call, id, 0))
    const [issue] = await sql`
      update letters
      set content = 'Written there.', save_id = gen_random_uuid(), saved_at = now(), saved_by = ${member.id},
        saved_by_name = ${member.name}, revision = revision + 1
      where id = ${id} returning revision as number`
    expect(issue).toEqual({ number: 3 })
    expect(await call('GET /admin/letters/:id/revisions/:number', { id, number: 3 })).toMatchObject(
      { kind: 'saved', fields: { ...written, content: 'Written there.' } },
    )
    expect(await saved(call, id, 3)).toBe(4)
  })

  test('a story that it saves is in the same table', async () => {
    const { call, member } = await theStaff('editor')
    const id = randomUUID()
    await sql`insert into story_drafts (story_id, head) values (${id}, 0)`
    const [added] = await sql`
      insert into story_revisions (story_id, number, save_id, fields, kind, saved_by, saved_by_name)
      select ${id}, coalesce(max(number), 0) + 1, gen_random_uuid(), ${sql.json(aDraft())}, 'saved',
        ${member.id}, ${member.name}
      from story_revisions where story_id = ${id}
      returning number`
    await sql`update story_drafts set head = 1, stored = 1 where story_id = ${id}`
    expect(added).toEqual({ number: 1 })
    expect((await call('GET /admin/drafts/:id', { id })).fields).toEqual(aDraft())
    expect(await sql`select is_kept from story_revisions where story_id = ${id}`).toEqual([
      { isKept: true },
    ])
    await sql`delete from story_drafts where story_id = ${id}`
    expect(await sql`select from document_revisions where document_id = ${id}`).toHaveLength(0)
  })
})

describe('a preview', () => {
  test('shows both parts, the size, and omitted cards', async () => {
    const { call } = await theStaff('editor')
    const { id: story } = await aStory({ isPublished: false })
    const id = randomUUID()
    await saved(call, id, 0, { content: `Words.\n\n[x](/story/${story})` })
    const preview = await call('GET /admin/letters/:id/preview', { id })
    expect(preview).toMatchObject({
      subject: written.subject,
      problems: [],
      missing: [`/story/${story}`],
    })
    expect(preview.text).toMatch(/^Words\.\n/)
    expect(preview.text).toContain('https://ascend.example/newsletter\n')
    expect(preview.bytes).toBeGreaterThan(preview.text.length)
  })

  test('says what its cards show, and nothing of what readers cannot open', async () => {
    const { call } = await theStaff('editor')
    const { id: story } = await aStory({ title: 'The lamp that a whole street shares' })
    const { id: hidden } = await aStory({ isPublished: false })
    const id = randomUUID()
    const content = `[x](/story/${story})\n\n[y](/story/${hidden})\n\nOf [z](/story/${story}).`
    await saved(call, id, 0, { content })
    expect((await call('GET /admin/letters/:id/preview', { id })).cards).toMatchObject([
      { kind: 'story', id: story, title: 'The lamp that a whole street shares', price: 0 },
    ])
  })

  test('says what an issue lacks, and when it is larger than 25 KB', async () => {
    const { call } = await theStaff('editor')
    const problems = async (fields: Partial<typeof written>) => {
      const id = randomUUID()
      await saved(call, id, 0, fields)
      return (await call('GET /admin/letters/:id/preview', { id })).problems
    }
    expect(await problems({ subject: ' ', content: '\n' })).toEqual([
      'The newsletter has no subject yet.',
      'The newsletter has no text yet.',
    ])
    expect(await problems({ content: 'Words of a letter. '.repeat(800) })).toEqual([
      expect.stringMatching(/^The newsletter is \d+ KB, and a mail has 25 KB at most\./),
    ])
  })

  test('says the same when the issue is sent', async () => {
    const issue = { kind: 'letter' as const, ...written }
    await expect(sendableMail({ ...issue, subject: '' }, composeWith)).rejects.toMatchObject({
      status: 400,
      fields: { content: ['The newsletter has no subject yet.'] },
    })
    expect((await sendableMail(issue, composeWith)).text).toContain('{{leave}}')
  })

  test('loads in its frame without a token, for a limited time and without scripts', async () => {
    const { call } = await theStaff('editor')
    const id = randomUUID()
    const picture = await aPictureRow()
    await saved(call, id, 0, { content: `![A lamp](${picture.url})` })
    const { frame } = await call('GET /admin/letters/:id/preview', { id })
    const { send } = await aVisitor()
    const shown = await send(frame)
    expect(shown.status).toBe(200)
    expect(shown.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(shown.headers.get('Cache-Control')).toContain('no-store')
    const policy = shown.headers.get('Content-Security-Policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toMatch(/; sandbox$/)
    expect(policy).not.toContain('script')
    expect(await shown.text()).toContain('alt="A lamp"')
    for (const wrong of [
      frame.replace(id, randomUUID()),
      frame.replace(/until=\d+/, 'until=99999999999'),
      frame.replace(/proof=.{4}/, 'proof=AAAA'),
      frame.replace(/&proof.*/, '&proof='),
    ]) {
      expect([400, 404]).toContain((await send(wrong)).status)
    }
  })
})

test('a sample shows the newest story and book as cards, is stored nowhere and sent to nobody', async () => {
  const { call } = await theStaff('editor')
  const title = `Tonight ${randomUUID()}`
  const story = await aStory({ title })
  const book = await aBook({ title: `On the road ${title}`, createdAt: '2100-01-01T00:00:00Z' })
  const [slugs] = await sql<{ story: string; book: string }[]>`
    select (select slug from stories where id = ${story.id}) as story,
      (select slug from books where id = ${book.id}) as book`
  await sql`update stories set published_at = '2100-01-01' where id = ${story.id}`
  const count = async () => (await sql`select from letters`).length
  const before = await count()
  const { subject, text, frame, missing, problems } = await call('GET /admin/letter-sample', {})
  expect([missing, problems]).toEqual([[], []])
  for (const part of [
    title,
    `On the road ${title}`,
    `/story/${slugs?.story}?`,
    `/book/${slugs?.book}?`,
  ]) {
    expect(text).toContain(part)
  }
  const shown = await (await aVisitor()).send(`${frame}&dark=on`)
  expect(shown.status).toBe(200)
  expect(await shown.text()).toContain(subject)
  expect(await count()).toBe(before)
  const id = /letter-previews\/([^?]+)/.exec(frame)?.[1] ?? ''
  await expect(call('POST /admin/letters/:id/test', { id })).rejects.toThrow(/^404/)
  const author = await theStaff('author')
  await expect(author.call('GET /admin/letter-sample', {})).rejects.toThrow(/^403/)
})

test('a test mail is sent to whoever requests it, is marked as one, and opens no preferences', async () => {
  const { call, member } = await theStaff('editor')
  const id = randomUUID()
  await saved(call, id, 0)
  await sql`delete from mails`
  expect(await call('POST /admin/letters/:id/test', { id })).toEqual({ to: member.email })
  const mail = await transaction(async () => {
    const queued = await takeMail()
    return queued && composeMail(queued, composeWith)
  })
  expect(mail).toMatchObject({ to: member.email, subject: 'Test: What the river took' })
  expect(mail?.text).toContain('the river was high.')
  expect(`${mail?.html}${mail?.text}`).not.toMatch(/\{\{|token=/)
  expect(mail?.unsubscribeUrl).toBeUndefined()
})

test('authors and the shop keeper cannot write issues', async () => {
  for (const role of ['author', 'shopkeeper'] as const) {
    const { call } = await theStaff(role)
    expect(await refusal(saved(call, randomUUID(), 0))).toMatchObject({ status: 403 })
  }
})
