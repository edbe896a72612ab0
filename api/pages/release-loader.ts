import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, realpath } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Logger } from 'pino'
import { headersOfAll, pageHeaders } from '#api/http/security-headers.ts'
import {
  dataPages,
  findCurrentRelease,
  listReleases,
  type Release,
  readPageHeaders,
  releasesFolder,
} from '#api/pages/releases.ts'
import { DatabaseUnavailableError } from '#db/sql.ts'
import { neededPolicy } from './page-policy.ts'
import { type ReadyResponse, readyResponses } from './static-files.ts'

/** A built file, held in memory, with its answer ready in each encoding. */
export interface BuiltFile {
  etag: string
  /** Its name holds a hash of its content. */
  isImmutable: boolean
  /** It has a lite variant. */
  isPage: boolean
  answers: { identity: ReadyResponse; br?: ReadyResponse; gzip?: ReadyResponse }
}

/** A page made on demand. */
export interface RenderedPage {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** What the server part of a bundle answers with. */
export type AstroHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
  locals: object,
) => Promise<void>

/** The release being served. */
export interface LoadedSite {
  id: string
  /** What it shows. */
  madeFrom: Pick<Release['madeFrom'], 'siteId' | 'version'>
  /** By address: `/`, `/about`, `/_astro/x.js`. */
  files: Map<string, BuiltFile>
  /** Undefined when no page answers to the address. */
  render(url: string, locals: object): Promise<RenderedPage | undefined>
}

const types: Record<string, string> = {
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

/** How often a replica looks whether it, or another one, has swapped in a new site. */
const lookForSwapMs = 500

/** Serves the current release, whichever that is: a new one is loaded beside the old one, then takes its place. */
export function watchRelease(dataDir: string, log: Logger) {
  let loaded: LoadedSite | undefined
  let looking: Promise<void> | undefined
  // Tried once: a release does not get better by being looked at twice a second.
  let broken: string | undefined
  const load = async () => {
    const id = findCurrentRelease(dataDir)?.id
    if (id === loaded?.id || id === broken) return
    try {
      loaded = await loadSite(dataDir)
      broken = undefined
    } catch (error) {
      broken = id
      log.error({ err: error }, 'the new site could not be loaded; the old one stays up')
    }
  }
  const look = () => {
    looking ??= load().finally(() => {
      looking = undefined
    })
    return looking
  }
  const timer = setInterval(look, lookForSwapMs)
  return {
    /** Undefined before the first good build. */
    loaded: () => loaded,
    /** Looks at once; resolves when what is current is loaded. */
    look,
    stop: () => clearInterval(timer),
  }
}

/** Loads the current release, or resolves to undefined when there is none yet. */
async function loadSite(dataDir: string): Promise<LoadedSite | undefined> {
  const release = findCurrentRelease(dataDir)
  if (!release) return undefined
  const files = await readFiles(release)
  await addOlderAssets(files, dataDir, release)
  const handler = await loadHandler(release.folder)
  return {
    id: release.id,
    madeFrom: release.madeFrom,
    files,
    render: async (url, locals) =>
      isForHandler(url, files) ? renderWith(handler, url, locals) : undefined,
  }
}

/**
 * Astro takes `/%61bout` and `/x/%2e%2e/about` for `/about`, and fails because that page is a file. Neither is
 * an address of ours, nor is any other that means something else once its dots are resolved. Pages that show data
 * are files and made on demand as well, for their queries.
 */
function isForHandler(url: string, files: Map<string, BuiltFile>): boolean {
  const [path = ''] = url.split('?', 1)
  if (!path.startsWith('/') || !URL.canParse(path, 'http://site')) return false
  if (new URL(path, 'http://site').pathname !== path) return false
  if (dataPages.includes(path)) return true
  // Every page there is a file; at one that is missing Astro fails.
  if (path.startsWith('/publications/')) return false
  try {
    return !files.has(decodeURI(path).replace(/(.)\/+$/, '$1'))
  } catch {
    // Not UTF-8: it is no file's address, and Astro answers such ones itself.
    return true
  }
}

/** Every built file of a release with its answer, by its address. */
export async function readFiles(
  release: Pick<Release, 'folder' | 'madeFrom'>,
): Promise<Map<string, BuiltFile>> {
  const client = join(release.folder, 'client')
  const safe = headersOfAll(release.madeFrom.publicUrl)
  const ownHeaders = await readPageHeaders(release.folder)
  const files = new Map<string, BuiltFile>()
  for (const name of await readdir(client, { recursive: true })) {
    const type = types[extname(name)]
    if (!type) continue
    const address = addressOf(name)
    files.set(
      address,
      await readBuiltFile(join(client, name), address, type, safe, ownHeaders.get(address)),
    )
  }
  return files
}

/** `about.html` and `about/index.html` answer at `/about`. */
function addressOf(name: string): string {
  const path = `/${name.split(sep).join('/')}`
  return path.replace(/(\/index)?\.html$/, '') || '/'
}

async function readBuiltFile(
  path: string,
  address: string,
  type: string,
  safe: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<BuiltFile> {
  const identity = await readFile(path)
  const [br, gzip] = await Promise.all(
    ['.br', '.gz'].map((ending) => readFile(path + ending).catch(() => undefined)),
  )
  const file = {
    etag: `"${createHash('sha1').update(identity).digest('base64url')}"`,
    isImmutable: address.startsWith('/_astro/'),
    isPage: type.startsWith('text/html'),
  }
  const sent = {
    'Content-Type': type,
    ...safe,
    ...(file.isPage && { ...pageHeaders, ...neededPolicy(headers, identity) }),
  }
  return { ...file, answers: readyResponses(file, sent, { identity, br, gzip }) }
}

/** Open tabs go on asking for the scripts and styles of the release they came from. */
async function addOlderAssets(files: Map<string, BuiltFile>, dataDir: string, current: Release) {
  const safe = headersOfAll(current.madeFrom.publicUrl)
  for (const id of await listReleases(dataDir)) {
    const folder = join(releasesFolder(dataDir), id)
    if (id === current.id || !existsSync(join(folder, 'release.json'))) continue
    const assets = join(folder, 'client', '_astro')
    for (const name of await readdir(assets).catch(() => [])) {
      const address = `/_astro/${name}`
      const type = types[extname(name)]
      if (type && !files.has(address)) {
        files.set(address, await readBuiltFile(join(assets, name), address, type, safe))
      }
    }
  }
}

/** The handler of a bundle, or of a release of it: the same one, which Node loads once. */
export async function loadHandler(folder: string): Promise<AstroHandler> {
  const before = new Set(process.listeners('unhandledRejection'))
  const entry = pathToFileURL(await realpath(join(folder, 'server', 'entry.mjs'))).href
  const { handler } = (await import(entry)) as { handler: AstroHandler }
  // Each bundle's entry adds a listener that would hide our own faults for the rest of the process's life.
  for (const listener of process.listeners('unhandledRejection')) {
    if (!before.has(listener)) process.off('unhandledRejection', listener)
  }
  return handler
}

/** Runs Astro's handler against a response of our own, so that the page can be kept, tagged and compressed. */
export async function renderWith(
  handler: AstroHandler,
  url: string,
  locals: object,
): Promise<RenderedPage | undefined> {
  // Nothing of the visitor's request goes in: what comes out may be shown to anybody.
  const request = { method: 'GET', url, headers: {}, socket: {} } as unknown as IncomingMessage
  const response = new CapturedResponse()
  let isUnknown = false
  // Astro makes a 500 of every fault, and a database that is away is none of the page's.
  let away: DatabaseUnavailableError | undefined
  const { call } = locals as { call?: (...asked: unknown[]) => Promise<unknown> }
  const watched = call && {
    call: (...asked: unknown[]) =>
      call(...asked).catch((fault: unknown) => {
        if (fault instanceof DatabaseUnavailableError) away = fault
        throw fault
      }),
  }
  await handler(request, response as unknown as ServerResponse, () => (isUnknown = true), {
    ...locals,
    ...watched,
  })
  return isUnknown ? undefined : response.page(away)
}

/** As much of a ServerResponse as Astro writes to. */
class CapturedResponse {
  statusMessage = ''
  headersSent = false
  private status = 200
  private headers: Record<string, string> = {}
  private readonly chunks: Buffer[] = []
  private fault: Error | undefined

  writeHead(status: number, headers: unknown) {
    this.status = status
    this.headersSent = true
    if (typeof headers === 'object') this.headers = headers as Record<string, string>
    return this
  }
  write(chunk: Uint8Array | string) {
    this.chunks.push(Buffer.from(chunk))
    return true
  }
  end(chunk?: Uint8Array | string) {
    if (chunk) this.write(chunk)
    return this
  }
  on() {
    return this
  }
  destroy(error?: Error) {
    this.fault = error ?? new Error('The page could not be rendered')
  }
  page(away: DatabaseUnavailableError | undefined): RenderedPage {
    if (this.fault) throw away ?? this.fault
    if (this.status >= 500) throw away ?? new Error(`A page answered ${this.status}`)
    return { status: this.status, headers: this.headers, body: Buffer.concat(this.chunks) }
  }
}
