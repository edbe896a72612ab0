// The next page before the tap, at 400 kbit/s and 400 ms a round trip on a processor four times slower: drawn ahead, only
// fetched ahead, and neither, in turn: npm run bench -- ahead
import { connect, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { findProgram } from '../../scripts/find-program.mjs'
import { startBareBrowser } from '../e2e/support/bare-browser.mjs'
import { base, port, slower, startDemo } from './slow-phone.mjs'

const visits = Number(process.env.VISITS ?? 20)
const recorded = 10
const bytesPerMs = 50
const oneWayMs = 200
/** How long a finger is down. */
const fingerMs = 100

const isOfLine =
  'Object.defineProperty(navigator, "connection", { value: { effectiveType: "3g", addEventListener() {} } })'
const next = '[aria-labelledby="read-next"] li a'
/** What a tab does that has fetched in vain, and a browser that draws nothing: on 3g no photograph is drawn ahead. */
const without = {
  drawn: '',
  fetched: `addEventListener('DOMContentLoaded', () => {
    for (const link of document.querySelectorAll('${next}')) link.dataset.photo = ''
  })`,
  plain: "sessionStorage.setItem('ascend.ahead', '1')",
}

await startDemo(async () => {
  const line = await startSlowLine()
  try {
    const stories = (await (await fetch(`${base}/api/stories?pageSize=24`)).json()).map(
      ({ id }) => `/story/${id}`,
    )
    const rows = [
      { name: '“Read next”, drawn', how: 'drawn', walk: readNext, measured: [] },
      { name: '“Read next”, fetched', how: 'fetched', walk: readNext, measured: [] },
      { name: '“Read next”, neither', how: 'plain', walk: readNext, measured: [] },
      { name: 'a card, fetched', how: 'drawn', walk: openCard, measured: [] },
      { name: 'a card, not', how: 'plain', walk: openCard, measured: [] },
    ]
    for (let at = 0; at < visits; at++) {
      // Not measured: no reader after it waits for the differences between these pages.
      await visit(line, 'drawn', readNext(stories[at % stories.length]))
      for (const { how, walk, measured } of rows) {
        const before = line.bytes()
        const one = await visit(line, how, walk(stories[at % stories.length], at))
        measured.push({ ...one, bytes: line.bytes() - before })
      }
    }
    print(rows)
    const bytes = { drawn: 0, plain: 0 }
    for (let at = 0; at < recorded; at++) {
      for (const how of Object.keys(bytes)) {
        const before = line.bytes()
        await visit(line, how, browse(stories, at))
        bytes[how] += line.bytes() - before
      }
    }
    console.log(
      `\nTen visits: ${bytes.drawn} bytes with, ${bytes.plain} without, ${(bytes.drawn / bytes.plain).toFixed(3)} of it.`,
    )
  } finally {
    line.close()
  }
})

function print(rows) {
  console.log(
    '| tap on | drawn before | paint after the tap, median | slowest | within 100 ms | KB |',
  )
  console.log('|---|---|---|---|---|---|')
  for (const { name, measured: list } of rows) {
    const times = list.map(({ ms }) => Math.round(ms)).sort((a, b) => a - b)
    const soon = times.filter((ms) => ms <= 100).length
    const drawn = list.filter(({ isDrawn }) => isDrawn).length
    const kilobytes = list.reduce((sum, { bytes }) => sum + bytes, 0) / list.length / 1024
    console.log(
      `| ${name} | ${drawn} of ${times.length} | ${times[times.length >> 1]} ms | ${times.at(-1)} ms | ${soon} of ${times.length} | ${kilobytes.toFixed(1)} |`,
    )
  }
}

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
async function visit(line, how, walk) {
  const browser = await startBareBrowser({
    executablePath: findProgram('browser'),
    args: [`--host-resolver-rules=MAP 127.0.0.1:${port} 127.0.0.1:${line.port}`],
    // Pages that are drawn before they are open are as slow.
    prepare: [
      ['Emulation.setCPUThrottlingRate', { rate: slower }],
      ['Emulation.setTouchEmulationEnabled', { enabled: true }],
      [
        'Emulation.setDeviceMetricsOverride',
        { width: 360, height: 800, deviceScaleFactor: 2, mobile: true },
      ],
      ['Page.enable', {}],
      // Chromium estimates no network of the machine itself.
      ['Page.addScriptToEvaluateOnNewDocument', { source: `${isOfLine};${without[how]}` }],
    ],
  })
  try {
    await open(browser, '/')
    // Whoever has been here has a worker.
    await browser.tap('h1')
    await until(browser, 'navigator.serviceWorker.controller')
    await pause(2000)
    return await walk(browser)
  } finally {
    await browser.close()
  }
}

async function open(browser, path) {
  await browser.open(base + path)
  await pause(2500)
}

async function until(browser, expression) {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(50)) {
    if (await browser.evaluate(`Boolean(${expression})`)) return
  }
  throw new Error(`It never came to this: ${expression}`)
}

/**
 * From the moment the finger leaves the link to the first paint of its page. A page that was drawn before is painted for the
 * first time when it is open.
 */
async function tap(browser, selector) {
  const address = await browser.evaluate('location.href')
  const tappedAt = await browser.tap(selector, { waitsMs: 600, ms: fingerMs })
  const paint = "performance.getEntriesByName('first-contentful-paint')[0]"
  await until(browser, `location.href !== ${JSON.stringify(address)} && ${paint}`)
  const [paintedAt, activated] = await browser.evaluate(
    `[performance.timeOrigin + ${paint}.startTime, performance.getEntriesByType('navigation')[0].activationStart]`,
  )
  return { ms: paintedAt - tappedAt, isDrawn: activated > 0 }
}

async function readToEnd(browser) {
  const height = await browser.evaluate('document.documentElement.scrollHeight')
  for (let at = 0; at < height; at += 400) {
    await browser.evaluate(`scrollTo(0, ${at})`)
    await pause(150)
  }
}

function readNext(story) {
  return async (browser) => {
    await open(browser, story)
    await readToEnd(browser)
    await pause(3000)
    return tap(browser, next)
  }
}

function openCard(_, at) {
  return async (browser) => {
    const cards = 'main a[href^="/story/"]'
    await browser.evaluate(`(() => {
      const shown = [...document.querySelectorAll('${cards}')].filter((card) => card.checkVisibility())
      shown[${at} % shown.length].id = 'tapped'
    })()`)
    return tap(browser, '#tapped')
  }
}

/** What readers do: most read to the end and go on, some turn to something else. */
function browse(stories, at) {
  return async (browser) => {
    await open(browser, stories[at % stories.length])
    await readToEnd(browser)
    await pause(1500)
    if (at % 3 === 2) return open(browser, '/books')
    await tap(browser, next)
    await pause(2500)
    return open(browser, '/')
  }
}
