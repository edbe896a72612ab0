import { violationsInLightAndDark } from './support/axe.ts'
import { storiesOf } from './support/content.ts'
import { gatherLinks, type Links, lostLinks } from './support/links.ts'
import { longest, pagesOfPart, parts } from './support/public-pages.ts'
import { greetedAs, openAs, signedIn } from './support/readers.ts'
import { desktop, expect, isHydrated, test } from './support/test.ts'
import { tooWide, tooWideWithText } from './support/too-wide.ts'

// `npm run test:long` runs it in the letters of three systems (playwright.config.ts); on a phone: every-page.spec.ts.

test.use({
  ...desktop,
  expectedErrors: /status of 404/,
  contextOptions: { reducedMotion: 'reduce' },
})

const shortName = 'Ada'
/** The address of a reader who has given no name: the header shows it. */
const longName = 'oluwaseun.adebayo-nwachukwu@federal-academy-of-sciences.example'.slice(0, 60)

for (const part of parts) {
  test(`every public page fits every width and size of text and meets WCAG 2.2 AA, on a desktop (part ${part + 1})`, async ({
    page,
    request,
  }) => {
    test.setTimeout(1_800_000)
    const faults: string[] = []
    await signedIn(page)
    await greetedAs(page, longName)
    for (const { path } of await pagesOfPart(request, part)) {
      await page.setViewportSize(desktop.viewport)
      await openAs(page, longName, path)
      await isHydrated(page)
      faults.push(...(await violationsInLightAndDark(page, path)))
      for (const percent of [100, 200]) faults.push(...(await tooWideWithText(page, path, percent)))
    }
    expect(faults).toEqual([])
  })
}

test('the header of a reader with a short name causes no sideways scrolling', async ({ page }) => {
  test.setTimeout(300_000)
  await signedIn(page)
  await greetedAs(page, shortName)
  await openAs(page, shortName, '/')
  expect(await tooWide(page, '/')).toEqual([])
})

test('under data saver pages fit every width, links lead somewhere and WCAG 2.2 AA is met, on a desktop', async ({
  page,
  request,
}) => {
  test.setTimeout(300_000)
  await page.setExtraHTTPHeaders({ 'Save-Data': 'on' })
  const faults: string[] = []
  const links: Links = new Map()
  for (const path of ['/', `/story/${longest(await storiesOf(request))?.id}`, '/books']) {
    await page.setViewportSize(desktop.viewport)
    await page.goto(path)
    await expect(page.getByText('Data saver is on.')).toBeVisible()
    faults.push(...(await violationsInLightAndDark(page, `${path} under data saver`)))
    await gatherLinks(page, links)
    faults.push(...(await tooWide(page, path)))
  }
  expect(faults).toEqual([])
  expect(await lostLinks(request, links)).toEqual([])
})
