import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { upload as limits } from '#contract/form-limits.ts'
import { sql } from '#db/sql.ts'
import { aFolder } from '#tests/folders.ts'
import { aPhoto, aPicture, upload } from '#tests/magazine/pictures.ts'
import { aReader, aSubmission, aVisitor, startApp } from '#tests/people.ts'
import { insertUpload } from './uploads.queries.ts'

// The service cannot open what it makes; the test looks at it.
sharp.unblock({ operation: ['VipsForeignLoadWebp'] })

/** Somebody signed in to an app whose pictures the test can look at. */
async function aContributor() {
  const dataDir = await aFolder()
  const reader = await aReader(await startApp({ dataDir }))
  const folder = join(dataDir, 'uploads')
  const listKept = async () => (await readdir(folder).catch(() => [])).sort()
  return { ...reader, folder, listKept }
}

async function countRows(readerId: string) {
  const [counted] = await sql<{ count: number }[]>`
    select count(*) from uploads where reader_id = ${readerId}`
  return counted?.count
}

/** Uploads it, expects that it was taken, and opens what everybody now gets in the three widths. */
async function uploaded(
  contributor: Awaited<ReturnType<typeof aContributor>>,
  picture: Uint8Array,
  named?: Parameters<typeof upload>[2],
) {
  const response = await upload(contributor, picture, named)
  expect(response.status).toBe(201)
  const answer = (await response.json()) as { url: string; width: number; height: number }
  const id = answer.url.split('/')[2] ?? ''
  const files = await Promise.all(
    limits.widths.map((width) => readFile(join(contributor.folder, id, `${width}.webp`))),
  )
  return { id, answer, files }
}

const pixelsOf = async (webp: Buffer | undefined) => {
  const { data, info } = await sharp(webp).raw().toBuffer({ resolveWithObject: true })
  return (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * info.channels).subarray(0, info.channels),
  ]
}

describe('a reader who uploads a picture', () => {
  test('publishes it in three widths', async () => {
    const contributor = await aContributor()
    const { id, answer, files } = await uploaded(
      contributor,
      await aPicture(2000, 1500).jpeg().toBuffer(),
    )
    expect(answer).toEqual({ url: `/uploads/${id}/1600.webp`, width: 1600, height: 1200 })
    const sizes = await Promise.all(files.map((file) => sharp(file).metadata()))
    expect(sizes.map(({ format, width, height }) => [format, width, height])).toEqual([
      ['webp', 480, 360],
      ['webp', 960, 720],
      ['webp', 1600, 1200],
    ])
    const visitor = await aVisitor(contributor.base)
    for (const [index, width] of limits.widths.entries()) {
      const response = await visitor.send(`/uploads/${id}/${width}.webp`)
      expect(response.status).toBe(200)
      expect(files[index]?.equals(Buffer.from(await response.arrayBuffer()))).toBe(true)
    }
    expect(await countRows(contributor.reader.id)).toBe(1)
    expect(await contributor.listKept()).toEqual([id])
  })

  test('gets it upright, without location or camera data', async () => {
    const contributor = await aContributor()
    const left = { input: await aPicture(300, 400, '#ff0000').png().toBuffer(), left: 0, top: 0 }
    const photo = await aPicture(600, 400, '#0000ff')
      .composite([left])
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Make: 'Fonmaker', ImageDescription: 'Our house in Ikot' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 27/1 11/1', GPSLongitudeRef: 'E' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Ikot</x:xmpmeta>')
      .jpeg()
      .toBuffer()
    const sent = await sharp(photo).metadata()
    expect(sent).toMatchObject({ orientation: 6, exif: expect.anything(), xmp: expect.anything() })

    const { answer, files } = await uploaded(contributor, photo)
    expect(answer).toMatchObject({ width: 400, height: 600 })
    for (const file of files) {
      const { exif, xmp, icc, iptc, orientation } = await sharp(file).metadata()
      expect({ exif, xmp, icc, iptc, orientation }).toEqual({})
      expect(file.toString('latin1')).not.toMatch(/Exif|Ikot|Fonmaker|xmpmeta/i)
    }
    // Turned a quarter clockwise: what was on the left is on top.
    const pixel = await pixelsOf(files[2])
    expect(pixel(200, 100)[0]).toBeGreaterThan(200)
    expect(pixel(200, 500)[2]).toBeGreaterThan(200)
  })

  test('does not get it enlarged', async () => {
    const { answer, files } = await uploaded(
      await aContributor(),
      await aPicture(600, 300).png().toBuffer(),
    )
    expect(answer).toMatchObject({ width: 600, height: 300 })
    const sizes = await Promise.all(files.map((file) => sharp(file).metadata()))
    expect(sizes.map(({ width }) => width)).toEqual([480, 600, 600])
  })

  test('gets transparency preserved', async () => {
    const clear = { r: 10, g: 200, b: 10, alpha: 0 }
    const { files } = await uploaded(
      await aContributor(),
      await aPicture(20, 20, clear).png().toBuffer(),
      { name: 'logo.png', type: 'image/png' },
    )
    expect((await pixelsOf(files[0]))(10, 10)[3]).toBe(0)
  })

  test.each([
    ['p3', 12],
    ['cmyk', 40],
  ])('gets the same colours, also from %s', async (profile, most) => {
    const photo = await aPicture(40, 40, '#c83232').withIccProfile(profile).jpeg().toBuffer()
    const { files } = await uploaded(await aContributor(), photo)
    const [red = 0, green = 0, blue = 0] = (await pixelsOf(files[0]))(20, 20)
    expect(Math.abs(red - 0xc8) + Math.abs(green - 0x32) + Math.abs(blue - 0x32)).toBeLessThan(most)
    expect((await sharp(files[0]).metadata()).icc).toBeUndefined()
  })

  test.each(['b-w', 'grey16', 'rgb16'])('gets the same brightness, also from %s', async (space) => {
    const grey = await aPicture(40, 40, '#606060').toColourspace(space).png().toBuffer()
    const { files } = await uploaded(await aContributor(), grey)
    const pixel = await pixelsOf(files[0])
    expect(Math.abs((pixel(20, 20)[0] ?? 0) - 0x60)).toBeLessThan(4)
  })

  test('may upload a screenshot thirty screens long', async () => {
    const { answer } = await uploaded(
      await aContributor(),
      await aPicture(400, 11_000).png().toBuffer(),
    )
    expect(answer).toEqual({ url: expect.any(String), width: 175, height: 4800 })
  })

  test('may give it any file name: the content decides its type', async () => {
    const picture = await aPicture(30, 20).jpeg().toBuffer()
    for (const name of ['../../x.png', 'clip.mp4', 'a\0b', 'ọ̀nà.html', '"; name="title']) {
      await uploaded(await aContributor(), picture, { name, type: 'text/html' })
    }
  })

  test('may send it in the story’s form, without script', async () => {
    const contributor = await aContributor()
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...aSubmission(), terms: 'on' }))
      form.set(name, value)
    form.set('file', new Blob([await aPicture(30, 20).png().toBuffer()]), 'street.png')
    const response = await contributor.send('/api/stories', { method: 'POST', body: form })
    expect(response.status).toBe(303)
    const [story] = await sql<{ imageUrl: string }[]>`
      select image_url from stories where author_id = ${contributor.reader.id}`
    const [id] = await contributor.listKept()
    expect(story?.imageUrl).toBe(`/uploads/${id}/1600.webp`)
    expect((await contributor.send(story?.imageUrl ?? '')).status).toBe(200)
  })
})

describe('a file that is no picture', () => {
  const notAPicture = [
    415,
    'Only JPG and PNG pictures can be uploaded. Please choose another file.',
  ] as const
  const videoNotTaken = [
    415,
    'Videos cannot be uploaded here. Put yours online and paste its address under Video URL.',
  ] as const
  const box = (name: string) => Buffer.from(`\0\0\0\x18${name}\0\0\0\0isommp42\0\0\0\0`, 'latin1')
  const jpeg = () => aPhoto(300, 200).jpeg().toBuffer()
  const png = () => aPhoto(300, 200).png().toBuffer()
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'

  /** Its middle says a hundred times that a JPEG begins: turned bytes alone may, by chance, be another picture. */
  const damaged = (bytes: Buffer) => {
    const middle = Math.floor(bytes.length / 2)
    const begun = Buffer.alloc(200, Buffer.from([0xff, 0xd8]))
    return Buffer.concat([bytes.subarray(0, middle), begun, bytes.subarray(middle + begun.length)])
  }

  test.each<[string, () => Promise<Uint8Array | string> | Uint8Array | string]>([
    ['an SVG', () => svg],
    ['an SVG after an XML line', () => `<?xml version="1.0"?>\n${svg}`],
    ['a page', () => '<!doctype html><script>alert(1)</script>'],
    ['text', () => 'A photo of my grandmother'],
    ['a PDF', () => '%PDF-1.7\n1 0 obj'],
    ['a GIF', () => aPicture(20, 20).gif().toBuffer()],
    ['a WebP', () => aPicture(20, 20).webp().toBuffer()],
    ['an AVIF', () => aPicture(20, 20).avif().toBuffer()],
    ['a TIFF', () => aPicture(20, 20).tiff().toBuffer()],
    ['a HEIC', () => box('ftypheic')],
    ['one byte', () => 'x'],
    ['the first three bytes of a JPEG', () => Buffer.from([0xff, 0xd8, 0xff])],
    ['the first eight bytes of a PNG', async () => (await png()).subarray(0, 8)],
    [
      'a PNG that begins as a JPEG',
      async () => Buffer.concat([(await jpeg()).subarray(0, 3), await png()]),
    ],
    [
      'a JPEG that begins as a PNG',
      async () => Buffer.concat([(await png()).subarray(0, 8), await jpeg()]),
    ],
    [
      'a page that begins as a JPEG',
      () => Buffer.from('\xff\xd8\xff<script>alert(1)</script>', 'latin1'),
    ],
    ['half a JPEG', async () => (await jpeg()).subarray(0, 4_000)],
    ['a JPEG without its last two bytes', async () => (await jpeg()).subarray(0, -2)],
    ['half a PNG', async () => (await png()).subarray(0, 20_000)],
    ['a PNG without its last chunk', async () => (await png()).subarray(0, -12)],
    ['a damaged JPEG', async () => damaged(await jpeg())],
    ['a damaged PNG', async () => damaged(await png())],
  ])('%s is refused, whatever its name says, and leaves nothing', async (_, make) => {
    const contributor = await aContributor()
    await expectRefused(contributor, await make(), notAPicture)
  })

  test.each([
    ['MP4', box('ftypisom')],
    ['MOV', box('ftypqt  ')],
    ['3GP', box('ftyp3gp5')],
    ['old MOV', box('moov')],
    ['MOV that begins with its data', box('wide')],
  ])('a video (%s) is rejected with advice where to upload it', async (_, bytes) => {
    await expectRefused(await aContributor(), bytes, videoNotTaken)
  })

  test('is rejected with the story too, and the story is not stored', async () => {
    const contributor = await aContributor()
    const body = new FormData()
    body.set('file', new Blob([svg]), 'photo.jpg')
    const response = await contributor.send('/api/stories', { method: 'POST', body })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    expect(await contributor.listKept()).toEqual([])
  })

  async function expectRefused(
    contributor: Awaited<ReturnType<typeof aContributor>>,
    bytes: Uint8Array | string,
    [status, message]: readonly [number, string],
  ) {
    const response = await upload(contributor, bytes)
    expect([response.status, (await response.json()).message]).toEqual([status, message])
    expect(await contributor.listKept()).toEqual([])
    expect(await countRows(contributor.reader.id)).toBe(0)
  }
})

describe('a malicious picture', () => {
  /** Refused at once, and without much memory: the process may not have grown by a tenth of a gigabyte. */
  async function expectHarmless(bytes: Uint8Array, status: number) {
    const contributor = await aContributor()
    const before = process.resourceUsage().maxRSS
    const start = performance.now()
    const response = await upload(contributor, bytes)
    expect(response.status).toBe(status)
    expect(performance.now() - start).toBeLessThan(3000)
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(100 * 1024)
  }

  test('of a hundred megapixels is rejected before it is decoded', async () => {
    const bomb = await aPicture(10_000, 10_000).png().toBuffer()
    expect(bomb.length).toBeLessThan(limits.bytes / 2)
    await expectHarmless(bomb, 415)
  })

  test('with rows of half a million pixels is rejected', async () => {
    await expectHarmless(await aPicture(500_000, 100).png().toBuffer(), 415)
  })

  test('that must be held in memory whole is rejected', async () => {
    await expectHarmless(
      await aPicture(3_000, 3_000).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
      415,
    )
    await expectHarmless(await aPicture(4_000, 4_000).jpeg({ progressive: true }).toBuffer(), 415)
  })

  test('with thousands of scans is rejected', async () => {
    const jpeg = await aPicture(3_600, 3_600, '#808080')
      .toColourspace('b-w')
      .jpeg({ progressive: true, optimizeScans: true })
      .toBuffer()
    const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
    const passes = Array.from({ length: 3_000 }, () => scan)
    await expectHarmless(Buffer.concat([jpeg.subarray(0, -2), ...passes, jpeg.subarray(-2)]), 415)
  })

  test('with a million segments is rejected', async () => {
    const jpeg = await aPicture(30, 20).jpeg().toBuffer()
    const segments = Buffer.alloc(5_000_000, Buffer.from([0xff, 0xe1, 0, 3, 0x41]))
    await expectHarmless(Buffer.concat([jpeg.subarray(0, 2), segments, jpeg.subarray(2)]), 415)
  })

  test('with text that decompresses to a gigabyte is stored without it', async () => {
    const png = await aPicture(30, 20).png().toBuffer()
    const text = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(7_900_000))])
    const texts = Array.from({ length: 150 }, () => pngChunk('zTXt', text))
    await expectHarmless(Buffer.concat([png.subarray(0, 33), ...texts, png.subarray(33)]), 201)
  })

  test('with data after its end is stored without that', async () => {
    const script = '<script>alert(document.domain)</script>'
    const contributor = await aContributor()
    for (const picture of [aPicture(30, 20).jpeg(), aPicture(30, 20).png()]) {
      const { files } = await uploaded(
        contributor,
        Buffer.concat([await picture.toBuffer(), Buffer.from(script)]),
      )
      for (const file of files) expect(file.includes('script')).toBe(false)
    }
  })

  function pngChunk(name: string, data: Buffer): Buffer {
    const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, check])
  }
})

describe('uploading pictures', () => {
  test('of up to 10 MB each takes seconds', async () => {
    const photo = await aPhoto(4000, 3000).jpeg({ quality: 92 }).toBuffer()
    expect(photo.length / limits.bytes).toBeGreaterThan(0.8)
    expect(photo.length).toBeLessThanOrEqual(limits.bytes)
    const start = performance.now()
    const { answer } = await uploaded(await aContributor(), photo)
    expect(answer).toMatchObject({ width: 1600, height: 1200 })
    expect(performance.now() - start).toBeLessThan(10_000)
  })

  test('decodes two of ten at a time, and delays no other request', async () => {
    const files = folderFiles(await aFolder())
    const begun = new Set<string>()
    const atOnce: number[] = []
    const contributor = await aReader(
      await startApp({
        files: {
          ...files,
          async store(name, from) {
            const id = name.split('/')[1] ?? ''
            begun.add(id)
            atOnce.push(begun.size)
            await files.store(name, from)
            if (name.endsWith(`${limits.widths[2]}.webp`)) begun.delete(id)
          },
        },
      }),
    )
    const photo = await aPhoto(400, 300).jpeg().toBuffer()
    let open = true
    const waits: number[] = []
    const look = async () => {
      while (open) {
        const start = performance.now()
        await contributor.send('/api/health')
        waits.push(performance.now() - start)
      }
    }
    const looking = look()
    const answers = await Promise.all(Array.from({ length: 10 }, () => upload(contributor, photo)))
    open = false
    await looking
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(Math.max(...atOnce)).toBe(2)
    expect(Math.max(...waits)).toBeLessThan(2000)
  })

  test('is limited to forty a day for each reader', async () => {
    const contributor = await aContributor()
    const picture = await aPicture(30, 20).png().toBuffer()
    for (let count = 0; count < limits.aDay - 1; count++) {
      await insertUpload({
        id: randomUUID(),
        readerId: contributor.reader.id,
        width: 30,
        height: 20,
      })
    }
    expect((await upload(contributor, picture)).status).toBe(201)
    const refused = await upload(contributor, picture)
    expect(refused.status).toBe(429)
    expect((await refused.json()).message).toBe(
      'That was tried too often. Please wait a while and try again.',
    )
    expect(await contributor.listKept()).toHaveLength(1)
    expect((await upload(await aReader(contributor.base), picture)).status).toBe(201)
    await sql`
      update uploads set created_at = now() - interval '25 hours'
      where reader_id = ${contributor.reader.id}`
    expect((await upload(contributor, picture)).status).toBe(201)
  })

  test('leaves no file behind when the service fails', async () => {
    const contributor = await aContributor()
    await sql`alter table uploads add constraint no_room check (false) not valid`
    const response = await upload(contributor, await aPicture(30, 20).png().toBuffer())
    await sql`alter table uploads drop constraint no_room`
    expect(response.status).toBe(500)
    expect(await contributor.listKept()).toEqual([])
  })

  test('requires an account', async () => {
    const { base, listKept } = await aContributor()
    const response = await upload(await aVisitor(base), await aPicture(30, 20).png().toBuffer())
    expect(response.status).toBe(401)
    expect(await listKept()).toEqual([])
  })
})
