import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { uploadUrl } from '#contract/uploads.ts'
import { sql } from '#db/sql.ts'
import { aDraft } from '#tests/magazine/drafts.ts'
import { subscribers } from '#tests/magazine/sent-issues.ts'
import { aReader, aSubmission, aVisitor, theStaff } from '#tests/people.ts'

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
    const { call, id } = await written()
    expect(await call('GET /admin/drafts/:id/publishing', { id })).toEqual({
      now: expect.any(String),
      url: `https://ascend.example/story/${id}`,
      problems: {},
      advice: { imageUrl: 'No picture: one is drawn from the title' },
      digests: [
        { digest: 'weekly', readers: 2 },
        { digest: 'monthly', readers: 1 },
      ],
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
    expect(Object.keys(problems)).toEqual(['title', 'category'])
    expect(advice).toEqual({
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
