import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dyed } from '#art/dyed.ts'
import { dyes } from '#art/palettes.ts'
import { bookCategories, storyCategories } from '#contract/magazine/categories.ts'
import { defaultLook } from '#contract/settings/look.ts'
import { aFolder } from '#tests/folders.ts'
import {
  checkPages,
  readBrand,
  readCategories,
  readDemo,
  readPublications,
} from './read-content.ts'

/** A copy of the content folder, for an editor to make mistakes in. */
async function aCopy() {
  const root = join(await aFolder(), 'content')
  await cp('content', root, { recursive: true })
  const edit = async (name: string, change: (text: string) => string) => {
    const file = join(root, name)
    await writeFile(file, change(await readFile(file, 'utf8')))
    return file
  }
  return { root, edit }
}

describe('the content as it stands', () => {
  test('is complete', async () => {
    expect((await readBrand('content')).name).toBe('Ascend')
    expect(await readPublications('content')).toHaveLength(4)
    expect(Object.keys(await readCategories('content'))).toEqual([...storyCategories])
  })

  test('keeps each publication whole: PDF, text and cover', async () => {
    for (const { id, pdfPath, pdfBytes, text, cover, title } of await readPublications('content')) {
      expect(pdfPath).toBe(join('content', 'publications', id, `${id}.pdf`))
      expect(pdfBytes).toBeGreaterThan(10_000)
      const markdown = await readFile(join('content', 'publications', id, text), 'utf8')
      expect(markdown).toContain(`# ${title}`)
      expect(await readFile(join('content', 'publications', id, cover), 'utf8')).toMatch(/^<svg/)
    }
  })

  test('writes on dark covers in cream and on light ones in ink', async () => {
    const dark = [dyes.deep, dyes.warm, dyes.third].map((dye) => dyed(dye, defaultLook))
    for (const { id, cover, coverInk } of await readPublications('content')) {
      const drawing = await readFile(join('content', 'publications', id, cover), 'utf8')
      const ground = /fill="(#\w+)"/.exec(drawing)?.[1] ?? ''
      expect(coverInk, id).toBe(dark.includes(ground) ? 'cream' : 'ink')
    }
  })

  test('offers demonstration stories in every category, one of them featured', async () => {
    const { stories } = await readDemo('content')
    expect(new Set(stories.map(({ category }) => category))).toEqual(new Set(storyCategories))
    expect(stories.some(({ isFeatured }) => isFeatured)).toBe(true)
    expect(new Set(stories.map(({ title }) => title)).size).toBe(stories.length)
    for (const { content } of stories) expect(content.length).toBeGreaterThanOrEqual(100)
  })

  test('has author pages for those alone who wrote something', async () => {
    const { authors, stories } = await readDemo('content')
    expect(authors.length).toBeGreaterThan(0)
    const writers = stories.map(({ authorName }) => authorName)
    for (const { name } of authors) expect(writers).toContain(name)
  })

  test('offers demonstration books on every shelf and at every price', async () => {
    const { books } = await readDemo('content')
    expect(new Set(books.map(({ category }) => category)).size).toBeGreaterThanOrEqual(6)
    for (const { category } of books) expect(bookCategories).toContain(category)
    for (const { price } of books) expect(price * 100).toBeCloseTo(Math.round(price * 100), 6)
    expect(new Set(books.map(({ title }) => title)).size).toBe(books.length)
  })
})

describe('an editor', () => {
  test('who adds a publication finds it in the row, in its order', async () => {
    const { root } = await aCopy()
    const folder = join(root, 'publications', 'first-of-all')
    await cp(join(root, 'publications', 'growing-right'), folder, { recursive: true })
    const file = join(folder, 'publication.json')
    const known = JSON.parse(await readFile(file, 'utf8'))
    await writeFile(file, JSON.stringify({ ...known, id: 'first-of-all', order: 0.5 }))
    const ids = (await readPublications(root)).map(({ id }) => id)
    expect(ids.slice(0, 2)).toEqual(['first-of-all', 'growing-right'])
  })

  test('who mistypes a field is told the file, the field and what was expected', async () => {
    const { root, edit } = await aCopy()
    const file = await edit('publications/growing-right/publication.json', (text) =>
      text.replace('"16 pages"', '"sixteen"'),
    )
    await expect(readPublications(root)).rejects.toThrow(
      `${file} needs a correction:\n  pages: such as "12 pages"`,
    )
  })

  test('who misnames a field is told so', async () => {
    const { root, edit } = await aCopy()
    await edit('brand.json', (text) => text.replace('"tagline"', '"tag line"'))
    await expect(readBrand(root)).rejects.toThrow(/tagline: Required[\s\S]*tag line/)
  })

  test('who links to an unsafe address is told so', async () => {
    const { root, edit } = await aCopy()
    await edit('brand.json', (text) =>
      text.replace(/"facebook": "[^"]+"/, '"facebook": "javascript:alert(1)"'),
    )
    await expect(readBrand(root)).rejects.toThrow('socials.facebook: must begin with https://')
  })

  test('who dates a page to a day that there is not is told so, in quotes or without', async () => {
    const { root, edit } = await aCopy()
    await checkPages(root)
    for (const day of ['2026-02-30', '"2026-02-30"']) {
      const file = await edit('pages/terms.md', (text) =>
        text.replace(/^updated: .*$/m, `updated: ${day}`),
      )
      await expect(checkPages(root)).rejects.toThrow(
        `${file} needs a correction:\n  updated: must be a day that there is, such as 2026-11-25`,
      )
    }
  })

  test('who forgets a comma is told in which file', async () => {
    const { root, edit } = await aCopy()
    const brand = await edit('brand.json', (text) => text.replace(',', ''))
    await expect(readBrand(root)).rejects.toThrow(brand)
    const publication = await edit('publications/growing-right/publication.json', () => '{')
    await expect(readPublications(root)).rejects.toThrow(publication)
  })

  test('who forgets the PDF is told which one', async () => {
    const { root } = await aCopy()
    await rm(join(root, 'publications', 'growing-right', 'growing-right.pdf'))
    await expect(readPublications(root)).rejects.toThrow(
      /growing-right\/publication\.json: there is no growing-right\.pdf in the folder/,
    )
  })

  test('who renames a folder is told that the id is another', async () => {
    const { root } = await aCopy()
    const folder = join(root, 'publications')
    await cp(join(folder, 'growing-right'), join(folder, 'growing-left'), { recursive: true })
    await expect(readPublications(root)).rejects.toThrow(
      /growing-left\/publication\.json: id is "growing-right" but the folder is "growing-left"/,
    )
  })

  test('who leaves out a category, or calls one by another name, is told which', async () => {
    const { root, edit } = await aCopy()
    const file = await edit('categories.json', (text) =>
      text.replace('"Faith and Inspiration": {', '"Faith": {'),
    )
    await expect(readCategories(root)).rejects.toThrow(
      `${file} needs a correction:\n  Faith and Inspiration: Required`,
    )
  })

  test('who gives a demonstration story an unknown category is told the file', async () => {
    const { root, edit } = await aCopy()
    const file = await edit('demo/stories/cold-room-for-tomatoes.md', (text) =>
      text.replace(/^category:.*$/m, 'category: Gossip'),
    )
    await expect(readDemo(root)).rejects.toThrow(`${file} needs a correction:\n  category: `)
  })

  test('may draw a line across a demonstration story, and work on Windows', async () => {
    const { root, edit } = await aCopy()
    await edit('demo/stories/cold-room-for-tomatoes.md', (text) =>
      `${text}\n---\nAfter the line.`.replaceAll('\n', '\r\n'),
    )
    const { stories } = await readDemo(root)
    expect(stories.some(({ content }) => content.endsWith('After the line.'))).toBe(true)
  })
})
