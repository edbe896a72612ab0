import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { seedOf } from '#contract/magazine/art-seed.ts'
import { bookCategories, slugOf, storyCategories } from '#contract/magazine/categories.ts'
import { sql } from '#db/sql.ts'
import { aFolder } from '#tests/folders.ts'
import { aBook, aStory, aVisitor, startApp } from '#tests/people.ts'

const pictureMissing = "The picture you're looking for doesn't exist."

/** An app that keeps its pictures where the test can look. */
async function aPictureApp() {
  const dataDir = await aFolder()
  const { send } = await aVisitor(await startApp({ dataDir }))
  return { send, folder: join(dataDir, 'share-pictures') }
}

describe('a drawn picture', () => {
  const kinds = [
    ...storyCategories.map((category) => ['story', category] as const),
    ...bookCategories.map((category) => ['book', category] as const),
    ['avatar', 'author'] as const,
  ]

  test.each(kinds)('for a %s of "%s" is an SVG without script', async (kind, category) => {
    const { send } = await aVisitor()
    const response = await send(`/api/art/${kind}/${slugOf(category)}/0123abcd.svg`)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('image/svg+xml')
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    const svg = await response.text()
    expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/)
    expect(svg).not.toMatch(
      /<script|<foreignObject|\son\w+=|javascript:|<image|@import|https?:(?!\/\/www\.w3\.org)/i,
    )
  })

  test('is the same for the same seed, and immutable in caches', async () => {
    const address = '/api/art/story/lifestyle-and-culture/00c0ffee.svg'
    const [one, other] = await Promise.all([1, 2].map(async () => (await aVisitor()).send(address)))
    expect(one?.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(await one?.text()).toBe(await other?.text())
  })

  test('differs from seed to seed and from category to category', async () => {
    const { send } = await aVisitor()
    const drawings = await Promise.all(
      ['novel/00000001', 'novel/00000002', 'policy/00000001'].map(async (what) =>
        (await send(`/api/art/book/${what}.svg`)).text(),
      ),
    )
    expect(new Set(drawings).size).toBe(3)
  })

  test('has the colours of the look that its address names, and nothing else of it', async () => {
    const { send } = await aVisitor()
    const drawnAt = async (address: string) => (await send(`/api/art/${address}.svg`)).text()
    const [adire, zobo, own] = await Promise.all(
      ['', '-zobo', '-e86a17'].map((look) =>
        drawnAt(`story/lifestyle-and-culture/00c0ffee${look}`),
      ),
    )
    const shapesOf = (svg = '') => svg.replaceAll(/#[0-9A-F]{6}/g, '')
    expect(new Set([adire, zobo, own]).size).toBe(3)
    expect(new Set([adire, zobo, own].map(shapesOf)).size).toBe(1)
    expect(await drawnAt('zobo/hero-light')).toContain('#5B1246')
  })

  test('is drawn for an unknown category too', async () => {
    const { send } = await aVisitor()
    for (const kind of ['story', 'book', 'avatar']) {
      const response = await send(`/api/art/${kind}/no-such-category/89abcdef.svg`)
      expect(response.status).toBe(200)
      expect(await response.text()).toMatch(/^<svg/)
    }
  })

  test.each([
    'story/fiction/0123ABCD',
    'story/fiction/0123abc',
    'story/fiction/0123abcde',
    'story/fiction/0123abcg',
    'story/fiction/%3Cscript',
    'story/Fiction/0123abcd',
    `story/${'x'.repeat(101)}/0123abcd`,
    'story/fiction/0123abcd-',
    'story/fiction/0123abcd-indigo',
    'zobo/hero-mobile',
    'indigo/foot',
    'poster/fiction/0123abcd',
    '__proto__/fiction/0123abcd',
  ])('is a 404 at %s', async (what) => {
    const { send } = await aVisitor()
    const response = await send(`/api/art/${what}.svg`)
    expect(response.status).toBe(404)
    expect((await response.json()).message).toBe(pictureMissing)
  })
})

describe('the picture of a shared link', () => {
  test.each([
    ...storyCategories.slice(0, 4).map((category) => ['story', category] as const),
    ...bookCategories.slice(0, 3).map((category) => ['book', category] as const),
  ])('for a %s of "%s" is a JPEG of 1200 by 630 below 150 KB', async (kind, category) => {
    const { id } = kind === 'story' ? await aStory({ category }) : await aBook({ category })
    const { send } = await aVisitor()
    await expectSharePicture(await send(`/api/share-pictures/${kind}/${id}.jpg`))
  })

  test('exists for every other page too', async () => {
    const { send } = await aVisitor()
    await expectSharePicture(await send('/api/share-pictures/site.jpg'))
  })

  test('is drawn once', async () => {
    const { send, folder } = await aPictureApp()
    const { id } = await aStory()
    const first = await send(`/api/share-pictures/story/${id}.jpg`)
    const [name] = await readdir(folder)
    const made = await stat(join(folder, name ?? ''))
    await new Promise((resolve) => setTimeout(resolve, 20))
    const second = await send(`/api/share-pictures/story/${id}.jpg`)
    expect(second.headers.get('ETag')).toBe(first.headers.get('ETag'))
    expect((await stat(join(folder, name ?? ''))).mtimeMs).toBe(made.mtimeMs)
  })

  test('is drawn once for simultaneous requests, and leaves no temporary file', async () => {
    const { send, folder } = await aPictureApp()
    const { id } = await aBook()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => send(`/api/share-pictures/book/${id}.jpg`)),
    )
    expect(new Set(answers.map(({ headers }) => headers.get('ETag'))).size).toBe(1)
    expect(await readdir(folder)).toHaveLength(1)
  })

  test('is drawn again for a changed title, not for changed counters', async () => {
    const { send, folder } = await aPictureApp()
    const { id } = await aStory({ category: 'Faith and Inspiration' })
    const address = `/api/share-pictures/story/${id}.jpg`
    await send(address)
    await sql`update stories set views = views + 1 where id = ${id}`
    await send(address)
    expect(await readdir(folder)).toHaveLength(1)
    const title = `Another title ${id}`
    await sql`update stories set title = ${title}, approved_hash = 'this text' where id = ${id}`
    expect((await send(address)).status).toBe(200)
    expect(await readdir(folder)).toContain(
      `story-faith-and-inspiration-${seedOf(title, 'Faith and Inspiration')}.jpg`,
    )
  })

  test('of an unpublished story or book is a 404, and is not drawn', async () => {
    const { send, folder } = await aPictureApp()
    const [story, book] = [
      await aStory({ isPublished: false }),
      await aBook({ isPublished: false }),
    ]
    for (const what of [`story/${story.id}`, `book/${book.id}`, `story/${book.id}`, 'story/1']) {
      const response = await send(`/api/share-pictures/${what}.jpg`)
      expect(response.status).toBe(404)
      expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
      expect((await response.json()).message).toBe(pictureMissing)
    }
    expect(await readdir(folder).catch(() => [])).toEqual([])
  })

  test('is a 404 once its story is unpublished', async () => {
    const { send } = await aPictureApp()
    const { id } = await aStory()
    const address = `/api/share-pictures/story/${id}.jpg`
    expect((await send(address)).status).toBe(200)
    await sql`update stories set is_published = false where id = ${id}`
    expect((await send(address)).status).toBe(404)
  })

  test('answers HEAD without a body', async () => {
    const { id } = await aStory()
    const { send } = await aVisitor()
    const response = await send(`/api/share-pictures/story/${id}.jpg`, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(Number(response.headers.get('Content-Length'))).toBeGreaterThan(5_000)
    expect(await response.text()).toBe('')
  })
})

async function expectSharePicture(response: Response) {
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('image/jpeg')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.length).toBeLessThan(150 * 1024)
  expect(bytes.length).toBe(Number(response.headers.get('Content-Length')))
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
}
