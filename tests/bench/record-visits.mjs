// What a browser really asks for with a page, heard by a proxy between it and the site: npm run bench -- record-visits
// Prints how many requests follow a page of each kind in a new browser, in one that knows the site, and when it comes back.
import { createServer, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright'
import { findProgram } from '../../scripts/find-program.mjs'
import { base, startDemo } from './slow-phone.mjs'

/** A story counts as viewed after five seconds. */
const readingMs = 5500
const quietMs = 1500

await startDemo(async () => {
  const ofNewest = async (list) =>
    (await (await fetch(`${base}/api/${list}?pageSize=1`)).json())[0].id
  const visits = await recordVisits({
    home: '/',
    story: `/story/${await ofNewest('stories')}`,
    books: '/books',
    book: `/book/${await ofNewest('books')}`,
    search: '/search?q=market',
    about: '/about',
  })
  console.log('| page | requests at first | next | again |')
  console.log('|---|---|---|---|')
  for (const [kind, { first, next, again }] of Object.entries(visits)) {
    console.log(`| ${kind} | ${first} | ${next} | ${again} |`)
  }
})

/**
 * For each kind of page, how many requests follow its document: `first` in a browser that was never here, `next` in one
 * that has been on the site, `again` when it comes back to the same page.
 * @param {Record<string, string>} pages
 */
async function recordVisits(pages) {
  const browser = await chromium.launch({
    executablePath: findProgram('browser'),
    // Each context has a proxy of its own; without these the machine itself is asked without one.
    args: ['--no-sandbox', '--proxy-bypass-list=<-loopback>'],
  })
  try {
    const visits = {}
    const kinds = Object.entries(pages)
    const work = async () => {
      for (let next = kinds.shift(); next; next = kinds.shift()) {
        const [kind, path] = next
        visits[kind] = await recordKind(browser, path, kind === 'story' ? readingMs : 0)
      }
    }
    await Promise.all([work(), work(), work()])
    return visits
  } finally {
    await browser.close()
  }
}

async function recordKind(browser, path, stayMs) {
  let heard = []
  const proxy = createServer((asked, answer) => {
    const { pathname, search } = new URL(asked.url, base)
    const one = { path: pathname + search, at: performance.now(), doneAt: undefined }
    heard.push(one)
    const { 'proxy-connection': _, ...headers } = asked.headers
    const options = { method: asked.method, headers, agent: false }
    const passed = request(new URL(one.path, base), options, (theirs) => {
      answer.writeHead(theirs.statusCode, theirs.headers)
      theirs.pipe(answer)
      theirs.on('close', () => {
        one.doneAt = performance.now()
      })
    })
    passed.on('error', () => {
      one.doneAt = performance.now()
      answer.destroy()
    })
    asked.pipe(passed)
  })
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (proxy.address())
  const open = () =>
    browser.newContext({
      viewport: { width: 360, height: 800 },
      deviceScaleFactor: 2,
      isMobile: true,
      proxy: { server: `http://127.0.0.1:${port}`, bypass: '<-loopback>' },
    })
  /** It goes by what the proxy hears: on a busy machine a script may take its time before it asks for the next. */
  const isQuiet = async () => {
    for (let last = performance.now(); performance.now() - last < quietMs; await pause(50)) {
      const latest = Math.max(...heard.map(({ at, doneAt }) => doneAt ?? at))
      if (latest > last || heard.some(({ doneAt }) => !doneAt)) last = performance.now()
    }
  }
  const look = async (page, address) => {
    heard = []
    await page.goto(base + address, { waitUntil: 'load', timeout: 120_000 })
    await isQuiet()
    for (let step = 0; step < 5; step++) {
      await page.mouse.wheel(0, 500)
      await pause(200)
    }
    await isQuiet()
    await pause(stayMs)
    await page.goto('about:blank')
    await isQuiet()
    return heard.filter((one) => one.path !== address).length
  }
  try {
    const fresh = await open()
    const first = await look(await fresh.newPage(), path)
    await fresh.close()
    const known = await open()
    const page = await known.newPage()
    await look(page, path === '/' ? '/about' : '/')
    const visits = { first, next: await look(page, path), again: await look(page, path) }
    await known.close()
    return visits
  } finally {
    proxy.close()
    proxy.closeAllConnections()
  }
}
