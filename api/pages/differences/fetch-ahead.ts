import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from '#api/http/answers/respond.ts'
import { staffPaths } from '#contract/staff-paths.ts'

// The next page before the tap (docs/decisions/0140).

/** A link that is marked is fetched at once; with this tag, the name of that coding, only as a difference. */
const rules = {
  prefetch: [
    { where: { selector_matches: '[data-ahead=now]' }, eagerness: 'immediate' },
    {
      tag: 'dcz',
      where: { selector_matches: '[data-ahead=dcz]' },
      eagerness: 'immediate',
    },
  ],
}

const headers = {
  // In the header itself: a file would be one more of the ten that a first visit may ask for.
  'Speculation-Rules': `"data:application/speculationrules+json,${JSON.stringify(rules).replaceAll('"', '%22')}"`,
  'No-Vary-Search': 'params=("from" "code")',
}

/** Of readers' pages: their scripts mark what may be fetched ahead; these parameters change nothing in a page. */
export function aheadHeaders(url: string): Record<string, string> {
  return url.startsWith(staffPaths.admin) ? {} : headers
}

/** What a slow connection may spend on a page that is perhaps not opened. */
const mostBytes = 6 * 1024

/** The service worker passes the tags on, empty or not, under a name of their own, and nothing else of it. */
const tagsOf = (headers: IncomingHttpHeaders) =>
  headers['sec-speculation-tags'] ?? headers['x-speculation-tags']

/** Nobody waits for the page yet. */
export function isAhead(headers: IncomingHttpHeaders): boolean {
  return tagsOf(headers) !== undefined || String(headers['sec-purpose']).startsWith('prefetch')
}

/** A page that is fetched ahead on a slow connection. */
export function wantsDifference(headers: IncomingHttpHeaders): boolean {
  return String(tagsOf(headers)).includes('"dcz"')
}

export function isSmallDifference({ headers, variants }: Answer): boolean {
  const { length = 0 } = variants.identity?.body ?? {}
  return headers['Content-Encoding'] === 'dcz' && length <= mostBytes
}
