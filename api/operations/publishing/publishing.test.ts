import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { uploadUrl } from '#contract/uploads.ts'
import { sql } from '#db/sql.ts'
import { aDraft } from '#tests/magazine/drafts.ts'
import { subscribers } from '#tests/magazine/sent-issues.ts'
import { aReader, aStory, aSubmission, aVisitor, theStaff } from '#tests/people.ts'

beforeEach(() => sql`delete from subscribers`)

const refused = (call: Promise<unknown>) => call.then(() => 200).catch(({ status }) => status)

async function written(fields = {}, role: 'owner' | 'editor' | 'author' = 'editor') {
  const { call, send } = await theStaff(role)
  const id = randomUUID()
  const save = { id, base: 0, saveId: randomUUID(), fields: { ...aDraft(), ...fields } }
  const { number } = await call('PUT /admin/drafts/:id', save)
  return { call, send, id, number }
}

describe('before a story is published, an editor reads', () => {
  test('its address, and how many readers its digests and a newsletter have', async () => {
    const { category } = aDraft()
    const [all, its, others, monthly] = await subscribers(5)
    await sql`update subscribers set digest = 'weekly' where email in (${all ?? ''}, ${its ?? ''}, ${others ?? ''})`
    await sql`update subscribers set categories = ${[category]} where email = ${its ?? ''}`
    await sql`update subscribers set categories = '{Faith}' where email = ${others ?? ''}`
    await sql`update subscribers set digest = 'monthly', takes_letters = false where email = ${monthly ?? ''}`
    const word = randomUUID().slice(0, 8)
    const { call, id } = await written({ title: `Ọmọ ${word} of the street` })
    expect(await call('GET /admin/drafts/:id/publishing', { id })).toEqual({
      now: expect.any(String),
      url: `https://ascend.example/story/omo-${word}-of-the-street`,
      slug: `omo-${word}-of-the-street`,
      isSlugKept: false,
      problems: {},
      advice: { aiUse: 'AI: not stated', imageUrl: 'No picture: one is drawn from the title' },
      digests: [
        { digest: 'weekly', readers: 2, lastDue: null },
        { digest: 'monthly', readers: 1, lastDue: null },
      ],
      digestTimes: { weekday: 'saturday', hour: 8 },
      subscribers: 4,
      isAuthorMailed: false,
    })
  })

  test('what it lacks, by field', async () => {
    const { call, id } = await written({
      title: '',
      category: '',
      imageUrl: 'https://pictures.example/a.jpg',
      content: `${aDraft().content}\n\n![](${uploadUrl(randomUUID())})`,
    })
    const { problems, advice } = await call('GET /admin/drafts/:id/publishing', { id })
    expect(Object.keys(problems)).toEqual(['title', 'category', 'peopleAgree'])
    expect(advice).toEqual({
      aiUse: 'AI: not stated',
      imageCredit: 'Credit of the picture: not stated',
      imageAlt: 'The picture has no alt text',
      content: 'A picture in the text has no alt text',
    })
  })

  test('whether its contributor gets a mail: once, before the first publishing', async () => {
    const reader = await aReader()
    const { id } = await reader.call('POST /stories', aSubmission())
    const { call } = await theStaff('editor')
    const isMailed = async () =>
      (await call('GET /admin/drafts/:id/publishing', { id })).isAuthorMailed
    expect(await isMailed()).toBe(true)
    const { fields } = await call('GET /admin/drafts/:id', { id })
    const save = { id, base: 0, saveId: randomUUID(), fields }
    const { number } = await call('PUT /admin/drafts/:id', save)
    await call('POST /admin/drafts/:id/publish', { id, number })
    await call('POST /admin/drafts/:id/unpublish', { id })
    expect(await isMailed()).toBe(false)
  })

  test('the picture that will be shared, small enough for WhatsApp', async () => {
    const { call, send, id, number } = await written()
    const shown = await send(`/api/admin/drafts/${id}/share-picture.jpg`)
    expect(shown.status).toBe(200)
    const bytes = Buffer.from(await shown.arrayBuffer())
    expect(bytes.length).toBeLessThan(300 * 1024)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 })
    await call('POST /admin/drafts/:id/publish', { id, number })
    const shared = await (await aVisitor()).send(`/api/share-pictures/story/${id}.jpg`)
    expect(Buffer.from(await shared.arrayBuffer()).equals(bytes)).toBe(true)
  })

  test('a picture also for a story whose category is none', async () => {
    const { send, id } = await written({ title: '', category: 'x/'.repeat(400) })
    expect((await send(`/api/admin/drafts/${id}/share-picture.jpg`)).status).toBe(200)
  })
})

test('an author, who may not publish, learns nothing of readers', async () => {
  const { call, send, id } = await written({}, 'author')
  expect(await refused(call('GET /admin/drafts/:id/publishing', { id }))).toBe(403)
  expect((await send(`/api/admin/drafts/${id}/share-picture.jpg`)).status).toBe(403)
})

test('a story that nobody wrote cannot be published', async () => {
  const { call } = await theStaff('editor')
  expect(await refused(call('GET /admin/drafts/:id/publishing', { id: randomUUID() }))).toBe(404)
})

test('the next story of somebody has the author of their last', async () => {
  const { call } = await theStaff('editor')
  expect(await call('GET /admin/byline', {})).toEqual({ authorName: '', authorRole: '' })
  const save = (fields: object) =>
    call('PUT /admin/drafts/:id', {
      id: randomUUID(),
      base: 0,
      saveId: randomUUID(),
      fields: { ...aDraft(), ...fields },
    })
  await save({ authorName: 'Halima Sule', authorRole: 'Reporter' })
  await written({ authorName: 'Somebody Else' })
  await save({ authorName: 'Tobi Alarape', authorRole: 'Teacher' })
  expect(await call('GET /admin/byline', {})).toEqual({
    authorName: 'Tobi Alarape',
    authorRole: 'Teacher',
  })
})

describe('the address of a story', () => {
  const slugAt = async (id: string) => {
    const [row] = await sql<{ slug: string | null }[]>`select slug from stories where id = ${id}`
    return row?.slug
  }

  test('is chosen before its first publishing, and kept afterwards', async () => {
    const { call, id, number } = await written()
    const word = `Akara-${randomUUID().slice(0, 8)}`
    await call('POST /admin/drafts/:id/publish', { id, number, slug: ` ${word} at Dáwn! ` })
    const slug = `${word.toLowerCase()}-at-dawn`
    expect(await slugAt(id)).toBe(slug)
    await call('POST /admin/drafts/:id/publish', { id, number, slug: 'another one' })
    expect(await slugAt(id)).toBe(slug)
    const facts = await call('GET /admin/drafts/:id/publishing', { id })
    expect(facts).toMatchObject({ slug, isSlugKept: true })
  })

  test('that is taken, or of signs alone, is refused with a free one', async () => {
    const { call, id, number } = await written()
    const { slug } = await aStory()
    const publishing = (typed: string) =>
      call('POST /admin/drafts/:id/publish', { id, number, slug: typed })
    await expect(publishing(slug ?? '')).rejects.toMatchObject({
      status: 400,
      fields: { slug: [`This address is taken. Free is: ${slug}-2`] },
    })
    await expect(publishing('sample')).rejects.toMatchObject({ status: 400 })
    await expect(publishing('!?')).rejects.toMatchObject({
      fields: { slug: ['Please use letters or digits in the address'] },
    })
    expect(await slugAt(id)).toBeUndefined()
  })

  test('of a scheduled story waits for its time', async () => {
    const { call, id, number } = await written()
    const word = `w${randomUUID().slice(0, 8)}`
    const publishAt = new Date(Date.now() + 3_600_000).toISOString()
    await call('POST /admin/drafts/:id/publish', { id, number, slug: word, publishAt })
    expect(await slugAt(id)).toBe(word)
    expect(await sql`select from page_slugs where slug = ${word}`).toHaveLength(0)
    await sql`update stories set is_published = true, publish_at = null where id = ${id}`
    expect(await slugAt(id)).toBe(word)
    expect(await sql`select from page_slugs where slug = ${word}`).toHaveLength(1)
  })
})
