// npm run bench -- paint <address>…: first visits on a phone at 400 kbit/s, 400 ms a round trip and with a
// processor four times slower: when it paints, and what its main thread does until then. Releases at several addresses
// are measured in turn, beside a page of the same bytes without styles and script (`plain`).
import { createServer } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from 'playwright'
import { findProgram } from '../../scripts/find-program.mjs'
import { slower, slowNetwork } from './slow-phone.mjs'

const columns = {
  first: 'first paint, ms',
  largest: 'largest paint, ms',
  Layout: 'layout, ms',
  UpdateLayoutTree: 'style, ms',
  script: 'script, ms',
  RunTask: 'main thread, ms',
  laidOut: 'boxes laid out',
  styled: 'elements styled',
  elements: 'elements',
  kilobytes: 'KB',
}

/** Prints a table: the medians of as many first visits of each page as BENCH_ROUNDS says. */
export async function measurePaint(...bases) {
  const browser = await chromium.launch({
    executablePath: findProgram('browser'),
    args: ['--no-sandbox'],
  })
  const plain = await servePlain(bases[0])
  const releases = [...bases, plain.base]
  // Each has a magazine of its own, with other ids.
  const pages = await Promise.all(releases.map(pagesOf))
  console.log(`| page | release | ${Object.values(columns).join(' | ')} |`)
  console.log(`|---|---|${'---|'.repeat(Object.keys(columns).length)}`)
  for (const [page, path] of pages[0].entries()) {
    const visits = releases.map(() => [])
    // The first is not counted.
    for (let run = 0; run <= Number(process.env.BENCH_ROUNDS ?? 5); run++) {
      for (const [at, base] of releases.entries()) {
        const seen = await visit(browser, base, pages[at][page])
        if (run) visits[at].push(seen)
      }
    }
    for (const [at, release] of [...bases, 'plain'].entries()) {
      const medians = Object.keys(columns).map((name) =>
        median(visits[at].map((seen) => seen[name])),
      )
      console.log(`| ${path.replace(/[0-9a-f-]{36}/, '…')} | ${release} | ${medians.join(' | ')} |`)
    }
  }
  console.log()
  plain.server.close()
  await browser.close()
}

async function pagesOf(base) {
  const [story] = await (await fetch(`${base}/api/stories?pageSize=1`)).json()
  const [book] = await (await fetch(`${base}/api/books?pageSize=1`)).json()
  return ['/', `/story/${story.id}`, '/books', `/book/${book.id}`, '/about']
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1]

/** The release's pages, whose styles and scripts are comments. */
async function servePlain(base) {
  const server = createServer(async (request, response) => {
    const answer = await fetch(base + request.url, { headers: { 'Accept-Encoding': 'br' } })
    const type = answer.headers.get('content-type') ?? ''
    const body = Buffer.from(await answer.arrayBuffer())
    const isPage = type.startsWith('text/html')
    response.setHeader('Content-Type', type)
    if (isPage) response.setHeader('Content-Encoding', 'br')
    response.end(isPage ? brotliCompressSync(withoutStyles(`${body}`)) : body)
  })
  await new Promise((resolve) => server.listen(4383, '127.0.0.1', () => resolve(undefined)))
  return { server, base: 'http://127.0.0.1:4383' }
}

const withoutStyles = (html) =>
  html
    .replace(/<(script|style)\b([^>]*>)(.*?)<\/\1>/gs, '<!--$1$2$3-->')
    .replace(/<link ([^>]*preload[^>]*)>/g, '<!--$1-->')
    .replace(/(<[^>]*) style=/g, '$1 data-s=')

async function visit(browser, base, path) {
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
  await slowNetwork(cdp)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower })
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
  const traced = await trace(browser, page, () =>
    page.goto(base + path, { waitUntil: 'networkidle' }),
  )
  const paints = await page.evaluate(() => ({
    ...window['paints'],
    elements: document.querySelectorAll('*').length,
  }))
  await context.close()
  return { ...traced, ...paints, kilobytes: Math.round(bytes / 102.4) / 10 }
}

/** What the page's main thread did, in its own processor time, which other programs do not lengthen. */
async function trace(browser, page, work) {
  await browser.startTracing(page, {
    categories: [
      'devtools.timeline',
      'disabled-by-default-devtools.timeline',
      'toplevel',
      '__metadata',
    ],
  })
  await work()
  const { traceEvents } = JSON.parse(`${await browser.stopTracing()}`)
  const { pid, tid } = traceEvents.findLast(({ name }) => name === 'ParseHTML')
  const events = traceEvents.filter((event) => event.pid === pid && event.tid === tid)
  const named = (...names) => events.filter(({ name }) => names.includes(name))
  const ms = (...names) =>
    Math.round(named(...names).reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1000)
  return {
    Layout: ms('Layout'),
    UpdateLayoutTree: ms('UpdateLayoutTree'),
    script: ms(
      'EvaluateScript',
      'v8.evaluateModule',
      'FunctionCall',
      'v8.compile',
      'v8.compileModule',
    ),
    RunTask: ms('RunTask'),
    laidOut: named('Layout').reduce(
      (sum, { args }) => sum + (args.beginData?.dirtyObjects ?? 0),
      0,
    ),
    styled: named('UpdateLayoutTree').reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0),
  }
}
