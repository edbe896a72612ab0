import { type PagePattern, type PageRoute, pageRoutes } from '#contract/pages/page-routes.ts'

type Subject = Extract<(typeof pageRoutes)[PagePattern], { subject: string }>['subject']

export interface FoundRoute extends PageRoute {
  pattern: PagePattern
  subject?: Subject
}

const routes = Object.entries(pageRoutes).map(
  ([pattern, route]): FoundRoute & { test: RegExp } => ({
    ...route,
    pattern: pattern as PagePattern,
    // unchecked pattern: built from the routes of the contract; a parameter ends at a slash.
    test: new RegExp(`^${pattern.replaceAll('.', '\\.').replace(/:\w+/g, '([^/]+)')}$`),
  }),
)
const fixed = new Map<string, FoundRoute>(routes.map((route) => [route.pattern, route]))
const open = routes
  .filter(({ pattern }) => pattern.includes(':'))
  .sort((one, other) => fixedFirst(one.pattern, other.pattern))

/**
 * Undefined for addresses that browsers would not write (`/%61bout`, `//about`): without the check, one page would have
 * any number of addresses in the page cache.
 */
export function findRoute(path: string): FoundRoute | undefined {
  return (
    fixed.get(path) ?? (isAsWritten(path) ? open.find((route) => matches(route, path)) : undefined)
  )
}

function matches({ test, isKnown = () => true }: (typeof open)[number], path: string): boolean {
  const found = test.exec(path)
  return found !== null && isKnown(found[1] ?? '')
}

function isAsWritten(path: string): boolean {
  try {
    return path.split('/').every((part) => encodeURIComponent(decodeURIComponent(part)) === part)
  } catch {
    // Not UTF-8: no page has such an address.
    return false
  }
}

export function fileAddresses(kind: 'file' | 'data'): string[] {
  return routes.filter((route) => route.kind === kind).map(({ pattern }) => pattern)
}

/** The pages on which readers search the books, and their fragments. */
export const bookSearches = routes
  .filter(({ searchesBooks }) => searchesBooks)
  .flatMap(({ pattern, fragment }) => [pattern, ...(fragment ? [fragment] : [])])

/** `/books?price=20-50&utm=x` → `/books?price=20-50`; undefined where the static file answers. */
export function renderAddress(
  path: string,
  given: Record<string, string | string[] | undefined>,
  { isReader = false, isLite = false, isRefusedForm = false } = {},
): string | undefined {
  const route = findRoute(path)
  if (!route) return undefined
  const query = new URLSearchParams()
  for (const name of route.query ?? []) {
    const value = [given[name]].flat()[0]
    if (value) query.set(name, value)
  }
  if (given['part'] !== undefined && route.fragment) {
    // Two addresses may share a fragment.
    query.set('at', path)
    return `${route.fragment}?${query}`
  }
  if (isReader && route.hasReaderPage) query.set('for', 'reader')
  if (isLite && route.hasLitePage) query.set('lite', '1')
  if (query.size > 0) return `${path}?${query}`
  return isRefusedForm ? path : undefined
}

/** Sorts fixed segments before parameters: `/stories/featured`, then `/stories/:id`. */
export function fixedFirst(one: string, other: string): number {
  const [first, second] = [sortKey(one), sortKey(other)]
  return first < second ? -1 : first > second ? 1 : 0
}

/** A parameter sorts after every character that a path can contain. */
function sortKey(path: string): string {
  return path.replace(/:\w+/g, '\uffff')
}
