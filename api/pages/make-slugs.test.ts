import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pageRoutes } from '#contract/pages/page-routes.ts'
import { sql, transaction } from '#db/sql.ts'
import { aBook, aStory } from '#tests/people.ts'

const written = async (title: string) => {
  const [row] = await sql<{ slug: string }[]>`select slug_of(${title}) as slug`
  return row?.slug
}
const slugOfStory = async (id: string) => {
  const [row] = await sql<{ slug: string | null }[]>`select slug from stories where id = ${id}`
  return row?.slug
}
const publish = (id: string) =>
  sql`update stories set is_published = true, approved_hash = 'this text' where id = ${id}`

/** A word that no other test has. */
const aWord = () => `w${randomUUID().replaceAll('-', '').slice(0, 12)}`

describe('the words of an address', () => {
  test.each([
    ['She sold akara at dawn', 'she-sold-akara-at-dawn'],
    ['Ẹ̀kọ́ ọmọdé: Ṣé o ti jẹun?', 'eko-omode-se-o-ti-jeun'],
    ['Ɗaki na Ƙauye, ƴan ɓoye', 'daki-na-kauye-yan-boye'],
    ['Ṅdị Igbo & “Ụmụ Aka”', 'ndi-igbo-umu-aka'],
    ["Don’t stop, Ada's brother", 'dont-stop-adas-brother'],
    ['₦500 for 2 books — 50% off!', '500-for-2-books-50-off'],
    ['Straße, Œuvre, Ærø, Łódź', 'strasse-oeuvre-aero-lodz'],
    ['  --- ?! ', ''],
    ['قصة', ''],
  ])('of “%s” are %s', async (title, slug) => {
    expect(await written(title)).toBe(slug)
  })

  test('are cut at 80 letters, between words', async () => {
    const word = 'nine-word'
    const title = Array(9).fill('nine word').join(' ')
    expect(await written(title)).toBe(Array(8).fill(word).join('-'))
    expect(await written('a'.repeat(200))).toBe('a'.repeat(80))
    expect(await written(`${'a'.repeat(80)} b`)).toBe('a'.repeat(80))
    expect(await written(`${'a'.repeat(79)} b`)).toBe('a'.repeat(79))
  })

  test('are well formed, whatever the title, and written again the same', async () => {
    const title = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.string({ unit: fc.constantFrom(..."aẸọŞß 1-_’'/.%ɓÆ"), maxLength: 300 }),
    )
    await fc.assert(
      fc.asyncProperty(title, async (text) => {
        const slug = (await written(text.replaceAll('\0', ''))) ?? ''
        expect(slug).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)
        expect(slug.length).toBeLessThanOrEqual(80)
        expect(await written(slug)).toBe(slug)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the first publishing', () => {
  test('makes the words from the title, and a later title keeps them', async () => {
    const word = aWord()
    const { id } = await aStory({ title: `Ọmọ ${word}`, isPublished: false })
    expect(await slugOfStory(id)).toBeNull()
    await publish(id)
    expect(await slugOfStory(id)).toBe(`omo-${word}`)
    await sql`update stories set title = 'Another one', approved_hash = 'this text' where id = ${id}`
    await sql`update stories set is_published = false where id = ${id}`
    await publish(id)
    expect(await slugOfStory(id)).toBe(`omo-${word}`)
    await expect(sql`update stories set slug = 'other' where id = ${id}`).rejects.toThrow(
      'the address was public',
    )
  })

  test('numbers equal titles, of stories and of books apart, within 80 letters', async () => {
    const title = `${aWord()} ${'x'.repeat(100)}`
    const long = `${aWord()}${'x'.repeat(100)}`
    const word = title.slice(0, 13)
    const stories = [await aStory({ title }), await aStory({ title }), await aStory({ title })]
    const slugs = await Promise.all(stories.map(({ id }) => slugOfStory(id)))
    expect(slugs).toEqual([word, `${word}-2`, `${word}-3`])
    const { id } = await aBook({ title })
    expect(await sql`select slug from books where id = ${id}`).toEqual([{ slug: word }])
    await aStory({ title: long })
    const second = await slugOfStory((await aStory({ title: long })).id)
    expect(second).toBe(`${long.slice(0, 78)}-2`)
  })

  test('at the same moment as that of an equal title waits for it', async () => {
    const title = aWord()
    const ids = await Promise.all(
      Array.from({ length: 5 }, () => transaction(async () => (await aStory({ title })).id)),
    )
    const slugs = await Promise.all(ids.map(slugOfStory))
    expect(slugs.sort()).toEqual([title, ...[2, 3, 4, 5].map((number) => `${title}-${number}`)])
  })

  test('makes no word of a route and no id', async () => {
    const id = randomUUID()
    expect(await slugOfStory((await aStory({ title: id })).id)).toBe(`${id}-2`)
    expect(await slugOfStory((await aStory({ title: 'Sample' })).id)).toMatch(/^sample-\d+$/)
  })

  test('of a title without any letter names the id', async () => {
    const { id } = await aStory({ title: '₦₦₦ !!!' })
    expect(await slugOfStory(id)).toBe(`story-${id.slice(0, 8)}`)
  })

  test('takes the words that somebody has chosen', async () => {
    const word = aWord()
    const { id } = await aStory({ isPublished: false })
    await sql`update stories set slug = ${word} where id = ${id}`
    await publish(id)
    expect(await slugOfStory(id)).toBe(word)
  })

  test('leaves nothing newer that was there before there were words', async () => {
    const { id } = await aBook()
    const read = () => sql`select updated_at, revision from books where id = ${id}`
    await sql`alter table books disable trigger write_slug`
    await sql`update books set slug = null where id = ${id}`
    await sql`alter table books enable trigger write_slug`
    const before = await read()
    await sql`update books set is_published = is_published where id = ${id}`
    expect(await read()).toEqual(before)
    expect(await sql`select from books where id = ${id} and slug is not null`).toHaveLength(1)
  })
})

test('no word below a story or a book in the path of a page may be made of a title', async () => {
  const below = Object.keys(pageRoutes)
    .filter((pattern) => /^\/(story|book|publications)\//.test(pattern))
    .flatMap((pattern) => pattern.split('/'))
    // No title makes a word with a dot.
    .filter((part) => /^[a-z-]+$/.test(part))
  expect(below).toContain('sample')
  for (const word of new Set(below)) {
    const [row] = await sql<
      { isReserved: boolean }[]
    >`select is_reserved_slug(${word}) as is_reserved`
    expect(row?.isReserved, word).toBe(true)
  }
})
