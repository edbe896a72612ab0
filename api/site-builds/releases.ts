import { existsSync, readFileSync, readlinkSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

/**
 * A release is one whole build of the site: `releases/<id>` under the data folder, never moved once built
 * (its server part knows its own place). `current` is a link to the one that is served.
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
  /** Hash of everything that the build reads from disk. */
  code: string
  publicUrl: string
}

// Tabs opened before a publication still ask for the scripts of their own release.
const keptReleases = 3

export function releasesFolder(dataDir: string) {
  return join(dataDir, 'releases')
}

/** Where a new release is to be built. Its node_modules are the project's. */
export async function newReleaseFolder(dataDir: string, projectRoot: string) {
  const releases = releasesFolder(dataDir)
  await mkdir(releases, { recursive: true })
  const modules = join(releases, 'node_modules')
  const target = join(projectRoot, 'node_modules')
  if (!existsSync(modules) || readlinkSync(modules) !== target) {
    await rm(modules, { force: true })
    await symlink(target, modules)
  }
  return join(releases, new Date().toISOString().replace(/[:.]/g, '-'))
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

/** Makes a finished build the served one, in a single rename, and removes the oldest ones. */
export async function swapIn(dataDir: string, folder: string, madeFrom: MadeFrom) {
  await writeFile(join(folder, 'release.json'), JSON.stringify(madeFrom))
  const link = join(dataDir, 'current.new')
  await rm(link, { force: true })
  await symlink(join('releases', basename(folder)), link)
  await rename(link, join(dataDir, 'current'))
  const ids = await listReleases(dataDir)
  for (const id of ids.slice(keptReleases)) {
    await rm(join(releasesFolder(dataDir), id), { recursive: true, force: true })
  }
}

/** Ids of the releases on disk, newest first; builds that were cut off are among them. */
export async function listReleases(dataDir: string): Promise<string[]> {
  const entries = await readdir(releasesFolder(dataDir), { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .reverse()
}

/** The headers that Astro wants with each prerendered page, by its address. */
export async function readPageHeaders(
  folder: string,
): Promise<Map<string, Record<string, string>>> {
  const text = await readFile(join(folder, '_experimentalHeaders.json'), 'utf8')
  const pages = JSON.parse(text) as {
    pathname: string
    headers: { key: string; value: string }[]
  }[]
  return new Map(
    pages.map(({ pathname, headers }) => [
      pathname.replace(/(.)\/$/, '$1'),
      Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    ]),
  )
}
