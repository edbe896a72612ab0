import type { Page } from 'playwright/test'
import { booksOf, storiesOf } from './content.ts'
import { desktop, expect, phone, test } from './journey.ts'
import { countTraffic, kilobytes } from './traffic.ts'

const switchOn = (page: Page) => page.getByRole('button', { name: 'Turn data saver on' })
const switchOff = (page: Page) => page.getByRole('button', { name: 'Turn data saver off' })

test.describe('under data saver, on a phone', () => {
  test.use({ ...phone, extraHTTPHeaders: { 'Save-Data': 'on' } })

  test('no page fetches a picture or a font by itself, and each says the same as ever', async ({
    page,
    request,
  }) => {
    const [story] = await storiesOf(request)
    const [book] = await booksOf(request)
    for (const path of [
      '/',
      `/story/${story?.id}`,
      '/books',
      '/resources',
      `/book/${book?.id}`,
      '/about',
    ]) {
      const traffic = await countTraffic(page)
      await page.goto(path)
      await traffic.isQuiet()
      await traffic.scrollToEnd()
      await expect(page.getByText('Data saver is on.')).toBeVisible()
      const fetched = traffic.all().filter(({ kind, url }) => {
        return (kind === 'Image' && !url.endsWith('favicon.svg')) || kind === 'Font'
      })
      expect(
        fetched.map(({ url }) => url),
        path,
      ).toEqual([])
      console.log(
        `${path.slice(0, 7)} under data saver, to its end: ${kilobytes(traffic.totalBytes())} KB`,
      )
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide, path).toBeLessThanOrEqual(360)
    }
  })

  test('the front page leaves carousel and progress out, and keeps the rest', async ({ page }) => {
    await page.goto('/')
    for (const name of [
      'Featured Story',
      'Magazine Features',
      'Read Our Publications',
      'Educational Resources',
      'Join the Conversation',
    ])
      await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
    for (const name of [
      'Discover Amazing Stories',
      'Track Your Reading Journey',
      'Recommended for You',
    ])
      await expect(page.getByRole('region', { name, exact: true })).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('heading', { level: 3 }).first()).toBeVisible()
  })

  test('a picture comes when it is tapped, all of them when that is asked for', async ({
    page,
    request,
  }) => {
    const [story] = await storiesOf(request)
    await page.goto(`/story/${story?.id}`)
    const picture = page.getByRole('article').locator('img.picture')
    await expect(picture).toBeHidden()
    await page.getByRole('button', { name: /^Show the picture/ }).click()
    await expect(picture).toBeVisible()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0)
    await page.goto('/books')
    await expect(page.locator('img[data-src]').first()).toBeHidden()
    await page.getByRole('link', { name: 'Show the pictures' }).click()
    await expect(page.locator('img[data-src]')).toHaveCount(0)
    await expect(page.locator('.book-cover img').first()).toBeVisible()
  })
})

test.describe('a picture of more than 50 KB', () => {
  test.use({ extraHTTPHeaders: { 'Save-Data': 'on' }, expectedErrors: /Failed to load resource/ })

  test('says its size and what it costs before it is fetched', async ({ page, request }) => {
    const [story] = await storiesOf(request)
    const upload = '/uploads/00000000-0000-4000-8000-000000000000/960.webp'
    await page.route(`**${upload}`, (route) =>
      route.fulfill({
        headers: { 'Content-Length': String(120 * 1024), 'Content-Type': 'image/webp' },
      }),
    )
    await page.route(`**/story/${story?.id}`, async (route) => {
      const answer = await route.fetch()
      const html = (await answer.text()).replace(
        /data-src="[^"]*"(?=[^>]*data-large)/,
        `data-src="${upload}"`,
      )
      await route.fulfill({ response: answer, body: html })
    })
    await page.goto(`/story/${story?.id}`)
    await expect(page.getByRole('button', { name: /^Show the picture/ })).toHaveText(
      'Show the picture, 120 KB, about ₦0.07 of data',
    )
  })
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test(`the reader turns data saver on and off ${javaScriptEnabled ? 'with' : 'without'} script, and stays where they are`, async ({
      page,
    }) => {
      await page.goto('/about')
      await switchOn(page).click()
      await expect(page).toHaveURL('/about')
      await expect(page.locator('html')).toHaveAttribute('data-lite')
      await page.goto('/')
      await expect(page.getByRole('region', { name: 'Discover Amazing Stories' })).toHaveCount(0)
      await page.getByRole('link', { name: 'Show the pictures' }).click()
      if (!javaScriptEnabled) await expect(page).toHaveURL(/\?pictures/)
      await page.goto('/books')
      await switchOff(page).click()
      await expect(page).toHaveURL('/books')
      await expect(page.locator('html')).not.toHaveAttribute('data-lite')
    })
  })
}

test.describe('a file that is worth its size', () => {
  test.use(desktop)

  test('says what it costs to fetch', async ({ page, request }) => {
    await page.goto('/')
    await expect(page.getByText(/\d+ KB, about ₦0\.\d\d of data/).first()).toBeVisible()
    const [book] = await booksOf(request)
    await page.goto(`/book/${book?.id}`)
    await expect(page.getByText('Size', { exact: true })).toBeVisible()
  })
})
