import { measuredVisits, sourceParameter, type Vital } from '#contract/stats.ts'
import { call } from '#site/lib/call.ts'
import { pageCounts } from '#site/lib/pages/page-counts.ts'
import { visitedKey } from '#site/lib/reader-keys.ts'
import { forgetYesterday } from '#site/lib/reading/count-once.ts'
import { takeOfflineReads } from '#site/lib/reading/offline-reads.ts'
import { asksNotToBeTracked, remembersReading } from '#site/lib/reading/remembers-reading.ts'
import { readText, writeText } from '#site/lib/web-storage.ts'
import { sourceOf } from './source-of.ts'

type Told = Parameters<typeof call<'POST /counts'>>[1]
type Measured = NonNullable<Told['vitals']>
type Connection = Measured[number]['connection']

const { connection } = navigator as Navigator & {
  connection?: { effectiveType?: Connection; saveData?: boolean }
}

/** Counts a page whose reader has engaged with it, and reports it when the page is left. Bots do neither. */
export function countPage() {
  const tag = takeTag()
  forgetYesterday()
  if (asksNotToBeTracked()) return
  const page = location.pathname.split('/')[1] ?? ''
  const story = document.querySelector<HTMLElement>('[data-story-page]')?.dataset['story']
  const savesData = 'lite' in document.documentElement.dataset || connection?.saveData === true
  let visit = visitOf(tag, savesData)
  let isOpened = true
  let vitals: Measured = []

  const tell = () => {
    const { seconds, isFinished } = pageCounts
    if (!navigator.onLine) return
    const offline = takeOfflineReads()
    const hasNews = isOpened || seconds > 0 || isFinished || vitals.length > 0 || offline.length > 0
    if (!hasNews) return
    const report: Told = { page, isOpened, visit, story, seconds, isFinished, offline, vitals }
    Object.assign(pageCounts, { seconds: 0, isFinished: false })
    isOpened = false
    visit = undefined
    vitals = []
    call('POST /counts', report).catch(console.warn)
  }
  // It listens on the window, because other listeners add their counts on the document.
  addEventListener('visibilitychange', () => document.hidden && tell())

  if (savesData || Math.random() * measuredVisits >= 1) return
  const note = (measured: { name: string; value: number; navigationType: string }) => {
    // A page that is restored from the back/forward cache is not loaded.
    if (measured.navigationType === 'back-forward-cache') return
    vitals.push({
      name: measured.name as Vital,
      value: measured.value,
      connection: connection?.effectiveType ?? 'unknown',
    })
    if (document.hidden) tell()
  }
  import('web-vitals')
    .then(({ onLCP, onINP, onCLS }) => {
      onLCP(note)
      onINP(note)
      onCLS(note)
    })
    .catch(console.warn)
}

/** The source tag of a link, which is then removed from the address: nobody passes it on. */
function takeTag(): string | null {
  const { pathname, search, hash } = location
  const query = new URLSearchParams(search)
  const tag = query.get(sourceParameter)
  if (tag !== null) {
    query.delete(sourceParameter)
    const rest = query.toString()
    history.replaceState(history.state, '', `${pathname}${rest && `?${rest}`}${hash}`)
  }
  return tag
}

/** The source of a page that no link of ours led to; undefined for all others, and on a reload. */
function visitOf(tag: string | null, savesData: boolean): Told['visit'] {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const isFromHere = document.referrer.startsWith(`${location.origin}/`)
  if ((navigation?.type ?? 'navigate') !== 'navigate' || isFromHere) return undefined
  // Without storage every visit is a first one.
  const isReturning = readText(visitedKey) !== undefined
  if (remembersReading()) writeText(visitedKey, '1')
  return { source: sourceOf(document.referrer, tag), isReturning, savesData }
}
