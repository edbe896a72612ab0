import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { sql } from '#db/sql.ts'
import { aBook, aStory, aVisitor, startApp } from '#tests/people.ts'
import { aSite, aStaticFile, renderedHeaders } from '#tests/sites.ts'

/** A title that no other test has, and the words that are made of it. */
function aTitle() {
  const word = randomUUID().slice(0, 8)
  return { title: `She sold akara at dawn ${word}`, words: `she-sold-akara-at-dawn-${word}` }
}

/** A site that tells which address it renders; unpublished pages are missing. */
async function aNamedSite() {
  const rendered: string[] = []
  const site = aSite({ '/404': aStaticFile('gone') }, async (url) => {
    rendered.push(url)
    const [, kind, id = ''] = url.split('/')
    const isThere = await (kind === 'book'
      ? sql`select from books where id::text = ${id} and is_published`
      : sql`select from stories where id::text = ${id} and is_published`)
    const status = isThere.length > 0 ? 200 : 404
    return { status, headers: renderedHeaders, body: Buffer.from(`page ${url} ${'x'.repeat(600)}`) }
  })
  const { send } = await aVisitor(await startApp({ site: () => site }))
  return { send, rendered }
}

test('a page answers by its words and by its id, and is rendered once', async () => {
  const { send, rendered } = await aNamedSite()
  const { title, words } = aTitle()
  for (const [kind, { id }] of [
    ['story', await aStory({ title })],
    ['book', await aBook({ title })],
  ] as const) {
    const byId = await send(`/${kind}/${id}`)
    const byWords = await send(`/${kind}/${words}`)
    const again = await send(`/${kind}/${words}?utm_source=x`)
    const body = await byId.text()
    for (const response of [byWords, again]) {
      expect(response.status).toBe(200)
      expect(await response.text()).toBe(body)
      expect(response.headers.get('ETag')).toBe(byId.headers.get('ETag'))
      expect(response.headers.get('Content-Location')).toBe(`/${kind}/${id}`)
    }
    expect(byId.headers.has('Content-Location')).toBe(false)
    expect(rendered.splice(0)).toEqual([`/${kind}/${id}`])
    const known = { 'If-None-Match': byId.headers.get('ETag') ?? '' }
    expect((await send(`/${kind}/${words}`, { headers: known })).status).toBe(304)
    const lite = await send(`/${kind}/${words}`, { headers: { 'Save-Data': 'on' } })
    expect(lite.headers.get('Content-Location')).toBe(`/${kind}/${id}`)
    expect(rendered.splice(0)).toEqual([`/${kind}/${id}`])
  }
})

test('unknown words, and those of what is unpublished, are missing', async () => {
  const { send } = await aNamedSite()
  const { title, words } = aTitle()
  const { id } = await aStory({ title })
  expect((await send(`/story/${words}-2`)).status).toBe(404)
  expect((await send(`/book/${words}`)).status).toBe(404)
  expect((await send(`/story/${words}`)).status).toBe(200)
  await sql`update stories set is_published = false where id = ${id}`
  expect((await send(`/story/${words}`)).status).toBe(404)
  await sql`update stories set is_published = true, approved_hash = 'this text' where id = ${id}`
  expect((await send(`/story/${words}`)).status).toBe(200)
})

test('words that a page had before redirect to those that it has', async () => {
  const { send } = await aNamedSite()
  const [before, now] = [aTitle(), aTitle()]
  const { id } = await aStory({ title: before.title })
  // Its first publishing is undone, and it is published under another title.
  await sql`
    update stories set is_published = false, published_at = null, slug = null, title = ${now.title} where id = ${id}`
  expect((await send(`/story/${before.words}`)).status).toBe(404)
  await sql`update stories set is_published = true, approved_hash = 'this text' where id = ${id}`
  const moved = await send(`/story/${before.words}?from=whatsapp`)
  expect([moved.status, moved.headers.get('Location')]).toEqual([
    301,
    `/story/${now.words}?from=whatsapp`,
  ])
  const capitals = await send(`/story/${now.words.toUpperCase()}`)
  expect([capitals.status, capitals.headers.get('Location')]).toEqual([301, `/story/${now.words}`])
  expect((await aStory({ title: before.title })).id).not.toBe(id)
  expect((await send(`/story/${before.words}`)).status).toBe(301)
})

test('an address that an imported story had is given to no other', async () => {
  const { send } = await aNamedSite()
  const { title, words } = aTitle()
  const { id } = await aStory()
  await sql`insert into moved_addresses values (${`/story/${words}`}, ${id})`
  const other = await aStory({ title })
  expect((await send(`/story/${words}`)).headers.get('Location')).toBe(`/story/${id}`)
  const second = await send(`/story/${words}-2`)
  expect(second.headers.get('Content-Location')).toBe(`/story/${other.id}`)
})

test('sub-pages answer by the id alone', async () => {
  const { send } = await aNamedSite()
  const { title, words } = aTitle()
  const { id } = await aBook({ title })
  for (const page of ['sample', 'reviews', 'invoice']) {
    expect((await send(`/book/${words}/${page}`)).status, page).toBe(404)
  }
  expect((await send(`/book/${id}`)).status).toBe(200)
})
