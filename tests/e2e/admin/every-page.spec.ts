import type { APIRequestContext } from 'playwright/test'
import { roles } from '#contract/roles.ts'
import { violationsInLightAndDark } from '../axe.ts'
import { booksOf, storiesOf } from '../content.ts'
import { expect, isHydrated, phone, test } from '../test.ts'
import { aColleague } from './colleagues.ts'
import { aDraftOf } from './drafts.ts'
import { openEach, pagesOf } from './pages.ts'

test.describe.configure({ timeout: 90_000 })

test.describe('on a phone', () => {
  test.use({ ...phone, contextOptions: { reducedMotion: 'reduce' } })

  // On a desktop: every-page-widths.spec.ts.
  test('every admin page meets WCAG 2.2 AA in light and dark, and hydrates without a mismatch', async ({
    page,
    request,
  }) => {
    const found: string[] = []
    const opened: string[] = []
    await openEach(page, await pagesOf(request), async (path) => {
      await isHydrated(page)
      if (new URL(page.url()).pathname === path) opened.push(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      found.push(...(await violationsInLightAndDark(page, path)))
    })
    expect(found).toEqual([])
    expect(opened).toEqual(expect.arrayContaining(['/admin/dashboard', '/admin/stories/new']))
    expect(await page.evaluate(() => document.documentElement.dataset['role'])).toBe('owner')
  })
})

test.describe('for each role', () => {
  // Of pages that the role may not use, before they lead away, and of stories of others.
  test.use({ expectedErrors: /status of 40[34]/ })

  for (const role of roles.filter((one) => one !== 'owner')) {
    // What is drawn anew loses what was typed by then. The fixture fails a page whose drawing differs (test.ts).
    test(`every admin page hydrates without a mismatch for the role ${role}`, async ({
      page,
      request,
    }) => {
      const { token } = await aColleague(request, role)
      const paths = await pagesOf(request)
      if (role === 'author') {
        const id = await aDraftOf(request, token)
        paths.push(`/admin/stories/${id}/edit`, `/admin/stories/${id}/revisions`)
      }
      const opened: string[] = []
      const check = async (path: string) => {
        await isHydrated(page)
        if (new URL(page.url()).pathname === path) opened.push(path)
      }
      await openEach(page, paths, check, token)
      expect(opened).toContain('/admin/dashboard')
      expect(opened.includes('/admin/stories/new')).toBe(role !== 'shopkeeper')
      expect(await page.evaluate(() => document.documentElement.dataset['role'])).toBe(role)
    })
  }
})

test('no admin page is indexed or in the sitemap', async ({ request }) => {
  for (const path of await pagesOf(request)) {
    const html = await (await request.get(path)).text()
    expect(html, path).toContain('<meta name="robots" content="noindex">')
  }
  expect(await (await request.get('/robots.txt')).text()).toContain('Disallow: /admin/')
  expect(await (await request.get('/sitemap-pages.xml')).text()).not.toContain('/admin')
})

test('no public page loads code of the admin pages', async ({ request }) => {
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
  const read = async (path: string) => (await request.get(path)).text()
  const pages = await Promise.all(publicPages.map(read))
  for (const [index, html] of pages.entries()) expect(html, publicPages[index]).not.toMatch(marks)
  for (const [name, text] of await scriptsOf(request, pages.join('\n'))) {
    expect(text, name).not.toMatch(marks)
  }
  // The marks are real ones: the admin pages have them.
  const scripts = await scriptsOf(request, await read('/admin/dashboard'))
  expect([...scripts.values()].join('\n')).toMatch(/adminToken/)
})

test('no admin page loads the script of public pages', async ({ request }) => {
  const read = async (path: string) => (await request.get(path)).text()
  const html = await Promise.all((await pagesOf(request)).map(read))
  const scripts = await scriptsOf(request, html.join('\n'))
  // Its service worker has no place under the policy of the admin pages.
  const names = [...scripts].filter(([, text]) => /serviceWorker|engaged\.enhance/.test(text))
  expect(names.map(([name]) => name)).toEqual([])
  expect([...scripts.keys()].filter((name) => name.startsWith('Page.astro'))).toEqual([])
})

/** Every script that pages load, now or later, however many imports away. */
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
