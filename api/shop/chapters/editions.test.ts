import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { pictureStore } from '#api/magazine/uploads/store-picture.ts'
import { epubFile } from '#api/shop/book-files/file-names.ts'
import { readUndo, undoHeader } from '#contract/undo.ts'
import { sql } from '#db/sql.ts'
import { aFolder } from '#tests/folders.ts'
import { aPhoto } from '#tests/magazine/pictures.ts'
import { aBook, aVisitor, startApp, thePublisher } from '#tests/people.ts'
import { anEpub, words } from '#tests/shop/epubs.ts'
import { deleteOldEditions } from './editions.queries.ts'
import { startEditions } from './make-editions.ts'

/** The publisher with a free book of theirs, whose texts are made when `make` is called. */
async function aPublisherWithBook() {
  const files = folderFiles(await aFolder())
  const base = await startApp({ files })
  const publisher = await thePublisher(base)
  const { id } = await aBook({ price: 0 })
  const put = async (epub: Buffer) => {
    const response = await publisher.send(`/api/admin/books/${id}/epub`, {
      method: 'PUT',
      body: epub as BodyInit,
    })
    expect(response.status).toBe(200)
  }
  const loop = startEditions({
    files,
    storePicture: pictureStore(files),
    log: pino({ level: 'silent' }),
  })
  // The next test's book has its file elsewhere: to this loop it would be missing.
  onTestFinished(loop.stop)
  const turn = (isReadable: boolean) =>
    publisher.call('PATCH /admin/books/:id/readable', { id, isReadable })
  const text = async () => (await publisher.call('GET /admin/books/:id', { id })).text
  const { call } = await aVisitor(base)
  const read = (number = 1) => call('GET /books/:id/read/:number', { id, number })
  return { ...publisher, id, files, put, make: loop.runNow, turn, text, read }
}

const chapter = (title: string, many = 60) => `<h1>${title}</h1><p>${words(many, title)}</p>`
const picture = async () => ({
  name: 'book/p.jpg',
  data: await aPhoto(640, 400).jpeg().toBuffer(),
})
const withPicture = async (body: string) =>
  anEpub({
    chapters: [`${body}<p><img src="p.jpg" alt="A ladder"/></p>`],
    items: '<item id="p" href="p.jpg" media-type="image/jpeg"/>',
    files: [await picture()],
  })

describe('a book with an EPUB', () => {
  test('is read here once the publisher turned that on, which is written down', async () => {
    const { id, put, turn, text, read } = await aPublisherWithBook()
    await expect(turn(true)).rejects.toMatchObject({ status: 409 })
    await put(anEpub({ chapters: [chapter('Harvest'), chapter('Lamp')] }))
    expect(await text()).toMatchObject({
      state: 'ready',
      words: 122,
      chapters: [
        { number: 1, title: 'Harvest' },
        { number: 2, title: 'Lamp' },
      ],
    })
    await expect(read()).rejects.toMatchObject({ status: 403 })
    expect(await turn(true)).toMatchObject({ isReadable: true })
    expect(await read(2)).toMatchObject({ chapterTitle: 'Lamp', last: 2, price: 0 })
    await turn(false)
    await expect(read()).rejects.toMatchObject({ status: 403 })
    const rows = await sql`select action from activity where subject_id = ${id} order by id`
    expect(rows.map(({ action }) => action)).toEqual([
      'bookEpubReplaced',
      'bookReadable',
      'bookNotReadable',
    ])
  })

  test('with pictures is read here once they are stored, each in the widths of uploads', async () => {
    const { put, make, turn, text, read } = await aPublisherWithBook()
    await put(await withPicture(chapter('Harvest')))
    await make()
    expect(await text()).toMatchObject({ state: 'ready', pictures: 1 })
    await turn(true)
    const { pictures } = await read()
    expect(pictures).toEqual([
      { number: 0, url: expect.stringMatching(/^\/uploads\/.+\.webp$/), width: 640, height: 400 },
    ])
  })

  test('whose text cannot be shown is sold as before, and the publisher reads why', async () => {
    const { put, turn, text } = await aPublisherWithBook()
    await put(
      anEpub({ chapters: ['<svg xmlns="http://www.w3.org/2000/svg"><text>Up</text></svg>'] }),
    )
    expect(await text()).toMatchObject({ state: 'refused', fault: 'drawing' })
    await expect(turn(true)).rejects.toMatchObject({ status: 409 })
  })

  test('keeps what readers have until a new one is ready, and shows nothing old of one that cannot be shown', async () => {
    const { id, put, make, turn, read } = await aPublisherWithBook()
    await put(anEpub({ chapters: [chapter('Harvest')] }))
    await turn(true)
    const first = await read()
    await sql`update books set is_readable = true where id = ${id}`
    await put(await withPicture(chapter('Lamp')))
    // Its pictures may be stored by now; either way there is always a whole text.
    expect(['Harvest', 'Lamp']).toContain((await read()).chapterTitle)
    await make()
    const second = await read()
    expect(second.chapterTitle).toBe('Lamp')
    expect(second.editionId).not.toBe(first.editionId)
    await put(
      anEpub({ chapters: ['<svg xmlns="http://www.w3.org/2000/svg"><text>Up</text></svg>'] }),
    )
    await expect(read()).rejects.toMatchObject({ status: 403 })
  })

  test('that was there before there was anything to read is read for its text, once', async () => {
    const { id, put, make, text } = await aPublisherWithBook()
    await put(anEpub({ chapters: [chapter('Harvest')] }))
    await sql`delete from editions where epub_id = (select epub_id from books where id = ${id})`
    expect(await text()).toMatchObject({ state: 'making' })
    await Promise.all([make(), make()])
    expect(await text()).toMatchObject({ state: 'ready' })
    const made = async () =>
      sql`select id from editions where epub_id = (select epub_id from books where id = ${id})`
    const [before] = await made()
    await make()
    expect(await made()).toEqual([before])
  })

  test('whose file is damaged meanwhile stops no other', async () => {
    const [broken, whole] = [await aPublisherWithBook(), await aPublisherWithBook()]
    for (const { id, put } of [broken, whole]) {
      await put(anEpub({ chapters: [chapter('Harvest')] }))
      await sql`delete from editions where epub_id = (select epub_id from books where id = ${id})`
    }
    const [row] = await sql`select epub_id from books where id = ${broken.id}`
    await broken.files.store(epubFile(row?.['epubId']), Buffer.from('no zip'))
    await sql`update books set deleted_at = now(), is_published = false where id = ${whole.id}`
    await broken.make()
    expect(await broken.text()).toMatchObject({ state: 'refused', fault: 'tooLong' })
  })

  test('loses its text with the file, and gets it back with Undo', async () => {
    const { id, put, turn, read, call, send } = await aPublisherWithBook()
    await put(anEpub({ chapters: [chapter('Harvest')] }))
    await turn(true)
    const removed = await send(`/api/admin/books/${id}/epub`, { method: 'DELETE' })
    await expect(read()).rejects.toMatchObject({ status: 403 })
    const { id: undo = '' } = readUndo(removed.headers.get(undoHeader)) ?? {}
    await call('POST /admin/undo/:id', { id: undo })
    expect(await read()).toMatchObject({ chapterTitle: 'Harvest' })
  })

  test('has its old text deleted a month after nobody shows it any more', async () => {
    const { id, put } = await aPublisherWithBook()
    await put(anEpub({ chapters: [chapter('Harvest')] }))
    const [{ editionId = '' } = {}] = await sql<{ editionId: string }[]>`
      select edition_id from books where id = ${id}`
    await sql`update editions set made_at = now() - interval '90 days' where id = ${editionId}`
    await deleteOldEditions()
    await put(anEpub({ chapters: [chapter('Lamp')] }))
    const isThere = async () =>
      (await sql`select from editions where id = ${editionId}`).length === 1
    await deleteOldEditions()
    expect(await isThere()).toBe(true)
    await sql`update editions set left_at = now() - interval '29 days' where id = ${editionId}`
    await deleteOldEditions()
    expect(await isThere()).toBe(true)
    await sql`update editions set left_at = now() - interval '31 days' where id = ${editionId}`
    await deleteOldEditions()
    expect(await isThere()).toBe(false)
  })
})
