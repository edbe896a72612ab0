import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pageRoutes } from '#contract/pages/page-routes.ts'
import { aFolder } from '#tests/folders.ts'
import { aFreePort } from '#tests/processes.ts'
import { findProgram } from '../../scripts/find-program.mjs'
import { violationsOf } from '../e2e/support/axe.ts'
import { unlistedPairs } from '../e2e/support/colours.ts'

// `npm run dev` as somebody starts it: the same program as `npm start`, with pages rendered by Astro's own server.

let dev: ChildProcess
let base = ''
let dataDir = ''
let output = ''

beforeAll(async () => {
  const port = await aFreePort()
  dataDir = await aFolder()
  dev = spawn(process.execPath, ['scripts/dev.mjs'], {
    env: { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  dev.stdout?.on('data', (chunk) => (output += chunk))
  await vi.waitFor(() => expect(output).toContain('Ascend for developers'), { timeout: 180_000 })
  base = `http://127.0.0.1:${port}`
}, 200_000)
afterAll(async () => {
  const ended = new Promise((resolve) => dev.once('exit', resolve))
  dev.kill('SIGTERM')
  await ended
})

const read = async (path: string, init?: RequestInit) => {
  const response = await fetch(new URL(path, base), { redirect: 'manual', ...init })
  return { status: response.status, text: await response.text(), headers: response.headers }
}
/** The one that everybody may read. */
const freeBook = async () =>
  JSON.parse((await read('/api/books?search=The+First+Issue')).text)[0].id
const firstOf = async (list: string) => JSON.parse((await read(`/api/${list}`)).text)[0].id

test('the generated password appears in no output, and the database log is private', async () => {
  const file = join(dataDir, 'publisher-password')
  expect(output).toContain(`The publisher signs in as publisher, in ${file}`)
  expect(output).not.toContain((await readFile(file, 'utf8')).trim())
  const { mode } = await stat(join(dataDir, 'postgres.log'))
  expect(mode & 0o777).toBe(0o600)
})

test('every page of the route table works in development', { timeout: 240_000 }, async () => {
  const examples: Record<string, string> = {
    '/story/:id': `/story/${await firstOf('stories')}`,
    '/book/:id': `/book/${await firstOf('books')}`,
    '/book/:id/invoice': `/book/${await firstOf('books')}/invoice`,
    '/book/:id/sample': `/book/${await firstOf('books')}/sample`,
    '/book/:id/reviews': `/book/${await firstOf('books')}/reviews`,
    '/book/:id/read': `/book/${await freeBook()}/read`,
    '/book/:id/read/search': `/book/${await freeBook()}/read/search?q=clock`,
    '/book/:id/read/notes': `/book/${await freeBook()}/read/notes`,
    '/book/:id/read/:number': `/book/${await freeBook()}/read/1`,
    '/publications/:id': '/publications/growing-right',
    '/author/:slug': '/author/ladi-gwamna',
    '/story/:id/report': `/story/${await firstOf('stories')}/report`,
    '/author/:slug/report': '/author/ladi-gwamna/report',
    '/follow/:kind/:name': '/follow/author/ladi-gwamna',
    '/category/:slug': '/category/faith-and-inspiration',
    '/category/:slug/rss.xml': '/category/faith-and-inspiration/rss.xml',
    '/admin/books/:id/edit': `/admin/books/${await firstOf('books')}/edit`,
    '/sitemap-:part.xml': '/sitemap-pages.xml',
  }
  // Nobody has ordered or reviewed anything, or named a guardian: these say so.
  const missing = [
    '/404',
    '/review/:id/report',
    '/order/:reference',
    '/test-checkout/:reference',
    '/guardian/:id',
    '/newsletter/preferences',
    '/gift/:token',
    '/download/:token',
    '/statement/:token',
    // Without a bank account there are no invoices.
    '/book/:id/invoice',
    '/opds/library/:token',
    // Nobody has bought a book.
    '/book/:id/read/stamp.svg',
    // No edition was made.
    '/edition/:week',
    // No text was published before the one of now.
    '/terms/:day',
    '/privacy/:day',
  ]
  // Nobody is signed in: this one leads to the sign-in.
  expect((await read('/account/edit/ASC-1')).status).toBe(302)
  for (const pattern of Object.keys(pageRoutes)) {
    if (pattern === '/account/edit/:id') continue
    const path = examples[pattern] ?? pattern.replace(/:\w+/, 'ASC-1')
    const { status, text } = await read(path)
    expect(status, path).toBe(missing.includes(pattern) ? 404 : 200)
    expect(text, path).toMatch(
      /<h1|<urlset|<sitemapindex|<rss|<feed|<OpenSearch|is not valid any more|User-agent|"name"|Contact:|<astro-island|<svg/,
    )
  }
})

test('queries, fragments, missing pages and rejected forms behave as in production', async () => {
  expect((await read('/search?q=school')).text).toContain('“school”')
  expect((await read('/books?part')).text).not.toContain('<html')
  expect(await read('/nowhere')).toMatchObject({ status: 404 })
  expect(await read('/fragments/shelf')).toMatchObject({ status: 404 })
  const refused = await read('/api/auth/register', {
    method: 'POST',
    headers: { Origin: base, Accept: 'text/html' },
    body: new URLSearchParams({ firstName: 'Ngozi', email: 'no address', password: 'short' }),
  })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('value="Ngozi"')
  expect(refused.text).toContain('Please enter a valid email address')
})

/** The examples that have no size, and those that are wider than their place. */
const misfitsOf = (page: Page) =>
  page
    .locator('[data-example]')
    .evaluateAll((examples) =>
      examples
        .filter(
          ({ clientHeight, clientWidth, scrollWidth }) =>
            !clientHeight || scrollWidth > clientWidth,
        )
        .map((example) => example.getAttribute('data-example')),
    )

test('every example of the sandbox is accessible and fits, in light and dark', async () => {
  const browser = await chromium.launch({
    executablePath: findProgram('lightBrowser'),
    args: ['--no-sandbox'],
  })
  try {
    const page = await browser.newPage()
    const found: string[] = []
    await page.goto(`${base}/sandbox`)
    expect(await page.locator('[data-example]').count()).toBeGreaterThan(50)
    for (const [width, theme] of [
      [360, 'light'],
      [1280, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate((chosen) => window.ascendReading.show({ theme: chosen }), theme)
      const where = `${theme}, ${width} px`
      found.push(...(await violationsOf(page, where)))
      found.push(...(await misfitsOf(page)).map((example) => `${where}: ${example}`))
    }
    found.push(...(await unlistedPairs(page, 'the sandbox', ['light', 'dark', 'sepia'])))
    expect(found).toEqual([])
  } finally {
    await browser.close()
  }
})
