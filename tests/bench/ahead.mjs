// The next page before the tap, at 400 kbit/s and 400 ms a round trip on a processor four times slower, with the fetching
// ahead and without it in turn: npm run bench -- ahead
import { connect, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright'
import { findProgram } from '../../scripts/find-program.mjs'
import { base, port, slower, startDemo } from './slow-phone.mjs'

const visits = Number(process.env.VISITS ?? 20)
const recorded = 10
const bytesPerMs = 50
const oneWayMs = 200
/** How long a finger is down. */
const fingerMs = 100

await startDemo(async () => {
  const line = await startSlowLine()
  const browser = await chromium.launch({
    executablePath: findProgram('browser'),
    args: ['--no-sandbox', `--host-resolver-rules=MAP 127.0.0.1:${port} 127.0.0.1:${line.port}`],
  })
  try {
    const stories = (await (await fetch(`${base}/api/stories?pageSize=24`)).json()).map(
      ({ id }) => `/story/${id}`,
    )
    const measured = { next: { ahead: [], plain: [] }, card: { ahead: [], plain: [] } }
    for (let at = 0; at < visits; at++) {
      const story = stories[at % stories.length]
      for (const isAhead of [true, false]) {
        for (const [name, walk] of Object.entries({ next: readNext(story), card: openCard(at) })) {
          const before = line.bytes()
          const one = await visit(browser, isAhead, walk)
          measured[name][isAhead ? 'ahead' : 'plain'].push({ ...one, bytes: line.bytes() - before })
        }
      }
    }
    console.log(
      '| tap on | fetched ahead | paint after the tap, median | slowest | within 100 ms | KB |',
    )
    console.log('|---|---|---|---|---|---|')
    for (const [name, { ahead, plain }] of Object.entries(measured)) {
      for (const [is, list] of Object.entries({ yes: ahead, no: plain })) {
        const times = list.map(({ ms }) => Math.round(ms)).sort((a, b) => a - b)
        const soon = times.filter((ms) => ms <= 100).length
        const kilobytes = list.reduce((sum, { bytes }) => sum + bytes, 0) / list.length / 1024
        console.log(
          `| ${name} | ${is} | ${times[times.length >> 1]} ms | ${times.at(-1)} ms | ${soon} of ${times.length} | ${kilobytes.toFixed(1)} |`,
        )
      }
    }
    const bytes = { true: 0, false: 0 }
    for (let at = 0; at < recorded; at++) {
      for (const isAhead of [true, false]) {
        const before = line.bytes()
        await visit(browser, isAhead, browse(stories, at))
        bytes[isAhead] += line.bytes() - before
      }
    }
    console.log(
      `\nTen visits: ${bytes.true} bytes with, ${bytes.false} without, ${(bytes.true / bytes.false).toFixed(3)} of it.`,
    )
  } finally {
    await browser.close()
    line.close()
  }
})

/** All connections share one line, as a phone's do; bytes count as they leave the site, headers included. */
async function startSlowLine() {
  let freeAt = 0
  let bytes = 0
  const server = createServer((phone) => {
    const site = connect(Number(port), '127.0.0.1')
    for (const socket of [phone, site]) socket.setNoDelay(true).on('error', () => socket.destroy())
    const later = (socket, ms, send) => setTimeout(() => socket.writable && send(), ms)
    phone.on('data', (part) => later(site, oneWayMs, () => site.write(part)))
    site.on('data', (part) => {
      bytes += part.length
      freeAt = Math.max(freeAt, performance.now()) + part.length / bytesPerMs
      later(phone, freeAt - performance.now() + oneWayMs, () => phone.write(part))
    })
    phone.on('close', () => later(site, oneWayMs, () => site.end()))
    site.on('close', () =>
      later(phone, Math.max(0, freeAt - performance.now()) + oneWayMs + 1, () => phone.end()),
    )
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port: own } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return { port: own, bytes: () => bytes, close: () => server.close() }
}

/** One visit in a new browser that was on the landing page; `walk` resolves to what is measured of it. */
async function visit(browser, isAhead, walk) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 800 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  try {
    // Chromium estimates no network of the machine itself; a tab that has fetched in vain fetches nothing.
    await context.addInitScript(`
      Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g', addEventListener() {} } })
      ${isAhead ? '' : "sessionStorage.setItem('ascend.ahead', '1')"}`)
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await open(page, '/')
    // Whoever has been here has a worker.
    await page.touchscreen.tap(5, 300)
    await page.evaluate(() => scrollTo(0, 600))
    await page.waitForFunction(() => navigator.serviceWorker.controller)
    await pause(2000)
    return await walk(page, cdp)
  } finally {
    await context.close()
  }
}

async function open(page, path) {
  await page.goto(base + path, { waitUntil: 'load', timeout: 120_000 })
  await pause(2500)
}

/** From the moment the finger leaves the link to the first paint of its page. */
async function tap(page, cdp, link) {
  await link.scrollIntoViewIfNeeded()
  await pause(600)
  const { x, y, width, height } = await link.boundingBox()
  const touchPoints = [{ x: x + width / 2, y: y + Math.min(height / 2, 20) }]
  const address = page.url()
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await pause(fingerMs)
  const tappedAt = Date.now()
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await page.waitForURL((url) => url.href !== address, { waitUntil: 'load', timeout: 120_000 })
  const paintedAt = await page.evaluate(
    () =>
      new Promise((resolve) =>
        new PerformanceObserver((list) => {
          const [first] = list.getEntriesByName('first-contentful-paint')
          if (first) resolve(performance.timeOrigin + first.startTime)
        }).observe({ type: 'paint', buffered: true }),
      ),
  )
  return { ms: paintedAt - tappedAt }
}

async function readToEnd(page) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let at = 0; at < height; at += 400) {
    await page.evaluate((y) => scrollTo(0, y), at)
    await pause(150)
  }
}

function readNext(story) {
  return async (page, cdp) => {
    await open(page, story)
    await readToEnd(page)
    await pause(3000)
    return tap(page, cdp, page.locator('[aria-labelledby="read-next"] li a').first())
  }
}

function openCard(at) {
  return async (page, cdp) => {
    const cards = page.locator('main a[href^="/story/"]:visible')
    return tap(page, cdp, cards.nth(at % (await cards.count())))
  }
}

/** What readers do: most read to the end and go on, some turn to something else. */
function browse(stories, at) {
  return async (page, cdp) => {
    await open(page, stories[at % stories.length])
    await readToEnd(page)
    await pause(1500)
    if (at % 3 === 2) return open(page, '/books')
    await tap(page, cdp, page.locator('[aria-labelledby="read-next"] li a').first())
    await pause(2500)
    return open(page, '/')
  }
}
