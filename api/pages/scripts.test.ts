import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PagePattern, pageRoutes } from '#contract/pages/page-routes.ts'
import { aBuiltSite } from '#tests/built-site.ts'
import { aBook, aStory } from '#tests/people.ts'

// Which scripts the pages can load, now or later, as the real bundle serves them.

let site: Awaited<ReturnType<typeof aBuiltSite>>
/** The page of every line of the table, by its address. */
const htmlOf = new Map<string, string>()
beforeAll(async () => {
  const [{ id: story }, { id: book }] = [await aStory(), await aBook()]
  site = await aBuiltSite()
  for (const pattern of Object.keys(pageRoutes) as PagePattern[]) {
    const id = pattern.startsWith('/book/') ? book : story
    const path = pattern.replace(/:\w+/, id).replace(/:\w+/g, '1')
    htmlOf.set(path, await textOf(path))
  }
}, 180_000)
afterAll(() => site.stop())

const textOf = async (path: string) => (await fetch(new URL(path, site.base))).text()
const isOfAdmin = (path: string) => path.startsWith('/admin/')
const pagesOf = (isWanted: (path: string) => boolean) =>
  [...htmlOf].filter(([path]) => isWanted(path))

const scripts = new Map<string, Promise<string>>()
function scriptNamed(name: string): Promise<string> {
  const read = scripts.get(name) ?? textOf(`/_astro/${name}`)
  scripts.set(name, read)
  return read
}
/** Finds them as they stand in HTML ("/_astro/x.js") and in other scripts ("./x.js"). */
const namesIn = (text: string) =>
  [...text.matchAll(/(?:\/_astro\/|\.\/)([\w.@-]+\.js)\b/g)].map(([, name]) => name as string)

/** Every script that these pages load, now or later, however many imports away. */
async function scriptsOf(html: string, find = namesIn): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const waiting = find(html)
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    if (found.has(name)) continue
    const text = await scriptNamed(name)
    found.set(name, text)
    waiting.push(...find(text))
  }
  return found
}
const allOf = (pages: [string, string][]) => scriptsOf(pages.map(([, html]) => html).join('\n'))

test('no admin page is indexed or in the sitemap', async () => {
  const pages = pagesOf(isOfAdmin)
  expect(pages.length).toBeGreaterThan(30)
  for (const [path, html] of pages) {
    expect(html, path).toContain('<meta name="robots" content="noindex">')
  }
  expect(await textOf('/robots.txt')).toContain('Disallow: /admin/')
  expect(await textOf('/sitemap-pages.xml')).not.toContain('/admin')
})

test('no public page can load code of the admin pages', async () => {
  const marks = /adminToken|\/admin\/|data-admin-|react-query|QueryClient|ProseMirror/
  const pages = pagesOf((path) => !isOfAdmin(path))
  // What machines read names addresses of the admin pages to keep out of them.
  for (const [path, html] of pages) if (/<html/.test(html)) expect(html, path).not.toMatch(marks)
  const found = await allOf(pages)
  expect(found.size).toBeGreaterThan(40)
  for (const [name, text] of found) expect(text, name).not.toMatch(marks)
  // The marks are real ones: the admin pages have them.
  const text = [...(await allOf(pagesOf(isOfAdmin))).values()].join('\n')
  for (const mark of ['adminToken', 'QueryClient', 'ProseMirror']) expect(text).toContain(mark)
})

test('no admin page can load the script of public pages', async () => {
  const found = await allOf(pagesOf(isOfAdmin))
  // Its service worker has no place under the policy of the admin pages.
  const names = [...found].filter(([, text]) => /serviceWorker|engaged\.enhance/.test(text))
  expect(names.map(([name]) => name)).toEqual([])
  expect([...found.keys()].filter((name) => name.startsWith('Page.astro'))).toEqual([])
})

test('the first screen of the dashboard is drawn by at most 15 KB of script, and none of it is React', async () => {
  const html = htmlOf.get('/admin/dashboard') ?? ''
  const drawing: string[] = []
  for (const [, name = ''] of html.matchAll(
    /<script type="module" src="\/_astro\/([\w.-]+\.js)"/g,
  )) {
    if (/adminTasks|data-task-list/.test(await scriptNamed(name))) drawing.push(name)
  }
  expect(drawing).not.toEqual([])
  // Static imports: what must be there before it runs.
  const needed = await scriptsOf(drawing.map((name) => `from"./${name}"`).join(' '), (text) =>
    [...text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)].map(([, name]) => name as string),
  )
  const text = [...needed.values()].join('\n')
  expect(Buffer.byteLength(text), [...needed.keys()].join(', ')).toBeLessThanOrEqual(15_000)
  expect(text).not.toMatch(/react|QueryClient/i)
})
