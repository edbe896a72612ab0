import { inLookOfPart, violationsOnPhoneAndDesktop } from './support/axe.ts'
import { gatherLinks, type Links, lostLinks } from './support/links.ts'
import { pagesOfPart, parts } from './support/public-pages.ts'
import { expect, isHydrated, phone, test } from './support/test.ts'
import { tooWideOnAPhone } from './support/too-wide.ts'

// Each public page is opened once, and everything that every page must keep is tried there. every-page-widths.spec.ts
// does so at all widths.

test.use({
  ...phone,
  expectedErrors: /status of 404/,
  contextOptions: { reducedMotion: 'reduce' },
})

for (const part of parts) {
  test(`every public page meets WCAG 2.2 AA in light or dark, fits a phone in any size of text, and has no broken link (part ${part + 1})`, async ({
    page,
    request,
  }) => {
    test.setTimeout(180_000)
    const found: string[] = []
    const links: Links = new Map()
    await inLookOfPart(page, part)
    for (const { path, isMissing } of await pagesOfPart(request, part)) {
      const answer = await page.goto(path)
      expect(answer?.status(), path).toBe(isMissing ? 404 : 200)
      await isHydrated(page)
      // A visitor is led from the form for stories to the sign-in.
      await expect(page.locator('[data-awaits-reader]')).toHaveCount(0)
      found.push(...(await violationsOnPhoneAndDesktop(page, path)))
      if (!isMissing) await gatherLinks(page, links)
      found.push(...(await tooWideOnAPhone(page, path)))
    }
    expect(found).toEqual([])
    expect(await lostLinks(request, links)).toEqual([])
  })
}
