import type { Page, Request } from 'playwright/test'
import { eitherAddress, storiesOf } from './support/content.ts'
import { expect, test } from './support/test.ts'
import { watchRequests } from './support/traffic.ts'

/** Does what the browser does when its reader goes to another tab or app. */
const show = (page: Page, isShown: boolean) =>
  page.evaluate((shown) => {
    Object.defineProperty(document, 'hidden', { value: !shown, configurable: true })
    Object.defineProperty(document, 'visibilityState', {
      value: shown ? 'visible' : 'hidden',
      configurable: true,
    })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, isShown)

/** Collects what pages report from now on. */
function reportsOf(page: Page) {
  const reports: Request[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/counts')) reports.push(request)
  })
  return reports
}

/** What the page reports when its reader leaves it. */
async function reportOf(page: Page) {
  const reports = reportsOf(page)
  // Its script may be there, and not have run yet.
  await expect(async () => {
    await show(page, false)
    await show(page, true)
    expect(reports).not.toEqual([])
  }).toPass()
  expect((await reports[0]?.response())?.status()).toBe(200)
  return reports[0]?.postDataJSON()
}

test.beforeEach(({ page }) => page.clock.install())

/** Whether this page is the one in fifty that reports its speed, or surely none of them. */
const measuresSpeed = (page: Page, does: boolean) =>
  page.addInitScript(
    (number) => {
      Math.random = () => number
    },
    does ? 0 : 0.99,
  )

/** A key is the least sign of life; what counts comes five seconds later. */
const engage = async (page: Page) => {
  const loaded = page.waitForResponse(/count-page/)
  await page.keyboard.press('ArrowDown')
  await page.clock.runFor(5_000)
  await (await loaded).finished()
}

test('a visit is counted from where it came, and reports only that', async ({ page, request }) => {
  const [story] = await storiesOf(request)
  await measuresSpeed(page, false)

  await test.step('a bounce is not reported', async () => {
    const reports = reportsOf(page)
    const { isQuiet } = await watchRequests(page)
    await page.goto('/help')
    await show(page, false)
    await page.goto('/terms')
    await isQuiet()
    expect(reports).toEqual([])
  })

  await test.step('a story read from a search', async () => {
    await page.goto(`/story/${story?.id}`, { referer: 'http://www.google.com/' })
    await engage(page)
    const report = await reportOf(page)
    expect(report).toMatchObject({
      page: 'story',
      isOpened: true,
      visit: { source: 'search', isReturning: false, savesData: false },
      story: story?.id,
      isFinished: false,
      vitals: [],
    })
    expect(Object.keys(report).sort()).toEqual(
      ['isFinished', 'isOpened', 'offline', 'page', 'seconds', 'story', 'visit', 'vitals'].sort(),
    )
  })

  await test.step('a return from a newsletter, whose parameter leaves the address bar', async () => {
    const answer = await page.goto(`/story/${story?.id}?from=letter`)
    expect(await answer?.text()).not.toContain('from=letter')
    await engage(page)
    await expect(page).toHaveURL(eitherAddress('story', story))
    expect((await reportOf(page)).visit).toMatchObject({ source: 'letter', isReturning: true })
  })

  await test.step('a page reached from another of the site begins no visit', async () => {
    await page.goto('/books')
    await page.getByRole('main').getByRole('link').first().click()
    // The key is for the page that comes.
    await expect(page).not.toHaveURL('/books')
    await page.waitForLoadState()
    await engage(page)
    expect((await reportOf(page)).visit).toBeUndefined()
  })
})

test('a reader who asks not to be tracked is not', async ({ page }) => {
  const reports = reportsOf(page)
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })
  })
  const { isQuiet } = await watchRequests(page)
  await page.goto('/help')
  await engage(page)
  await show(page, false)
  await isQuiet()
  expect(reports).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('ascend.visited'))).toBeNull()
})

test('one page in fifty reports its speed, and none under data saver', async ({
  page,
  request,
}) => {
  const [story] = await storiesOf(request)
  await measuresSpeed(page, true)
  const loaded = page.waitForResponse(/web-vitals/)
  await page.goto(`/story/${story?.id}`)
  await engage(page)
  const { encoding, bytes } = await (await loaded).body().then(async (body) => ({
    encoding: (await (await loaded).allHeaders())['content-encoding'],
    bytes: body.length,
  }))
  expect(encoding).toBe('br')
  expect(bytes).toBeGreaterThan(1000)
  const sizes = await (await loaded).request().sizes()
  console.log(`web-vitals: ${sizes.responseBodySize} of 3072 bytes`)
  expect(sizes.responseBodySize).toBeLessThanOrEqual(3072)
  // A value that is known only as the page is left comes in a report of its own.
  const names: string[] = []
  page.on('request', (asked) => {
    if (!asked.url().endsWith('/api/counts')) return
    for (const { name } of asked.postDataJSON().vitals) names.push(name)
  })
  await expect(async () => {
    await show(page, false)
    await show(page, true)
    expect(names).toContain('CLS')
  }).toPass()

  await test.step('under data saver no code for it is loaded', async () => {
    const asked: string[] = []
    page.on('request', (one) => asked.push(one.url()))
    await page.setExtraHTTPHeaders({ 'Save-Data': 'on' })
    await page.goto(`/story/${story?.id}`)
    await engage(page)
    expect((await reportOf(page)).visit.savesData).toBe(true)
    expect(asked.filter((url) => url.includes('web-vitals'))).toEqual([])
  })
})

test.describe('without a network', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED/ })

  test('a story read offline is reported later', async ({ page, request, context }) => {
    const [story] = await storiesOf(request)
    await page.goto(`/story/${story?.id}`)
    await engage(page)
    await page.waitForFunction(() => localStorage.getItem('ascend.visited') !== null)
    await context.setOffline(true)
    await page.waitForFunction(() => !navigator.onLine)
    await show(page, false)
    await context.setOffline(false)
    await page.waitForFunction(() => navigator.onLine)
    await show(page, true)
    expect((await reportOf(page)).offline).toEqual([story?.id])
    expect(await page.evaluate(() => localStorage.getItem('ascend.offline-reads'))).toBeNull()
  })
})
