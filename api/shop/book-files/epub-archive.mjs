// Part of the thread that reads EPUBs (epub-thread.mjs): the archive.
import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { openPromise } from 'yauzl'
import { EpubFault } from './epub-rules.mjs'

const megabyte = 1024 * 1024
export const most = {
  entries: 5000,
  bytes: 256 * megabyte,
  entry: 64 * megabyte,
  text: 8 * megabyte,
}

/** @typedef {import('yauzl').Entry & { name: string }} ZipEntry */
/** @typedef {ReturnType<typeof readerOf>} Read */

/**
 * Opens an EPUB; throws an EpubFault where its archive is none.
 * @template Result
 * @param {string} path @param {(read: Read, entries: Map<string, ZipEntry>) => Promise<Result>} use
 */
export async function withArchive(path, use) {
  await checkMimetype(path)
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false }).catch(() => {
    throw new EpubFault('notAnEpub')
  })
  try {
    const entries = await listEntries(zip)
    return await use(readerOf(zip, entries), entries)
  } finally {
    zip.close()
  }
}

/** Readers recognise an EPUB in this way, from its first bytes. */
async function checkMimetype(/** @type {string} */ path) {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(58), 0, 58, 0)
    if (bytesRead < 58 || buffer.readUInt32LE(0) !== 0x04034b50) throw new EpubFault('notAnEpub')
    const isStored = buffer.readUInt16LE(8) === 0 && buffer.readUInt16LE(28) === 0
    if (!isStored || buffer.toString('latin1', 30) !== 'mimetypeapplication/epub+zip') {
      throw new EpubFault('mimetype')
    }
  } finally {
    await file.close()
  }
}

/**
 * Lists entries by name; throws where the directory alone shows that the archive is too large or has bad names.
 * @param {import('yauzl').ZipFile} zip
 */
async function listEntries(zip) {
  if (zip.entryCount > most.entries) throw new EpubFault('tooMany')
  /** @type {Map<string, ZipEntry>} */
  const entries = new Map()
  const seen = new Set()
  let bytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(/** @type {unknown} */ (entry.fileName))
      const folded = name.toLowerCase()
      if (seen.has(folded)) throw new EpubFault('name', name)
      seen.add(folded)
      bytes += entry.uncompressedSize
      if (bytes > most.bytes || entry.uncompressedSize > most.entry) throw new EpubFault('tooMany')
      if (entry.isEncrypted()) throw new EpubFault('locked')
      if (!name.endsWith('/')) entries.set(name, Object.assign(entry, { name }))
    }
  } catch (error) {
    throw error instanceof EpubFault ? error : new EpubFault('notAnEpub')
  }
  const [first] = entries.values()
  if (first?.name !== 'mimetype' || first.relativeOffsetOfLocalHeader !== 0) {
    throw new EpubFault('mimetype')
  }
  return entries
}

/** @param {unknown} bytes */
function nameOf(bytes) {
  const raw = /** @type {Buffer} */ (bytes)
  const name = raw.toString('utf8')
  const segments = name.split('/')
  const isPlain =
    Buffer.from(name).equals(raw) &&
    raw.length <= 500 &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no name has them.
    !/[\0-\x1f\x7f"*:<>?\\|]/.test(name) &&
    !segments.slice(0, -1).includes('') &&
    !segments.some((segment) => segment === '..' || segment === '.')
  if (!isPlain || name === '') throw new EpubFault('name', name.slice(0, 100))
  // Programs of Apple write letters and their marks apart.
  return name.normalize('NFC')
}

/** Returns whether what is read begins a tag, behind its byte order mark and blanks; undefined as long as that is open. */
export function tagSeeker() {
  let count = 0
  let isWide = false
  return (/** @type {Buffer} */ piece) => {
    for (const byte of piece) {
      count += 1
      if (count <= 3 && [0xef, 0xbb, 0xbf, 0xfe, 0xff].includes(byte)) isWide ||= byte >= 0xfe
      else if (!(byte === 0 && (isWide || count === 1)) && ![9, 10, 12, 13, 32].includes(byte)) {
        return byte === 0x3c
      }
    }
    return undefined
  }
}

/**
 * Whole where it is text or begins a tag; anything else only has to be whole, and is its first piece.
 * @param {import('yauzl').ZipFile} zip @param {Map<string, ZipEntry>} entries
 */
export function readerOf(zip, entries) {
  /** @param {string} name @param {boolean} isText @returns {Promise<Buffer | undefined>} */
  return async (name, isText = true, largest = most.text) => {
    const entry = entries.get(name)
    if (!entry) return undefined
    if (isText && entry.uncompressedSize > largest) throw new EpubFault('tooMany')
    const pieces = []
    const beginsTag = tagSeeker()
    /** @type {boolean | undefined} */
    let isTag
    let sum = 0
    try {
      for await (const piece of await zip.openReadStreamPromise(entry)) {
        sum = crc32(piece, sum)
        isTag ??= beginsTag(piece)
        if (isTag === false && !isText && pieces.length > 0) pieces.length = 1
        else pieces.push(piece)
      }
    } catch {
      throw new EpubFault('damaged', name)
    }
    if (isTag && entry.uncompressedSize > largest) throw new EpubFault('tooMany')
    if (sum !== entry.crc32) throw new EpubFault('damaged', name)
    return Buffer.concat(pieces)
  }
}
