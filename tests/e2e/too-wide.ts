import type { Page } from 'playwright/test'

const widths = process.env['LONG_RUNS']
  ? [320, 360, 412, 640, 768, 899, 900, 1024, 1280, 1440, 1920]
  : [320, 360, 640, 899, 900, 1920]

/** At which widths the page as it stands makes its reader scroll sideways, in words. */
export async function tooWide(page: Page, where: string): Promise<string[]> {
  const wide: string[] = []
  // What opens must fit as well.
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const needed = await page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      return document.documentElement.scrollWidth
    })
    if (needed > width) wide.push(`${where} needs ${needed} px of ${width}`)
  }
  return wide
}
