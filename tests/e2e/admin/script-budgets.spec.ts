import type { APIRequestContext } from 'playwright/test'
import { pagesOfPart, parts } from '../public-pages.ts'
import { expect, isHydrated, phone, test } from '../test.ts'
import { countTraffic, kilobytes } from '../traffic.ts'
import { withAdminSession } from './publisher.ts'

/** In KB of 1024 without headers, and files; until the page is quiet, with what is loaded ahead. */
const budgets = [
  { name: 'the dashboard', path: '/admin/dashboard', most: 150, files: 25 },
  { name: 'a new story', path: '/admin/stories/new', most: 260, files: 50 },
]

test.describe('on a phone that opens the admin pages for the first time', () => {
  test.use(phone)

  for (const { name, path, most, files } of budgets) {
    test(`${name}: at most ${most} KB of script in ${files} files`, async ({ page }) => {
      await withAdminSession(page)
      const traffic = await countTraffic(page)
      const sizes: number[] = []
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script')
          sizes.push(Number(response.headers()['content-length']))
      })
      await page.goto(path)
      await isHydrated(page)
      if (path.endsWith('new'))
        await expect(page.locator('.ProseMirror'), 'the rich editor').toBeVisible()
      await traffic.isQuiet()
      const scripts = traffic.scripts()
      const total = kilobytes(sizes.reduce((sum, bytes) => sum + bytes, 0))
      console.log(
        `${name}: ${total} of ${most} KB of script in ${scripts.length} of ${files} files`,
      )
      for (const { url, encoding, bytes } of scripts)
        if (bytes > 1500) expect(encoding, url).toBe('br')
      expect(sizes.length).toBe(scripts.length)
      expect(total).toBeLessThanOrEqual(most)
      expect(scripts.length, scripts.map(({ url }) => url).join('\n')).toBeLessThanOrEqual(files)
    })
  }
})

test('no script that a reader’s page can load is of the admin pages', async ({ request }) => {
  // What each of them says, so that it is found after a change of names.
  const ofAdmin = ['adminToken', 'ProseMirror', 'QueryClient']
  const pages = (await Promise.all(parts.map((part) => pagesOfPart(request, part)))).flat()
  const paths = [...pages.map(({ path }) => path), '/newsletter/preferences', '/order/x']
  const read = await scriptsOf(request, paths)
  expect(read.size).toBeGreaterThan(40)
  const wrong = [...read].filter(([, text]) => ofAdmin.some((word) => text.includes(word)))
  expect(wrong.map(([name]) => name)).toEqual([])

  const written = [...(await scriptsOf(request, ['/admin/stories/new'])).values()]
  for (const word of ofAdmin)
    expect(
      written.some((text) => text.includes(word)),
      `${word} in the editor`,
    ).toBe(true)
})

/** All scripts that pages name, and those that these import, now or later. */
async function scriptsOf(request: APIRequestContext, paths: string[]) {
  const textOf = async (path: string) => (await request.get(path)).text()
  const namesIn = (text: string) => text.match(/[\w@.-]+\.js\b/g) ?? []
  const texts = await Promise.all(paths.map(textOf))
  const names = new Set(texts.flatMap(namesIn))
  const found = new Map<string, string>()
  for (const name of names) {
    const answer = await request.get(`/_astro/${name}`)
    if (!answer.ok()) continue
    const text = await answer.text()
    found.set(name, text)
    for (const next of namesIn(text)) names.add(next)
  }
  return found
}
