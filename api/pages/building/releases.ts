import { createHash } from 'node:crypto'
import { type Dirent, readFileSync, readlinkSync } from 'node:fs'
import {
  copyFile,
  link,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { FrontCache } from '#api/http/answers/front-cache.ts'
import { compress } from '#api/http/answers/respond.ts'

/**
 * A release is the whole site as it was at one moment: `releases/<id>` under the data folder, with the files that are
 * served in `client/`. `current` is a link to the release that is served.
 */
export interface Release {
  id: string
  folder: string
  madeFrom: MadeFrom
}

/** What a release shows. Another database, version, code or address calls for another release. */
export interface MadeFrom {
  siteId: string
  version: number
  /** The bundle's hash: of the sources of the pages, and of how they are answered. */
  code: string
  publicUrl: string
  /** The cache in front, whose headers are written with the files. */
  cache?: FrontCache | undefined
  differences?: boolean
  /** The last revision of what the publisher has set; a release of before that had settings has none. */
  settings?: number
}

export interface MadePage {
  address: string
  headers: Record<string, string>
  body: Buffer
}

// Tabs opened before a publication still ask for the scripts of their own release.
const keptReleases = 3

/** The headers that go with each page of a release, by its address. */
const headersFile = 'headers.json'
type PageHeaders = Record<string, Record<string, string>>

/** What the publisher had set when the pages were made: pages that are made later wear the same. */
const settingsFile = 'settings.json'

export function releasesFolder(dataDir: string) {
  return join(dataDir, 'releases')
}

function newId() {
  return new Date().toISOString().replace(/[:.]/g, '-')
}

/**
 * Writes a release that is not served yet, from the files of a folder and newly rendered pages; resolves to its folder.
 * The files are those of the bundle, or of the previous release when only some pages were rendered.
 */
export async function writeRelease(
  dataDir: string,
  from: { files: string; headers: PageHeaders },
  { pages, settings }: { pages: MadePage[]; settings: object },
  madeFrom: MadeFrom,
): Promise<string> {
  const before = findCurrentRelease(dataDir)
  const folder = join(releasesFolder(dataDir), newId())
  const client = join(folder, 'client')
  const names = new Map(pages.map((page) => [fileName(page), page]))
  try {
    await linkAll(from.files, client, (name) => names.has(name.replace(/\.(br|gz)$/, '')))
    const written = await Promise.allSettled(
      [...names].map(async ([name, { body }]) => {
        const file = join(client, name)
        await mkdir(dirname(file), { recursive: true })
        if (before && (await linkUnchanged(join(before.folder, 'client', name), file, body))) return
        await writeFile(file, body)
        await writeCompressed(file, body)
      }),
    )
    // Only once nobody writes any more can the folder be removed.
    for (const file of written) if (file.status === 'rejected') throw file.reason
    const headers: PageHeaders = {
      ...from.headers,
      ...Object.fromEntries(pages.map(({ address, headers }) => [address, headers])),
    }
    await writeFile(join(folder, headersFile), JSON.stringify(headers))
    await writeFile(join(folder, settingsFile), JSON.stringify(settings))
    await writeFile(join(folder, 'release.json'), JSON.stringify(madeFrom))
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  return folder
}

/** `/` is `index.html`, `/about` is `about.html`, `/robots.txt` is itself. */
function fileName({ address }: MadePage): string {
  if (address === '/') return 'index.html'
  return address.slice(1) + (extname(address) ? '' : '.html')
}

/** The same files under another folder; where a file system has no links, copies. */
async function linkAll(from: string, to: string, isLeftOut: (name: string) => boolean) {
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map(pathOf)
  for (const folder of [from, ...folders]) {
    await mkdir(to + folder.slice(from.length), { recursive: true })
  }
  const files = entries.filter((entry) => !entry.isDirectory()).map(pathOf)
  // All at once: one after the other, each of a thousand links waits for its turn on a busy machine.
  await Promise.all(
    files
      .filter((file) => !isLeftOut(file.slice(from.length + 1)))
      .map((file) => linkOrCopy(file, to + file.slice(from.length))),
  )
}

const pathOf = ({ parentPath, name }: Dirent) => join(parentPath, name)

/** A page that is as it was keeps its files: to compress it takes longer than to render it. */
async function linkUnchanged(before: string, file: string, body: Buffer): Promise<boolean> {
  const old = await readFile(before).catch(() => undefined)
  if (!old?.equals(body)) return false
  const links = ['.br', '.gz', ''].map((ending) => linkOrCopy(before + ending, file + ending))
  return Promise.all(links).then(
    () => true,
    () => false,
  )
}

const linkOrCopy = (source: string, target: string) =>
  link(source, target).catch(() => copyWithDate(source, target))

async function copyWithDate(source: string, target: string) {
  const { atime, mtime } = await stat(source)
  await copyFile(source, target)
  await utimes(target, atime, mtime)
}

/** The release that is to be served, or undefined before the first good build. */
export function findCurrentRelease(dataDir: string): Release | undefined {
  try {
    const id = basename(readlinkSync(join(dataDir, 'current')))
    const folder = join(releasesFolder(dataDir), id)
    const madeFrom = JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')) as MadeFrom
    return { id, folder, madeFrom }
  } catch {
    return undefined
  }
}

/** Makes a finished release the served one, in a single rename, and removes the oldest ones. */
export async function swapIn(dataDir: string, folder: string) {
  const swap = join(dataDir, 'current.new')
  await rm(swap, { force: true })
  await symlink(join('releases', basename(folder)), swap)
  await rename(swap, join(dataDir, 'current'))
  // The new release stays, whatever the clocks of other machines put into the names.
  const current = basename(folder)
  const ids = [current, ...(await listReleases(dataDir)).filter((id) => id !== current)]
  for (const id of ids.slice(keptReleases)) {
    await rm(join(releasesFolder(dataDir), id), { recursive: true, force: true })
  }
}

/** Ids of the releases on disk, newest first; those that were cut off are among them. */
export async function listReleases(dataDir: string): Promise<string[]> {
  const entries = await readdir(releasesFolder(dataDir), { withFileTypes: true }).catch(() => [])
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return folders.sort().reverse()
}

export async function readPageHeaders(folder: string): Promise<PageHeaders> {
  return JSON.parse(await readFile(join(folder, headersFile), 'utf8')) as PageHeaders
}

/** Undefined for a release of before there were any. */
export async function readReleaseSettings(folder: string): Promise<object | undefined> {
  const file = await readFile(join(folder, settingsFile), 'utf8').catch(() => undefined)
  return file === undefined ? undefined : (JSON.parse(file) as object)
}

const text = ['.html', '.js', '.css', '.svg', '.json', '.xml', '.txt', '.webmanifest']

export function isText(ending: string): boolean {
  return text.includes(ending)
}

/** Writes the compressed variants beside a file once, so that no request has to compress it. */
export async function writeCompressed(file: string, body: Buffer): Promise<void> {
  // Brotli 11 takes a tenth of a second for our largest page and saves a tenth of its bytes.
  const [br, gz] = await Promise.all([compress(body, 'br', 11), compress(body, 'gzip', 9)])
  await dateByContent(file, body)
  for (const [name, bytes] of Object.entries({ [`${file}.br`]: br, [`${file}.gz`]: gz })) {
    await writeFile(name, bytes)
    await dateByContent(name, body)
  }
}

/**
 * Front servers derive an ETag from a file's date and size, so the date is derived from the content: equal bytes have the
 * same ETag in every release and on every machine, and different bytes never do.
 */
export async function dateByContent(file: string, body: Buffer): Promise<void> {
  // 31 bits: seconds that every file system can hold.
  const date = createHash('sha256').update(body).digest().readUInt32BE() >>> 1
  await utimes(file, date, date)
}
