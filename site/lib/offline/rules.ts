import { offlinePages } from '#contract/pages/page-routes.ts'

/** Pages that were read; the oldest is deleted when space is needed. */
export const readCache = 'ascend-read'
/** Pages and files that a reader saved: only the reader deletes them. */
export const savedCache = 'ascend-saved'
/** Books that a reader keeps whole, beside that; of one that is being kept, what is there waits in a cache that begins so. */
export const booksCache = 'ascend-books'
/** Beside its pages stands until when, in milliseconds since 1970, a kept book opens without a network. */
export const endPage = (contents: string) => `${contents}/end`

/** The address of the contents of the book that is read at this one; undefined for other pages. */
export function contentsOf(path: string): string | undefined {
  return /^\/book\/[\w-]+\/read(?=\/|$)/.exec(path)?.[0]
}

/** Bytes that the site may cache on a device. Pages that were only read share what saved ones leave. */
export const room = { bytes: 10 * 1024 * 1024, entries: 300 }

const { always, withoutQuery } = offlinePages
// unchecked pattern: made of our own addresses; the pattern of an id ends at a slash.
const cachedAlways = new RegExp(`^(${always.join('|').replaceAll(':id', '[\\w-]+')})$`)

/** The key under which the page at an address is cached; undefined for a page that never is. */
export function pageKey({ pathname, search }: Pick<URL, 'pathname' | 'search'>) {
  const isCached =
    cachedAlways.test(pathname) || (!search && withoutQuery.includes(pathname as '/'))
  return isCached ? pathname : undefined
}

/** The key of a page that was asked for by its words: its address with the id, as the service names it. */
export function keyOfAnswer({ headers }: Pick<Response, 'headers'>): string | undefined {
  return headers.get('Content-Location') ?? undefined
}

/** The address in words of a page that has one (layouts/Page.astro). */
export function wordsOfPage(html: string): string | undefined {
  return /<link rel="canonical" href="https?:\/\/[^/"]+(\/[^"]*)" data-path=/.exec(html)?.[1]
}

/** Whether an address names its story or book by words. */
export function isInWords(path: string): boolean {
  return /^\/(story|book)\/(?![0-9a-f]{8}-[0-9a-f]{4}-)[^/]+$/.test(path)
}

/** Files with immutable addresses. */
export function isAsset(path: string): boolean {
  return /^\/(_astro|api\/art|uploads)\//.test(path)
}

export function isPublicationPdf(path: string): boolean {
  return /^\/api\/magazines\/[\w-]+\.pdf$/.test(path)
}

type Answer = Pick<Response, 'status' | 'type' | 'redirected' | 'headers'>

/** A complete answer that is the same for everybody. */
export function isCacheable({ status, type, redirected, headers }: Answer): boolean {
  const policy = `${headers.get('Cache-Control')} ${headers.get('Vary')}`
  return status === 200 && type === 'basic' && !redirected && !/no-store|cookie/i.test(policy)
}

/** One entry of a cache. */
export interface CachedPage {
  key: string
  bytes: number
  /** When it was cached, in milliseconds since 1970. */
  at: number
  isSaved: boolean
}

/** The entries to delete so that the rest fits: the oldest that were only read, and never saved ones. */
export function toDrop(all: CachedPage[], { bytes, entries } = room): CachedPage[] {
  let over = all.reduce((sum, page) => sum + page.bytes, 0) - bytes
  let tooMany = all.length - entries
  const dropped: CachedPage[] = []
  for (const page of all.filter(({ isSaved }) => !isSaved).sort((a, b) => a.at - b.at)) {
    if (over <= 0 && tooMany <= 0) break
    dropped.push(page)
    over -= page.bytes
    tooMany--
  }
  return dropped
}

/**
 * The one part of a file that a Range header requests; undefined for the whole file: no such header, several
 * parts at once, or an unsatisfiable range.
 */
export function partOf(range: string | null, size: number) {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (!from && !to) return undefined
  const start = from ? Number(from) : Math.max(0, size - Number(to))
  const end = from && to ? Math.min(Number(to), size - 1) : size - 1
  return start <= end ? { start, end } : undefined
}

/** Scripts and fonts that a page names in its HTML: without its pictures and islands. */
export function needsOfPage(html: string): string[] {
  return unique(html, /\s(?:src|href)="(\/_astro\/[^"]+\.(?:js|woff2))"/g)
}

/** Modules that a script imports before it can run. */
export function needsOfScript(code: string): string[] {
  return unique(code, /(?:from|import)\s*["']\.\/([\w.@~-]+\.js)["']/g).map(
    (name) => `/_astro/${name}`,
  )
}

function unique(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, found = '']) => found))]
}

/** Of the books on this device: parsed by kept-books.ts alone, and deleted with the caches of a reader who has gone. Here, so that the first view has it not. */
export const keptBooksKey = 'ascend.kept-books'
