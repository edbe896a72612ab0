import { inLookOfPart, violationsOnPhoneAndDesktop } from '../support/axe.ts'
import { expect, isHydrated, phone, test } from '../support/test.ts'
import { tooWideOnAPhone } from '../support/too-wide.ts'
import { openEach, pagesOf } from './pages.ts'

test.describe.configure({ timeout: 180_000 })

test.describe('on a phone', () => {
  test.use({ ...phone, contextOptions: { reducedMotion: 'reduce' } })

  // At all widths: every-page-widths.spec.ts.
  const parts = [0, 1, 2, 3]
  for (const part of parts) {
    test(`every admin page meets WCAG 2.2 AA in light or dark, fits a phone in any size of text, and hydrates without a mismatch (part ${part + 1})`, async ({
      page,
      request,
    }) => {
      const [login = '', ...paths] = await pagesOf(request)
      const ofPart = paths.filter((_, index) => index % parts.length === part)
      const found: string[] = []
      const opened: string[] = []
      await inLookOfPart(page, part)
      await openEach(page, [login, ...ofPart], async (path) => {
        await isHydrated(page)
        if (new URL(page.url()).pathname === path) opened.push(path)
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
        found.push(...(await violationsOnPhoneAndDesktop(page, path)))
        found.push(...(await tooWideOnAPhone(page, path)))
      })
      expect(found).toEqual([])
      expect(opened).toContain(ofPart.find((path) => !path.includes('?')))
      expect(await page.evaluate(() => document.documentElement.dataset['role'])).toBe('owner')
    })
  }
})
