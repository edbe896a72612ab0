import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SettingGroup, Settings } from '#contract/settings/groups.ts'
import { aBuiltSite } from '#tests/built-site.ts'
import { aStory, thePublisher } from '#tests/people.ts'
import { publishSetting } from '#tests/settings.ts'

// What the publisher sets, as the real bundle shows it.

let site: Awaited<ReturnType<typeof aBuiltSite>>
beforeAll(async () => {
  site = await aBuiltSite()
}, 120_000)
afterAll(() => site.stop())

const read = async (path: string) => (await fetch(new URL(path, site.base))).text()

const publish = async (group: SettingGroup, value: Record<string, unknown>) =>
  publishSetting(await thePublisher(), group, value)

test('a new name stands on all pages at once, on those that are made on demand too', async () => {
  const story = await aStory()
  const pages = ['/', '/about', '/publish', '/manifest.webmanifest', `/story/${story.id}`]
  const before = await Promise.all(pages.map(read))
  for (const html of before) expect(html).toContain('Ascend')
  await publish('look', { name: 'Harmattan Review', tagline: 'Essays from the dry season' })

  // Until the next release is there, no page wears the new name.
  const between = await Promise.all(pages.map(read))
  const named = between.filter((html) => html.includes('Harmattan Review')).length
  expect([0, pages.length]).toContain(named)

  await site.rebuild()
  for (const html of await Promise.all(pages.map(read))) {
    expect(html).toContain('Harmattan Review')
    expect(html).not.toContain('og:site_name" content="Ascend"')
  }
}, 60_000)

test('a magazine without a tagline is called by its name alone', async () => {
  await publish('look', { name: 'Harmattan Review', tagline: '' })
  await site.rebuild()
  expect(await read('/')).toContain('<title>Harmattan Review</title>')
  expect(JSON.parse(await read('/manifest.webmanifest'))).toMatchObject({
    name: 'Harmattan Review',
  })
}, 60_000)

test('a headline, and social links beyond the four, are escaped and shown', async () => {
  await publish('hero', { headline: '<b>Up</b> & away' })
  await publish('socials', { telegram: 'https://t.me/harmattan', x: '' })
  await site.rebuild()
  const html = await read('/')
  expect(html).toContain('&lt;b&gt;Up&lt;/b&gt;')
  expect(html).toContain('href="https://t.me/harmattan"')
  expect(html).not.toContain('href="https://x.com/ascend_example"')
}, 60_000)

test('About and Help say what the publisher writes, as text and never as HTML', async () => {
  await publish('about', {
    heading: 'Essays, slowly',
    text: '## How we work\n\nWe <script>alert(1)</script> read **twice**.',
  })
  await publish('help', { text: 'Write to us, [here](/about).' })
  await site.rebuild()
  const about = await read('/about')
  expect(about).toContain('Essays, slowly')
  expect(about).toMatch(/<h2[^>]*>How we work<\/h2>/)
  expect(about).toContain('<strong>twice</strong>')
  expect(about).not.toContain('<script>alert')
  const help = await read('/help')
  expect(help).toMatch(/<a [^>]*href="\/about"[^>]*>here<\/a>/)
  expect(help).not.toContain('I cannot sign in')
}, 60_000)

test('links of the menu have the names and the order that were set, beside the publisher’s own', async () => {
  const { call } = await thePublisher()
  const { original } = await call('GET /admin/settings/:group', { group: 'menu' })
  const { header, ...others } = original as Settings['menu']
  const own = { id: 'own-1', label: 'Scholarships', href: '/search?q=scholarship' }
  const renamed = header.map((link) => (link.id === 'books' ? { ...link, label: 'Shop' } : link))
  await publish('menu', { ...others, header: [own, ...renamed.toReversed()] })
  await site.rebuild()
  const html = await read('/books')
  const [, nav = ''] = html.match(/<nav[^>]*aria-label="Main"[^>]*>(.*?)<\/nav>/s) ?? []
  const labels = [...nav.matchAll(/>\s*([^<>]+?)\s*<\/a>/g)].map(([, label]) => label)
  expect(labels).toEqual(['Scholarships', 'About', 'Submit Feature', 'Shop', 'Resources', 'Home'])
  expect(nav).toContain('href="/search?q=scholarship"')
}, 60_000)
