import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from '#api/http/answers/respond.ts'
import { paths } from '#contract/paths.ts'
import { staffPaths } from '#contract/staff-paths.ts'

// The next page before the tap (docs/decisions/0140 and 0143).

/** A link that is marked is fetched at once; with this tag, the name of that coding, only as a difference. */
const prefetch = [
  { where: { selector_matches: '[data-ahead=now]' }, eagerness: 'immediate' },
  {
    tag: 'dcz',
    where: { selector_matches: '[data-ahead=dcz]' },
    eagerness: 'immediate',
  },
]
/** A story that was fetched before. Where the browser has lost it, nobody sends it whole once more. */
const prerender = [
  { tag: 'dcz', where: { selector_matches: '[data-drawn]' }, eagerness: 'immediate' },
]

const headersWith = (rules: object) => ({
  // In the header itself: a file would be one more of the ten that a first visit may ask for.
  'Speculation-Rules': `"data:application/speculationrules+json,${JSON.stringify(rules).replaceAll('"', '%22')}"`,
  'No-Vary-Search': 'params=("from" "code")',
})
const ofStories = headersWith({ prefetch, prerender })
const ofOthers = headersWith({ prefetch })

/** Of readers' pages: their scripts mark what may be fetched ahead; these parameters change nothing in a page. */
export function aheadHeaders(url: string): Record<string, string> {
  if (url.startsWith(staffPaths.admin)) return {}
  return url.startsWith(paths.story('')) ? ofStories : ofOthers
}

/** What a slow connection may spend on a page that is perhaps not opened. */
const mostBytes = 6 * 1024

/** A page that is fetched ahead on a slow connection; the service worker passes the tag on under a name of its own. */
export function wantsDifference(headers: IncomingHttpHeaders): boolean {
  const tags = headers['sec-speculation-tags'] ?? headers['x-speculation-tags']
  return String(tags).includes('"dcz"')
}

export function isSmallDifference({ headers, variants }: Answer): boolean {
  const { length = 0 } = variants.identity?.body ?? {}
  return headers['Content-Encoding'] === 'dcz' && length <= mostBytes
}
