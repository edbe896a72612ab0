import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { aBuiltSite } from '#tests/built-site.ts'
import { asJson } from '#tests/magazine/posts.ts'
import {
  aBook,
  aProvenReader,
  aPublishingRequest,
  aSubmission,
  aVisitor,
  theStaff,
} from '#tests/people.ts'

// What strangers write, through the forms that they have, into feeds and pages of others (specification 13.1).
// One real build, as in fresh-site.test.ts; that nothing runs in a browser is tested in the browser (hostile-text.spec.ts).

const payloads = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '</ScRiPt ><ScRiPt>alert(1)</sCrIpT>',
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  "' onfocus='alert(1)' autofocus='",
  '" style="position:fixed" onmouseover="alert(1)',
  '</title><script>alert(1)</script>',
  '</textarea><iframe srcdoc="<script>alert(1)</script>">',
  ']]><script>alert(1)</script><![CDATA[',
  '<!--<script>--><script>alert(1)</script>',
  '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>&y;',
  '&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp; &#60;',
  '<a href="javascript:alert(1)">press</a>',
  '{{constructor.constructor("alert(1)")()}} #{7*7} <%= 7*7 %>',
  '\\"}];alert(1);//\\u003cscript\\u003e',
  '\u2028alert(1)\u2029</script>\u202etpircs\u0007\u001b[31m',
  '[press](javascript:alert(1)) **bold** <//evil.example>',
]

type SomeReader = Awaited<ReturnType<typeof aProvenReader>>
interface Sent {
  id: string
  title: string
  text: string
  content: string
}

let dataDir = ''
let site: Awaited<ReturnType<typeof aBuiltSite>>
let base = ''
let reader: SomeReader
const published: Sent[] = []
let harmless: Sent
let waiting: Sent

/** A story that has the text in every field that takes any. */
async function send(text: string): Promise<Sent> {
  const { category, content } = aSubmission()
  const sent = {
    category,
    title: `A title with ${text}`,
    summary: `A summary of more than fifty characters, and then ${text}`,
    content: `${content} ${text}`,
    authorName: `Simi ${text}`.slice(0, 100),
    authorRole: `Student ${text}`.slice(0, 100),
  }
  const { id } = await reader.call('POST /stories', sent)
  return { ...sent, id, text }
}

beforeAll(async () => {
  reader = await aProvenReader()
  for (const text of payloads) published.push(await send(text))
  harmless = await send('words')
  await sql`update stories set is_published = true, is_featured = true, approved_hash = 'this text'`
  waiting = await send('still waiting for review')
  await sql`update stories set is_featured = true where id = ${waiting.id}`
  site = await aBuiltSite()
  ;({ dataDir, base } = site)
}, 120_000)
afterAll(() => site.stop())

const textOf = async (path: string, status = 200) => {
  const response = await (await aVisitor(base)).send(path)
  expect(response.status, path).toBe(status)
  return response.text()
}

/** The text that a reader of XML or HTML finds in it. */
function asRead(text: string): string {
  const signs: Record<string, string> = {
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    amp: '&',
    '#39': "'",
    '#34': '"',
    '#38': '&',
  }
  return text.replace(/&(#?\w+);/g, (whole, name) => signs[name] ?? whole)
}

/** XML 1.0 has no control characters but tab and line breaks. */
const withoutControls = (text: string) =>
  [...text].filter((sign) => sign >= ' ' || '\t\r\n'.includes(sign)).join('')

describe('what a contributor writes', () => {
  test.each(payloads.map((text, at) => [text, at] as const))(
    '%j is returned by the API unchanged',
    async (text, at) => {
      const sent = published[at] as Sent
      const { send, call } = await aVisitor(base)
      const response = await send(`/api/stories/${sent.id}`)
      expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
      const story = await response.json()
      expect(story).toMatchObject({ title: sent.title.trim(), content: sent.content.trim() })
      expect(story.authorName).toBe(`Simi ${text}`.slice(0, 100).trim())
      const listed = (await call('GET /stories', {})).find(({ id }) => id === sent.id)
      expect(listed?.summary).toContain(text.trim())
      const { submissions } = await reader.call('GET /account', {})
      expect(submissions.find(({ id }) => id === sent.id)?.title).toBe(sent.title.trim())
    },
  )

  test('is text in the feed and adds no element, instruction or entity', async () => {
    const feed = await textOf('/rss.xml')
    const elements = new Set(
      [...feed.matchAll(/<([^\s>]+)/g)].map(([, name = '']) => name.replace(/\/$/, '')),
    )
    expect([...elements].filter((name) => !name.startsWith('/')).sort()).toEqual([
      '?xml',
      'atom:link',
      'category',
      'channel',
      'content:encoded',
      'dc:creator',
      'description',
      'guid',
      'item',
      'language',
      'link',
      'pubDate',
      'rss',
      'title',
    ])
    expect(feed.match(/&(?!(lt|gt|amp|quot|apos);)/g)).toBeNull()
    expect(feed).toBe(withoutControls(feed))
    const items = feed.split('<item>').slice(1)
    expect(items).toHaveLength(payloads.length + 1)
    for (const { id, title, content } of published) {
      const item = items.find((one) => one.includes(id)) ?? ''
      const field = (name: string) =>
        asRead(new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(item)?.[1] ?? '')
      expect(field('title')).toBe(withoutControls(title))
      // HTML for feed readers: paragraphs of ours, and in them text.
      const html = field('content:encoded')
      expect([...html.matchAll(/<([^\s>]+)/g)].map(([, name]) => name)).toEqual(['p', '/p'])
      expect(asRead(html)).toBe(`<p>${withoutControls(content)}</p>`)
    }
  })

  test('does not change the sitemap', async () => {
    const map = await textOf('/sitemap-stories-1.xml')
    const elements = new Set([...map.matchAll(/<\/?([^\s>]+)/g)].map(([, name]) => name))
    expect([...elements].sort()).toEqual(['?xml', 'lastmod', 'loc', 'url', 'urlset'])
    const ids = published.map(({ id }) => id)
    const slugs = await sql<{ slug: string }[]>`select slug from stories where id in ${sql(ids)}`
    expect(slugs).toHaveLength(published.length)
    for (const { slug } of slugs) expect(map).toContain(`/story/${slug}</loc>`)
    // Words of a title are letters, whatever was between them.
    expect(map).not.toContain('alert(')
  })

  test('leaves the page of its story with the elements and attributes of any other', async () => {
    const plain = skeletonOf(await textOf(`/story/${harmless.id}`))
    expect(plain.length).toBeGreaterThan(50)
    for (const { id, title, text } of published) {
      const page = await textOf(`/story/${id}`)
      expect(skeletonOf(page), text).toEqual(plain)
      const scripts = [
        ...page.matchAll(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g),
      ]
      expect(scripts.length).toBeGreaterThan(1)
      const data = scripts.map(([, json = '']) => {
        expect(json).not.toContain('<')
        return JSON.parse(json)
      })
      expect(data.find((one) => one['@type'] === 'Article')).toMatchObject({ headline: title })
    }
  })

  test('adds no script to the front page', async () => {
    for (const path of ['/', '/?category=Lifestyle+and+Culture', '/?page=2&part']) {
      const page = await textOf(path)
      expect(page.includes('alert(1)'), path).toBe(true)
      for (const { name, attributes, script } of elementsOf(page)) {
        expect(['iframe', 'object', 'embed', 'base'], path).not.toContain(name)
        expect(
          attributes.filter((one) => /^on/i.test(one)),
          path,
        ).toEqual([])
        expect(script.includes('alert('), path).toBe(false)
      }
    }
  })
})

describe('what a visitor searches for without finding a book', () => {
  test.each(payloads)('%j is shown in the search field only', async (text) => {
    const query = `search=${encodeURIComponent(text)}`
    const others = `category=${encodeURIComponent(text)}&price=${encodeURIComponent(text)}&page=7`
    const plain = await textOf('/books?search=nothing-that-a-book-has')
    for (const path of [`/books?${query}`, `/books?${query}&${others}`]) {
      const page = await textOf(path)
      expect(skeletonOf(page)).toEqual(skeletonOf(plain))
      const [, value = ''] = /<input\s[^>]*name="search" value="([^"]*)"/.exec(page) ?? []
      expect(asRead(value)).toBe(text.trim())
      expect(page.replace(value, 'nothing-that-a-book-has')).toBe(plain)
    }
    expect(await textOf(`/books?${query}&part`)).not.toContain('alert')
  })

  test('keeps the other filters, and is found once a book contains it', async () => {
    const search = 'a-goat-and-a-radio'
    const { id } = await aBook({ category: 'Novel' })
    const page = await textOf(`/books?search=${search}&category=Novel&price=20-50`)
    expect(page).toContain('<option selected>Novel</option>')
    expect(page).toContain('<option value="20-50" selected>')
    expect(page).toContain(`value="${search}"`)
    await sql`update books set title = ${`The tale of ${search}`} where id = ${id}`
    expect(await textOf(`/books?search=${search}`)).toContain('1 Book Found')
  })
})

describe('a story that waits for review', () => {
  test('is in no feed and on no page of the built site', async () => {
    for (const path of [
      '/',
      '/?page=1',
      '/?category=Lifestyle+and+Culture',
      '/?page=1&part',
      '/rss.xml',
      '/sitemap-stories-1.xml',
      '/books',
    ]) {
      const text = await textOf(path)
      expect(text.includes(waiting.id) || text.includes(waiting.text), path).toBe(false)
    }
    expect(await textOf(`/story/${waiting.id}`, 404)).not.toContain(waiting.text)
    await textOf(`/api/share-pictures/story/${waiting.id}.jpg`, 404)
    const client = join(dataDir, 'current', 'client')
    for (const name of await readdir(client, { recursive: true })) {
      if (!/^\.(html|js|json|xml|txt)$/.test(extname(name))) continue
      const text = await readFile(join(client, name), 'utf8')
      expect(text.includes(waiting.id) || text.includes(waiting.text), name).toBe(false)
    }
  })
})

describe('a name and a publishing request', () => {
  test.each(payloads)('%j are returned unchanged', async (text) => {
    await sql`delete from rate_limits`
    const visitor = await aVisitor()
    const email = `simi-${crypto.randomUUID()}@readers.example`
    const named = { firstName: text.slice(0, 100), lastName: `Odu ${text}`.slice(0, 100) }
    const response = await visitor.send(
      '/api/auth/register',
      asJson({ ...named, email, password: 'nine yams, one pot' }),
    )
    expect(response.status).toBe(201)
    expect(await visitor.call('GET /auth/user', {})).toMatchObject({
      firstName: named.firstName.trim(),
      lastName: named.lastName.trim(),
    })
    const request = {
      ...aPublishingRequest(),
      title: `The book of ${text}`,
      author: `Kele ${text}`.slice(0, 100),
      description: `${'A book. '.repeat(10)}${text}`,
      authorPhone: `0801234567 ${text}`.slice(0, 30),
      publishingReason: `It belongs in schools: ${text}`,
      authorEmail: email,
    }
    await visitor.call('POST /books/publish', request)
    const [row] = await sql`select * from publishing_requests where author_email = ${email}`
    for (const [name, value] of Object.entries(request)) {
      expect(row?.[name]).toBe(typeof value === 'string' ? value.trim() : value)
    }
    // What goes by an e-mail address alone is shown to whoever proved that it is theirs.
    await sql`update readers set email_proven_at = now() where email = ${email}`
    const copy = await visitor.call('GET /account/export', {})
    expect(copy.account.firstName).toBe(named.firstName.trim())
    expect(copy.publishingRequests).toMatchObject([{ title: request.title.trim() }])
  })
})

describe('a story of 99,800 spaces', () => {
  /** Seconds of the processor that this process uses meanwhile: those of its neighbours do not count. */
  const processorSeconds = async (work: () => Promise<unknown>) => {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000_000
  }
  const spaces = `Here it begins.${' '.repeat(99_800)}And here it ends.`
  let id = ''
  let contributor: SomeReader
  beforeAll(async () => {
    contributor = await aProvenReader()
    id = (await contributor.call('POST /stories', { ...aSubmission(), content: spaces })).id
  })

  // Each line takes a moment; to look at the run of spaces from each of its places took 8 to 31 seconds.
  test('is opened by an editor and changed by its contributor without delay', async () => {
    const editor = await theStaff('editor', base)
    const opened = await processorSeconds(async () => {
      const { fields, head } = await editor.call('GET /admin/drafts/:id', { id })
      await editor.call('PUT /admin/drafts/:id', { id, base: head, saveId: randomUUID(), fields })
    })
    expect(opened).toBeLessThan(4)
    const changed = await processorSeconds(() =>
      contributor.call('PUT /account/stories/:id', { ...aSubmission(), id, content: spaces }),
    )
    expect(changed).toBeLessThan(4)
  })

  test('is read on its page and in the feed without delay', async () => {
    await sql`update stories set is_published = true, approved_hash = 'this text' where id = ${id}`
    for (const path of [`/story/${id}`, '/rss.xml']) {
      const taken = await processorSeconds(async () =>
        expect(await textOf(path)).toContain('And here it ends.'),
      )
      expect(taken, path).toBeLessThan(4)
    }
  })
})

interface Element {
  name: string
  attributes: string[]
  /** What stands in a script, as it is. */
  script: string
}

/** The elements of a page as a browser finds them: within quotes and within scripts a tag is text. */
function elementsOf(page: string): Element[] {
  const value = /(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?/.source
  const tag = new RegExp(`<(/?[a-z!][\\w-]*)((?:[\\s/]+[^\\s=>"'/]+${value})*)[\\s/]*>`, 'gi')
  const attribute = new RegExp(`([^\\s=>"'/]+)${value}`, 'g')
  const found: Element[] = []
  for (let match = tag.exec(page); match; match = tag.exec(page)) {
    const [, name = '', attributes = ''] = match
    const end = page.indexOf('</script', tag.lastIndex)
    const script = name === 'script' ? page.slice(tag.lastIndex, end) : ''
    if (script) tag.lastIndex = end
    const names = [...attributes.matchAll(attribute)].map(([, one = '']) => one)
    found.push({ name, attributes: names, script })
  }
  return found
}

/** All that text could break, and no text. Drawings differ from story to story. */
function skeletonOf(page: string): string[] {
  let isDrawn = false
  return elementsOf(page).flatMap(({ name, attributes }) => {
    const wasDrawn = isDrawn
    isDrawn = name === 'svg' || (isDrawn && name !== '/svg')
    return wasDrawn && isDrawn ? [] : [[name, ...attributes].join(' ')]
  })
}
