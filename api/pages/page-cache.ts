import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Encoding } from '#api/http/compress-response.ts'
import { neededPolicy } from './page-policy.ts'
import type { RenderedPage } from './release-loader.ts'
import { takes } from './static-files.ts'

/** Bytes of rendered pages kept in memory; a story is about 60 KB in its three encodings. */
const keptBytes = 64 * 1024 * 1024

/** Resolves to whether it has answered. */
export type SendCached = (
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
) => Promise<boolean>

export interface CachedPage {
  status: number
  headers: Record<string, string>
  etag: string
  bodies: Map<Encoding, Promise<Buffer>>
  /** What was sent once, with its headers: the thousandth reader gets just this. */
  ready: Map<Encoding, { list: string[]; body: Buffer }>
  bytes: number
}

/** Addresses of pages that are the same for everybody, whoever is signed in. */
const sameForAll = /^\/(story|book)\/[\w-]+$/

export function isSameForAll({ method, url = '' }: IncomingMessage): boolean {
  return method === 'GET' && sameForAll.test(url)
}

/** Puts what is sent just now aside, headers and all, in the form in which Node sends it the quickest. */
export function makeReady(
  page: CachedPage,
  encoding: Encoding,
  sent: { headers: OutgoingHttpHeaders; body: Buffer },
) {
  if (page.ready.has(encoding)) return
  const { 'x-request-id': _, 'content-length': __, ...headers } = sent.headers
  // It is for everybody: what is one person's alone has no place in it.
  if (headers['set-cookie']) throw new Error('A kept page may set no cookie')
  const list = Object.entries(headers).flat().map(String)
  page.ready.set(encoding, { list, body: sent.body })
}

/** Sends what is ready in the encoding that is asked for; returns whether it was. */
export function sendReady(
  page: CachedPage,
  { headers }: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): boolean {
  const accepted = headers['accept-encoding'] ?? ''
  const encoding = takes(accepted, 'br') ? 'br' : takes(accepted, 'gzip') ? 'gzip' : 'identity'
  const ready = page.ready.get(encoding)
  if (!ready) return false
  const list = [...ready.list, 'X-Request-Id', requestId]
  if (headers['if-none-match']?.includes(page.etag)) response.writeHead(304, list).end()
  else {
    list.push('Content-Length', String(ready.body.length))
    response.writeHead(200, list).end(ready.body)
  }
  return true
}

/**
 * Pages that are the same for everybody, each rendered once for a version of the public data: by the
 * thousandth reader a story costs what a file does. Oldest out first.
 */
export class PageCache {
  private readonly pages = new Map<string, CachedPage>()
  /** Being rendered now: who comes meanwhile waits for the same page. */
  private readonly rendering = new Map<string, Promise<CachedPage | undefined>>()
  private version = -1
  private bytes = 0

  /** What is there of this version; nothing is made. */
  known(key: string, version: number): CachedPage | undefined {
    return version === this.version ? this.pages.get(key) : undefined
  }

  /** `version` is the data's, asked for after the request came in. */
  async find(
    key: string,
    version: number,
    render: () => Promise<RenderedPage | undefined>,
  ): Promise<CachedPage | undefined> {
    if (version !== this.version) {
      this.pages.clear()
      this.bytes = 0
      this.version = version
    }
    const known = this.pages.get(key)
    if (known) return known
    // Never shared across versions: a page begun before a change must not answer for it.
    const name = `${version} ${key}`
    let page = this.rendering.get(name)
    if (!page) {
      page = this.make(key, version, render).finally(() => this.rendering.delete(name))
      this.rendering.set(name, page)
    }
    return page
  }

  private async make(
    key: string,
    version: number,
    render: () => Promise<RenderedPage | undefined>,
  ): Promise<CachedPage | undefined> {
    const rendered = await render()
    if (!rendered) return undefined
    const page = keep(rendered)
    // Refused and missing pages are not kept: anybody can make up any number of those.
    if (page.status === 200 && version === this.version) this.add(key, page)
    return page
  }

  private add(key: string, page: CachedPage) {
    this.pages.set(key, page)
    this.bytes += page.bytes
    for (const [oldest, { bytes }] of this.pages) {
      if (this.bytes <= keptBytes) break
      this.pages.delete(oldest)
      this.bytes -= bytes
    }
  }
}

function keep({ status, headers, body }: RenderedPage): CachedPage {
  return {
    status,
    headers: neededPolicy(headers, body),
    etag: `"${createHash('sha1').update(body).digest('base64url')}"`,
    bodies: new Map([['identity', Promise.resolve(body)]]),
    ready: new Map(),
    bytes: body.length * 1.5,
  }
}
