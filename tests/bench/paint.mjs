// The first visit on a phone at 400 kbit/s with 400 ms a round trip: when the largest thing is painted, and what comes.
import { chromium } from 'playwright'
import { findProgram } from '../../scripts/find-program.mjs'

const runs = 5

/** Prints a table: the median of five first visits of each page. */
export async function measurePaint(base) {
  const browser = await chromium.launch({
    executablePath: findProgram('browser'),
    args: ['--no-sandbox'],
  })
  const stories = await (await fetch(`${base}/api/stories`)).json()
  const books = await (await fetch(`${base}/api/books`)).json()
  console.log('| first visit at 400 kbit/s | largest paint, ms | first paint, ms | KB |')
  console.log('|---|---|---|---|')
  for (const path of ['/', `/story/${stories[0].id}`, '/books', `/book/${books[0].id}`, '/about']) {
    const visits = []
    for (let run = 0; run < runs; run++) visits.push(await visit(browser, base + path))
    const median = (name) => visits.map((seen) => seen[name]).sort((a, b) => a - b)[runs >> 1]
    console.log(
      `| ${path.replace(/[0-9a-f-]{36}/, '…')} | ${median('largest')} | ${median('first')} | ${median('kilobytes')} |`,
    )
  }
  console.log()
  await browser.close()
}

async function visit(browser, address) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 800 },
    deviceScaleFactor: 2,
    isMobile: true,
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  let bytes = 0
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  await page.addInitScript(() => {
    window['paints'] = {}
    const note = (name) => (list) => {
      for (const { startTime } of list.getEntries()) window['paints'][name] = Math.round(startTime)
    }
    new PerformanceObserver(note('largest')).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
    new PerformanceObserver(note('first')).observe({ type: 'paint', buffered: true })
  })
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  const paints = await page.evaluate(() => window['paints'])
  await context.close()
  return { ...paints, kilobytes: Math.round(bytes / 102.4) / 10 }
}
