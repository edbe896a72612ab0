import { expect, phone, test } from './test.ts'

// With the service worker, which caches nothing before its reader's first sign.
test.use({ ...phone, serviceWorkers: 'allow' })

test('the later slides load their pictures at the first interaction', async ({ page }) => {
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const art = page.locator('[aria-roledescription=slide]').nth(1).locator('img').first()
  await expect(art).toHaveJSProperty('complete', false)
  await page.mouse.wheel(0, 200)
  await expect(art).toHaveJSProperty('complete', true)
})

test('the lower rows of books load their covers at the first interaction', async ({ page }) => {
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
    test(`the pictures of ${path} load after a while: ${picture}`, async ({ page }) => {
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
