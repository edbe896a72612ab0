import type { Page } from 'playwright/test'
import { storiesOf } from './support/content.ts'
import { desktop, expect, phone, test } from './support/test.ts'

// The next page before the tap (decision 140).

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
