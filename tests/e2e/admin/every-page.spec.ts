import type { APIRequestContext } from 'playwright/test'
import { violationsOf } from '../axe.ts'
import { booksOf, storiesOf } from '../content.ts'
import { desktop, expect, phone, test } from '../test.ts'
import { tooWide } from '../too-wide.ts'
import { withAdminSession } from './publisher.ts'

/** Every admin page; those that show one thing get the first that there is. */
async function pagesOf(request: APIRequestContext): Promise<string[]> {
  const [book] = await booksOf(request)
  const [story] = await storiesOf(request)
  return [
    '/admin/login',
    '/admin/dashboard',
    '/admin/dashboard?search=zzzz',
    '/admin/books/new',
    `/admin/books/${book?.id}/edit`,
    '/admin/orders',
    '/admin/stories',
    '/admin/stories?status=published',
    `/admin/stories?story=${story?.id}`,
    '/admin/requests',
    '/admin/newsletter',
    '/admin/activity',
  ]
}

/** Everything that the page loads has come. */
const isQuiet = (page: import('playwright/test').Page) =>
  expect(page.locator('[aria-busy="true"]')).toHaveCount(0)

test.describe.configure({ timeout: 90_000 })

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [device, size] of Object.entries({ phone, desktop })) {
    test.describe(`${colorScheme}, ${device}`, () => {
      test.use({ ...size, colorScheme, contextOptions: { reducedMotion: 'reduce' } })

      test(`every admin page keeps WCAG 2.2 AA in ${colorScheme}, on a ${device}`, async ({
        page,
        request,
      }) => {
        const found: string[] = []
        for (const path of await pagesOf(request)) {
          if (path !== '/admin/login') await withAdminSession(page)
          await page.goto(path)
          await isQuiet(page)
          await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
          found.push(...(await violationsOf(page, path)))
        }
        expect(found).toEqual([])
      })
    })
  }
}

test('nobody scrolls sideways on the admin pages, from 320 to 1920 px', async ({
  page,
  request,
}) => {
  const wide: string[] = []
  for (const path of await pagesOf(request)) {
    if (path !== '/admin/login') await withAdminSession(page)
    await page.goto(path)
    await isQuiet(page)
    wide.push(...(await tooWide(page, path)))
  }
  expect(wide).toEqual([])
})

test('no admin page is indexed, and none is listed for search engines', async ({ request }) => {
  for (const path of await pagesOf(request)) {
    const html = await (await request.get(path)).text()
    expect(html, path).toContain('<meta name="robots" content="noindex">')
  }
  expect(await (await request.get('/robots.txt')).text()).toContain('Disallow: /admin/')
  expect(await (await request.get('/sitemap-pages.xml')).text()).not.toContain('/admin')
})

test('no public page ships anything of the admin pages', async ({ request }) => {
  const [story] = await storiesOf(request)
  const [book] = await booksOf(request)
  const publicPages = [
    '/',
    '/books',
    '/resources',
    '/about',
    '/submit',
    '/publish',
    '/newsletter',
    '/sign-in',
    '/account',
    '/terms',
    '/nowhere',
    `/story/${story?.id}`,
    `/book/${book?.id}`,
  ]
  const marks = /adminToken|\/admin\/|data-admin-|react-query|QueryClient/
  const readBy = async (path: string) => {
    const html = await (await request.get(path)).text()
    return { html, scripts: await scriptsOf(request, html) }
  }
  for (const path of publicPages) {
    const { html, scripts } = await readBy(path)
    expect(html, path).not.toMatch(marks)
    for (const [name, text] of scripts) expect(text, `${name} of ${path}`).not.toMatch(marks)
  }
  // The marks are real ones: the admin pages have them.
  const { scripts } = await readBy('/admin/dashboard')
  expect([...scripts.values()].join('\n')).toMatch(/adminToken/)
})

/** Every script that a page loads, now or later, however many imports away. */
async function scriptsOf(request: APIRequestContext, html: string): Promise<Map<string, string>> {
  const scripts = new Map<string, string>()
  const waiting = namesIn(html)
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    if (scripts.has(name)) continue
    const text = await (await request.get(`/_astro/${name}`)).text()
    scripts.set(name, text)
    waiting.push(...namesIn(text))
  }
  return scripts
}

/** As they stand in HTML (`/_astro/x.js`) and in other scripts (`./x.js`). */
const namesIn = (text: string) =>
  [...text.matchAll(/(?:\/_astro\/|\.\/)([\w.-]+\.js)/g)].map(([, name]) => name as string)
