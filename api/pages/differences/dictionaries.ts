import type { FrontCache } from '#api/http/answers/front-cache.ts'
import { findRoute } from '#api/http/requests/find-route.ts'

/** What makes a page a dictionary of others (RFC 9842). */
export interface Dictionary {
  seconds: number
  /** The value of `Use-As-Dictionary`. */
  value: string
  /** Browsers use only what is fresh or may be served stale, and still ask for the page at each navigation. */
  cacheControl: string
  /** The address of a story or book; undefined for the landing page. */
  address: string | undefined
}

/** The page at an address as it is rendered; `for` and `lite` make another page of the same address. */
export function dictionaryOf(url: string): Dictionary | undefined {
  const [path = '', query] = url.split('?')
  const route = findRoute(path)
  if (!route?.dictionary) return undefined
  if (query?.split('&').some((pair) => !/^(for|lite)=/.test(pair))) return undefined
  const { match, seconds } = route.dictionary
  const address = route.pattern.includes(':') ? path : undefined
  // Pages and what scripts fetch: pictures and styles are no differences.
  const value = `match="${match}", match-dest=("document" "")${address ? `, id="${address}"` : ''}`
  const cacheControl = `private, max-age=0, stale-while-revalidate=${seconds}`
  return { seconds, value, cacheControl, address }
}

/** Pages of the staff have no dictionary, and the form of a sign-in is nobody's to compare. */
export function mayDifferAt(url: string): boolean {
  return !/^\/(admin|sign-in)(\/|\?|$)/.test(url)
}

/** Lets Varnish make a page that it has stored a dictionary; it removes the header. */
export function dictionaryMarks(cache: FrontCache | undefined, url: string) {
  const dictionary = cache === 'varnish' ? dictionaryOf(url) : undefined
  return dictionary && { 'Surrogate-Dictionary': `${dictionary.seconds} ${dictionary.value}` }
}
