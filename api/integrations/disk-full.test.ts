import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { backup } from '#api/operations/backup/backup.ts'
import { errors } from '#contract/errors.ts'
import { sql } from '#db/sql.ts'
import { aSmallDisk } from '#tests/databases/small-disk.ts'
import { aPhoto, upload } from '#tests/magazine/pictures.ts'
import { aBook, aReader, aStory, startApp, thePublisher } from '#tests/people.ts'
import { aPdf } from '#tests/shop/pdfs.ts'
import { folderFiles } from './folder-files.ts'
import { outboxMailer } from './outbox.ts'

/** Every file below the folder but what the test itself takes up room with. */
async function filesOn(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((one) => one.isFile() && one.name !== '.ballast').map(({ name }) => name)
}

test('on a full disk a reader’s picture is rejected without a trace, and the next one is stored', async () => {
  const disk = await aSmallDisk()
  const reader = await aReader(await startApp({ files: folderFiles(disk.folder) }))
  const photo = await aPhoto(900, 700).jpeg().toBuffer()
  for (const butFor of [0, 60_000]) {
    await disk.fill(butFor)
    const refused = await upload(reader, photo)
    expect([refused.status, (await refused.json()).message]).toEqual(errors.diskFull.slice())
    expect(await filesOn(disk.folder)).toEqual([])
    expect(await sql`select from uploads where reader_id = ${reader.reader.id}`).toHaveLength(0)
  }
  await disk.makeRoom()
  expect((await upload(reader, photo)).status).toBe(201)
  expect(await filesOn(disk.folder)).toHaveLength(3)
})

test('on a full disk the publisher is told what to do about a PDF, and the book keeps its file', async () => {
  const disk = await aSmallDisk()
  const publisher = await thePublisher(await startApp({ files: folderFiles(disk.folder) }))
  const { id } = await aBook()
  const put = async () => {
    const body = new FormData()
    body.set('file', new Blob([(await aPdf(2)) as BlobPart]), 'book.pdf')
    return publisher.send(`/api/admin/books/${id}/file`, { method: 'PUT', body })
  }
  expect((await put()).status).toBe(200)
  const [before] = await sql`select pdf_id, pdf_bytes from books where id = ${id}`
  const stored = await filesOn(disk.folder)
  await disk.fill()
  const refused = await put()
  expect([refused.status, (await refused.json()).message]).toEqual(errors.serverDiskFull.slice())
  expect(await filesOn(disk.folder)).toEqual(stored)
  expect(await sql`select pdf_id, pdf_bytes from books where id = ${id}`).toEqual([before])
  await disk.makeRoom()
  expect((await put()).status).toBe(200)
})

test('a share picture that cannot be stored is drawn once there is room', async () => {
  const disk = await aSmallDisk()
  const base = await startApp({ files: folderFiles(disk.folder) })
  const { id } = await aStory()
  const ask = () => fetch(`${base}/api/share-pictures/story/${id}.jpg`)
  await disk.fill()
  expect((await ask()).status).toBe(507)
  expect(await filesOn(disk.folder)).toEqual([])
  await disk.makeRoom()
  expect((await ask()).status).toBe(200)
})

test('a mail for a full outbox leaves no partial file, and is written once there is room', async () => {
  const disk = await aSmallDisk()
  const sender = {
    name: 'Ascend',
    address: 'a@ascend.example',
    publicUrl: 'https://ascend.example',
  }
  const mailer = outboxMailer(disk.folder, sender, pino({ level: 'silent' }))
  const letter = {
    id: 'one',
    to: 'b@readers.example',
    subject: 'Hello',
    text: 'x'.repeat(9000),
    html: '',
  }
  const send = () => mailer.send(letter as never)
  await disk.fill(4096)
  await expect(send()).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(await filesOn(disk.folder)).toEqual([])
  await disk.makeRoom()
  await send()
  expect(await readdir(join(disk.folder, 'outbox'))).toEqual(['one.eml'])
})

test('a backup on a full disk reports it and leaves nothing, and works once there is room', async () => {
  const disk = await aSmallDisk()
  await aStory()
  const path = join(disk.folder, 'backup.tar.gz')
  const make = () => backup(sql, folderFiles(disk.folder), path)
  await disk.fill()
  await expect(make()).rejects.toThrow(
    /^The backup to .*backup\.tar\.gz failed, and nothing of it is there: ENOSPC.* Make room/,
  )
  expect(await filesOn(disk.folder)).toEqual([])
  await disk.makeRoom()
  await make()
  expect(await filesOn(disk.folder)).toEqual(['backup.tar.gz'])
})
