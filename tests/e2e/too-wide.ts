import type { Page } from 'playwright/test'
import { findCutText } from './cut-text.ts'

const everyTwenty = Array.from({ length: 55 }, (_, step) => 320 + 20 * step)
const widths = process.env['LONG_RUNS']
  ? [...everyTwenty, 412, 768, 899, 1024, 1179, 1440, 1920]
  : [320, 360, 640, 900, 1180, 1920]

/** At which widths the page as it stands makes its reader scroll sideways or cuts a text, in words. */
export async function tooWide(page: Page, where: string): Promise<string[]> {
  const wide: string[] = []
  // What opens must fit as well.
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const needed = await page.evaluate(async () => {
      // Whether there is something to do hangs on the tests before.
      for (const count of document.querySelectorAll<HTMLElement>('[data-admin-count]')) {
        count.hidden = false
        count.textContent = '888'
      }
      await new Promise((resolve) => requestAnimationFrame(resolve))
      return document.documentElement.scrollWidth
    })
    if (needed > width) wide.push(`${where} needs ${needed} px of ${width}`)
    for (const cut of await page.evaluate(findCutText)) wide.push(`${where} at ${width} px: ${cut}`)
  }
  return wide
}

/** The same with text as large as the page's reader sets it in the browser, in per cent. */
export async function tooWideWithText(page: Page, where: string, percent: number) {
  return withTextAt(page, percent, () => tooWide(page, `${where} with text at ${percent} %`))
}

/** Does something while text is as large as that, in per cent. */
export async function withTextAt<T>(page: Page, percent: number, work: () => Promise<T>) {
  const cdp = await page.context().newCDPSession(page)
  const setSize = (standard: number) => cdp.send('Page.setFontSizes', { fontSizes: { standard } })
  await setSize((16 * percent) / 100)
  const done = await work()
  await setSize(16)
  await cdp.detach()
  return done
}
