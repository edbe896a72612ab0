import { forget, readText, writeText } from '../web-storage.ts'
import { isSlow, savesData } from './is-slow.ts'

/** A page was fetched ahead in this tab. If another one is opened instead, no more are: at most one is fetched in vain. */
const aheadKey = 'ascend.ahead'

/** A finger that scrolls moves within this time; a tap takes longer. */
const pressedMs = 50
/** A mouse that rests so long means it. */
const restedMs = 200

/** Answers, files, what is somebody's own, and chapters of books: whoever opens those uses a right to them. */
const notAhead = /^\/(api|admin|uploads|account|download|gift|order)\b|\/read\b/

/** Fetches the page of a link by the rules of the page's header; `dcz`: if it comes as a difference, else not. */
export function fetchAhead(link: HTMLAnchorElement, how: 'now' | 'dcz' = 'now') {
  if (savesData() || readText(aheadKey, 'tab')) return
  writeText(aheadKey, '1', 'tab')
  link.dataset['ahead'] = how
  if (HTMLScriptElement.supports?.('speculationrules')) return
  const hint = document.createElement('link')
  hint.rel = 'prefetch'
  hint.href = link.href
  document.head.append(hint)
}

/** Fetches what a finger or mouse rests on, and what is probably read next, which is drawn too. */
export function startFetchingAhead() {
  const [opened] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    deliveryType?: string
  })[]
  // Without speculation rules a page that was fetched ahead comes from the browser's cache.
  if (opened?.deliveryType === 'navigational-prefetch' || opened?.transferSize === 0)
    forget(aheadKey, 'tab')

  let rests: ReturnType<typeof setTimeout>
  const rest = ({ target }: Event, ms: number) => {
    clearTimeout(rests)
    const link = (target as Element).closest<HTMLAnchorElement>('a[href]')
    if (
      link?.origin === location.origin &&
      link.pathname + link.search !== location.pathname + location.search &&
      !link.hasAttribute('download') &&
      !notAhead.test(link.pathname)
    )
      rests = setTimeout(fetchAhead, ms, link)
  }
  addEventListener('pointerdown', (event) => rest(event, pressedMs), { passive: true })
  addEventListener('pointerover', (event) => {
    if (event.pointerType === 'mouse' && !isSlow()) rest(event, restedMs)
  })
  // It scrolls, or the page is on its way.
  for (const name of ['pointercancel', 'click']) addEventListener(name, () => clearTimeout(rests))

  const text = document.querySelector<HTMLElement>('[data-story-text]')
  const next = document.querySelector<HTMLAnchorElement>('[aria-labelledby="read-next"] li a')
  const page = document.querySelector<HTMLAnchorElement>('main a.btn[rel="next"]')
  if (text && next) {
    whenNear(next, text.offsetHeight / 5, () => {
      fetchAhead(next, isSlow() ? 'dcz' : 'now')
      // A slow connection is not spent on a photograph that is perhaps not seen.
      if (!next.dataset['ahead'] || (isSlow() && 'photo' in next.dataset)) return
      whenNear(next, 0, () => {
        next.dataset['drawn'] = ''
      })
    })
  } else if (page && !notAhead.test(page.pathname) && !isSlow()) {
    whenNear(page, 200, () => fetchAhead(page))
  }
}

function whenNear(link: HTMLAnchorElement, pixels: number, act: () => void) {
  const near = new IntersectionObserver(
    async ([entry]) => {
      if (!entry?.isIntersecting) return
      near.disconnect()
      await workerIsThere()
      act()
    },
    { rootMargin: `${Math.round(pixels)}px` },
  )
  near.observe(link)
}

/** What was fetched before a worker took over is fetched once more by the worker. */
async function workerIsThere() {
  const workers = navigator.serviceWorker
  // Where storage is forbidden, asking for it is refused.
  const known = await workers?.getRegistration().catch(() => undefined)
  if (!known || workers.controller) return
  await new Promise((resolve) =>
    workers.addEventListener('controllerchange', resolve, { once: true }),
  )
}
