import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { aPublishingRequest, aReader, aSubmission, thePublisher } from '#tests/people.ts'

// The address of a picture or a film that a contributor types (specification 11.1): what a browser could run, or what
// only looks like an address, is refused; the rest is stored as a browser reads it.

const message = 'Please enter a web address that begins with http:// or https://'
const picture = '0c2c4a3e-7f53-4a3c-9a55-3a2a1d4c9b10'
const fields = ['imageUrl', 'videoUrl', 'authorImageUrl'] as const

beforeEach(() => sql`delete from rate_limits`)

let reader: Awaited<ReturnType<typeof aReader>>
beforeAll(async () => {
  reader = await aReader()
  await sql`
    insert into uploads (id, reader_id, width, height)
    values (${picture}, ${reader.reader.id}, 1600, 1200)`
})

describe('an address in a submission is rejected', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'javascript\u0000:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript://example.org/%0aalert(1)',
    'javascript:https://example.org/a.jpg',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=',
    'DATA:text/html,x',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'ftp://example.org/a.jpg',
    'blob:https://example.org/0',
    'about:blank',
    'ws://example.org/',
    'view-source:https://example.org/',
    'mailto:simi@example.org',
    '//example.org/a.jpg',
    '/\\example.org/a.jpg',
    '\\\\example.org\\a.jpg',
    '///example.org/a.jpg',
    'example.org/a.jpg',
    'www.example.org',
    'a.jpg',
    '/a.jpg',
    '/api/logout',
    '../../etc/passwd',
    '?x=1',
    '#x',
    'https:example.org/a.jpg',
    'https:/example.org/a.jpg',
    'https:\\\\example.org\\a.jpg',
    'https://',
    'https://?',
    'https:// example.org/a.jpg',
    'https://exa mple.org/a.jpg',
    'https://example.org/a b.jpg',
    'https://example.org/a\tb.jpg',
    'https://example.org/a\r\nSet-Cookie: a=b',
    'https://example.org\\@evil.example/',
    'https://simi:secret@example.org/a.jpg',
    'https://simi@example.org/a.jpg',
    'https://example.org%00.evil.example/a.jpg',
    'https://example.org:99999/a.jpg',
    'https://[::1/a.jpg',
    'https://exa<mple.org/',
    'https://1.2.3.4.5/a.jpg',
    `https://example.org/${'x'.repeat(3_000)}`,
    // 300 signs as they are typed, 2,700 as they are sent.
    `https://example.org/${'ọ'.repeat(300)}`,
    '/uploads/x/1600.webp',
    `/uploads/${picture}/1601.webp`,
    `/uploads/${picture}/1600.svg`,
    `/uploads/${picture}/1600.webp?x`,
    `/uploads/../uploads/${picture}/1600.webp`,
    `//example.org/uploads/${picture}/1600.webp`,
    `/uploads/${picture}/1600.webp\njavascript:alert(1)`,
    7 as unknown as string,
    ['https://example.org/a.jpg'] as unknown as string,
    { href: 'https://example.org/a.jpg' } as unknown as string,
  ])('%j', async (address) => {
    const sent = { ...aSubmission(), imageUrl: address, videoUrl: address, authorImageUrl: address }
    await expect(reader.call('POST /stories', sent)).rejects.toMatchObject({
      status: 400,
      // What Postgres cannot store is refused as a whole.
      ...(!String(address).includes('\u0000') && {
        fields: { imageUrl: [message], videoUrl: [message], authorImageUrl: [message] },
      }),
    })
    expect(await sql`select 1 from stories where title = ${sent.title}`).toHaveLength(0)
  })
})

describe('a picture on our own host is rejected', () => {
  test.each([
    'https://ascend.example/api/logout',
    'https://ASCEND.example./api/logout',
    'http://ascend.example:8080/api/logout',
    'https://ascend.example/uploads/../api/logout',
    // The host that the request names.
    'http://127.0.0.1:4321/api/logout',
    'http://0x7f000001/api/logout',
  ])('%j', async (address) => {
    const sent = { ...aSubmission(), imageUrl: address, authorImageUrl: address }
    const own =
      'This address is on our own site. Please upload the picture, or use one from another site.'
    await expect(reader.call('POST /stories', sent)).rejects.toMatchObject({
      status: 400,
      fields: { imageUrl: [own], authorImageUrl: [own] },
    })
    const book = { ...aPublishingRequest(), coverImageUrl: address }
    await expect(reader.call('POST /books/publish', book)).rejects.toMatchObject({
      status: 400,
      fields: { coverImageUrl: [own] },
    })
    const { call } = await thePublisher()
    const fields = { category: 'Novel', price: 3500, description: book.description } as const
    const shelved = { ...fields, title: 'The Quiet Ledger', authorName: 'Kele Umez-Ray' }
    const cover = { ...shelved, coverImageUrl: address }
    await expect(call('POST /admin/books', cover)).rejects.toMatchObject({
      status: 400,
      fields: { coverImageUrl: [own] },
    })
  })

  test('unless it is an upload', async () => {
    const imageUrl = `https://ascend.example/uploads/${picture}/1600.webp`
    expect(await reader.call('POST /stories', { ...aSubmission(), imageUrl })).toMatchObject({
      imageUrl,
    })
  })
})

describe('a contributor may give', () => {
  test.each([
    ['https://example.org/a.jpg', 'https://example.org/a.jpg'],
    ['http://example.org/a.jpg', 'http://example.org/a.jpg'],
    ['  https://example.org/a.jpg\n', 'https://example.org/a.jpg'],
    ['HTTPS://EXAMPLE.org/A.jpg', 'https://example.org/A.jpg'],
    ['https://example.org', 'https://example.org/'],
    ['https://example.org:443/a.jpg', 'https://example.org/a.jpg'],
    ['https://example.org:8443/a.jpg', 'https://example.org:8443/a.jpg'],
    ['https://example.org/a/../b.jpg', 'https://example.org/b.jpg'],
    ['https://example.org/ọjà.jpg', 'https://example.org/%E1%BB%8Dj%C3%A0.jpg'],
    ['https://ọjà.example/a.jpg', 'https://xn--j-sfa590u.example/a.jpg'],
    ['https://example.org/a.jpg?w=1&h=2#top', 'https://example.org/a.jpg?w=1&h=2#top'],
    ['https://example.org/"onerror="alert(1)', 'https://example.org/%22onerror=%22alert(1)'],
    ['https://example.org/<script>', 'https://example.org/%3Cscript%3E'],
    ["https://example.org/?q='><x", 'https://example.org/?q=%27%3E%3Cx'],
    ['https:///example.org/a.jpg', 'https://example.org/a.jpg'],
    ['http://0x7f000002/', 'http://127.0.0.2/'],
    [`https://example.org/${'x'.repeat(1_980)}`, `https://example.org/${'x'.repeat(1_980)}`],
    [`/uploads/${picture}/1600.webp`, `/uploads/${picture}/1600.webp`],
    [`/uploads/${picture}/480.webp`, `/uploads/${picture}/480.webp`],
    ['', null],
    ['   ', null],
    [null, null],
    [undefined, null],
  ])('%j, which is stored as %j', async (address, stored) => {
    const sent = { ...aSubmission(), imageUrl: address, videoUrl: address, authorImageUrl: address }
    const story = await reader.call('POST /stories', sent)
    expect(fields.map((name) => story[name])).toEqual([stored, stored, stored])
    const [row] =
      await sql`select image_url, video_url, author_image_url from stories where id = ${story.id}`
    expect(row).toEqual({ imageUrl: stored, videoUrl: stored, authorImageUrl: stored })
  })
})
