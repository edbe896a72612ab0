import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { takeMail } from '#api/mails/mails.queries.ts'
import { composeMail } from '#api/mails/send-mails.ts'
import { sendableMail } from '#api/newsletter/issue-mails/preview-issue.ts'
import type { ApiError } from '#contract/api-error.ts'
import { storyCategories } from '#contract/categories.ts'
import { sql, transaction } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { aPictureRow } from '#tests/letters.ts'
import { aStory, aVisitor, theStaff } from '#tests/people.ts'

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

describe('an editor who writes a letter', () => {
  test('saves it from the first word on, and finds it again', async () => {
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

  test('whose answer was lost saves the same state once', async () => {
    const { call } = await theStaff('editor')
    const save = { id: randomUUID(), base: 0, saveId: randomUUID(), fields: written }
    const first = await call('PUT /admin/letters/:id/draft', save)
    expect(await call('PUT /admin/letters/:id/draft', save)).toEqual(first)
    expect(first.number).toBe(1)
  })

  test('hears of a colleague who saved meanwhile, whose words stay', async () => {
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
    // Hers, as another letter.
    expect(await saved(ada.call, randomUUID(), 0, { content: 'Of Ada.' })).toBe(1)
  })

  test('of ten saves at once on top of the same, one is stored', async () => {
    const { call } = await theStaff('editor')
    const id = randomUUID()
    const tries = await Promise.all(Array.from({ length: 10 }, () => refusal(saved(call, id, 0))))
    expect(tries.filter((error) => error === undefined)).toHaveLength(1)
    expect(tries.filter((error) => error?.status === 409)).toHaveLength(9)
  })

  test('cannot change, or discard, what is on its way', async () => {
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

  test('cannot discard what somebody has saved since they looked', async () => {
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

  test('hears how many a letter is for', async () => {
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

describe('a preview', () => {
  test('shows both parts, the size, and what would be left out', async () => {
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

  test('says what a letter lacks, and when it is larger than 25 KB', async () => {
    const { call } = await theStaff('editor')
    const problems = async (fields: Partial<typeof written>) => {
      const id = randomUUID()
      await saved(call, id, 0, fields)
      return (await call('GET /admin/letters/:id/preview', { id })).problems
    }
    expect(await problems({ subject: ' ', content: '\n' })).toEqual([
      'The letter has no subject yet.',
      'The letter has no text yet.',
    ])
    expect(await problems({ content: 'Words of a letter. '.repeat(800) })).toEqual([
      expect.stringMatching(/^The letter is \d+ KB, and a mail has 25 KB at most\./),
    ])
  })

  test('says the same to whoever wants to send it', async () => {
    const letter = { kind: 'letter' as const, ...written }
    await expect(sendableMail({ ...letter, subject: '' }, composeWith)).rejects.toMatchObject({
      status: 400,
      fields: { content: ['The letter has no subject yet.'] },
    })
    expect((await sendableMail(letter, composeWith)).text).toContain('{{leave}}')
  })

  test('opens its frame without a token, for a while, under rules that forbid scripts', async () => {
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

test('a test goes to whoever asks, says that it is one, and leads to nobody’s choices', async () => {
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

test('authors and the shop keeper write no letters', async () => {
  for (const role of ['author', 'shopkeeper'] as const) {
    const { call } = await theStaff(role)
    expect(await refusal(saved(call, randomUUID(), 0))).toMatchObject({ status: 403 })
  }
})
