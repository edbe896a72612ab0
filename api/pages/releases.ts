import { existsSync, readFileSync, readlinkSync } from 'node:fs'
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
import { basename, dirname, join } from 'node:path'
import { writeCompressed } from './compress.ts'

/**
 * A release is the whole site as it was at one moment: `releases/<id>` under the data folder. Its code is that of a
 * bundle, `bundles/<id>`, which is never moved (its server part knows its own place) and is shared by every release
 * that differs in its data alone. `current` is a link to the release that is served.
 */
export interface Release {
  id: string
  folder: string
  madeFrom: MadeFrom
  /** The id of its bundle. */
  bundle: string
}

/** What a release shows. Another database, version, code or address calls for another release. */
export interface MadeFrom {
  siteId: string
  version: number
  /** Hash of everything that the bundle is made of. */
  code: string
  /** Hash of what decides how its files are answered. */
  answers: string
  publicUrl: string
}

/**
 * Addresses that are served as files and made anew whenever the public data changes. Their queries are answered
 * by the same pages, on demand.
 */
export const dataPages = ['/', '/books', '/resources']

/** A page that was made of the present data, at its address. */
export interface MadePage {
  address: string
  headers: Record<string, string>
  body: Buffer
}

// Tabs opened before a publication still ask for the scripts of their own release.
const keptReleases = 3

/** What Astro wants to be sent with its pages. */
const headersFile = '_experimentalHeaders.json'

type PageHeaders = { pathname: string; headers: { key: string; value: string }[] }[]

export function releasesFolder(dataDir: string) {
  return join(dataDir, 'releases')
}

export function bundleFolder(dataDir: string, bundle: string) {
  return join(dataDir, 'bundles', bundle)
}

/** A name that sorts by time. */
function newId() {
  return new Date().toISOString().replace(/[:.]/g, '-')
}

/** Where a new bundle is to be built. Its node_modules are the project's. */
export async function newBundle(dataDir: string, projectRoot: string) {
  const bundles = join(dataDir, 'bundles')
  await mkdir(bundles, { recursive: true })
  const modules = join(bundles, 'node_modules')
  const target = join(projectRoot, 'node_modules')
  if (!existsSync(modules) || readlinkSync(modules) !== target) {
    await rm(modules, { force: true })
    await symlink(target, modules)
  }
  return newId()
}

/** Puts a bundle and the pages made with it together as a release that nobody is served yet; resolves to its folder. */
export async function writeRelease(
  dataDir: string,
  bundle: string,
  pages: MadePage[],
  madeFrom: MadeFrom,
): Promise<string> {
  const from = bundleFolder(dataDir, bundle)
  const folder = join(releasesFolder(dataDir), newId())
  const client = join(folder, 'client')
  try {
    await linkAll(join(from, 'client'), client)
    await symlink(join('..', '..', 'bundles', bundle, 'server'), join(folder, 'server'))
    await Promise.all(
      pages.map(async ({ address, body }) => {
        const file = join(client, `${address === '/' ? '/index' : address}.html`)
        await writeFile(file, body)
        await writeCompressed(file, body)
      }),
    )
    const headers: PageHeaders = [
      ...JSON.parse(await readFile(join(from, headersFile), 'utf8')),
      ...pages.map(({ address, headers }) => ({
        pathname: address,
        headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
      })),
    ]
    await writeFile(join(folder, headersFile), JSON.stringify(headers))
    await writeFile(join(folder, 'release.json'), JSON.stringify({ ...madeFrom, bundle }))
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
  return folder
}

/** The same files under another folder; where a file system has no links, copies. */
async function linkAll(from: string, to: string) {
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  await mkdir(to, { recursive: true })
  for (const entry of entries) {
    const source = join(entry.parentPath, entry.name)
    const target = to + source.slice(from.length)
    if (entry.isDirectory()) await mkdir(target, { recursive: true })
    else await link(source, target).catch(() => copyWithDate(source, target))
  }
}

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
    const { bundle, ...madeFrom } = JSON.parse(
      readFileSync(join(folder, 'release.json'), 'utf8'),
    ) as MadeFrom & { bundle: string }
    return { id, folder, madeFrom, bundle }
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
  // Whatever another machine's clock said when it named them, this one stays.
  const current = basename(folder)
  const ids = [current, ...(await listReleases(dataDir)).filter((id) => id !== current)]
  for (const id of ids.slice(keptReleases)) {
    await rm(join(releasesFolder(dataDir), id), { recursive: true, force: true })
  }
  await removeUnusedBundles(dataDir, ids.slice(0, keptReleases))
}

async function removeUnusedBundles(dataDir: string, releases: string[]) {
  const used = releases.map((id) => bundleOf(join(releasesFolder(dataDir), id)))
  for (const bundle of await listFolders(join(dataDir, 'bundles'))) {
    if (used.includes(bundle)) continue
    await rm(bundleFolder(dataDir, bundle), { recursive: true, force: true })
  }
}

function bundleOf(release: string): string | undefined {
  try {
    return basename(dirname(readlinkSync(join(release, 'server'))))
  } catch {
    return undefined
  }
}

/** Ids of the releases on disk, newest first; those that were cut off are among them. */
export async function listReleases(dataDir: string): Promise<string[]> {
  return (await listFolders(releasesFolder(dataDir))).sort().reverse()
}

async function listFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

/** The headers that Astro wants with each built page, by its address. */
export async function readPageHeaders(
  folder: string,
): Promise<Map<string, Record<string, string>>> {
  const pages = JSON.parse(await readFile(join(folder, headersFile), 'utf8')) as PageHeaders
  return new Map(
    pages.map(({ pathname, headers }) => [
      pathname.replace(/(.)\/$/, '$1'),
      Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    ]),
  )
}
