import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { peopleMissing } from '#contract/magazine/provenance.ts'
import { sql } from '#db/sql.ts'
import { aDraft } from '#tests/magazine/drafts.ts'
import { aPictureRow } from '#tests/magazine/issues.ts'
import { aReader, aSubmission, aVisitor, type thePublisher, theStaff } from '#tests/people.ts'

type Call = Awaited<ReturnType<typeof thePublisher>>['call']

async function publish(call: Call, id: string, base: number, fields: object) {
  const save = { id, base, saveId: randomUUID(), fields: { ...aDraft(), ...fields } }
  const { number } = await call('PUT /admin/drafts/:id', save)
  await call('POST /admin/drafts/:id/publish', { id, number })
  return number
}

const refusal = { status: 400, fields: { peopleAgree: [peopleMissing] } }

describe('where words and picture of a story come from (trust 7)', () => {
  test('stands in the story as its author states it, and nothing is claimed for who does not', async () => {
    const reader = await aReader()
    const stated = {
      aiUse: 'wording',
      imageCredit: 'Ebiere Dokubo',
      imageLicence: 'cc-by',
      imageSource: 'https://pictures.example/ferry',
      peopleAgree: true,
    } as const
    const { id } = await reader.call('POST /stories', { ...aSubmission(), ...stated })
    const { call } = await theStaff('editor')
    expect((await call('GET /admin/drafts/:id', { id })).fields).toMatchObject(stated)
    await call('PATCH /admin/stories/:id', { id, isPublished: true })
    const visitor = await aVisitor()
    expect(await visitor.call('GET /stories/:id', { id })).toMatchObject(stated)

    const silent = await reader.call('POST /stories', { ...aSubmission(), aiUse: '' })
    expect(silent).toMatchObject({ aiUse: null, imageCredit: '', imageLicence: null })
    const wrong = { ...aSubmission(), aiUse: 'all of it', imageLicence: 'stolen' }
    await expect(reader.call('POST /stories', wrong as never)).rejects.toMatchObject({
      status: 400,
      fields: { aiUse: [expect.any(String)], imageLicence: [expect.any(String)] },
    })
  })

  test('an uploaded picture is published once the people in it agree, in the text too', async () => {
    const { call } = await theStaff('editor')
    const [first, second] = [await aPictureRow(), await aPictureRow()]
    const id = randomUUID()
    const content = `${aDraft().content}\n\n![A ferry](${second.url})`
    await expect(publish(call, id, 0, { imageUrl: first.url })).rejects.toMatchObject(refusal)
    await expect(publish(call, id, 1, { content })).rejects.toMatchObject(refusal)
    const number = await publish(call, id, 2, { imageUrl: first.url, peopleAgree: true })
    // What readers have is not refused; another picture is.
    const next = await publish(call, id, number, { imageUrl: first.url, title: 'Another title' })
    const other = { imageUrl: first.url, content }
    await expect(publish(call, id, next, other)).rejects.toMatchObject(refusal)
    await publish(call, randomUUID(), 0, { imageUrl: 'https://pictures.example/ferry.jpg' })
  })

  test('a draft that was saved before anybody was asked opens, is checked and is published', async () => {
    const { call } = await theStaff('editor')
    const id = randomUUID()
    const imageUrl = 'https://pictures.example/ferry.jpg'
    const save = { id, base: 0, saveId: randomUUID(), fields: { ...aDraft(), imageUrl } }
    const { number } = await call('PUT /admin/drafts/:id', save)
    await sql`
      update document_revisions
      set fields = fields - ${['aiUse', 'imageCredit', 'imageLicence', 'imageSource', 'peopleAgree']}::text[]
      where document_id = ${id}`
    const { fields } = await call('GET /admin/drafts/:id', { id })
    expect(fields).toMatchObject({ aiUse: '', imageCredit: '', peopleAgree: false })
    const { advice } = await call('GET /admin/drafts/:id/publishing', { id })
    expect(advice).toMatchObject({ imageCredit: 'Credit of the picture: not stated' })
    await call('POST /admin/drafts/:id/publish', { id, number })
  })

  test('a story that was public before anybody was asked comes back, and one in review is refused', async () => {
    const { call } = await theStaff('editor')
    const { url } = await aPictureRow()
    const reader = await aReader()
    const { id } = await reader.call('POST /stories', { ...aSubmission(), imageUrl: url })
    const decision = { id, isPublished: true }
    await expect(call('PATCH /admin/stories/:id', decision)).rejects.toMatchObject(refusal)
    await sql`update stories set published_at = now() where id = ${id}`
    await call('PATCH /admin/stories/:id', decision)
  })
})
