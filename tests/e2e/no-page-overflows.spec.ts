import type { APIRequestContext } from 'playwright/test'
import { booksOf, storiesOf } from './content.ts'
import { signedIn } from './readers.ts'
import { expect, test } from './test.ts'
import { tooWide } from './too-wide.ts'

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
  'the pages of forms': async () => ['/submit', '/publish', '/account'],
}

test.use({ expectedErrors: /status of 404/ })

for (const [name, addresses] of Object.entries(pages)) {
  test(`nobody scrolls sideways on ${name}, from 320 to 1920 px`, async ({ page, request }) => {
    const wide: string[] = []
    await signedIn(page)
    for (const path of await addresses(request)) {
      await page.goto(path)
      wide.push(...(await tooWide(page, path)))
    }
    expect(wide).toEqual([])
  })
}

test('nobody scrolls sideways under data saver, from 320 to 1920 px', async ({ page, request }) => {
  await page.setExtraHTTPHeaders({ 'Save-Data': 'on' })
  const wide: string[] = []
  for (const path of ['/', `/story/${longest(await storiesOf(request))?.id}`, '/books']) {
    await page.goto(path)
    await expect(page.getByText('Data saver is on.')).toBeVisible()
    wide.push(...(await tooWide(page, path)))
  }
  expect(wide).toEqual([])
})
