import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deleteUnusedUploads } from '#api/magazine/uploads/uploads.queries.ts'
import { dataVersion } from '#db/data-version.ts'
import { sql } from '#db/sql.ts'
import { aPicture } from '#tests/magazine/pictures.ts'
import { aReader, aStory, aVisitor, thePublisher } from '#tests/people.ts'
import { authorSlug } from './authors.queries.ts'

type Reader = Awaited<ReturnType<typeof aReader>>

/** A name that nobody else in these tests has. */
const aName = () => `Ngozi ${randomUUID().slice(0, 8)}`

/** A story of a reader, published unless said otherwise. */
async function aStoryOf({ reader }: Reader, fields: Parameters<typeof aStory>[0] = {}) {
  return aStory({ ...fields, authorId: reader.id })
}

/** A contributor with a published story and a page that everybody may see. */
async function anAuthor() {
  const contributor = await aReader()
  const story = await aStoryOf(contributor)
  const name = aName()
  const page = { name, about: 'Writes from Aba.\nSings, too.', isPublic: true }
  const { slug } = await contributor.call('PUT /account/author-page', page)
  return { ...contributor, story, page, name, slug: slug ?? '' }
}

async function statusOf(path: string) {
  const { send } = await aVisitor()
  return (await send(`/api${path}`)).status
}

const authorOf = async (id: string) => {
  const { call } = await aVisitor()
  return (await call('GET /stories/:id/related', { id })).author
}

describe('a contributor', () => {
  test('has no author page until they make one, with their name filled in', async () => {
    const contributor = await aReader()
    const { call } = contributor
    expect(await call('GET /account/author-page', {})).toEqual({
      slug: null,
      name: 'Tamuno Briggs-Ade',
      about: '',
      pictureUrl: null,
      isPublic: false,
      hasPublished: false,
    })
    const { id } = await aStoryOf(contributor, { authorName: 'T. Briggs' })
    expect(await call('GET /account/author-page', {})).toMatchObject({
      name: 'T. Briggs',
      hasPublished: true,
    })
    expect(await authorOf(id)).toBeNull()
  })

  test('has an author page with their published stories, newest first, linked from each story', async () => {
    const { slug, name, page, story, reader } = await anAuthor()
    const older = await aStory({ authorId: reader.id, publishedAt: '2020-02-02T00:00:00.000Z' })
    await aStory({ authorId: reader.id, isPublished: false })
    const { call } = await aVisitor()
    expect(await call('GET /authors/:slug', { slug })).toEqual({
      slug,
      name,
      about: page.about,
      pictureUrl: null,
      updatedAt: expect.stringMatching(/^\d{4}-/),
    })
    const stories = await call('GET /authors/:slug/stories', { slug })
    expect(stories.map(({ id }) => id)).toEqual([story.id, older.id])
    expect(await authorOf(older.id)).toBe(slug)
    expect((await call('GET /authors', {})).map((author) => author.slug)).toContain(slug)
  })

  test('can hide the author page at once, and its text is still in the form', async () => {
    const { slug, page, story, call } = await anAuthor()
    expect(await statusOf(`/authors/${slug}`)).toBe(200)
    await call('PUT /account/author-page', { ...page, isPublic: false })
    expect(await statusOf(`/authors/${slug}`)).toBe(404)
    expect(await statusOf(`/authors/${slug}/stories`)).toBe(404)
    expect(await authorOf(story.id)).toBeNull()
    const visitor = await aVisitor()
    const shown = await visitor.call('GET /authors', {})
    expect(shown.map((author) => author.slug)).not.toContain(slug)
    expect(await call('GET /account/author-page', {})).toMatchObject({ ...page, isPublic: false })
  })

  test('has no author page while none of their stories is published', async () => {
    const { slug, story } = await anAuthor()
    await sql`update stories set is_published = false where id = ${story.id}`
    expect(await statusOf(`/authors/${slug}`)).toBe(404)
    await sql`update stories set is_published = true where id = ${story.id}`
    expect(await statusOf(`/authors/${slug}`)).toBe(200)
  })

  test('changes the name without changing the address of the page', async () => {
    const { slug, page, call } = await anAuthor()
    expect(await call('PUT /account/author-page', { ...page, name: 'Another Name' })).toMatchObject(
      { slug, name: 'Another Name' },
    )
  })

  test('gets an address of their own beside somebody of the same name', async () => {
    const name = aName()
    const readers = await Promise.all(Array.from({ length: 4 }, () => aReader()))
    const saved = await Promise.all(
      readers.map(({ call }) => call('PUT /account/author-page', { name, about: '' })),
    )
    const slug = authorSlug(name)
    expect(saved.map((page) => page.slug).sort()).toEqual([
      slug,
      `${slug}-2`,
      `${slug}-3`,
      `${slug}-4`,
    ])
  })

  test('adds a picture, edits the text without losing it, and removes it', async () => {
    const { call, page, slug, send } = await anAuthor()
    const body = new FormData()
    for (const [name, value] of Object.entries({ ...page, isPublic: 'yes' })) body.set(name, value)
    body.set('file', new Blob([await aPicture(60, 60).jpeg().toBuffer()]), 'me.jpg')
    const response = await send('/api/account/author-page?_method=PUT', { method: 'POST', body })
    expect([response.status, response.headers.get('Location')]).toEqual([
      303,
      '/account?done=author-page',
    ])
    const { call: ask } = await aVisitor()
    const { pictureUrl } = await ask('GET /authors/:slug', { slug })
    expect(pictureUrl).toMatch(/^\/uploads\/[0-9a-f-]{36}\/1600\.webp$/)
    await call('PUT /account/author-page', { ...page, about: 'Other words.' })
    expect(await ask('GET /authors/:slug', { slug })).toMatchObject({
      pictureUrl,
      about: 'Other words.',
    })
    // The picture is shown: a cleanup a year later leaves it.
    await sql`update uploads set created_at = now() - interval '1 year'`
    await deleteUnusedUploads()
    expect((await send(pictureUrl ?? '')).status).toBe(200)
    await call('PUT /account/author-page', { ...page, withoutPicture: true })
    expect((await ask('GET /authors/:slug', { slug })).pictureUrl).toBeNull()
    expect(await deleteUnusedUploads()).toContain(pictureUrl?.split('/')[2])
  })

  test('hides the page by an unticked checkbox, without script', async () => {
    const { slug, send, page } = await anAuthor()
    const body = new URLSearchParams({ name: page.name, about: page.about })
    await send('/api/account/author-page?_method=PUT', { method: 'POST', body })
    expect(await statusOf(`/authors/${slug}`)).toBe(404)
  })

  test('may write 600 characters, counting line breaks as browsers send them, and no more', async () => {
    const { page, send, call } = await anAuthor()
    const about = `${'x'.repeat(299)}\n${'y'.repeat(300)}`
    const body = new URLSearchParams({ name: page.name, about: about.replace('\n', '\r\n') })
    await send('/api/account/author-page?_method=PUT', { method: 'POST', body })
    expect((await call('GET /account/author-page', {})).about).toBe(about)
    await expect(
      call('PUT /account/author-page', { ...page, about: 'x'.repeat(601) }),
    ).rejects.toMatchObject({
      status: 400,
      fields: { about: ['What you say about yourself must be at most 600 characters'] },
    })
    await expect(call('PUT /account/author-page', { ...page, name: 'x' })).rejects.toMatchObject({
      status: 400,
      fields: { name: ['Name must be at least 2 characters'] },
    })
  })

  test('gets the author page in the data export, and it is deleted with the account', async () => {
    const { call, slug, story, page } = await anAuthor()
    expect((await call('GET /account/export', {})).authorPage).toEqual({
      ...page,
      slug,
      pictureUrl: null,
    })
    await call('DELETE /account', {})
    expect(await statusOf(`/authors/${slug}`)).toBe(404)
    expect(await sql`select 1 from authors where slug = ${slug}`).toHaveLength(0)
    // The story stays.
    expect(await authorOf(story.id)).toBeNull()
  })
})

test('a visitor without an account has no author page', async () => {
  expect(await statusOf('/account/author-page')).toBe(401)
  expect(await statusOf('/authors/nobody-of-this-name')).toBe(404)
})

test('static pages are rendered again when a public author page changes, not for a hidden one', async () => {
  const { call, page } = await anAuthor()
  const steps = async (change: Partial<typeof page>) => {
    const version = await dataVersion()
    await call('PUT /account/author-page', { ...page, ...change })
    return (await dataVersion()) - version
  }
  expect(await steps({})).toBe(0)
  expect(await steps({ about: 'Another.' })).toBe(1)
  expect(await steps({ isPublic: false })).toBe(1)
  expect(await steps({ isPublic: false, about: 'Unseen.' })).toBe(0)
  expect(await steps({})).toBe(1)
})

describe('the publisher', () => {
  test('makes a page with a picture for an author without an account, and the activity log shows it', async () => {
    const [authorId, name] = [randomUUID(), aName()]
    const story = await aStory({ authorId, authorName: name })
    const { call, send } = await thePublisher()
    const [found] = await call('GET /admin/authors', { search: name.toUpperCase() })
    expect(found).toEqual({
      id: authorId,
      slug: null,
      name,
      about: '',
      pictureUrl: null,
      isPublic: false,
      stories: 1,
      isReader: false,
    })
    const body = new FormData()
    for (const [field, value] of Object.entries({ name, about: 'A poet.', isPublic: 'yes' })) {
      body.set(field, value)
    }
    body.set('file', new Blob([await aPicture(60, 60).png().toBuffer()]), 'poet.png')
    const response = await send(`/api/admin/authors/${authorId}`, { method: 'PUT', body })
    expect(response.status).toBe(200)
    const slug = authorSlug(name)
    expect(await response.json()).toMatchObject({
      slug,
      isPublic: true,
      pictureUrl: expect.stringMatching(/^\/uploads\//),
    })
    expect(await authorOf(story.id)).toBe(slug)
    const [line] = await call('GET /admin/activity', { pageSize: 1 })
    expect(line).toMatchObject({ action: 'authorChanged', subject: name })
  })

  test('edits or hides the page of a contributor, and cannot publish it', async () => {
    const { reader, page, slug, name } = await anAuthor()
    const { call } = await thePublisher()
    const id = reader.id
    expect((await call('GET /admin/authors', { search: name }))[0]).toMatchObject({
      id,
      isReader: true,
      isPublic: true,
    })
    await call('PUT /admin/authors/:id', { ...page, id, about: 'Mended.' })
    expect((await (await aVisitor()).call('GET /authors/:slug', { slug })).about).toBe('Mended.')
    await call('PUT /admin/authors/:id', { ...page, id, isPublic: false })
    expect(await statusOf(`/authors/${slug}`)).toBe(404)
    await expect(call('PUT /admin/authors/:id', { ...page, id })).rejects.toMatchObject({
      status: 409,
    })
    await expect(
      call('PUT /admin/authors/:id', { ...page, id: randomUUID() }),
    ).rejects.toMatchObject({ status: 404 })
  })
})

test.each([
  ['Adaeze Obi', 'adaeze-obi'],
  ['Ṣọlá Adé-Ọ̀jọ́', 'sola-ade-ojo'],
  ['Ɗanladi Ƙofa', 'danladi-kofa'],
  ['Chi O’Brien  Jr.', 'chi-obrien-jr'],
  ['李', 'author'],
  [`${'Long'.repeat(20)} Name`, 'long'.repeat(15)],
])('%s is %s in an address', (name, slug) => {
  expect(authorSlug(name)).toBe(slug)
})
