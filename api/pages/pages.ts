import type { Context, Middleware } from 'koa'
import { chooseEncoding, compressResponse, encode } from '#api/http/compress-response.ts'
import { anonymous, type RequestContext } from '#api/http/request-context.ts'
import { pageHeaders } from '#api/http/security-headers.ts'
import { refusedForm } from '#api/http/serve.ts'
import type { ApiError } from '#contract/api-error.ts'
import { apiError } from '#contract/errors.ts'
import type { FormState } from '#contract/form-state.ts'
import { dataVersion } from '#db/data-version.ts'
import { DatabaseUnavailableError } from '#db/sql.ts'
import { savesData, toLitePage } from './data-saver.ts'
import {
  type CachedPage,
  isSameForAll,
  makeReady,
  PageCache,
  type SendCached,
  sendReady,
} from './page-cache.ts'
import { neededPolicy } from './page-policy.ts'
import type { BuiltFile, LoadedSite, RenderedPage } from './release-loader.ts'
import { readyFor } from './static-files.ts'

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

interface PagesOptions {
  site(): LoadedSite | undefined
  /** What `Astro.locals` holds for a page that the caller gets: the same for everybody when it is nobody. */
  localsFor(context: RequestContext): object
}

/**
 * Everything outside `/api`: built files first, then pages rendered on demand, then the 404 page. `sendCached` answers
 * what was made before and is the same for everybody: it needs to know nothing of who asks.
 */
export function pages({ site, localsFor }: PagesOptions): {
  sendCached: SendCached
  all: Middleware
} {
  const kept = new PageCache()
  /** Made of built pages alone: they need no database to be shown. */
  const keptLite = new PageCache()

  const sendCached: SendCached = async (request, response, requestId) => {
    const loaded = site()
    if (!loaded || savesData(request.headers)) return false
    // A database that is away is spoken of where pages are made.
    const version = await dataVersion().catch(() => undefined)
    if (version === undefined) return false
    const page = kept.known(keyOf(loaded, request.url ?? '', false), version)
    return page ? sendReady(page, request, response, requestId) : false
  }

  const all: Middleware = async (ctx) => {
    const loaded = site()
    if (!loaded) throw apiError('notReady')
    const path = ctx.path
    const context = ctx.state['context'] as RequestContext
    const isReading = ctx.method === 'GET' || ctx.method === 'HEAD'

    // `?pictures` shows them once all the same, to whoever has no script to tap with.
    const isLite = ctx.query['pictures'] === undefined && savesData(ctx.headers)
    const reader = path === '/' ? await findReaderIfKnown(context) : undefined
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
        const page = await loaded.render(twin ?? ctx.url, localsFor(context))
        const shown = isLite && page ? toLitePage(page) : page
        if (shown) return isReading ? sendPersonal(ctx, shown, path) : refuseMethod(ctx)
      }
      const url = twin ?? path
      const version = await dataVersion()
      const page = await kept.find(keyOf(loaded, url, isLite), version, async () => {
        const rendered = await loaded.render(url, localsFor(anonymous))
        return isLite && rendered ? toLitePage(rendered) : rendered
      })
      if (page && reader) ctx.set('Cache-Control', 'private, no-store')
      if (page) return isReading ? sendKept(ctx, page) : refuseMethod(ctx)
    }
    const missing = loaded.files.get('/404')
    if (!missing) throw apiError('notFound')
    if (isLite) await sendLite(ctx, missing, 404)
    else sendBuilt(ctx, missing, 404)
  }
  return { sendCached, all }

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
function findReaderIfKnown(context: RequestContext) {
  return context.findReader().catch((fault: unknown) => {
    if (fault instanceof DatabaseUnavailableError) return undefined
    throw fault
  })
}

function keyOf({ id }: LoadedSite, url: string, isLite: boolean) {
  return `${id} ${isLite ? 'lite ' : ''}${url}`
}

/** Shows the page of a form that was posted without script again, with what was typed and what was wrong. */
export function formPages({ site, localsFor }: PagesOptions) {
  return async (ctx: Context, refusal: ApiError): Promise<boolean> => {
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
    const page = await loaded.render(url, { ...localsFor(ctx.state['context']), form })
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

/**
 * As Astro's router reads it: `/%6Cive/home` and `//live/home` are `/live/home`. Written in another way than browsers do
 * it is no address either: it would be kept and noted by a name of which anybody can make up any number.
 */
function isHidden(path: string): boolean {
  try {
    const read = decodeURIComponent(path)
    const written = read.split('/').map(encodeURIComponent).join('/')
    return written !== path || hidden.test(read.replace(/\/+/g, '/'))
  } catch {
    // Not UTF-8: no page has such an address.
    return true
  }
}

function refuseMethod(ctx: Context) {
  ctx.set('Allow', 'GET, HEAD')
  throw apiError('methodNotAllowed')
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
  await compressResponse(ctx, body)
}

async function sendKept(ctx: Context, page: CachedPage) {
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
  // Of the others some are sent with what is one reader's: cookies that go with their session.
  if (page.status === 200 && isSameForAll(ctx.req)) {
    makeReady(page, encoding, { headers: ctx.response.headers, body: await body })
  }
}
