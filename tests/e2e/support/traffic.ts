import { brotliCompressSync } from 'node:zlib'
import { type CDPSession, expect, type Page } from 'playwright/test'
import { serviceAddress } from './service.ts'

export interface Fetched {
  url: string
  /** The kind as the browser sorts it: Document, Script, Image, Font, Fetch … */
  kind: string
  encoding: string
  /** The bytes on the wire, headers included. */
  bytes: number
}

/** A connection as DevTools imitates it. */
export const connections = {
  /** What the site itself takes for slow: `effectiveType` 3g. */
  slow: { latency: 300, kilobytesPerSecond: 125, effectiveType: '3g' },
  fast: { latency: 0, kilobytesPerSecond: -1, effectiveType: '4g' },
} as const

/** From now on the page's browser is one that has never been here. */
export async function forgetVisits(page: Page) {
  await page.goto('about:blank')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.clearBrowserCache')
  await cdp.send('Storage.clearDataForOrigin', { origin: serviceAddress(), storageTypes: 'all' })
  await cdp.detach()
}

/** Otherwise a slow machine sees what `.later` of base.css displays by itself after ten seconds. */
export async function holdLater(cdp: CDPSession) {
  await cdp.send('Animation.enable')
  await cdp.send('Animation.setPlaybackRate', { playbackRate: 0.1 })
}

/**
 * Listens to what a page asks for from now on. Its `isQuiet` waits until nothing is on its way any more, and was not for
 * half a second. Unlike `networkidle`, it does not wait for what the page before says as it is left.
 */
export async function watchRequests(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  const open = new Map<string, string>()
  let present = ''
  let changedAt = Date.now()
  const end = ({ requestId }: { requestId: string }) => {
    open.delete(requestId)
    changedAt = Date.now()
  }
  cdp.on('Network.requestWillBeSent', ({ requestId, loaderId, request, type }) => {
    if (request.url.startsWith('data:')) return
    // Nobody hears of the end of what the page before says.
    if (type === 'Document') {
      present = loaderId
      open.clear()
    }
    if (loaderId === present) open.set(requestId, request.url)
    changedAt = Date.now()
  })
  cdp.on('Network.loadingFinished', end)
  cdp.on('Network.loadingFailed', end)
  await cdp.send('Network.enable')
  return {
    cdp,
    open,
    async isQuiet() {
      await page.waitForLoadState()
      const onTheWay = () => (Date.now() - changedAt < 500 ? ['a moment ago'] : [...open.values()])
      await expect.poll(onTheWay, { intervals: [100], timeout: 30_000 }).toEqual([])
    },
  }
}

/** Counts everything that a page fetches, as the browser's network layer tells it. */
export async function countTraffic(
  page: Page,
  {
    connection = 'fast',
    savesData = false,
  }: { connection?: keyof typeof connections; savesData?: boolean } = {},
) {
  const { cdp, open, isQuiet } = await watchRequests(page)
  const fetched = new Map<string, Fetched>()
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other' }) => {
    if (request.url.startsWith('data:')) return
    fetched.set(requestId, { url: request.url, kind: type, encoding: 'identity', bytes: 0 })
  })
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    const one = fetched.get(requestId)
    if (one) one.encoding = header(response.headers, 'content-encoding') ?? 'identity'
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = fetched.get(requestId)
    if (one) one.bytes = encodedDataLength
  })
  await holdLater(cdp)
  await imitate(cdp, page, connection, savesData)

  return {
    isQuiet,
    all: () => [...fetched.values()],
    stop: () => cdp.detach(),
    totalBytes: () => sum([...fetched.values()]),
    scripts: () => [...fetched.values()].filter(({ kind }) => kind === 'Script'),
    scriptBytes: () => sum([...fetched.values()].filter(({ kind }) => kind === 'Script')),
    /** Scrolls to the end in steps of half a screen, as a reader goes, with time for every picture to come. */
    async scrollToEnd() {
      for (;;) {
        const isEnd = await page.evaluate(async () => {
          scrollBy({ top: innerHeight / 2, behavior: 'instant' })
          await new Promise((resolve) =>
            requestAnimationFrame(() => requestAnimationFrame(resolve)),
          )
          return scrollY + innerHeight >= document.documentElement.scrollHeight - 2
        })
        await expect.poll(() => open.size, { intervals: [20], timeout: 30_000 }).toBe(0)
        if (isEnd) break
      }
      await isQuiet()
    },
  }
}

async function imitate(
  cdp: CDPSession,
  page: Page,
  name: keyof typeof connections,
  savesData: boolean,
) {
  const { latency, kilobytesPerSecond, effectiveType } = connections[name]
  const throughput = kilobytesPerSecond * (kilobytesPerSecond > 0 ? 1024 : 1)
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
  if (savesData) await cdp.send('Network.setExtraHTTPHeaders', { headers: { 'Save-Data': 'on' } })
  await page.addInitScript(
    (connection) => {
      Object.defineProperty(navigator, 'connection', {
        value: Object.assign(new EventTarget(), connection),
        configurable: true,
      })
    },
    { effectiveType, saveData: savesData },
  )
}

/** A page's HTML taken apart, each part compressed by itself as Brotli would at its best. */
export function partsOf(html: string) {
  const inside = (pattern: RegExp) =>
    [...html.matchAll(pattern)].map(([, text = '']) => text).join('\n')
  const packed = (text: string) => (text ? brotliCompressSync(text).length : 0)
  return {
    inlineScriptBytes: packed(
      inside(/<script(?![^>]*\ssrc=)(?![^>]*application\/ld\+json)[^>]*>([\s\S]*?)<\/script>/g),
    ),
    styleBytes: packed(inside(/<style[^>]*>([\s\S]*?)<\/style>/g)),
    styleTextBytes: Buffer.byteLength(inside(/<style[^>]*>([\s\S]*?)<\/style>/g)),
  }
}

export function kilobytes(bytes: number): number {
  return Math.round((bytes / 1024) * 10) / 10
}

/** Watches for things that jump; call before the page is opened. */
export async function watchShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: { value: number; at: number; what: string }[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Node | null }[]
      })[]) {
        if (entry.hadRecentInput) continue
        const what = entry.sources
          .map(({ node }) =>
            node instanceof Element ? `${node.localName}.${node.className}` : node?.textContent,
          )
          .join(', ')
        shifts.push({ value: entry.value, at: entry.startTime, what: what.slice(0, 200) })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return async () => {
    const shifts = await page.evaluate(
      () => (window as unknown as { shifts: { value: number; at: number; what: string }[] }).shifts,
    )
    return { score: worstWindow(shifts), shifts }
  }
}

/** Cumulative layout shift: the worst burst, with gaps under a second and five seconds in all. */
function worstWindow(shifts: { value: number; at: number }[]): number {
  let worst = 0
  let burst = 0
  let began = 0
  let last = Number.NEGATIVE_INFINITY
  for (const { value, at } of shifts) {
    const isNew = at - last > 1000 || at - began > 5000
    burst = isNew ? value : burst + value
    if (isNew) began = at
    last = at
    worst = Math.max(worst, burst)
  }
  return worst
}

function header(headers: Record<string, string>, name: string) {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
}

function sum(all: Fetched[]) {
  return all.reduce((total, { bytes }) => total + bytes, 0)
}
