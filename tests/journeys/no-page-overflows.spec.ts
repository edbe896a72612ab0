import type { APIRequestContext } from 'playwright/test'
import { booksOf, storiesOf } from './content.ts'
import { expect, test } from './journey.ts'
import { signedIn } from './readers.ts'

const widths = [320, 360, 412, 640, 768, 899, 900, 1024, 1280, 1440, 1920]

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
    '/sign-in',
    '/sign-in?mode=create',
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
        if (needed > width) wide.push(`${path} needs ${needed} px of ${width}`)
      }
    }
    expect(wide).toEqual([])
  })
}
