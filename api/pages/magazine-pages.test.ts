import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placeInSeries } from '#api/magazine/series/series.queries.ts'
import { type PageRoute, pageRoutes } from '#contract/pages/page-routes.ts'
import { sql } from '#db/sql.ts'
import { aBuiltSite } from '#tests/built-site.ts'
import { runs } from '#tests/long.ts'
import { aReader, aStory, theStaff } from '#tests/people.ts'

// The pages of authors, categories and series, as the real bundle renders them.

let site: Awaited<ReturnType<typeof aBuiltSite>>
let base = ''
beforeAll(async () => {
  site = await aBuiltSite()
  base = site.base
}, 120_000)
afterAll(() => site.stop())

async function look(path: string, headers: HeadersInit = {}) {
  const response = await fetch(new URL(path, base), { headers })
  const html = await response.text()
  const linkOf = (rel: string) =>
    html.match(new RegExp(`<link rel="${rel}"[^>]*href="([^"]*)"`))?.[1]
  return {
    status: response.status,
    html,
    canonical: linkOf('canonical'),
    isIndexed: !html.includes('content="noindex"'),
    cards: [...html.matchAll(/<article class="card[^>]*data-story="([^"]*)"/g)].map(([, id]) => id),
    /** Where links lead, those of header and footer too. */
    links: [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href),
    jsonLd: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, json]) => JSON.parse(json ?? ''),
    ),
  }
}

/** Stories of a category, the newest first. */
async function storiesIn(category: string, many: number) {
  const ids: string[] = []
  for (let at = 0; at < many; at++) {
    const publishedAt = new Date(Date.UTC(2026, 0, 1, at)).toISOString()
    ids.unshift((await aStory({ category, publishedAt })).id)
  }
  return ids
}

describe('the page of a category', () => {
  const path = '/category/campus-news-from-nigerian-institutions'
  let ids: string[] = []
  beforeAll(async () => {
    ids = await storiesIn('Campus News from Nigerian Institutions', 25)
    await aStory({ category: 'Faith and Inspiration' })
  })

  test('shows its newest stories, 24 at a time, each page under an address of its own', async () => {
    const first = await look(path)
    expect(first.cards).toEqual(ids.slice(0, 24))
    expect(first.html).toContain('<h1')
    expect(first.html).toMatch(/<title>Campus News · Ascend<\/title>/)
    expect(first.html).toContain('What students are building, arguing about')
    expect(first.links).toContain(`${path}?page=2`)
    expect(first.canonical).toBe(`https://ascend.example${path}`)
    const second = await look(`${path}?page=2&utm_source=x`)
    expect(second.cards).toEqual(ids.slice(24))
    expect(second.links).toContain(path)
    expect(second.canonical).toBe(`https://ascend.example${path}?page=2`)
    expect((await look(`${path}?page=99`)).canonical).toBe(second.canonical)
    expect((await look(`${path}?page=nonsense`)).canonical).toBe(first.canonical)
  })

  test('links its feed, which has only its stories', async () => {
    const { html } = await look(path)
    expect(html).toContain(
      `<link rel="alternate" type="application/rss+xml" title="Ascend: Campus News" href="${path}/rss.xml">`,
    )
    const feed = (await look(`${path}/rss.xml`)).html
    const links = [...feed.matchAll(/<guid isPermaLink="true">([^<]*)</g)].map(([, link]) => link)
    expect(links).toEqual(ids.slice(0, 20).map((id) => `https://ascend.example/story/${id}`))
    expect(feed).toContain('<title>Campus News · Ascend</title>')
    expect(feed).toContain(`<atom:link href="https://ascend.example${path}/rss.xml" rel="self"`)
  })

  test('is the canonical address of the filtered grid, and answers without a redirect', async () => {
    const query = new URLSearchParams({ category: 'Campus News from Nigerian Institutions' })
    const filtered = await look(`/?${query}`)
    expect(filtered.status).toBe(200)
    expect(filtered.cards.length).toBe(6)
    expect(filtered.canonical).toBe(`https://ascend.example${path}`)
    expect(filtered.links).toContain(path)
    const whole = await look('/?page=1')
    expect(whole.canonical).toBe('https://ascend.example/')
    expect(whole.links).not.toContain(path)
    expect((await look('/?category=Gossip')).canonical).toBe('https://ascend.example/')
  })

  test('says so while it has no story', async () => {
    const { status, html, cards } = await look('/category/politics-and-profiles')
    expect([status, cards]).toEqual([200, []])
    expect(html).toContain('No story of this kind yet.')
  })

  test('is missing for an unknown category', async () => {
    for (const address of ['/category/gossip', '/category/gossip/rss.xml', '/category/']) {
      expect((await look(address)).status, address).toBe(404)
    }
  })
})

describe('the page of an author', () => {
  async function anAuthor() {
    const { reader, call } = await aReader()
    const story = await aStory({ authorId: reader.id })
    const name = `Ngozi <b>${randomUUID().slice(0, 8)}</b>`
    const page = { name, about: 'Writes from Aba.\n<i>Sings</i>, too.', isPublic: true }
    const { slug } = await call('PUT /account/author-page', page)
    return { call, page, reader, story, path: `/author/${slug}` }
  }

  test('shows who it is and what they wrote, and their stories lead to it', async () => {
    const { path, reader, story, page } = await anAuthor()
    const older = await aStory({ authorId: reader.id, publishedAt: '2020-02-02T00:00:00.000Z' })
    const { html, cards, canonical, isIndexed, jsonLd } = await look(path)
    expect(cards).toEqual([story.id, older.id])
    expect([canonical, isIndexed]).toEqual([`https://ascend.example${path}`, true])
    expect(html).toMatch(/<h1[^>]*>Ngozi &lt;b&gt;/)
    expect(html).toContain('>&lt;i&gt;Sings&lt;/i&gt;, too.<')
    expect(jsonLd[0]).toMatchObject({
      '@type': 'ProfilePage',
      mainEntity: {
        '@type': 'Person',
        name: page.name,
        description: 'Writes from Aba. <i>Sings</i>, too.',
        url: `https://ascend.example${path}`,
      },
    })
    const read = await look(`/story/${older.id}`)
    expect(read.links).toContain(path)
    expect(read.jsonLd[0].author).toMatchObject({ url: `https://ascend.example${path}` })
    const sitemap = await look('/sitemap-authors-1.xml')
    expect(sitemap.html).toContain(`<loc>https://ascend.example${path}</loc>`)
  })

  test('is gone at once when the author turns it off, and so are the links to it', async () => {
    const { call, page, path, story } = await anAuthor()
    const storyPath = `/story/${story.id}`
    expect((await look(path)).status).toBe(200)
    expect((await look(storyPath)).links).toContain(path)
    await call('PUT /account/author-page', { ...page, isPublic: false })
    const gone = await look(path)
    expect([gone.status, gone.isIndexed]).toEqual([404, false])
    expect(gone.html).toContain('Author Not Found')
    const read = await look(storyPath)
    expect(read.links).not.toContain(path)
    expect(read.jsonLd[0].author).not.toHaveProperty('url')
    expect((await look('/sitemap-authors-1.xml')).html).not.toContain(`${path}<`)
    await call('PUT /account/author-page', page)
    expect((await look(path)).status).toBe(200)
  })

  test('is there whatever was missing just before, with any part of its address', async () => {
    const { path } = await anAuthor()
    expect((await look('/author/nobody')).status).toBe(404)
    expect((await look(`${path}?page=2`)).status).toBe(200)
    expect((await look('/follow/author/nobody')).status).toBe(404)
    expect((await look(`/follow${path}`)).status).toBe(200)
  })

  test('goes with the last published story', async () => {
    const { path, story } = await anAuthor()
    expect((await look(path)).status).toBe(200)
    await sql`update stories set is_published = false where id = ${story.id}`
    expect((await look(path)).status).toBe(404)
  })
})

describe('the end of a story', () => {
  const readNext = (html: string) =>
    /<nav [^>]*aria-labelledby="read-next">[\s\S]*?<\/nav>/.exec(html)?.[0]

  test('links to three others and to the category, also with data saver', async () => {
    const [id = '', ...others] = await storiesIn('Career Guide and Counseling', 4)
    for (const headers of [{}, { 'Save-Data': 'on' }]) {
      const { html } = await look(`/story/${id}`, headers)
      const links = [...(readNext(html) ?? '').matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
      expect(links).toEqual([
        ...others.map((other) => `/story/${other}`),
        '/category/career-guide-and-counseling',
      ])
    }
  })

  test('marks a story that begins with a photograph', async () => {
    const category = 'Career Guide and Counseling'
    const { id: open } = await aStory({ category })
    const { id: photo } = await aStory({ category, imageUrl: 'https://pictures.example/1.jpg' })
    const linkTo = async (story: string | undefined, from: string) =>
      readNext((await look(`/story/${from}`)).html)?.match(`href="/story/${story}"[^>]*`)?.[0]
    expect(await linkTo(photo, open)).toContain('data-photo')
    expect(await linkTo(open, photo)).not.toContain('data-photo')
  })

  test('of an old category, which has no page, links only to stories', async () => {
    const { id } = await aStory({ category: 'A category of long ago' })
    const { html, jsonLd } = await look(`/story/${id}`)
    expect(readNext(html)).not.toContain('/category/')
    expect(jsonLd[1].itemListElement[1].item).toBe(
      'https://ascend.example/?category=A+category+of+long+ago#stories',
    )
  })

  test('of a series names the part and its neighbours', async () => {
    const ids = await storiesIn('Education and Leadership', 3)
    const title = `The long walk ${randomUUID()}`
    for (const [at, id] of ids.entries()) await placeInSeries(id, { title, part: at + 1 })
    const [one = '', two = '', three = ''] = ids
    const { html } = await look(`/story/${two}`)
    expect(html).toMatch(new RegExp(`Part 2 of 3 · ${title}`))
    expect(html).toMatch(new RegExp(`href="/story/${one}" rel="prev"`))
    expect(html).toMatch(new RegExp(`href="/story/${three}" rel="next"`))
    await placeInSeries(three, null)
    expect((await look(`/story/${two}`)).html).toContain('Part 2 of 2')
  })
})

describe('an address that nobody gave out', () => {
  const oddities = [
    '%00',
    'a%00b',
    '%ED%A0%80',
    '%F0%28',
    '%',
    '%5Cu0000',
    'x'.repeat(300),
    '__proto__',
  ]

  /** Its script, or the sign-in, comes first. */
  const isOpen = /^\/(admin|account)\//

  // Each is tried at every so many of the addresses, another one at the next.
  const apart = runs({ sample: 4, long: 1 })

  test.each([...oddities.entries()])(
    'is no page with %i: %s, and nothing breaks',
    async (turn, odd) => {
      const asked = Object.entries<PageRoute>(pageRoutes).flatMap(([pattern, { query = [] }]) => {
        const path = pattern.replace(/:\w+/, odd)
        return [
          ...query.map((name) => `${path}?${name}=${odd}`),
          ...(path === pattern ? [] : [path]),
        ]
      })
      const answers: Record<string, number> = {}
      for (const address of asked.filter((_, at) => at % apart === turn % apart))
        answers[address] = (await look(address)).status
      const isWrong = ([address, status]: [string, number]) =>
        status >= 500 || (status < 400 && !address.includes('?') && !isOpen.test(address))
      expect(Object.entries(answers).filter(isWrong)).toEqual([])
    },
  )
})

describe('a story that was wrong', () => {
  test('says so at its foot, a serious mistake at its head too, and on the list', async () => {
    const { id } = await aStory({ title: `How she sat JAMB ${randomUUID()}` })
    const path = `/story/${id}`
    const plain = await look(path)
    expect(plain.jsonLd[0]).not.toHaveProperty('correction')
    const standards = await look('/standards')
    const { '@type': type, name: _, url: __, ...policies } = plain.jsonLd[0].publisher
    expect(type).toBe('NewsMediaOrganization')
    for (const policy of Object.values<string>(policies)) {
      const { pathname, hash } = new URL(policy)
      expect([pathname, standards.html.includes(`id="${hash.slice(1)}"`)]).toEqual([
        '/standards',
        hash !== '',
      ])
    }
    const correct = (isSerious: boolean) => sql`
      insert into story_changes (story_id, kind, reason, said, says, is_serious)
      values (${id}, 'correction', 'We had the number wrong.', 'Sat it <twice>.', 'Sat it thrice.', ${isSerious})`
    await correct(false)
    const { html, jsonLd } = await look(path)
    expect(html.match(/<del>Sat it &lt;twice&gt;\.<\/del>/g)).toHaveLength(1)
    expect(jsonLd[0].correction).toEqual([
      {
        '@type': 'CorrectionComment',
        text: 'We had the number wrong. It said: “Sat it <twice>.” It says now: “Sat it thrice.”',
        datePublished: expect.any(String),
      },
    ])
    await correct(true)
    expect((await look(path)).html.match(/We had the number wrong/g)?.length).toBeGreaterThan(3)
    const list = await look('/corrections')
    expect([list.status, list.links.filter((link) => link === path).length]).toEqual([200, 2])
    expect((await look('/corrections?page=99')).links).toContain(path)
  })

  test('and was taken down for good says when and why with 410, at each of its addresses', async () => {
    const { call } = await theStaff('editor', base)
    const { id, slug } = await aStory({ title: `The ferry that sank ${randomUUID().slice(0, 8)}` })
    const { id: draft } = await aStory({ isPublished: false })
    const statuses = () =>
      Promise.all(
        [`/story/${id}`, `/story/${slug}`, `/story/${draft}`].map(
          async (path) => (await look(path)).status,
        ),
      )
    expect(await statuses()).toEqual([200, 200, 404])
    await call('PATCH /admin/stories/:id', { id, isPublished: false })
    expect(await statuses()).toEqual([404, 404, 404])
    await call('DELETE /admin/stories/:id', { id: draft })
    await call('DELETE /admin/stories/:id', { id, reason: 'author' })
    expect(await statuses()).toEqual([410, 410, 404])
    const { html, isIndexed } = await look(`/story/${id}`)
    expect(html).toContain('Story Not Found')
    expect(html).toMatch(/taken down on \w+ \d+, \d+ at the request of its author or their family/)
    expect([isIndexed, html.includes('The ferry')]).toEqual([false, false])
    expect((await fetch(new URL(`/api/stories/${id}`, base))).status).toBe(404)
    await sql`delete from stories where id = ${id}`
    expect(await statuses()).toEqual([410, 410, 404])
  })
})
