import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { aFolder } from '#tests/folders.ts'
import { aPhoto, upload } from '#tests/magazine/pictures.ts'
import { aReader, aStory, aVisitor, startApp } from '#tests/people.ts'

let base = ''
let imageUrl = ''
beforeAll(async () => {
  base = await startApp({ dataDir: await aFolder() })
  // Hardly to be compressed: the worst that a phone sends.
  const response = await upload(await aReader(base), await aPhoto(2400, 1600).jpeg().toBuffer())
  imageUrl = (await response.json()).url
})

const visitor = () => aVisitor(base)
const sharedPhotoOf = async (id: string) =>
  (await (await visitor()).call('GET /stories/:id', { id })).sharedPhoto
const photoAt = async (id: string, photo: string) =>
  (await visitor()).send(`/api/share-pictures/story/${id}/${photo}.jpg`)
const drawingOf = async (id: string) => {
  const response = await (await visitor()).send(`/api/share-pictures/story/${id}.jpg`)
  return Buffer.from(await response.arrayBuffer())
}
const photoId = () => imageUrl.split('/')[2] ?? ''

test('a link to an adult’s story shows its photo, small enough for WhatsApp, and no cache keeps it', async () => {
  const { id } = await aStory({ imageUrl })
  expect(await sharedPhotoOf(id)).toBe(photoId())
  const response = await photoAt(id, photoId())
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('image/jpeg')
  expect(response.headers.get('Cache-Control')).toBe('no-cache')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.length).toBeLessThan(300 * 1024)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(bytes.equals(await drawingOf(id))).toBe(false)
  const headers = { 'If-None-Match': response.headers.get('ETag') ?? '' }
  const again = await (await visitor()).send(`/api/share-pictures/story/${id}/${photoId()}.jpg`, {
    headers,
  })
  expect(again.status).toBe(304)
})

test('a photo that is taken down is the drawing at once, and one of an unpublished story is missing', async () => {
  const { id } = await aStory({ imageUrl })
  expect((await photoAt(id, photoId())).status).toBe(200)
  await sql`update stories set image_url = null, approved_hash = 'this text' where id = ${id}`
  expect(await sharedPhotoOf(id)).toBeNull()
  const instead = await photoAt(id, photoId())
  expect(Buffer.from(await instead.arrayBuffer()).equals(await drawingOf(id))).toBe(true)
  await sql`
    update stories set image_url = ${imageUrl}, is_published = false, approved_hash = 'this text' where id = ${id}`
  expect((await photoAt(id, photoId())).status).toBe(404)
  expect((await photoAt(randomUUID(), photoId())).status).toBe(404)
})

test('no story shows the photo of another one', async () => {
  const { id } = await aStory()
  const response = await photoAt(id, photoId())
  expect(Buffer.from(await response.arrayBuffer()).equals(await drawingOf(id))).toBe(true)
})

test('a link to a minor’s story shows the photo only while a guardian agrees', async () => {
  const { reader } = await aReader(base)
  await sql`update readers set age_band = '18+' where id = ${reader.id}`
  const { id } = await aStory({ authorId: reader.id, imageUrl })
  await sql`update stories set terms_agreed_at = now() where id = ${id}`
  expect(await sharedPhotoOf(id)).toBe(photoId())
  // As if it had been published before anybody was asked for an age.
  await sql`update readers set age_band = '13-17' where id = ${reader.id}`
  expect(await sharedPhotoOf(id)).toBeNull()
  const response = await photoAt(id, photoId())
  expect(Buffer.from(await response.arrayBuffer()).equals(await drawingOf(id))).toBe(true)
  const [guardian] = await sql<{ id: string }[]>`
    insert into guardians (reader_id, name, email)
    values (${reader.id}, 'Ngozi Ade', 'ngozi@families.example') returning id`
  await sql`
    insert into guardian_answers (guardian_id, agrees, given_by, wording)
    values (${guardian?.id ?? ''}, true, 'guardian', 1)`
  expect(await sharedPhotoOf(id)).toBe(photoId())
})

test('a picture on another site is shown beside no link', async () => {
  const { id } = await aStory({ imageUrl: 'https://pictures.example/a.jpg' })
  expect(await sharedPhotoOf(id)).toBeNull()
})
