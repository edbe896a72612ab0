import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import type { Sequence, Table } from '#db/tables.ts'

// tar and gzip: `files/…` as stored, `rows/….copy` a table each in the order of restoring, `manifest.json` at the end.

/** Raised when older code cannot read the archive. */
export const archiveFormat = 1

export interface Manifest {
  format: number
  madeAt: string
  /** Code that does not know all of them cannot restore this. */
  migrations: { name: string; sha256: string }[]
  tables: (Table & { rows: number })[]
  sequences: Sequence[]
  files: { count: number; bytes: number }
  /** Files that rows name and that were missing at the time. */
  missing: string[]
  /** The hashes by the name of the entry. */
  sha256: Record<string, string>
}

export const manifestEntry = 'manifest.json'
export const fileEntry = (name: string) => `files/${name}`
export const rowsEntry = (table: string) => `rows/${table}.copy`

/** Read into memory. A line of it is a file: room for a million. */
const mostManifestBytes = 120 * 1024 * 1024

export class BadArchive extends Error {}

/** The archive is for its owner alone; rejects when there is something at the path. */
export function archiveAt(path: string) {
  const tar = pack()
  const sha256: Record<string, string> = {}
  const written = pipeline(tar, createGzip(), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  let fault: Error | undefined
  // A failure rejects the next call that adds an entry.
  written.catch((error: Error) => {
    fault = error
    tar.destroy(error)
  })

  const add = async (name: string, size: number, content: Readable) => {
    const hash = createHash('sha256')
    if (fault) content.destroy()
    if (fault) throw fault
    const entry = tar.entry({ name, size, mode: 0o600 })
    await Promise.race([
      pipeline(
        content,
        passing((piece) => hash.update(piece)),
        entry,
      ),
      written.then(() => Promise.reject(new Error('The archive was closed too early'))),
    ])
    sha256[name] = hash.digest('hex')
  }
  return {
    add,
    async finish(manifest: Omit<Manifest, 'sha256'>) {
      const text = Buffer.from(JSON.stringify({ ...manifest, sha256 }, null, 2))
      await add(manifestEntry, text.length, Readable.from([text]))
      tar.finalize()
      await written
      const file = await open(path, 'r+')
      await file.sync().finally(() => file.close())
    },
    /** Resolves to the error of writing, if there was one. */
    async abandon() {
      const why = fault
      tar.destroy()
      await written.catch(() => {})
      return why
    },
  }
}

/** Calls `look` with each chunk that passes. */
export function passing(look: (piece: Buffer) => void): Transform {
  return new Transform({
    transform(piece: Buffer, _, done) {
      look(piece)
      done(null, piece)
    },
  })
}

/** Reads the entries in turn; each must be read to its end. */
export async function eachEntry(
  path: string,
  read: (name: string, content: Readable) => Promise<void>,
): Promise<void> {
  await stat(path).catch(() => {
    throw new BadArchive(`There is no file ${path}.`)
  })
  const entries = extract()
  const unpacked = pipeline(createReadStream(path), createGunzip(), entries)
  unpacked.catch(() => {})
  try {
    for await (const entry of entries) {
      if (entry.header.type === 'file') await read(entry.header.name, entry as unknown as Readable)
      else entry.resume()
    }
    await unpacked
  } catch (error) {
    // An error of the reader ends the unpacking by another error.
    const broken = await unpacked.then(
      () => undefined,
      (fault: Error) => fault.message,
    )
    if ((error as Error).message !== broken) throw error
    throw new BadArchive(
      `${path} is no whole backup of Ascend: ${(error as Error).message}. Take another one; nothing was changed.`,
    )
  }
}

/** Checks every sum before anything is used. */
export async function checkArchive(path: string): Promise<Manifest> {
  const damaged = (why: string) =>
    new BadArchive(`${path} cannot be restored: ${why}. Nothing was changed.`)
  const sums: Record<string, string> = {}
  let text: Buffer | undefined
  let manifestBytes = 0
  await eachEntry(path, async (name, content) => {
    if (text) throw damaged(`${name} stands behind its end`)
    if (Object.hasOwn(sums, name)) throw damaged(`${name} stands in it twice`)
    const hash = createHash('sha256')
    const pieces: Buffer[] = []
    for await (const piece of content as AsyncIterable<Buffer>) {
      hash.update(piece)
      if (name !== manifestEntry) continue
      manifestBytes += piece.length
      if (manifestBytes > mostManifestBytes) throw damaged('its manifest is too large')
      pieces.push(piece)
    }
    if (name === manifestEntry) text = Buffer.concat(pieces)
    else sums[name] = hash.digest('hex')
  })
  if (!text) throw damaged('it is no backup of Ascend, or its end is missing')
  const manifest = readManifest(text)
  if (!manifest) throw damaged('its manifest cannot be read')
  if (manifest.format !== archiveFormat) {
    throw damaged(`it has format ${manifest.format}, and this version reads ${archiveFormat}`)
  }
  for (const name of new Set([...Object.keys(sums), ...Object.keys(manifest.sha256)])) {
    if (sums[name] === undefined) throw damaged(`${name} is missing in it`)
    if (sums[name] !== manifest.sha256[name]) throw damaged(`${name} was changed, or is damaged`)
  }
  for (const { name } of manifest.tables) {
    if (sums[rowsEntry(name)] === undefined) throw damaged(`the rows of ${name} are missing in it`)
  }
  return manifest
}

function readManifest(text: Buffer): Manifest | undefined {
  try {
    const read = JSON.parse(text.toString()) as Manifest
    const isWhole =
      typeof read.format === 'number' &&
      [read.migrations, read.tables, read.sequences, read.missing].every(Array.isArray) &&
      [...read.migrations, ...read.tables, ...read.sequences, read.sha256].every(isObject) &&
      read.tables.every(({ columns }) => Array.isArray(columns))
    return isWhole ? read : undefined
  } catch {
    return undefined
  }
}

function isObject(given: unknown): boolean {
  return typeof given === 'object' && given !== null
}
