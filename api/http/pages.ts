import { createHash } from 'node:crypto'
import type { Context, Middleware } from 'koa'
import type { FormState } from '#contract/form-state.ts'
import type { Refusal } from '#contract/refusal.ts'
import { refuse } from '#contract/refusals.ts'
import { dataVersion } from '#db/data-version.ts'
import { DatabaseAway } from '#db/sql.ts'
import { readyFor } from './built-files.ts'
import { savesData, toLitePage } from './data-saver.ts'
import { chooseEncoding, type Encoding, encode, encodeAnswer } from './encode-answer.ts'
import type { BuiltFile, LoadedSite, RenderedPage } from './live-site.ts'
import { neededPolicy } from './page-policy.ts'
import { type Caller, nobody } from './read-caller.ts'
import { pageHeaders } from './security-headers.ts'
import { refusedForm } from './serve.ts'

const shelf = ['search', 'category', 'price', 'page']

interface Twin {
  page: string
  part?: string
  /** The parameters that count. */
  parameters: string[]
  /** Made for one person: kept nowhere. */
  isPersonal?: true
  /** Under data saver it leaves things out by itself, beside its pictures. */
  hasLite?: true
}

/** Static addresses whose queries are answered by a page made on demand: their own, or a twin. */
const twins: Record<string, Twin> = {
  '/': { page: '/', part: '/live/story-cards', parameters: ['category', 'page'], hasLite: true },
  '/books': { page: '/books', part: '/live/shelf', parameters: shelf },
  '/resources': { page: '/resources', part: '/live/shelf', parameters: shelf },
  '/sign-in': {
    page: '/live/sign-in',
    parameters: ['mode', 'returnTo', 'token'],
    isPersonal: true,
  },
  '/submit': { page: '/live/submit', parameters: ['story', 'sent'], isPersonal: true },
  '/publish': { page: '/live/publish', parameters: ['sent'], isPersonal: true },
  // What somebody looks for is their own business, and anybody can make up any number of searches.
  '/search': { page: '/search', parameters: ['q', 'page'], isPersonal: true },
  '/newsletter': { page: '/live/newsletter', parameters: ['state', 'token'], isPersonal: true },
}

/** On-demand pages that are made for one person; their queries are their own. */
const personal = /^\/(account|order\/[\w-]+|orders\/find|redeem|test-checkout\/[\w-]+)$/

/** The key in its address opens an order: nobody is to learn it, our own other pages included. */
const secret = /^\/order\//

/** Addresses of Astro's own that nobody is to reach from outside. */
const hidden = /^\/(live|_image|_server-islands)(\/|$)/

/** Bytes of rendered pages kept in memory; a story is about 60 KB in its three encodings. */
const keptBytes = 64 * 1024 * 1024

interface KeptPage {
  status: number
  headers: Record<string, string>
  etag: string
  bodies: Map<Encoding, Promise<Buffer>>
  /** What was sent once, with its headers: the thousandth reader gets just this. */
  ready: Map<Encoding, { headers: Record<string, string>; body: Buffer }>
  bytes: number
}

/** Pages that are the same for everybody, whoever is signed in, as they are asked for without a query. */
const sameForAll = /^\/(story|book)\/[\w-]+$/

interface PagesOptions {
  site(): LoadedSite | undefined
  /** What `Astro.locals` holds for a page that the caller gets: the same for everybody when it is nobody. */
  localsFor(caller: Caller): object
}

/**
 * Everything outside `/api`: built files first, then pages rendered on demand, then the 404 page. `kept` answers what
 * was made before and is the same for everybody; it needs to know nothing of who asks and may stand before whatever
 * finds that out.
 */
export function pages({ site, localsFor }: PagesOptions): { kept: Middleware; all: Middleware } {
  const kept = new PageMemory()
  /** Made of built pages alone: they need no database to be shown. */
  const keptLite = new PageMemory()

  const answerKept: Middleware = async (ctx, next) => {
    const { method, url = '', headers } = ctx.req
    const loaded = site()
    if (method !== 'GET' || !loaded || !sameForAll.test(url) || savesData(headers)) return next()
    // A database that is away is spoken of where pages are made.
    const version = await dataVersion().catch(() => undefined)
    const page = version === undefined ? undefined : kept.known(keyOf(loaded, url, false), version)
    const ready = page?.ready.get(chooseEncoding(ctx))
    if (!page || !ready) return next()
    ctx.respond = false
    if (headers['if-none-match']?.includes(page.etag)) {
      const { 'Content-Length': _, 'Content-Encoding': __, ...rest } = ready.headers
      ctx.res.writeHead(304, rest).end()
    } else ctx.res.writeHead(200, ready.headers).end(ready.body)
  }

  const all: Middleware = async (ctx) => {
    const loaded = site()
    if (!loaded) throw refuse('notReady')
    const path = ctx.path
    const caller = ctx.state['caller'] as Caller
    const isReading = ctx.method === 'GET' || ctx.method === 'HEAD'

    // `?pictures` shows them once all the same, to whoever has no script to tap with.
    const isLite = ctx.query['pictures'] === undefined && savesData(ctx.headers)
    const reader = path === '/' ? await findReaderIfKnown(caller) : undefined
    const why = { ...(reader && { for: 'reader' }), ...(isLite && { isLite }) }
    const twin = ctx.querystring || reader || isLite ? twinOf(path, ctx.query, why) : undefined
    const file = twin ? undefined : loaded.files.get(path)
    // Without a query it was answered before it came here (built-files.ts).
    if (file && path !== '/404') {
      if (!isReading) refuseMethod(ctx)
      return isLite && file.isPage ? sendLite(ctx, file) : sendBuilt(ctx, file)
    }
    if (path.length > 1 && path.endsWith('/') && loaded.files.has(path.slice(0, -1))) {
      ctx.status = 308
      ctx.redirect(path.slice(0, -1) + ctx.search)
      return
    }
    if (!isHidden(path)) {
      if (twins[path]?.isPersonal || personal.test(path)) {
        const page = await loaded.render(twin ?? ctx.url, localsFor(caller))
        const shown = isLite && page ? toLitePage(page) : page
        if (shown) return isReading ? sendPersonal(ctx, shown, path) : refuseMethod(ctx)
      }
      const url = twin ?? path
      const version = await dataVersion()
      const page = await kept.find(keyOf(loaded, url, isLite), version, async () => {
        const rendered = await loaded.render(url, localsFor(nobody))
        return isLite && rendered ? toLitePage(rendered) : rendered
      })
      if (page && reader) ctx.set('Cache-Control', 'private, no-store')
      if (page) return isReading ? sendKept(ctx, page) : refuseMethod(ctx)
    }
    const missing = loaded.files.get('/404')
    if (!missing) throw refuse('notFound')
    if (isLite) await sendLite(ctx, missing, 404)
    else sendBuilt(ctx, missing, 404)
  }
  return { kept: answerKept, all }

  /** Made of the built page when the first reader asks for it, and kept like every page that is made on demand. */
  async function sendLite(ctx: Context, file: BuiltFile, status = 200) {
    const loaded = site() as LoadedSite
    const { headers, body } = file.answers.identity
    const { 'Content-Length': _, ETag, Vary, 'Cache-Control': __, ...sent } = headers
    const page = await keptLite.find(
      keyOf(loaded, ctx.path, true),
      loaded.madeFrom.version,
      async () => toLitePage({ status, headers: sent as Record<string, string>, body }),
    )
    if (page) await sendKept(ctx, page)
  }
}

/** While the database is away readers get the front page of everybody: that one is built. */
function findReaderIfKnown(caller: Caller) {
  return caller.findReader().catch((fault: unknown) => {
    if (fault instanceof DatabaseAway) return undefined
    throw fault
  })
}

function keyOf({ id }: LoadedSite, url: string, isLite: boolean) {
  return `${id} ${isLite ? 'lite ' : ''}${url}`
}

/** Shows the page of a form that was posted without script again, with what was typed and what was wrong. */
export function formPages({ site, localsFor }: PagesOptions) {
  return async (ctx: Context, refusal: Refusal): Promise<boolean> => {
    const refused = refusedForm(ctx)
    const loaded = site()
    if (!refused || !loaded) return false
    const { pathname, searchParams } = new URL(refused.page, 'http://here')
    const url = twinOf(pathname, Object.fromEntries(searchParams), { isForm: true }) ?? refused.page
    const form: FormState = {
      values: refused.values,
      errors: refusal.fields ?? {},
      sentence: refusal.sentence,
      status: refusal.status,
    }
    const page = await loaded.render(url, { ...localsFor(ctx.state['caller']), form })
    if (!page) return false
    await sendPersonal(ctx, { ...page, status: refusal.status }, pathname)
    return true
  }
}

/**
 * `/books?price=20-50&utm=x` → `/books?price=20-50`; undefined where the query changes nothing.
 * `why` holds the reasons to take the twin all the same.
 */
export function twinOf(
  path: string,
  given: Record<string, string | string[] | undefined>,
  why: { for?: string; isForm?: true; isLite?: boolean } = {},
): string | undefined {
  const twin = twins[path]
  if (!twin) return undefined
  const query = new URLSearchParams()
  for (const name of twin.parameters) {
    const value = [given[name]].flat()[0]
    if (value) query.set(name, value)
  }
  // What a script asks for to put into an open page: the changing part alone.
  const isPart = given['part'] !== undefined && twin.part
  const isLite = why.isLite && twin.hasLite
  if (!isPart && query.size === 0 && !why.for && !why.isForm && !isLite) return undefined
  // Two addresses may share a part: it is told which one it answers for.
  if (isPart) query.set('at', path)
  else {
    if (why.for) query.set('for', why.for)
    if (isLite) query.set('lite', '1')
  }
  const page = isPart ? twin.part : twin.page
  return query.size > 0 ? `${page}?${query}` : page
}

/** As Astro's router reads it: `/%6Cive/home` and `//live/home` are `/live/home`. */
function isHidden(path: string): boolean {
  try {
    return hidden.test(decodeURIComponent(path).replace(/\/+/g, '/'))
  } catch {
    // Not UTF-8: no page has such an address.
    return true
  }
}

function refuseMethod(ctx: Context) {
  ctx.set('Allow', 'GET, HEAD')
  throw refuse('methodNotAllowed')
}

function sendBuilt(ctx: Context, file: BuiltFile, status = 200) {
  const { headers, body } = readyFor(file, ctx.get('Accept-Encoding'))
  ctx.set(headers as Record<string, string>)
  ctx.status = status
  if (status === 200 && ctx.fresh) ctx.status = 304
  else ctx.body = body
}

async function sendPersonal(ctx: Context, { status, headers, body }: RenderedPage, path: string) {
  ctx.status = status
  ctx.set(pageHeaders)
  ctx.set(neededPolicy(headers, body))
  ctx.set('Cache-Control', 'private, no-store')
  // The address may hold a secret, and says what somebody does here.
  ctx.set('Referrer-Policy', secret.test(path) ? 'no-referrer' : 'same-origin')
  await encodeAnswer(ctx, body)
}

async function sendKept(ctx: Context, page: KeptPage) {
  ctx.status = page.status
  ctx.set(pageHeaders)
  ctx.set(page.headers)
  ctx.set('ETag', page.etag)
  if (!ctx.response.get('Cache-Control')) ctx.set('Cache-Control', 'no-cache')
  ctx.vary(['Accept-Encoding', 'Save-Data'])
  if (page.status === 200 && ctx.fresh) {
    ctx.status = 304
    return
  }
  const encoding = chooseEncoding(ctx)
  let body = page.bodies.get(encoding)
  if (!body) {
    body = encode(await (page.bodies.get('identity') as Promise<Buffer>), encoding)
    page.bodies.set(encoding, body)
  }
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding)
  ctx.body = await body
  if (page.status === 200 && !page.ready.has(encoding)) {
    page.ready.set(encoding, {
      headers: readyHeaders(page, encoding, await body),
      body: await body,
    })
  }
}

/** As they are set above, at once. */
function readyHeaders(page: KeptPage, encoding: Encoding, body: Buffer): Record<string, string> {
  return {
    ...pageHeaders,
    ...page.headers,
    'Content-Type': page.headers['content-type'] ?? 'text/html; charset=utf-8',
    ETag: page.etag,
    'Cache-Control': 'no-cache',
    Vary: 'Accept-Encoding, Save-Data',
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    'Content-Length': String(body.length),
  }
}

/**
 * Pages that are the same for everybody, each rendered once for a version of the public data: by the
 * thousandth reader a story costs what a file does. Oldest out first.
 */
class PageMemory {
  private readonly pages = new Map<string, KeptPage>()
  /** Being rendered now: who comes meanwhile waits for the same page. */
  private readonly rendering = new Map<string, Promise<KeptPage | undefined>>()
  private version = -1
  private bytes = 0

  /** What is there of this version; nothing is made. */
  known(key: string, version: number): KeptPage | undefined {
    return version === this.version ? this.pages.get(key) : undefined
  }

  /** `version` is the data's, asked for after the request came in. */
  async find(
    key: string,
    version: number,
    render: () => Promise<RenderedPage | undefined>,
  ): Promise<KeptPage | undefined> {
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
  ): Promise<KeptPage | undefined> {
    const rendered = await render()
    if (!rendered) return undefined
    const page = keep(rendered)
    // Refused and missing pages are not kept: anybody can make up any number of those.
    if (page.status === 200 && version === this.version) this.add(key, page)
    return page
  }

  private add(key: string, page: KeptPage) {
    this.pages.set(key, page)
    this.bytes += page.bytes
    for (const [oldest, { bytes }] of this.pages) {
      if (this.bytes <= keptBytes) break
      this.pages.delete(oldest)
      this.bytes -= bytes
    }
  }
}

function keep({ status, headers, body }: RenderedPage): KeptPage {
  return {
    status,
    headers: neededPolicy(headers, body),
    etag: `"${createHash('sha1').update(body).digest('base64url')}"`,
    bodies: new Map([['identity', Promise.resolve(body)]]),
    ready: new Map(),
    bytes: body.length * 1.5,
  }
}
