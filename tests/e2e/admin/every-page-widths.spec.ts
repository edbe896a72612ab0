import { violationsInLightAndDark } from '../support/axe.ts'
import { desktop, expect, test } from '../support/test.ts'
import { tooWideWithText } from '../support/too-wide.ts'
import { openEach, pagesOf } from './pages.ts'

// `npm run test:long` runs it in the letters of three systems (playwright.config.ts); on a phone: every-page.spec.ts.

test.use({ ...desktop, contextOptions: { reducedMotion: 'reduce' } })

const parts = [0, 1]
for (const part of parts) {
  test(`nobody scrolls sideways on the admin pages and nothing is cut, whatever the size of text, and they meet WCAG 2.2 AA on a desktop (part ${part + 1})`, async ({
    page,
    request,
  }) => {
    test.setTimeout(1_800_000)
    const [login = '', ...paths] = await pagesOf(request)
    const ofPart = paths.filter((_, index) => index % parts.length === part)
    const faults: string[] = []
    await openEach(page, [login, ...ofPart], async (path) => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      faults.push(...(await violationsInLightAndDark(page, path)))
      for (const percent of [100, 200]) faults.push(...(await tooWideWithText(page, path, percent)))
      await page.setViewportSize(desktop.viewport)
    })
    expect(faults).toEqual([])
  })
}
