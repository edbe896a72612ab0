// What a browser really asks for with a page, heard by a proxy between it and the site.
import { createServer, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright'
import { findProgram } from '../../scripts/find-program.mjs'

/** A story counts as viewed after five seconds. */
const readingMs = 5500
const quietMs = 1500

/**
 * For each kind of page, what follows its document: `first` in a browser that was never here, `next` in one that has
 * been on the site, `again` when it comes back to the same page. `afterMs`: from the end of the document.
 * @param {string} base
 * @param {Record<string, { path: string, words: Record<string, string> }>} pages `words`: parts of addresses that stand
 *   for any other of their kind, by name.
 */
export async function recordVisits(base, pages) {
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
        const [kind, page] = next
        visits[kind] = await recordKind(browser, base, page, kind === 'story' ? readingMs : 0)
      }
    }
    await Promise.all([work(), work(), work()])
    return visits
  } finally {
    await browser.close()
  }
}

async function recordKind(browser, base, { path, words }, stayMs) {
  let heard = []
  const proxy = createServer((asked, answer) => {
    const { pathname, search } = new URL(asked.url, base)
    const one = { method: asked.method, path: pathname + search, at: performance.now() }
    one.tag = asked.headers['if-none-match']
    heard.push(one)
    const chunks = []
    asked.on('data', (chunk) => chunks.push(chunk))
    asked.on('end', () => {
      one.body = Buffer.concat(chunks).toString()
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
      passed.end(one.body)
    })
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
  /** By what the proxy hears: on a busy machine a script may take its time before it asks for the next. */
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
    return follow(heard, address, words)
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

function follow(heard, address, words) {
  const [page] = heard.filter(({ path }) => path === address)
  if (!page) return []
  const named = (text) =>
    Object.entries(words).reduce((all, [name, word]) => all.replaceAll(word, `{${name}}`), text)
  return heard
    .filter((one) => one !== page)
    .map(({ method, path, body, tag, at }) => ({
      method,
      path: named(path),
      ...(body && { body: named(body) }),
      ...(tag && { isConditional: true }),
      afterMs: Math.max(0, Math.round(at - (page.doneAt ?? page.at))),
    }))
}
