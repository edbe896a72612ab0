import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { Files } from '#api/integrations/files.ts'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { s3Files } from '#api/integrations/s3-files.ts'
import { upload as limits } from '#contract/form-limits.ts'
import { sql } from '#db/sql.ts'
import { atEndOfFile } from '#tests/end-of-file.ts'
import { aFolder } from '#tests/folders.ts'
import { runs } from '#tests/long.ts'
import { aPhoto, aPicture, upload } from '#tests/magazine/pictures.ts'
import { aReader, aVisitor, startApp } from '#tests/people.ts'
import { anS3Server } from '#tests/servers/s3-server.ts'
import { startAvifs } from './make-avifs.ts'
import { pictureFile } from './picture-files.ts'
import { cleanUpUploads } from './store-picture.ts'

const places = (
  [
    ['in a folder', async () => folderFiles(await aFolder())],
    ['in a bucket', async () => s3Files(await anS3Server())],
  ] satisfies [string, () => Promise<Files>][]
).slice(0, runs({ sample: 1, long: 2 }))
const ofChrome = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'

/** A picture that somebody uploaded, of so many pixels, and the job that makes AVIF. */
async function anUpload(files: Files, { picture = aPhoto(320, 200), isHeld = true } = {}) {
  const avifs = startAvifs(files, pino({ level: 'silent' }), 3_600_000)
  atEndOfFile(avifs.stop)
  const base = await startApp({ files, ...(isHeld && { makeAvif: avifs.make }) })
  const response = await upload(await aReader(base), await picture.jpeg({ quality: 90 }).toBuffer())
  const { url } = (await response.json()) as { url: string }
  const id = url.split('/')[2] ?? ''
  const { send } = await aVisitor(base)
  const fetchAs = async (Accept: string, width = 960) => {
    const response = await send(`/uploads/${id}/${width}.webp`, { headers: { Accept } })
    const { status, headers } = response
    const [type, vary] = [headers.get('Content-Type'), headers.get('Vary')]
    return { status, type, vary, headers, bytes: Buffer.from(await response.arrayBuffer()) }
  }
  const listFiles = async () => {
    const names: string[] = []
    for await (const { name } of files.list('uploads')) if (name.includes(id)) names.push(name)
    return names.map((name) => name.split('/')[2]).sort()
  }
  return { id, files, avifs, fetchAs, listFiles, send }
}

describe.each(places)('with files %s, an uploaded picture', (_, open) => {
  test('goes out as AVIF to browsers that name it, and as WebP to all others', async () => {
    const { avifs, fetchAs } = await anUpload(await open())
    expect((await fetchAs(ofChrome)).type).toBe('image/webp')
    await avifs.runNow()
    const avif = await fetchAs(ofChrome)
    expect(avif).toMatchObject({ status: 200, type: 'image/avif', vary: 'Accept' })
    expect(avif.headers.get('Content-Length')).toBe(String(avif.bytes.length))
    expect(avif.bytes.toString('latin1', 4, 12)).toBe('ftypavif')
    for (const accept of ['*/*', 'image/webp,*/*', '', 'image/avif;q=0,image/webp', 'image/*']) {
      const webp = await fetchAs(accept)
      expect(webp, accept).toMatchObject({ status: 200, type: 'image/webp', vary: 'Accept' })
      expect(webp.bytes.toString('latin1', 8, 12), accept).toBe('WEBP')
      expect(webp.bytes.length).toBeGreaterThan(avif.bytes.length)
    }
    const again = await fetchAs(ofChrome)
    expect(again.headers.get('ETag')).not.toBe((await fetchAs('*/*')).headers.get('ETag'))
  })

  test('has an AVIF although its pixels were dropped, once it is some minutes old', async () => {
    const { id, avifs, fetchAs } = await anUpload(await open(), { isHeld: false })
    await avifs.runNow()
    expect((await fetchAs(ofChrome)).type).toBe('image/webp')
    await sql`update uploads set created_at = now() - interval '11 minutes' where id = ${id}`
    await avifs.runNow()
    expect((await fetchAs(ofChrome)).type).toBe('image/avif')
  })

  test('leaves no file when it is deleted, even while its AVIF is made', async () => {
    const files = await open()
    const { id, avifs, listFiles, send } = await anUpload(files)
    await avifs.runNow()
    expect(await listFiles()).toEqual(expect.arrayContaining(['960.avif', '960.webp']))
    await sql`update uploads set created_at = now() - interval '31 days' where id = ${id}`
    await cleanUpUploads(files)
    expect(await listFiles()).toEqual([])
    expect((await send(`/uploads/${id}/960.webp`, { headers: { Accept: ofChrome } })).status).toBe(
      404,
    )

    const second = await anUpload(files, { isHeld: false })
    // It acts as the clean-up does while the picture is encoded.
    const slow: Files = {
      ...files,
      read: async (name) => {
        await sql`delete from uploads where id = ${second.id}`
        return files.read(name)
      },
    }
    const job = startAvifs(slow, pino({ level: 'silent' }), 3_600_000)
    atEndOfFile(job.stop)
    await sql`update uploads set created_at = now() - interval '31 days' where id = ${second.id}`
    await job.runNow()
    expect(await sql`select from uploads where id = ${second.id}`).toHaveLength(0)
    expect((await second.listFiles()).filter((name) => name?.endsWith('avif'))).toEqual([])
  })
})

test('an AVIF that is no smaller than the WebP is not kept', async () => {
  const files = folderFiles(await aFolder())
  const picture = aPicture(3, 3)
  const { id, avifs, fetchAs, listFiles } = await anUpload(files, { picture })
  await avifs.runNow()
  expect((await fetchAs(ofChrome)).type).toBe('image/webp')
  expect(await listFiles()).toEqual(['1600.webp', '480.webp', '960.webp'])
  const [row] = await sql`select avif_widths from uploads where id = ${id}`
  expect(row).toEqual({ avifWidths: [] })
})

test('one broken file does not keep the others from their AVIF', async () => {
  const files = folderFiles(await aFolder())
  const broken = await anUpload(files, { isHeld: false })
  for (const width of limits.widths) await files.remove(pictureFile(broken.id, width))
  await files.store(pictureFile(broken.id, 1600), Buffer.from('RIFF----WEBPVP8 '))
  await sql`update uploads set created_at = now() - interval '11 minutes' where id = ${broken.id}`
  const { avifs, fetchAs } = await anUpload(files)
  await avifs.runNow()
  expect((await fetchAs(ofChrome)).type).toBe('image/avif')
})

test('a cache that stores one response for each address gets WebP alone', async () => {
  const files = folderFiles(await aFolder())
  const { id, avifs } = await anUpload(files)
  await avifs.runNow()
  const { send } = await aVisitor(await startApp({ files, cache: 'cloudflare' }))
  const { headers } = await send(`/uploads/${id}/960.webp`, { headers: { Accept: ofChrome } })
  expect(headers.get('Content-Type')).toBe('image/webp')
})

test('a picture of more pixels than a small server can encode keeps its WebP', async () => {
  const files = folderFiles(await aFolder())
  const { avifs, listFiles } = await anUpload(files, { picture: aPhoto(1600, 1700) })
  await avifs.runNow()
  expect(await listFiles()).not.toContain('1600.avif')
  expect(await listFiles()).toContain('960.avif')
})
