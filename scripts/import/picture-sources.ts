import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import sharp from 'sharp'
import { extract } from 'tar-stream'
import { openPromise as openZip } from 'yauzl'
import { decoded } from '#api/http/requests/plain-path.ts'
import { largestStored, mostPixels, upload } from '#contract/form-limits.ts'
import { nameBelow } from './found-story.ts'

export interface PictureFile {
  path: string
  /** The name below the folder. */
  name: string
  bytes: number
  sha256(): Promise<string>
}

/** Pictures of an import, in a folder or an archive beside it. Nothing is ever fetched. */
export interface Pictures {
  /** The file of an address at the old site. */
  find(address: string): PictureFile | undefined
  close(): Promise<void>
}

const endings = ['jpg', 'jpeg', 'png', 'webp', 'gif']
const isPicture = (name: string) => endings.includes(name.split('.').at(-1)?.toLowerCase() ?? '')
const plain = (name: string) => name.normalize('NFC').toLowerCase()

/** A folder, a zip, or a tar; none has no pictures. Rejects with one readable Error. */
export async function openPictures(path: string | undefined): Promise<Pictures> {
  if (path === undefined) return { find: () => undefined, close: async () => {} }
  const found = await stat(path).catch(() => {
    throw new Error(`There is no folder or archive ${path}.`)
  })
  if (found.isDirectory()) return { find: await finderIn(path), close: async () => {} }
  const folder = await mkdtemp(join(tmpdir(), 'ascend-pictures-'))
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    const names = await unpack(path, folder)
    return { find: await finderIn(folder, names), close }
  } catch (error) {
    await close()
    throw new Error(`${path} cannot be unpacked: ${(error as Error).message}`, { cause: error })
  }
}

/** Files are numbered, so that no name in an archive leads elsewhere. Resolves to their names by number. */
async function unpack(path: string, folder: string): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  const add = async (name: string, content: Readable) => {
    const file = String(names.size)
    names.set(file, name)
    await pipeline(content, createWriteStream(join(folder, file)))
  }
  if (/\.zip$/i.test(path)) {
    const zip = await openZip(path, { autoClose: false })
    try {
      for await (const entry of zip.eachEntry()) {
        if (!isPicture(entry.fileName) || entry.uncompressedSize > upload.bytes) continue
        await add(entry.fileName, await zip.openReadStreamPromise(entry))
      }
    } finally {
      zip.close()
    }
  } else {
    const entries = extract()
    const isPacked = /\.(tgz|gz)$/i.test(path)
    const unpacked = isPacked
      ? pipeline(createReadStream(path), createGunzip(), entries)
      : pipeline(createReadStream(path), entries)
    unpacked.catch(() => {})
    for await (const entry of entries) {
      const { type, name, size = 0 } = entry.header
      const isWanted = type === 'file' && isPicture(name) && size <= upload.bytes
      if (isWanted) await add(name, entry as unknown as Readable)
      else entry.resume()
    }
    await unpacked
  }
  return names
}

async function finderIn(folder: string, names?: Map<string, string>) {
  const files = new Map<string, { segments: string[]; file: PictureFile }[]>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const name = names?.get(entry.name) ?? nameBelow(folder, path)
    if (!entry.isFile() || !isPicture(name)) continue
    const segments = plain(name).split('/')
    const last = segments.at(-1) as string
    const { size } = await stat(path)
    const known = files.get(last) ?? []
    files.set(last, [...known, { segments, file: pictureFile(path, name, size) }])
  }
  return (address: string): PictureFile | undefined => {
    const segments = segmentsOf(address)
    const last = segments.pop() ?? ''
    for (const name of namesOf(last)) {
      const wanted = [...segments, name]
      const fits = (files.get(name) ?? []).filter((it) => isSame(it.segments, wanted))
      if (fits.length === 1) return fits[0]?.file
    }
    return undefined
  }
}

/** The segments below the folder of uploads, whatever the host. */
function segmentsOf(address: string): string[] {
  const [path = ''] = address.replace(/^[a-z]+:\/\/[^/]*/i, '').split(/[?#]/)
  const segments = plain(decoded(path))
    .replace(/\/size\/w\d+(h\d+)?\//, '/')
    .split('/')
    .filter((it) => it !== '' && it !== '.' && it !== '..')
  const root = Math.max(segments.lastIndexOf('uploads'), segments.lastIndexOf('images'))
  return root >= 0 && root < segments.length - 1 ? segments.slice(root + 1) : segments
}

/** The whole picture before its smaller copies; somebody may have converted it. */
function namesOf(name: string): string[] {
  const [, stem = name, ending = ''] = /^(.*)\.([^.]+)$/.exec(name) ?? []
  const whole = stem.replace(/-\d+x\d+$|-scaled$/, '')
  const stems = [...new Set([whole, `${whole}-scaled`, stem])]
  const types = [...new Set([ending, ...endings])]
  return types.flatMap((type) => stems.map((it) => `${it}.${type}`))
}

/** One is the end of the other: the folder may be given from its root or from further in. */
function isSame(file: string[], address: string[]): boolean {
  const length = Math.min(file.length, address.length)
  return file.slice(-length).join('/') === address.slice(-length).join('/')
}

function pictureFile(path: string, name: string, bytes: number): PictureFile {
  let known: Promise<string> | undefined
  const read = async () => {
    const hash = createHash('sha256')
    await pipeline(createReadStream(path), hash)
    return hash.digest('hex')
  }
  return {
    path,
    name,
    bytes,
    sha256() {
      known ??= read()
      return known
    },
  }
}

/** Why a file cannot be stored as a picture, told before it is decoded. */
export async function faultOf(file: PictureFile): Promise<string | undefined> {
  if (file.bytes > upload.bytes) return `is larger than ${upload.bytes / 1024 / 1024} MB`
  return (await formatOf(file)) ? undefined : 'is no JPG, PNG, WebP or GIF'
}

const beginnings = {
  jpeg: /^\xff\xd8\xff/,
  png: /^\x89PNG/,
  webp: /^RIFF....WEBP/s,
  gif: /^GIF8/,
}

/** Recognises a format by the first bytes, whatever the file is called. */
async function formatOf({ path }: PictureFile) {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0)
    const start = buffer.toString('latin1')
    const formats = Object.keys(beginnings) as (keyof typeof beginnings)[]
    return formats.find((format) => beginnings[format].test(start))
  } finally {
    await file.close()
  }
}

/** Uploads, which anybody sends, reach none of them: these are the publisher's own files, in a process of its own. */
const decoders = ['VipsForeignLoadWebp', 'VipsForeignLoadNsgif']

async function isOther(file: PictureFile): Promise<boolean> {
  const format = await formatOf(file)
  return format === 'webp' || format === 'gif'
}

function openPicture(file: PictureFile) {
  sharp.unblock({ operation: decoders })
  return sharp(file.path, { limitInputPixels: mostPixels })
}

/** Whether only its first picture can be shown. */
export async function isMoving(file: PictureFile): Promise<boolean> {
  if (!(await isOther(file))) return false
  const { pages = 1 } = await openPicture(file)
    .metadata()
    .catch(() => ({ pages: 1 }))
  return pages > 1
}

/**
 * The file itself, or a WebP or GIF as a PNG beside it, of the first picture and no larger than it is shown. A damaged one
 * stays what it is, and is refused when it is stored.
 */
export async function withStorable<T>(
  file: PictureFile,
  use: (path: string) => Promise<T>,
): Promise<T> {
  if (!(await isOther(file))) return use(file.path)
  const folder = await mkdtemp(join(tmpdir(), 'ascend-picture-'))
  const path = join(folder, 'picture.png')
  try {
    const written = await openPicture(file)
      .resize({ ...largestStored, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 1 })
      .toFile(path)
      .catch(() => undefined)
    return await use(written ? path : file.path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
