import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openBusiness } from '#api/operations/business/live-business.ts'
import { dayOf, inLagos } from '#contract/dates.ts'
import type { LegalGroup, LegalText } from '#contract/pages/legal-text.ts'
import type { SettingGroup, Settings } from '#contract/settings/groups.ts'
import { sql } from '#db/sql.ts'
import { aBuiltSite } from '#tests/built-site.ts'
import { aStory, startApp, thePublisher, theStaff } from '#tests/people.ts'
import { publishSetting } from '#tests/settings.ts'

// What the publisher sets, as the real bundle shows it.

const dayInText = inLagos({ day: 'numeric', month: 'long', year: 'numeric' }, 'en-GB')

let site: Awaited<ReturnType<typeof aBuiltSite>>
beforeAll(async () => {
  site = await aBuiltSite()
}, 120_000)
afterAll(() => site.stop())

const read = async (path: string) => (await fetch(new URL(path, site.base))).text()

const publish = async (group: SettingGroup, value: Record<string, unknown>) =>
  publishSetting(await thePublisher(), group, value)

const originalOf = async <Group extends SettingGroup>(group: Group) => {
  const { original } = await (await thePublisher()).call('GET /admin/settings/:group', { group })
  return original as Settings[Group]
}

test('a renamed magazine is called so on all pages at once, and in every text that nobody has edited', async () => {
  const story = await aStory()
  const some = ['/', '/about', '/publish', '/manifest.webmanifest', `/story/${story.id}`]
  for (const html of await Promise.all(some.map(read))) expect(html).toContain('Ascend')
  const name = 'Dry <i> & *Co*'
  await publish('look', { name, tagline: 'Essays from the dry season' })

  // Until the next release is there, no page wears the new name.
  const between = await Promise.all(some.map(read))
  const named = between.filter((html) => /Dry (?:<|&lt;)i/.test(html)).length
  expect([0, some.length]).toContain(named)

  await site.rebuild()
  const readers = ['/', '/about', '/help', '/terms', '/privacy', '/publications', '/resources']
  const pages = [...readers, '/books', '/submit', '/publish', '/newsletter', '/sign-in', '/offline']
  for (const path of [
    ...pages,
    `/story/${story.id}`,
    '/rss.xml',
    '/opds',
    '/manifest.webmanifest',
  ]) {
    const html = await read(path)
    // Books of the demonstration and addresses of the example aside.
    expect(html.replace(/Ascend (?:Quarterly|Editorial)/g, ''), path).not.toMatch(/Ascend/)
    expect(html, path).not.toContain('{name}')
    if (path.endsWith('.webmanifest')) expect(JSON.parse(html)).toMatchObject({ short_name: name })
    else expect(html, path).not.toContain('<i> & ')
  }
  const about = await read('/about')
  expect(about).toContain('<title>About Dry &lt;i&gt; &amp; *Co*')
  expect(about).toContain('Dry &lt;i&gt; &amp; *Co* is a magazine for young Nigerians')
  expect(await read('/')).toContain('data-hashtags="DryiCoMagazine ')
  expect(await read('/publications/best-and-brains-full')).toContain('The Dry &lt;i&gt;')
}, 60_000)

/** The names of the areas on About. */
async function areasOn(about: string) {
  const list = /<section[^>]*aria-labelledby="areas">([\s\S]*?)<\/section>/.exec(about)
  return [...(list?.[1]?.matchAll(/<b [^>]*>([^<]*)<\/b>/g) ?? [])].map(([, name]) => name)
}

// One release shows what each of the next tests has set.
describe('what the publisher sets, in one release,', () => {
  const title = 'Twelve chairs for a reading room'
  let names: string[] = []
  let story: { id: string }
  beforeAll(async () => {
    const { stories } = await originalOf('categories')
    const { areas } = await originalOf('about')
    const { header, ...menus } = await originalOf('menu')
    const [first, second, third, fourth, ...kept] = stories
    const [one, two, three, ...others] = areas
    names = stories.map(({ name }) => name.replace('&', '&amp;'))
    story = await aStory({ title, category: first?.name ?? '' })
    const look = { colour: 'purple', art: 'climb-leaf' }
    const science = { id: 'science', name: 'Science', was: [], description: 'What is found out.' }
    const own = { id: 'own-1', label: 'Scholarships', href: '/search?q=scholarship' }
    const renamed = header.map((link) => (link.id === 'books' ? { ...link, label: 'Shop' } : link))
    await publish('look', { name: 'Harmattan Review', tagline: '' })
    await publish('about', {
      text: '{name} is read by *everybody*.',
      areas: [two, one, { ...three, isHidden: true }, ...others],
    })
    await publish('categories', {
      stories: [
        science,
        { ...first, name: 'What <We> Think', ...look },
        second,
        third,
        { ...fourth, retired: true },
        ...kept,
      ],
    })
    await publish('hero', { headline: '<b>Up</b> & away' })
    await publish('socials', { telegram: 'https://t.me/harmattan', x: '' })
    await publish('menu', { ...menus, header: [own, ...renamed.toReversed()] })
    await site.rebuild()
  }, 60_000)

  test('names the magazine, alone where it has no tagline', async () => {
    expect(await read('/')).toContain('<title>Harmattan Review</title>')
    expect(JSON.parse(await read('/manifest.webmanifest'))).toMatchObject({
      name: 'Harmattan Review',
    })
    expect(await read('/about')).toContain('Harmattan Review is read by <em>everybody</em>.')
  })

  test('orders the areas on About; one is hidden, a new category stands last', async () => {
    const about = await read('/about')
    const we = 'What &lt;We&gt; Think'
    expect(await areasOn(about)).toEqual([names[1], we, ...names.slice(4), 'Science'])
    expect(about).toContain('What is found out.')
  })

  test('escapes a headline, and shows social links beyond the four', async () => {
    const html = await read('/')
    expect(html).toContain('&lt;b&gt;Up&lt;/b&gt;')
    expect(html).toContain('href="https://t.me/harmattan"')
    expect(html).not.toContain('href="https://x.com/ascend_example"')
  })

  test('renames a category, which keeps its address, its feed and its stories; its new name leads there', async () => {
    const page = await read('/category/editorial-commentary')
    expect(page).toContain('What &lt;We&gt; Think')
    expect(page).toContain(title)
    expect(await read('/category/editorial-commentary/rss.xml')).toContain(title)
    await expectMoved('/category/what-we-think', '/category/editorial-commentary')
    expect(await read('/')).toContain('<option>What &lt;We&gt; Think</option>')
    expect(await read('/submit')).toContain('What &lt;We&gt; Think')
    const told = await read(`/story/${story.id}`)
    expect(told).toContain('href="/category/editorial-commentary"')
    const badge = /&#34;What <We> Think&#34;:&#34;(badge [^&]+)&#34;/.exec(told)?.[1]
    expect(told).toContain(`<span class="${badge}">What &lt;We&gt; Think<`)
    expect(told).toContain('/api/art/story/art-climb-leaf/')
  })

  test('names and orders the links of the menu, beside the publisher’s own', async () => {
    const html = await read('/books')
    const [, nav = ''] = html.match(/<nav[^>]*aria-label="Main"[^>]*>(.*?)<\/nav>/s) ?? []
    const labels = [...nav.matchAll(/>\s*([^<>]+?)\s*<\/a>/g)].map(([, label]) => label)
    expect(labels).toEqual(['Scholarships', 'About', 'Submit Feature', 'Shop', 'Resources', 'Home'])
    expect(nav).toContain('href="/search?q=scholarship"')
  })

  /** The page of a category, and its feed. */
  async function expectMoved(from: string, to: string) {
    for (const page of ['', '/rss.xml']) {
      const moved = await fetch(new URL(from + page, site.base), { redirect: 'manual' })
      expect([moved.status, moved.headers.get('Location')]).toEqual([301, to + page])
    }
  }

  test('changes again in the next one: merged, hidden, and text that is never HTML', async () => {
    const { stories } = await originalOf('categories')
    const [first, ...others] = stories
    await publish('categories', {
      stories: [{ ...first, into: 'faith-and-inspiration' }, ...others],
    })
    const { areas } = await originalOf('about')
    await publish('about', {
      heading: 'Essays, slowly',
      text: '## How we work\n\nWe <script>alert(1)</script> read **twice**.',
      areas: areas.map(({ id }) => ({ id, isHidden: true })),
    })
    await publish('help', { text: 'Write to us, [here](/about).' })
    await publish('standards', { text: 'We are two.\n\n## How we correct\n\nBy hand.' })
    await site.rebuild()
    await expectMoved('/category/editorial-commentary', '/category/faith-and-inspiration')
    for (const page of ['', '/rss.xml'])
      expect(await read(`/category/faith-and-inspiration${page}`)).toContain(title)
    expect(await read(`/story/${story.id}`)).toContain('href="/category/faith-and-inspiration"')
    expect(await read('/submit')).not.toContain('Editorial Commentary</option>')
    const about = await read('/about')
    // Science was published, so that it is kept, retired.
    expect(about).not.toContain('What we publish')
    expect(about).toContain('Essays, slowly')
    expect(about).toMatch(/<h2[^>]*>How we work<\/h2>/)
    expect(about).toContain('<strong>twice</strong>')
    expect(about).not.toContain('<script>alert')
    const help = await read('/help')
    expect(help).toMatch(/<a [^>]*href="\/about"[^>]*>here<\/a>/)
    expect(help).not.toContain('I cannot sign in')
    // Where programs are sent from every story.
    expect(await read('/standards')).toContain('<h2 id="how-we-correct">How we correct</h2>')
  }, 60_000)
})

describe('whoever has the link of a preview', () => {
  const draft = async (group: SettingGroup, value: Record<string, unknown>) => {
    const { call } = await thePublisher()
    const { revision } = await call('GET /admin/settings/:group', { group })
    await call('PUT /admin/settings/:group/draft', { group, value, revision })
  }
  const get = (path: string, init?: RequestInit) =>
    fetch(new URL(path, site.base), { redirect: 'manual', ...init })

  test('sees the drafts on the real pages, and readers do not', async () => {
    const story = await aStory()
    await draft('hero', { line: 'Not said yet' })
    const { path } = await (await theStaff('editor')).call('POST /admin/preview-link', {})
    const home = await get(path)
    expect(home.status).toBe(200)
    const html = await home.text()
    expect(html).toContain('Not said yet')
    expect(html).toContain('Only those who have this link see it')
    expect(await read('/')).not.toContain('Not said yet')
    // What it links to is the preview too; a file, a form and a page of one's own are not.
    expect(html).toContain(`href="${path}about"`)
    expect(html).toContain('href="/account"')
    for (const page of ['about', `story/${story.id}`, 'books?search=drum']) {
      expect((await get(path + page)).status, page).toBe(200)
    }
  })

  test('gets pages that no cache keeps, that run nothing and set no cookie', async () => {
    const { path } = await (await thePublisher()).call('POST /admin/preview-link', {})
    const { headers } = await get(path)
    expect(headers.get('Cache-Control')).toBe('private, no-store')
    expect(headers.get('X-Robots-Tag')).toBe('noindex')
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(headers.get('Set-Cookie')).toBeNull()
    const policy = headers.get('Content-Security-Policy')
    for (const rule of ["script-src 'none'", "form-action 'none'", "frame-ancestors 'none'"]) {
      expect(policy).toContain(rule)
    }
    expect(policy?.match(/script-src/g)).toHaveLength(1)
    expect((await get(path, { method: 'POST' })).status).toBe(405)
  })

  test('has nothing once it has ended, is guessed, or another one was made', async () => {
    const { call } = await thePublisher()
    const first = await call('POST /admin/preview-link', {})
    const second = await call('POST /admin/preview-link', {})
    expect(await call('GET /admin/preview-link', {})).toEqual(second)
    expect((await get(first.path)).status).toBe(404)
    expect((await get(second.path)).status).toBe(200)
    expect((await get('/preview/unknown/about')).status).toBe(404)
    expect((await get(`${second.path}account`)).status).toBe(404)
    await sql`update preview_links set made_at = made_at - interval '7 days'`
    expect((await get(second.path)).status).toBe(404)
    expect(await call('GET /admin/preview-link', {})).toBeNull()
    const third = await call('POST /admin/preview-link', {})
    await call('DELETE /admin/preview-link', {})
    expect((await get(third.path)).status).toBe(404)
  })

  test('is refused by whoever may not prepare what the magazine says', async () => {
    const author = await theStaff('author')
    await expect(author.call('POST /admin/preview-link', {})).rejects.toMatchObject({ status: 403 })
  })

  test('sees the published value where a draft could not be published', async () => {
    await draft('hashtags', { tags: [] })
    const { path } = await (await thePublisher()).call('POST /admin/preview-link', {})
    expect((await get(path)).status).toBe(200)
  })
})

describe('Terms and Privacy', () => {
  const sectionsOf = async (group: LegalGroup) => {
    const { call } = await thePublisher()
    const { published } = await call('GET /admin/settings/:group', { group })
    return published as unknown as LegalText
  }

  test('keep what the law needs, whatever is sent, and take a name and a date', async () => {
    const { sections } = await sectionsOf('terms')
    const ours = { heading: 'Prizes', text: 'We draw {name} prizes, <b>truly</b>.' }
    await publish('terms', {
      sections: [
        { heading: 'Refunds', text: 'Never.' },
        { heading: 'Your account', text: 'It is ours.', isLocked: true },
        { heading: 'Nothing is promised', text: 'Nothing.', isLocked: true },
        ours,
      ],
      updated: '2020-01-01',
      earlier: ['2020-01-01'],
    })
    const now = await sectionsOf('terms')
    const locked = sections.filter(({ isLocked }) => isLocked)
    expect(now.sections.filter(({ isLocked }) => isLocked)).toEqual(expect.arrayContaining(locked))
    expect(now.sections.filter(({ isLocked }) => !isLocked)).toEqual([ours])
    expect(now.updated).toBe(dayOf(Date.now()))

    await publish('look', { name: 'A*b <i>', tagline: '' })
    await site.rebuild()
    const html = await read('/terms')
    expect(html).toContain('We draw A*b &lt;i&gt; prizes, &lt;b&gt;truly&lt;/b&gt;.')
    expect(html).toContain('<h2 id="refunds">Refunds</h2>')
    expect(html).not.toContain('Never.')
    expect(html).toContain(`These terms apply from ${dayInText(Date.now())}.`)
  }, 60_000)

  test('can be read as they were before', async () => {
    // Tomorrow: what is published twice in a day is one text, and ours may be of today.
    vi.setSystemTime(Date.now() + 24 * 60 * 60_000)
    const { updated, sections } = await sectionsOf('privacy')
    const said = { heading: 'In short', text: 'We know little.' }
    const free = sections.filter(({ heading }) => heading !== said.heading)
    await publish('privacy', { sections: [...free, said] })
    await site.rebuild()
    const html = await read('/privacy')
    expect(html).toContain('We know little.')
    expect(html).toContain('<th>What we keep</th>')
    expect(html).toContain(`href="/privacy/${updated}"`)
    const before = await read(`/privacy/${updated}`)
    expect(before).toContain('You can read everything without telling us who you are.')
    expect(before).toContain('name="robots" content="noindex"')
    expect(before).not.toContain('We know little.')
    for (const day of ['2020-01-01', 'yesterday', dayOf(Date.now())]) {
      expect((await fetch(new URL(`/privacy/${day}`, site.base))).status, day).toBe(404)
    }
    vi.useRealTimers()
  }, 60_000)

  test('name whom to ask about data, as Standards do: the officer, or else the publisher', async () => {
    const asked = async () => {
      const pages = await Promise.all(['/privacy', '/standards'].map(read))
      return pages.map((html) =>
        /Questions about your data<\/h2>.*?<\/p>/s
          .exec(html)?.[0]
          .replace(/<a href="([^"]+)">/, '[$1] ')
          .replace(/<[^>]+>/g, ' ')
          .replace(/\s+/g, ' '),
      )
    }
    const publisher = 'Questions about your data Write to the publisher: [/about#contact] About '
    expect(await asked()).toEqual([publisher, publisher])
    expect(await read('/privacy')).not.toContain('Number of our registration')
    const officerSet = { name: 'Ngozi <Ade>', email: 'dpo@ade.example', number: 'NDPC/HI/0042' }
    await publish('dataProtection', { ...officerSet, validUntil: '2027-06-30' })
    await publish('breaches', {
      list: [{ day: '2026-11-25', what: 'A stolen laptop.', people: '40', told: 'Nobody yet.' }],
    })
    await site.rebuild()
    const officer =
      'Questions about your data Ngozi &lt;Ade&gt; is our data protection officer: [mailto:dpo@ade.example] dpo@ade.example '
    const privacy = await read('/privacy')
    expect(privacy).toMatch(/Nigeria Data Protection Commission:\s+NDPC\/HI\/0042/)
    expect(privacy).not.toMatch(/2027|stolen laptop/)
    expect((await asked()).map((text) => text?.replace('&#62;', '&gt;'))).toEqual([
      officer,
      officer,
    ])
  }, 60_000)

  test('name every company that handles data, what for and where, and no other', async () => {
    expect(await read('/privacy')).not.toContain('Companies that handle data')
    const companies = [
      ['Example Mail <Ltd>', 'Carries our mail', 'Ireland', '2026-11-25'],
      ['Example Servers', 'Rents us the server', 'South Africa', ''],
    ].map(([name, purpose, country, contract]) => ({
      task: 'other',
      name,
      purpose,
      country,
      contract,
    }))
    await publish('processors', { list: companies })
    await site.rebuild()
    const html = (await read('/privacy')).replace(/\s+/g, ' ')
    expect(html).toContain('Example Mail &lt;Ltd&gt;, Ireland')
    expect(html).toMatch(/Carries our mail \(contract of November 25, 2026\)/)
    expect(html).toMatch(/Example Servers, South Africa ?<\/td> ?<td> ?Rents us the server ?<\/td>/)
  }, 60_000)

  test.each([
    ['a heading of 10,000 characters', { heading: 'x'.repeat(10_000), text: 'y' }],
    ['a heading with a line break', { heading: 'One\n## Refunds', text: 'y' }],
    ['no heading', { heading: '', text: 'y' }],
    ['the heading of another', { heading: 'Free', text: 'y' }],
    ['no text', { heading: 'One', text: ' ' }],
  ])('refuse a section with %s', async (_, section) => {
    const sections = [{ heading: 'Free', text: 'z' }, section]
    await expect(publish('terms', { sections })).rejects.toMatchObject({
      status: 400,
      fields: { sections: [expect.any(String)] },
    })
  })
})

test('while mail is off on the open net, pages that promise one say so; on one’s own machine the outbox has it', async () => {
  const paths = [
    '/orders/find',
    '/sign-in?mode=forgot',
    '/newsletter?state=sent',
    '/privacy/request?sent=1',
  ]
  const shownWith = async (env: Record<string, string>) => {
    const business = openBusiness(env, new Uint8Array())
    const base = await startApp({ dataDir: site.dataDir, site: site.loaded, business })
    const pages = await Promise.all(
      paths.map(async (path) => (await fetch(new URL(path, base))).text()),
    )
    return pages.map((html) => html.includes('Our mails do not leave at present'))
  }
  const open = { PUBLIC_URL: 'https://ascend.example' }
  expect(await shownWith(open)).toEqual(paths.map(() => true))
  expect(await shownWith({})).toEqual(paths.map(() => false))
  const address = 'hello@ascend.example'
  const mail = { SMTP_URL: 'smtp://mail.ascend.example', MAIL_FROM: address }
  const working = { ...open, ...mail, PUBLISHER_EMAIL: address }
  expect(await shownWith(working)).toEqual(paths.map(() => false))
})
