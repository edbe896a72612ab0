import type { APIRequestContext } from 'playwright/test'
import { booksOf, storiesOf } from './content.ts'
import { expect, phone, test } from './test.ts'
import { countTraffic } from './traffic.ts'

// With the service worker, which caches nothing before its reader's first sign.
test.use({ ...phone, serviceWorkers: 'allow' })

const pages: Record<string, (request: APIRequestContext) => Promise<string>> = {
  'the landing page': async () => '/',
  'the books': async () => '/books',
  'a story': async (request) => `/story/${(await storiesOf(request))[0]?.id}`,
  'a book': async (request) => `/book/${(await booksOf(request))[0]?.id}`,
}

for (const [name, path] of Object.entries(pages)) {
  test(`a first visit to ${name} asks for at most ten files before its reader does anything`, async ({
    page,
    request,
  }) => {
    const address = await path(request)
    const ofWorker: string[] = []
    page.context().on('request', (asked) => {
      if (asked.serviceWorker()) ofWorker.push(asked.url())
    })
    const traffic = await countTraffic(page)
    await page.goto(address)
    await traffic.isQuiet()
    const asked = [...traffic.all().map(({ url }) => url), ...ofWorker]
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(10)
  })
}

test('the later slides have their pictures with the first sign of a reader', async ({ page }) => {
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const art = page.locator('[aria-roledescription=slide]').nth(1).locator('img').first()
  await expect(art).toHaveJSProperty('complete', false)
  await page.mouse.wheel(0, 200)
  await expect(art).toHaveJSProperty('complete', true)
})

test('the lower rows of books have their covers with the first sign of a reader', async ({
  page,
}) => {
  await page.goto('/books')
  await page.waitForLoadState('networkidle')
  const cover = page.locator('.book-grid article').nth(2).locator('img')
  await expect(cover).toHaveJSProperty('complete', false)
  await page.mouse.wheel(0, 200)
  await expect(cover).toHaveJSProperty('complete', true)
})

test.describe('where no script comes', () => {
  test.use({ expectedErrors: /ERR_FAILED/ })

  for (const [path, picture] of [
    ['/', '.swiper-slide:nth-child(2) img'],
    ['/', '.featured img'],
    ['/books', '.book-grid article:nth-child(3) img'],
  ] as const) {
    test(`the pictures of ${path} come after a while: ${picture}`, async ({ page }) => {
      await page.route('**/*.js', (route) => route.abort())
      await page.goto(path)
      const shown = page.locator(picture).first()
      await expect(shown).toHaveJSProperty('complete', false)
      // The ten seconds of `later` in base.css.
      await page.evaluate(() => {
        for (const animation of document.getAnimations()) animation.finish()
      })
      await shown.scrollIntoViewIfNeeded()
      await expect(shown).toHaveJSProperty('complete', true)
      await expect(shown).not.toHaveJSProperty('naturalWidth', 0)
    })
  }
})
