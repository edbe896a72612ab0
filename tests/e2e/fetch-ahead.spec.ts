import type { Page } from 'playwright/test'
import { findProgram } from '../../scripts/find-program.mjs'
import { startBareBrowser } from './support/bare-browser.mjs'
import { storiesOf } from './support/content.ts'
import { desktop, expect, phone, test } from './support/test.ts'

// The next page before the tap (decisions 140 and 143).

test.use({ serviceWorkers: 'allow' })

const wasAhead = (page: Page) =>
  page.evaluate(() => {
    const [opened] = performance.getEntriesByType('navigation') as (PerformanceEntry & {
      deliveryType?: string
    })[]
    return opened?.deliveryType === 'navigational-prefetch'
  })
const marked = (page: Page) => page.locator('a[data-ahead]')
const readNext = (page: Page) =>
  page.getByRole('navigation', { name: 'Read next' }).getByRole('listitem').getByRole('link')

const isFast = "Object.defineProperty(navigator, 'connection', { value: { effectiveType: '4g' } })"

async function openStory(page: Page) {
  const [story] = await storiesOf(page.request)
  await page.goto(`/story/${story?.id}`)
  // What is fetched ahead goes through the worker, once there is one.
  const worker = page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await page.mouse.move(100, 300)
  await page.mouse.wheel(0, 10)
  await worker
}

const toEnd = (page: Page) =>
  page
    .locator('[data-story-text] > p')
    .last()
    .evaluate((line) => line.scrollIntoView({ block: 'end', behavior: 'instant' }))

test.describe('on a phone', () => {
  test.use(phone)

  test('whoever has read most of a story has the next one before the tap, and offline after it', async ({
    page,
    context,
    expectErrors,
  }) => {
    const isKept = () =>
      page.evaluate(async () => {
        const path = document.querySelector<HTMLElement>('link[data-path]')?.dataset['path']
        return (await caches.match(path ?? location.pathname)) !== undefined
      })
    await page.addInitScript(isFast)
    await openStory(page)
    await expect(marked(page)).toHaveCount(0)
    // Reading takes longer than keeping what is read: the next page would look for it in vain.
    await expect.poll(isKept).toBe(true)
    await toEnd(page)
    await expect(marked(page)).toHaveCount(1)
    const title = (await readNext(page).first().innerText()).trim()
    await readNext(page).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    expect(await wasAhead(page)).toBe(true)

    // Its reader goes on: it is kept like every page that is read.
    expect(await isKept()).toBe(false)
    await page.mouse.wheel(0, 10)
    await expect.poll(isKept).toBe(true)
    await expectErrors(/ERR_INTERNET_DISCONNECTED/, async () => {
      await context.setOffline(true)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    })
  })
})

test.describe('at a desk', () => {
  test.use(desktop)

  test('at most one page is fetched in vain', async ({ page }) => {
    await page.addInitScript(isFast)
    await openStory(page)
    const [first, second] = [readNext(page).first(), readNext(page).nth(1)]
    await first.scrollIntoViewIfNeeded()
    await first.hover()
    await expect(first).toHaveAttribute('data-ahead', 'now')
    await second.hover()
    await page.getByRole('link', { name: 'Books', exact: true }).first().click()
    await expect(page).toHaveURL('/books')
    expect(await wasAhead(page)).toBe(false)
    const book = page.locator('main').getByRole('link').filter({ hasText: /\w/ }).last()
    await book.hover()
    await page.mouse.down()
    await page.mouse.move(5, 5)
    await page.mouse.up()
    await expect(marked(page)).toHaveCount(0)
    expect(await page.evaluate(() => sessionStorage.getItem('ascend.ahead'))).toBe('1')
  })

  test('a link within the open page fetches nothing', async ({ page }) => {
    await page.addInitScript(isFast)
    await page.clock.install()
    await page.goto('/books')
    await page.mouse.wheel(0, 10)
    const header = page.getByRole('banner')
    for (const [name, count] of [
      ['Books', 0],
      ['About', 1],
    ] as const) {
      await header.getByRole('link', { name, exact: true }).hover()
      await page.clock.runFor(300)
      await expect(marked(page)).toHaveCount(count)
    }
  })

  test('nothing is fetched ahead under data saver', async ({ page }) => {
    await page.addInitScript(
      "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })",
    )
    const [story] = await storiesOf(page.request)
    await page.goto(`/story/${story?.id}`)
    await page.mouse.wheel(0, 10)
    await toEnd(page)
    await readNext(page).first().hover()
    await page.mouse.down()
    await page.mouse.up()
    await expect(page).not.toHaveURL(new RegExp(String(story?.id)))
    expect(await wasAhead(page)).toBe(false)
    expect(await page.evaluate(() => sessionStorage.getItem('ascend.ahead'))).toBe(null)
  })
})

test('on 3g no story is drawn before the tap that begins with a photograph', async ({ page }) => {
  await page.addInitScript(
    "Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' } })",
  )
  for (const isPhoto of [false, true]) {
    await openStory(page)
    const next = readNext(page).first()
    await next.evaluate((link, is) => is && link.setAttribute('data-photo', ''), isPhoto)
    await toEnd(page)
    await next.scrollIntoViewIfNeeded()
    await expect(next).toHaveAttribute('data-ahead', 'dcz')
    if (!isPhoto) await expect(next).toHaveAttribute('data-drawn')
    // What would draw it has been asked whether it is on the screen.
    await next.evaluate(
      (link) =>
        new Promise((resolve) => new IntersectionObserver(() => setTimeout(resolve)).observe(link)),
    )
    expect(await next.getAttribute('data-drawn')).toBe(isPhoto ? null : '')
    await page.evaluate(() => sessionStorage.clear())
  }
})

test.describe('in a browser that draws pages before the tap', () => {
  const next = '[aria-labelledby="read-next"] li a'
  /** Twenty times faster: a story counts as viewed after five seconds. */
  const hurry =
    'const later = setTimeout; self.setTimeout = (act, ms, ...given) => later(act, ms / 20, ...given)'

  /** A signed-in reader who follows somebody has read a story, and the next one is drawn. */
  async function drawNext(address: string, work: (drawn: Drawn) => Promise<void>) {
    const browser = await startBareBrowser({
      executablePath: findProgram('browser'),
      prepare: [
        ['Network.enable', {}],
        ['Emulation.setTouchEmulationEnabled', { enabled: true }],
        ['Page.enable', {}],
        ['Page.addScriptToEvaluateOnNewDocument', { source: `${isFast};${hurry}` }],
      ],
    })
    /** What pages ask of the service, pictures aside. */
    const asked: { what: string; isDrawn: boolean }[] = []
    browser.listen(({ method, params, sessionId }) => {
      if (method !== 'Network.requestWillBeSent') return
      const { pathname } = new URL(params.request.url)
      if (!/^\/api\/(?!art\/)/.test(pathname)) return
      const isDrawn = browser.targetOf(sessionId)?.subtype === 'prerender'
      asked.push({ what: `${params.request.method} ${pathname}`, isDrawn })
    })
    const comes = (expression: string, isDrawn = false) =>
      expect.poll(() => browser.evaluate(expression, isDrawn)).toBeTruthy()
    try {
      await browser.open(address)
      await browser.tap('h1')
      await comes('navigator.serviceWorker.controller')
      // Whoever has no session loses the cookie with the first answer.
      await expect.poll(() => asked.map(({ what }) => what).join()).toContain('/view')
      await browser.evaluate(`document.cookie = 'signed_in=1; path=/'
        localStorage.setItem('ascend.follows', '{"tag:sport":{"title":"Sport","path":"/tag/sport","seen":""}}')`)
      await browser.evaluate(
        `document.querySelector('${next}').scrollIntoView({ behavior: 'instant' })`,
      )
      await comes("document.readyState === 'complete' && document.prerendering", true)
      // Longer than it takes to count a view.
      await browser.evaluate('new Promise((resolve) => setTimeout(resolve, 10_000))', true)
      expect(asked.filter(({ isDrawn }) => isDrawn)).toEqual([])
      const id = await browser.evaluate(
        `document.querySelector('${next}').pathname.split('/').at(-1)`,
      )
      await work({ browser, asked, comes, view: `POST /api/stories/${id}/view` })
    } finally {
      await browser.close()
    }
  }
  interface Drawn {
    browser: Awaited<ReturnType<typeof startBareBrowser>>
    asked: { what: string }[]
    comes: (expression: string) => Promise<void>
    view: string
  }

  test('whoever sees the end of a story has the next one drawn, which counts once it is opened', async ({
    request,
    baseURL,
  }) => {
    const [story] = await storiesOf(request)
    await drawNext(`${baseURL}/story/${story?.id}`, async ({ browser, asked, comes, view }) => {
      await browser.tap(next)
      await comes("performance.getEntriesByType('navigation')[0].activationStart")
      await comes('!document.prerendering')
      const whats = () => asked.map(({ what }) => what)
      await expect
        .poll(whats)
        .toEqual(expect.arrayContaining([view, 'GET /api/auth/user', 'GET /api/follows']))
      // It was not fetched in vain: the next one may be fetched ahead too.
      await browser.tap('h1')
      await comes("sessionStorage.getItem('ascend.ahead') === null")
    })
  })

  test('a story that was drawn and never opened counts no view', async ({ request, baseURL }) => {
    const [story] = await storiesOf(request)
    await drawNext(`${baseURL}/story/${story?.id}`, async ({ browser, asked, comes, view }) => {
      await browser.open(`${baseURL}/books`)
      await browser.tap('h1')
      await comes("location.pathname === '/books'")
      const views = asked.map(({ what }) => what).filter((what) => what.endsWith('/view'))
      expect(views).toEqual([`POST /api/stories/${story?.id}/view`])
      expect(views).not.toContain(view)
      expect(await browser.evaluate("sessionStorage.getItem('ascend.ahead')")).toBe('1')
    })
  })
})
