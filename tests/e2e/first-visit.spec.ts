import { expect, phone, test } from './support/test.ts'
import { forgetVisits, holdLater, watchRequests, watchShifts } from './support/traffic.ts'

// The service worker runs, which caches nothing before its reader's first sign.
test.use({ ...phone, serviceWorkers: 'allow' })

test('the later slides and the lower rows of books load their pictures at the first interaction', async ({
  page,
}) => {
  const { cdp, isQuiet } = await watchRequests(page)
  await holdLater(cdp)
  for (const [path, picture] of [
    ['/', '[aria-roledescription=slide] >> nth=1 >> img >> nth=0'],
    ['/books', '.book-grid article >> nth=2 >> img'],
  ] as const) {
    await forgetVisits(page)
    await page.goto(path)
    await isQuiet()
    await expect(page.locator(picture), path).toHaveJSProperty('complete', false)
    await page.mouse.wheel(0, 200)
    await expect(page.locator(picture), path).toHaveJSProperty('complete', true)
  }
})

test('the notice of cookies is closed once for all, and nothing moves for who has closed it', async ({
  page,
  expectErrors,
}) => {
  const notice = page.getByText('No trackers. A cookie only when you sign in or buy. Privacy')
  await page.goto('/')
  await expect(notice.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', '/privacy')
  await page.getByRole('main').getByRole('button', { name: 'Close' }).press('Enter')
  await expect(notice).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  const shiftsOf = await watchShifts(page)
  await expectErrors(/ERR_FAILED/, async () => {
    await page.route('**/*.js', (route) => route.abort())
    await page.goto('/')
    await expect(notice).toBeHidden()
  })
  expect((await shiftsOf()).score).toBeLessThan(0.001)
})

test.describe('where no script comes', () => {
  test.use({ expectedErrors: /ERR_FAILED/ })

  test('the later pictures load after a while', async ({ page }) => {
    await page.route('**/*.js', (route) => route.abort())
    for (const [path, picture] of [
      ['/', '.swiper-slide:nth-child(2) img'],
      ['/', '.featured img'],
      ['/books', '.book-grid article:nth-child(3) img'],
    ] as const) {
      await forgetVisits(page)
      await page.goto(path)
      const shown = page.locator(picture).first()
      await expect(shown, `${picture} of ${path}`).toHaveJSProperty('complete', false)
      // The ten seconds of `later` in base.css.
      await page.evaluate(() => {
        for (const animation of document.getAnimations()) animation.finish()
      })
      await shown.scrollIntoViewIfNeeded()
      await expect(shown).toHaveJSProperty('complete', true)
      await expect(shown).not.toHaveJSProperty('naturalWidth', 0)
    }
  })
})
