import type { APIRequestContext } from 'playwright/test'
import { runs } from '../long.ts'
import { booksOf, magazinePages, storiesOf } from './content.ts'
import { greetedAs, openAs, signedIn } from './readers.ts'
import { expect, test } from './test.ts'
import { tooWide, tooWideWithText } from './too-wide.ts'

const longest = <T extends { title: string }>(all: T[]) =>
  [...all].sort((a, b) => b.title.length - a.title.length)[0]

const pages: Record<string, (request: APIRequestContext) => Promise<string[]>> = {
  'the landing page': async () => ['/', '/?category=Nothing+Yet'],
  'stories and books': async (request) => [
    `/story/${longest(await storiesOf(request))?.id}`,
    `/book/${longest(await booksOf(request))?.id}`,
    '/books',
    '/books?search=zzzz',
    '/resources',
  ],
  'the other pages': async () => [
    '/about',
    '/terms',
    '/privacy',
    '/help',
    '/newsletter',
    '/orders/find',
    '/redeem',
    '/sign-in',
    '/sign-in?mode=create',
    '/search?q=school',
    `/search?q=${'Nnwakaegoonwuachimba'.repeat(4)}`,
    '/offline',
    '/publications/best-and-brains-full',
    '/nowhere',
    '/story/no-such-story',
  ],
  'the pages of a magazine': async () => [...magazinePages, '/author/no-such-author'],
  'the pages of forms': async () => ['/submit', '/publish', '/account'],
}

test.use({ expectedErrors: /status of 404/ })

const shortName = 'Ada'
/** Of a reader who has given no name: the header shows the address. */
const longName = 'oluwaseun.adebayo-nwachukwu@federal-academy-of-sciences.example'.slice(0, 60)

for (const [name, addresses] of Object.entries(pages)) {
  test(`nobody scrolls sideways on ${name} and nothing is cut, whatever the width and the size of text`, async ({
    page,
    request,
  }) => {
    test.setTimeout(runs({ sample: 45_000, long: 900_000 }))
    const wide: string[] = []
    await signedIn(page)
    await greetedAs(page, longName)
    for (const path of await addresses(request)) {
      await openAs(page, longName, path)
      for (const percent of [100, 200]) wide.push(...(await tooWideWithText(page, path, percent)))
    }
    expect(wide).toEqual([])
  })
}

test('nobody scrolls sideways under a short name', async ({ page }) => {
  test.setTimeout(runs({ sample: 45_000, long: 300_000 }))
  await signedIn(page)
  await greetedAs(page, shortName)
  await openAs(page, shortName, '/')
  expect(await tooWide(page, '/')).toEqual([])
})

test('nobody scrolls sideways under data saver, from 320 to 1920 px', async ({ page, request }) => {
  test.setTimeout(runs({ sample: 45_000, long: 300_000 }))
  await page.setExtraHTTPHeaders({ 'Save-Data': 'on' })
  const wide: string[] = []
  for (const path of ['/', `/story/${longest(await storiesOf(request))?.id}`, '/books']) {
    await page.goto(path)
    await expect(page.getByText('Data saver is on.')).toBeVisible()
    wide.push(...(await tooWide(page, path)))
  }
  expect(wide).toEqual([])
})
