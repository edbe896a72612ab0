import type { Page } from 'playwright/test'
import { findCutText } from './cut-text.ts'
import { phone } from './test.ts'

const everyTwenty = Array.from({ length: 55 }, (_, step) => 320 + 20 * step)
const widths = process.env['LONG_RUNS']
  ? [...everyTwenty, 412, 768, 899, 1024, 1179, 1440, 1920]
  : [320, 900, 1920]

/** At which widths the page as it stands makes its reader scroll sideways or cuts a text, in words. */
export async function tooWide(page: Page, where: string, at = widths): Promise<string[]> {
  const wide: string[] = []
  // What opens must fit as well, and what is laid out only near the screen.
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('*{content-visibility:visible!important}')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
  for (const width of at) {
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
export async function tooWideWithText(page: Page, where: string, percent: number, at = widths) {
  return withTextAt(page, percent, () => tooWide(page, `${where} with text at ${percent} %`, at))
}

/**
 * The same at the widths of phones, and on the narrowest with text twice as large and with the spacing that a reader may
 * set (WCAG 1.4.12), which stays.
 */
export async function tooWideOnAPhone(page: Page, where: string): Promise<string[]> {
  const faults = await tooWide(page, where, [phone.viewport.width, 320])
  faults.push(...(await tooWideWithText(page, where, 200, [320])))
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}',
    )
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
  const needed = await page.evaluate(() => document.documentElement.scrollWidth)
  if (needed > 320) faults.push(`${where} with the reader’s spacing needs ${needed} px of 320`)
  await page.setViewportSize(phone.viewport)
  return faults
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
