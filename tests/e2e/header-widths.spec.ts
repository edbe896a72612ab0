import type { Page } from 'playwright/test'
import { greetedAs, openAs, signedIn } from './support/readers.ts'
import { expect, test } from './support/test.ts'
import { withTextAt } from './support/too-wide.ts'

// Whether something has room hangs on the letters: those of three systems (playwright.config.ts), by `npm run test:long`.

const widths = [320, 360, 412, 600, 768, 899, 900, 1024, 1179, 1180, 1280]

/** What is wrong with the header as it stands, in words. */
async function faultsOfHeader(page: Page, who: string): Promise<string[]> {
  const faults: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const found = await page.evaluate(findFaults)
    faults.push(...found.map((fault) => `${who} at ${width} px: ${fault}`))
  }
  return faults
}

/** Runs in the page. */
async function findFaults(): Promise<string[]> {
  await new Promise((resolve) => requestAnimationFrame(resolve))
  const header = document.querySelector('header') as HTMLElement
  const logo = header.querySelector('.logo') as HTMLElement
  const shown = [...header.querySelectorAll<HTMLElement>('a, button')].filter(
    (one) => one !== logo && one.checkVisibility(),
  )
  const boxOf = (element: Element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect()
  }
  const faults: string[] = []

  const lines = logo.querySelectorAll('span span')
  const brandName = boxOf(lines[0] as Element)
  const tagline = [...lines].at(-1) as HTMLElement
  let logoEnd = brandName.right
  if (tagline.checkVisibility()) {
    const box = boxOf(tagline)
    logoEnd = Math.max(logoEnd, box.right)
    if (box.height > 1.5 * Number.parseFloat(getComputedStyle(tagline).lineHeight))
      faults.push('the tagline takes two lines')
    if (tagline.scrollWidth > tagline.clientWidth) faults.push('the tagline is cut')
    if (header.getBoundingClientRect().bottom - box.bottom < 8)
      faults.push('the tagline fills the header to its rule')
  }
  const next = shown.filter((one) => one.getBoundingClientRect().left > brandName.left)[0]
  const room = (next?.getBoundingClientRect().left ?? innerWidth) - logoEnd
  if (next?.matches('a') && room < 12) faults.push(`${room} px before ${next.textContent?.trim()}`)

  for (const link of shown.filter((one) => one.matches('nav a'))) {
    if (boxOf(link).height > 1.5 * Number.parseFloat(getComputedStyle(link).fontSize))
      faults.push(`${link.textContent?.trim()} takes two lines`)
  }
  const name = shown.find((one) => one.matches('[data-reader-name]'))
  const isCut = name && name.scrollWidth > name.clientWidth
  const isEnlarged = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) > 16
  // In enlarged letters there is room for it so far as the brand's name leaves any.
  if (isCut && (!isEnlarged || tagline.checkVisibility() || innerWidth >= 360 || room > 16))
    faults.push(`of the name ${name.clientWidth} px of ${name.scrollWidth} are shown`)
  return faults
}

test('everything in the header fits on one line, whatever the width and the reader’s name', async ({
  page,
}) => {
  test.setTimeout(300_000)
  await page.goto('/about')
  const faults = await faultsOfHeader(page, 'a visitor')
  await signedIn(page)
  for (const name of ['Ada', 'Chukwuemeka', 'Oluwafunmilayo']) {
    await greetedAs(page, name)
    await openAs(page, name, '/about')
    faults.push(...(await faultsOfHeader(page, name)))
    await withTextAt(page, 200, async () => {
      faults.push(...(await faultsOfHeader(page, `${name} with text at 200 %`)))
    })
  }
  expect(faults).toEqual([])
})
