import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from 'koa'
import {
  type CacheKey,
  cacheMarks,
  type FrontCache,
  keepsVariants,
} from '#api/http/answers/front-cache.ts'
import {
  type Answer,
  etagOf,
  isKnown,
  respond,
  sendReady,
  toAnswer,
} from '#api/http/answers/respond.ts'
import { headersOfAll, pageHeaders } from '#api/http/answers/security-headers.ts'
import { type Caller, callerOf, fairQueue } from '#api/http/load/fair-queue.ts'
import { networkOf } from '#api/http/load/rate-limit.ts'
import {
  anonymous,
  behindGate,
  type RequestContext,
  savesData,
  sessionCookie,
} from '#api/http/request-context.ts'
import { type FoundRoute, findRoute, renderAddress } from '#api/http/requests/find-route.ts'
import { postAddress } from '#api/http/requests/plain-path.ts'
import { rejectedForm } from '#api/http/serve.ts'
import type { ApiError } from '#contract/api-error.ts'
import type { Address } from '#contract/endpoints/contract.ts'
import { apiError, apiErrorLater, required } from '#contract/errors.ts'
import { pageRendering } from '#contract/form-limits.ts'
import type { FormState } from '#contract/form-state.ts'
import { type Preview, previewBase, splitPreview } from '#contract/pages/preview-path.ts'
import { paths } from '#contract/paths.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { dataVersion } from '#db/data-version.ts'
import { DatabaseUnavailableError } from '#db/sql.ts'
import { answers, ask, passGate } from './ask-pages.ts'
import type { RenderedPage } from './building/astro-adapter.ts'
import type { LoadedSite } from './building/release-loader.ts'
import { emptySearchAddress, fillInSearch, readBookSearch } from './caches/empty-search-cache.ts'
import { PageCache } from './caches/page-cache.ts'
import { dictionaryMarks } from './differences/dictionaries.ts'
import { aheadHeaders, isSmallDifference, wantsDifference } from './differences/fetch-ahead.ts'
import type { PageDifferences } from './differences/page-differences.ts'
import { movedAddresses } from './moved-addresses.ts'
import { neededPolicy, toLitePage, toPreviewPage } from './page-html.ts'
import { type NamedPage, pagesBySlug } from './page-slugs.ts'
import { keyOfFile, type StaticFile } from './static-files.ts'

/** A story is about 60 KB in its three encodings. */
const cachedBytes = 64 * 1024 * 1024
const unboundedBytes = 8 * 1024 * 1024

const mostRestMs = 100
const inTurn = fairQueue(pageRendering, () => apiErrorLater('pagesBusy', 2))

/** Parameters that renderAddress adds itself. */
const ownNames = ['at', 'for', 'lite']

interface Visit {
  loaded: LoadedSite
  /** As it is rendered. */
  url: string
  isLite: boolean
}

interface PagesOptions {
  site(): LoadedSite | undefined
  publicUrl: string
  cache?: FrontCache | undefined
  /** Undefined: every page is sent whole. */
  differences?: PageDifferences | undefined
  /**
   * The `Astro.locals` of a page, the same for everybody with the anonymous context. It wears what its release wears: what
   * the publisher sets appears on all pages at once.
   */
  localsFor(context: RequestContext, settings: LoadedSite['settings']): object
  /** What the drafts of the publisher would be on the pages; undefined unless the token is that of the link that holds. */
  draftedFor(token: string): Promise<LoadedSite['settings']>
}

/** Everything outside `/api` and `/uploads`: files, then pages rendered on demand, then the 404 page. */
export function servePages(options: PagesOptions) {
  const pages = openPages(options)
  return {
    sendFile: sendFile.bind(undefined, pages),
    sendCached: sendCached.bind(undefined, pages),
    middleware: answer.bind(undefined, pages),
    showRefusedForm: showRefusedForm.bind(undefined, pages),
  }
}

/** A file from memory; false for everything else. */
function sendFile(
  { site, differences }: Pages,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { method, url = '/', headers } = request
  const file = method === 'GET' || method === 'HEAD' ? site()?.files.get(url) : undefined
  if (!file || url === '/404' || (file.isPage && !mayBeReady(headers))) return false
  if (headers.cookie?.includes(sessionCookie) && findRoute(url)?.hasReaderPage) return false
  const page = differences ? differences.peek({ headers, page: file.answer, url }) : file.answer
  return page ? sendReady(request, response, page) : false
}

/** Whether what is ready for everybody is what this request asks for. */
function mayBeReady(headers: IncomingHttpHeaders): boolean {
  return !savesData(headers) && !wantsDifference(headers)
}

/** A cached page that is the same for everybody; resolves to its pattern, and undefined for everything else. */
async function sendCached(
  { site, cache, differences, findNamed }: Pages,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): Promise<string | undefined> {
  const { method, url = '', headers } = request
  const loaded = site()
  const route = method === 'GET' ? findRoute(url) : undefined
  if (!loaded || route?.kind !== 'shared' || !mayBeReady(headers)) return undefined
  // The rendering reports the error.
  const [version, named] = await Promise.all([dataVersion(), findNamed(url, route)]).catch(() => [])
  if (version === undefined || (named && named.current !== url)) return undefined
  const path = named?.path ?? url
  const cached = cache.peek(keyOf(loaded, path), version)
  const page =
    cached && differences ? differences.peek({ headers, page: cached, url: path }) : cached
  const beside = ['X-Request-Id', requestId, ...Object.entries(locationOf(named)).flat()]
  return page && sendReady(request, response, page, beside) ? route.pattern : undefined
}

function openPages({ cache: frontCache, ...options }: PagesOptions) {
  return {
    ...options,
    frontCache,
    cache: new PageCache('pages', cachedBytes),
    /** Pages with arbitrary parameters have a cache of their own and cannot evict the others. */
    unboundedPages: new PageCache('unbounded pages', unboundedBytes),
    /** Pages of searches without results, with a placeholder for the typed text. */
    emptySearches: new PageCache('empty searches', unboundedBytes),
    /** Pages from files only, which need no database. */
    liteFiles: new PageCache('lite files', cachedBytes),
    findMoved: movedAddresses(),
    findNamed: pagesBySlug(),
  }
}

type Pages = ReturnType<typeof openPages>

async function answer(pages: Pages, ctx: Context) {
  const loaded = required(pages.site(), 'notReady')
  const preview = splitPreview(ctx.path)
  if (preview) return sendPreview(pages, ctx, loaded, preview)
  const route = findRoute(ctx.path)
  const file = ctx.path === '/404' ? undefined : loaded.files.get(ctx.path)
  if ((route || file) && ctx.path !== '/404' && !hasSafeMethod(ctx)) {
    ctx.set('Allow', 'GET, HEAD')
    throw apiError('methodNotAllowed')
  }
  const named = await pages.findNamed(ctx.path)
  if (named && named.current !== ctx.path) return moveTo(ctx, named.current + ctx.search)
  ctx.set(locationOf(named))
  // Whatever its address says, a page is rendered and cached by its id.
  await sendPage(pages, ctx, { loaded, route, file, path: named?.path ?? ctx.path })
}

/** A page that is the same for everybody, with the drafts of the publisher: for whoever has the link, and never stored. */
async function sendPreview(
  pages: Pages,
  ctx: Context,
  loaded: LoadedSite,
  { token, path: asked }: Preview,
) {
  if (!hasSafeMethod(ctx)) throw apiError('methodNotAllowed')
  const settings = required(await pages.draftedFor(token), 'previewEnded')
  const path = (await pages.findNamed(asked))?.path ?? asked
  const route = findRoute(path)
  const url = renderAddress(path, ctx.query) ?? path
  const isShown =
    route && route.kind !== 'gated' && !isPersonal(route, url === path ? undefined : url)
  if (!isShown) throw apiError('notPreviewed')
  const page = await renderInTurn(callerOf(ctx), () =>
    loaded.render(url, { ...pages.localsFor(anonymous, settings), isPreview: true }),
  )
  if (!page) throw apiError('notFound')
  const { status, headers, body } = toPreviewPage(page, (to) =>
    isPreviewed(to) ? previewBase(token) + to : to,
  )
  await respond(ctx, toAnswer({ status, body, headers: { ...pageHeaders, ...headers } }))
}

/** Links to such a page stay in the preview. */
function isPreviewed(path: string): boolean {
  const route = findRoute(path)
  return route !== undefined && route.kind !== 'personal' && route.kind !== 'gated'
}

interface FoundPage {
  loaded: LoadedSite
  route: FoundRoute | undefined
  file: StaticFile | undefined
  path: string
}

async function sendPage(pages: Pages, ctx: Context, { loaded, route, file, path }: FoundPage) {
  // `?pictures` shows the pictures once, without script.
  const isLite = ctx.query['pictures'] === undefined && savesData(ctx.headers)
  const post = postAddress(path, ctx.query['p'])
  if (post && (await redirectMoved(pages, ctx, loaded, post))) return
  const isReader = route?.hasReaderPage === true && (await isSignedIn(ctx))
  const url = renderAddress(path, ctx.query, { isReader, isLite })
  if (file && !url) return sendBuilt(pages, ctx, { loaded, file, isLite })
  const bare = path.endsWith('/') ? path.slice(0, -1) : ''
  // What somebody types who looks for it.
  if ((bare || path) === staffPaths.admin) return ctx.redirect(staffPaths.dashboard)
  if (bare && (loaded.files.has(bare) || findRoute(bare))) {
    ctx.status = 308
    ctx.redirect(bare + ctx.search)
    return
  }
  if (route && (await sendRendered(pages, ctx, { loaded, route, path, url, isReader, isLite })))
    return
  if (await redirectMoved(pages, ctx, loaded)) return
  if (loaded.isLive)
    return respond(ctx, (await findShared(pages, ctx, { loaded, url: '/404', isLite })) as Answer)
  const missing = required(loaded.files.get('/404'), 'notFound')
  await sendBuilt(pages, ctx, { loaded, file: missing, isLite }, 404)
}

function hasSafeMethod({ method }: Context): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** For the service worker, which caches the page under the address with its id. */
function locationOf(named: NamedPage | undefined): Record<string, string> {
  return named ? { 'Content-Location': named.path } : {}
}

interface RenderedVisit extends Omit<Visit, 'url'> {
  route: FoundRoute
  path: string
  url: string | undefined
  isReader: boolean
}

/** False: the route renders nothing at this address. */
async function sendRendered(pages: Pages, ctx: Context, visit: RenderedVisit): Promise<boolean> {
  const { loaded, route, path, url, isReader, isLite } = visit
  // A missing file is not rendered: `/publications/unknown`.
  const isRendered = url !== undefined || !['file', 'data'].includes(route.kind)
  if (ctx.path === '/404' || !(loaded.isLive || isRendered)) return false
  if (isPersonal(route, url)) {
    const page = await renderInTurn(callerOf(ctx), () =>
      loaded.render(url ?? ctx.url, pages.localsFor(ctx.state.context, loaded.settings)),
    )
    if (page) await sendPersonal(ctx, isLite ? toLitePage(page) : page, route)
    return page !== undefined
  }
  const closed = route.gate && (await passGate(pages, ctx, route, path))
  if (closed === 'missing') return false
  if (closed?.to) {
    ctx.redirect(closed.to)
    ctx.status = 303
    return true
  }
  const address = closed ? `${path}?${closed.access}` : (url ?? path)
  const page = await findShared(pages, ctx, { loaded, url: address, isLite })
  if (page?.status === 404 && (await redirectMoved(pages, ctx, loaded))) return true
  if (page) await sendShared(pages, ctx, loaded, page, { url: address, isReader, isLite })
  return page !== undefined
}

const isGated = (url: string) => findRoute(url.split('?')[0] ?? '')?.kind === 'gated'

/** Whole, or as a difference to a page that this browser has. */
async function sendShared(
  pages: Pages,
  ctx: Context,
  loaded: LoadedSite,
  page: Answer,
  { url = ctx.path, isReader = false, isLite = false } = {},
) {
  const asked = { headers: ctx.headers, page, url }
  const pageAt = (address: string) => findShared(pages, ctx, { loaded, url: address, isLite })
  const sent =
    pages.differences && !ctx.res.hasHeader('Set-Cookie')
      ? await pages.differences.find(asked, pageAt)
      : page
  const isSmall = isKnown(sent, ctx.headers) || isSmallDifference(sent)
  if (!isSmall && wantsDifference(ctx.headers)) throw apiError('noDifference')
  const isStored = 'Use-As-Dictionary' in sent.headers
  await respond(ctx, sent, isReader && !isStored ? { 'Cache-Control': 'private, no-store' } : {})
}

async function findShared(pages: Pages, ctx: Context, visit: Visit) {
  const { loaded, url, isLite } = visit
  const { cache, unboundedPages } = pages
  const version = await dataVersion()
  const key = keyOf(loaded, url, isLite)
  const renderAt = async (address: string) => {
    const context = isGated(address) ? behindGate : anonymous
    const page = await loaded.render(address, pages.localsFor(context, loaded.settings))
    return page && pageAnswer(pages, page, { key: 'data', isLite, url: address })
  }
  const render = () => renderAt(url)
  if (isUnbounded(url)) {
    const make = async () =>
      (await findEmptySearch(pages, { ...visit, version }, renderAt)) ?? render()
    return unboundedPages.find(key, version, () =>
      renderInTurn({ network: networkOf(ctx.ip) }, make),
    )
  }
  const route = findRoute(url)
  if (!route?.subject) return cache.find(key, version, render)
  const missingKey = keyOf(loaded, route.pattern, isLite)
  const missing = cache.peek(key, version) ? undefined : unboundedPages.peek(missingKey, version)
  const isThere = async (line?: Address) => line && answers(pages, route, line, url)
  if (missing && !(await isThere(route.subject)) && !(await isThere(route.gone))) return missing
  const page = await cache.find(key, version, render)
  if (page?.status === 404) unboundedPages.put(missingKey, version, page)
  return page
}

/** Redirects from addresses of the old site, which are read again with each release. */
async function redirectMoved(
  { findMoved }: Pages,
  ctx: Context,
  { id, isLive }: LoadedSite,
  address = ctx.path,
): Promise<boolean> {
  if (!hasSafeMethod(ctx)) return false
  const storyId = await findMoved(address, isLive ? String(await dataVersion()) : id)
  if (!storyId) return false
  moveTo(ctx, paths.story(storyId))
  return true
}

function moveTo(ctx: Context, address: string) {
  ctx.status = 301
  ctx.redirect(address)
}

/** The page of a search without results, rendered once for all of them. */
async function findEmptySearch(
  pages: Pages,
  { loaded, version, url: address, isLite }: Visit & { version: number },
  render: (url: string) => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const filter = readBookSearch(address)
  if (!filter) return undefined
  const [{ total = 0 }, { output: categories }] = await Promise.all([
    ask<object[]>(pages, 'GET /books', { ...filter, pageSize: 1 }),
    ask<string[]>(pages, 'GET /books/categories', {}),
  ])
  if (total > 0) return undefined
  const url = emptySearchAddress(address, categories)
  const page = await pages.emptySearches.find(keyOf(loaded, url, isLite), version, () =>
    render(url),
  )
  const body = page?.variants.identity && fillInSearch(page.variants.identity.body, filter.search)
  return page && body && toAnswer({ ...page, body, etag: etagOf(body) })
}

/** A page in its lite form is rendered at the first request, then cached. */
async function sendBuilt(
  pages: Pages,
  ctx: Context,
  { loaded, file, isLite }: Omit<Visit, 'url'> & { file: StaticFile },
  status = 200,
) {
  if (!isLite || !file.isPage) {
    // The same object each time: what is made of it is stored beside it.
    const answer = status === 200 ? file.answer : { ...file.answer, status }
    return sendShared(pages, ctx, loaded, answer)
  }
  const key = keyOf(loaded, ctx.path, true)
  const page = await pages.liteFiles.find(key, loaded.madeFrom.version, async () => {
    const { headers, variants } = file.answer
    const { body } = variants.identity as { body: Buffer }
    const page = { status, headers, body }
    return pageAnswer(pages, page, { key: keyOfFile(ctx.path), isLite: true, url: ctx.path })
  })
  if (page) await sendShared(pages, ctx, loaded, page, { isLite: true })
}

/** The answer with a page that is the same for everybody. */
function pageAnswer(
  { publicUrl, frontCache, differences }: Pages,
  page: RenderedPage,
  { key, isLite, url }: { key: CacheKey; isLite: boolean; url: string },
): Answer {
  const { status, headers, body } = isLite ? toLitePage(page) : page
  const isOpen = !isGated(url)
  return toAnswer({
    status,
    body,
    etag: etagOf(body),
    headers: {
      ...headersOfAll(publicUrl),
      ...pageHeaders,
      ...(isOpen && !isLite && aheadHeaders(url)),
      ...neededPolicy(headers, body),
      'Cache-Control': isOpen ? 'no-cache' : 'private, no-cache',
      Vary: 'Accept-Encoding, Save-Data',
      ...(isOpen &&
        !(isLite && !keepsVariants(frontCache)) && {
          ...cacheMarks(frontCache, key),
          ...(differences && dictionaryMarks(frontCache, url)),
        }),
    },
    isCompressible: true,
  })
}

/** The page of a rejected form post, with its values and errors. */
async function showRefusedForm(
  { site, publicUrl, localsFor }: Pages,
  ctx: Context,
  error: ApiError,
): Promise<boolean> {
  const refused = rejectedForm(ctx)
  const loaded = site()
  if (!refused || !loaded) return false
  const { pathname, searchParams } = new URL(refused.page, publicUrl)
  const query = Object.fromEntries(searchParams)
  const form: FormState = {
    // The key was used for other content, so the form gets a new one.
    values:
      error.status === 422 ? { ...refused.values, idempotencyKey: randomUUID() } : refused.values,
    errors: error.fields ?? {},
    sentence: error.sentence,
    status: error.status,
  }
  const locals = { ...localsFor(ctx.state.context, loaded.settings), form }
  const route = findRoute(pathname)
  const url = renderAddress(pathname, query, { isRefusedForm: true })
  const page = await renderInTurn(callerOf(ctx), () =>
    loaded.render(route?.query ? (url ?? pathname) : refused.page, locals),
  )
  if (!page) return false
  await sendPersonal(ctx, { ...page, status: error.status }, route)
  return true
}

/** Whether any number of such addresses can be requested. */
function isUnbounded(url: string): boolean {
  const [path = '', query] = url.split('?')
  const names = [...new URLSearchParams(query).keys()]
  if (names.some((name) => !ownNames.includes(name))) return true
  const route = findRoute(path)
  return route?.pattern.includes(':') === true && !route.isKnown && !route.subject
}

/** Pauses after each page for as long as its rendering took, which leaves half of the time to other requests. */
function renderInTurn<T>(caller: Caller, render: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    inTurn(caller, async () => {
      const began = performance.now()
      await render().then(resolve, reject)
      await pause(Math.min(performance.now() - began, mostRestMs))
    }).catch(reject)
  })
}

/** Without a database, readers get the public front page, which is a file. */
async function isSignedIn(ctx: Context): Promise<boolean> {
  const context = ctx.state.context
  return context.findReader().then(Boolean, (error: unknown) => {
    if (error instanceof DatabaseUnavailableError) return false
    throw error
  })
}

function isPersonal({ kind, isPersonalWithQuery }: FoundRoute, url: string | undefined): boolean {
  return kind === 'personal' || (isPersonalWithQuery === true && url !== undefined)
}

function keyOf({ id }: LoadedSite, url: string, isLite = false) {
  return `${id} ${isLite ? 'lite ' : ''}${url}`
}

async function sendPersonal(ctx: Context, page: RenderedPage, route?: FoundRoute) {
  const { status, headers, body } = page
  const answer = toAnswer({
    status,
    body,
    headers: {
      ...pageHeaders,
      ...neededPolicy(headers, body),
      'Cache-Control': 'private, no-store',
      Vary: 'Accept-Encoding',
      // Never sends a secret address. With `no-referrer` alone forms send no origin; browsers use the last value they know.
      'Referrer-Policy': route?.isSecret ? 'no-referrer, strict-origin' : 'same-origin',
    },
  })
  await respond(ctx, answer)
}
