import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import pLimit from 'p-limit'
import { type CacheKey, cacheMarks } from '#api/http/answers/front-cache.ts'
import { type Answer, etagOf, toAnswer } from '#api/http/answers/respond.ts'
import { headersOfAll, pageHeaders } from '#api/http/answers/security-headers.ts'
import { findRoute } from '#api/http/requests/find-route.ts'
import {
  listReleases,
  type MadeFrom,
  type Release,
  readPageHeaders,
  releasesFolder,
} from './building/releases.ts'
import { dictionaryMarks } from './differences/dictionaries.ts'
import { aheadHeaders } from './differences/fetch-ahead.ts'
import { neededPolicy } from './page-html.ts'

export interface StaticFile {
  /** It has a lite variant. */
  isPage: boolean
  answer: Answer
}

export const immutable = 'public, max-age=31536000, immutable'
/** Icons keep their name when their bytes change; without this, browsers request them with each page. */
const oneDay = 'public, max-age=86400'

/** Content types by file extension. */
export const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
}

/** Where files lie whose bytes never change. */
const assets = '/_astro/'

/** Reads the files, by address: `/`, `/about`, `/_astro/x.js`. */
export async function readStaticFiles({
  folder,
  madeFrom,
}: Pick<Release, 'folder' | 'madeFrom'>): Promise<Map<string, StaticFile>> {
  const client = join(folder, 'client')
  const ownHeaders = await readPageHeaders(folder)
  const names = await readdir(client, { recursive: true })
  // One after the other, each of a thousand reads would wait for its turn on a busy machine.
  const someAtATime = pLimit(32)
  return new Map(
    await Promise.all(
      names
        .filter((name) => types[extname(name)])
        .map(async (name) => {
          const address = addressOf(name)
          const path = join(client, name)
          const read = () =>
            address.startsWith(assets)
              ? readAsset(path, address, madeFrom)
              : readStaticFile(path, address, madeFrom, ownHeaders[address])
          return [address, await someAtATime(read)] as const
        }),
    ),
  )
}

/** Open tabs still ask for scripts and styles of the previous bundle. */
export async function addOlderAssets(
  files: Map<string, StaticFile>,
  dataDir: string,
  { id: current, madeFrom }: Release,
) {
  for (const id of await listReleases(dataDir)) {
    const folder = join(releasesFolder(dataDir), id)
    if (id === current || !existsSync(join(folder, 'release.json'))) continue
    const older = join(folder, 'client', assets)
    for (const name of await readdir(older).catch(() => [])) {
      const address = `${assets}${name}`
      if (types[extname(name)] && !files.has(address)) {
        files.set(address, await readAsset(join(older, name), address, madeFrom))
      }
    }
  }
}

/** `about.html` and `about/index.html` answer at `/about`. */
function addressOf(name: string): string {
  const path = `/${name.split(sep).join('/')}`
  return path.replace(/(\/index)?\.html$/, '') || '/'
}

export function keyOfFile(address: string): CacheKey {
  return findRoute(address)?.kind === 'data' ? 'release' : 'code'
}

const knownAssets = new Map<string, Promise<StaticFile>>()

/** Read once a process: the releases of a bundle have the same hundreds of them. */
async function readAsset(
  path: string,
  address: string,
  madeFrom: Parameters<typeof readStaticFile>[2],
) {
  const { mtimeMs, size } = await stat(path)
  const { publicUrl, cache, differences } = madeFrom
  const key = [address, mtimeMs, size, publicUrl, cache, differences].join(' ')
  const file = knownAssets.get(key) ?? readStaticFile(path, address, madeFrom)
  knownAssets.set(key, file)
  // What could not be read is read again.
  file.catch(() => knownAssets.delete(key))
  return file
}

async function readStaticFile(
  path: string,
  address: string,
  { publicUrl, cache, differences }: Pick<MadeFrom, 'publicUrl' | 'cache' | 'differences'>,
  ownHeaders: Record<string, string> = {},
): Promise<StaticFile> {
  const body = await readFile(path)
  const [br, gzip] = await Promise.all(
    ['.br', '.gz'].map((ending) => readFile(path + ending).catch(() => undefined)),
  )
  const type = types[extname(path)] as string
  const isPage = type.startsWith('text/html')
  const isImmutable = address.startsWith(assets)
  const vary = [br && 'Accept-Encoding', isPage && 'Save-Data'].filter(Boolean).join(', ')
  const headers = {
    'Content-Type': type,
    ...headersOfAll(publicUrl),
    ...(isPage && { ...pageHeaders, ...aheadHeaders(address), ...neededPolicy(ownHeaders, body) }),
    // Vary cannot name one cookie, so a page is revalidated each time.
    'Cache-Control': isImmutable ? immutable : type.startsWith('image/') ? oneDay : 'no-cache',
    ...(vary && { Vary: vary }),
    ...(!isImmutable && cacheMarks(cache, keyOfFile(address))),
    ...(differences && dictionaryMarks(cache, address)),
  }
  const etag = isImmutable ? undefined : etagOf(body)
  const answer = toAnswer({ headers, body, etag, compressed: { br, gzip }, isCompressible: false })
  return { isPage, answer }
}
