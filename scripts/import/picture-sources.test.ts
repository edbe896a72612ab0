import { createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { crc32, createGzip, deflateRawSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { describe, expect, test } from 'vitest'
import { aFolder } from '#tests/folders.ts'
import { readCategoryMap, unmappedCategory } from './mapping-files.ts'
import { openPictures } from './picture-sources.ts'

const names = [
  'wp-content/uploads/2019/03/well.jpg',
  'uploads/2020/01/well.jpg',
  '../../evil.png',
  'notes.txt',
]

async function aTar(path: string) {
  const tar = pack()
  for (const name of names) tar.entry({ name }, `bytes of ${name}`)
  tar.finalize()
  await (path.endsWith('gz')
    ? pipeline(tar, createGzip(), createWriteStream(path))
    : pipeline(tar, createWriteStream(path)))
}

/** Two entries, as a zip program writes them. */
async function aZip(path: string) {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const name of names.filter((it) => !it.startsWith('..'))) {
    const bytes = Buffer.from(`bytes of ${name}`)
    const packed = deflateRawSync(bytes)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(crc32(bytes), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(bytes.length, 18)
    head.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), head, rest, Buffer.from(name)]),
    )
    parts.push(local)
    at += local.length
  }
  const size = Buffer.concat(directory).length
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(size, 8)
  end.writeUInt32LE(at, 12)
  await writeFile(path, Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end]))
}

describe('pictures beside an export', () => {
  test.each(['a.tar', 'a.tar.gz', 'a.tgz', 'a.zip'])('are found in %s', async (name) => {
    const path = join(await aFolder(), name)
    await (name.endsWith('zip') ? aZip(path) : aTar(path))
    const unpacked = async () =>
      (await readdir(tmpdir())).filter((it) => it.startsWith('ascend-pictures-'))
    const before = await unpacked()
    const pictures = await openPictures(path)
    const found = pictures.find(
      'https://old.example/wp-content/uploads/2019/03/well-300x200.jpg?x=1',
    )
    expect(found?.name).toBe(names[0])
    expect(await found?.sha256()).toMatch(/^[0-9a-f]{64}$/)
    expect(pictures.find('/uploads/2020/01/well.png')?.name).toBe(names[1])
    expect(pictures.find('notes.txt')).toBeUndefined()
    await pictures.close()
    expect(await unpacked()).toEqual(before)
  })

  test('are found by the longest matching path, never by a coincidence', async () => {
    const folder = await aFolder()
    for (const name of ['2019/03/one.jpg', '2020/01/one.jpg', 'two-scaled.jpg', 'ọ̀rẹ́.JPG']) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), name)
    }
    const { find } = await openPictures(folder)
    const found = (path: string) => find(`https://old.example/wp-content/uploads/${path}`)?.name
    expect(found('2019/03/one.jpg')).toBe('2019/03/one.jpg')
    expect(found('2020/01/one-1024x768.jpg')).toBe('2020/01/one.jpg')
    expect(found('2021/01/one.jpg')).toBeUndefined()
    expect(find('one.jpg')).toBeUndefined()
    expect(found('2018/05/two.jpg')).toBe('two-scaled.jpg')
    expect(found(`2018/05/${encodeURIComponent('ọ̀rẹ́'.normalize('NFD'))}.webp`)).toBe('ọ̀rẹ́.JPG')
    expect(found('../../etc/passwd')).toBeUndefined()
  })

  test.each(['none', 'a.zip', 'a.tar.gz'])('that cannot be read are reported: %s', async (name) => {
    const path = join(await aFolder(), name)
    if (name !== 'none') await writeFile(path, 'no archive')
    await expect(openPictures(path)).rejects.toThrow(path)
  })
})

describe('a mapping file', () => {
  async function aMap(text: string) {
    const path = join(await aFolder(), 'map.json')
    await writeFile(path, text)
    return readCategoryMap(path)
  }

  test('maps categories by name in any case, and the others to one', async () => {
    const map = await aMap(
      '{"News & Views": "Campus News from Nigerian Institutions", "*": "Faith and Inspiration"}',
    )
    expect(map.find('news-views')).toBe('Campus News from Nigerian Institutions')
    expect(map.find('lifestyle and culture')).toBe('Lifestyle and Culture')
    expect([map.find('Sport'), map.default]).toEqual([undefined, 'Faith and Inspiration'])
    expect((await readCategoryMap(undefined)).default).toBe(unmappedCategory)
  })

  test.each([
    ['{', 'cannot be read as JSON'],
    ['{"a":"Sport"}', 'does not have: Sport'],
  ])('that is wrong is told before anything is done: %s', async (text, message) => {
    await expect(aMap(text)).rejects.toThrow(message)
  })
})
