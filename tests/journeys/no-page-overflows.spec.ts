import { expect, test } from 'playwright/test'

for (const width of [320, 360, 412, 640, 768, 899, 900, 1024, 1280, 1440, 1920]) {
  for (const path of ['/', '/books', '/resources', '/about', '/terms', '/nowhere']) {
    test(`${path} needs no sideways scrolling at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide).toBeLessThanOrEqual(width)
    })
  }
}
