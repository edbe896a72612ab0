import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { searchLength } from '#contract/limits.ts'
import { sql } from '#db/sql.ts'
import { runs } from '#tests/long.ts'
import { aStory, aVisitor } from '#tests/people.ts'

const found = async (q: string) => {
  const { call } = await aVisitor()
  return (await call('GET /search', { q })).map(({ title }) => title)
}

/** The stories that everybody below searches; what another test adds has words of its own. */
beforeAll(async () => {
  await aStory({
    title: 'She sold akara at dawn',
    summary: 'At Bodija market she learned fractions by splitting change among impatient drivers.',
    content:
      'The laboratory tests soil for farmers. Every Saturday she calibrates the spectrometer.',
    authorName: 'Simisola Akinwade-Bello',
  })
  await aStory({
    title: 'The welder of Aba who draws bridges',
    summary: 'He failed further maths twice, then built the answer out of scrap iron in his yard.',
    content: 'A bridge is a question about weight. Farmers cross it with their yams each morning.',
    authorName: 'Success Ekwueme-Idoko',
  })
  await aStory({
    title: 'Ẹ̀kọ́ ni ìmọ́lẹ̀: a night school in Ọ̀yọ́',
    summary: 'Forty learners, two lanterns and a blackboard that used to be somebody’s front door.',
    content: 'Learning is light, the proverb says. The ɗaki was warm and the lamps were cheap.',
    authorName: 'Nanret Pam-Dachung',
  })
})

const akara = 'She sold akara at dawn'
const welder = 'The welder of Aba who draws bridges'
const school = 'Ẹ̀kọ́ ni ìmọ́lẹ̀: a night school in Ọ̀yọ́'

// It is made before a connection is there, which would be cut: it takes seconds on a busy machine.
const anything = fc.string({ unit: 'binary', maxLength: 60 })

describe('a reader who searches', () => {
  test.each([
    ['a word of the title', 'akara', [akara]],
    ['capitals', 'AKARA', [akara]],
    ['a word of the summary', 'fractions', [akara]],
    ['a word of the text', 'spectrometer', [akara]],
    ['the author', 'ekwueme', [welder]],
    ['both names of the author', 'Simisola Akinwade-Bello', [akara]],
    ['another form of the word', 'bridge', [welder]],
    ['the beginning of a word, as it is typed', 'spectro', [akara]],
    ['two letters of it', 'ak', [akara]],
    ['a tone mark less', 'eko ni imole', [school]],
    ['all of the tone marks', 'ìmọ́lẹ̀', [school]],
    ['a hooked letter without its hook', 'daki', [school]],
    ['a letter too few', 'akra', [akara]],
    ['two letters changed about', 'wedler', [welder]],
    ['a double letter', 'briddges', [welder]],
    ['the long word misspelt', 'spectrometre', [akara]],
    ['words that stand in two places', 'aba scrap', [welder]],
    ['words between which everybody writes the and of', 'the welder of the bridges', [welder]],
  ])('finds a story by %s', async (_, q, titles) => {
    expect(await found(q)).toEqual(titles)
  })

  test('finds stories with all words before those with any', async () => {
    expect(await found('farmers')).toHaveLength(2)
    expect(await found('farmers soil')).toEqual([akara])
    expect((await found('akara welder')).sort()).toEqual([akara, welder])
  })

  test('sees matches in the title before those in the text', async () => {
    const inTitle = 'Kolanut season in the hills of Ekiti'
    const filler = 'The rains came late that year, and nobody blamed the rains for it. '
    await aStory({
      title: 'Nine letters from a quiet street',
      content: `${filler}Somebody offered a kolanut and talked of kolanut prices. ${filler}`,
    })
    await aStory({ title: inTitle, content: filler.repeat(4), publishedAt: '2020-01-01T00:00:00Z' })
    expect((await found('kolanut'))[0]).toBe(inTitle)
  })

  test.each(['', '   ', 'the', 'the and of', '?!', '&|!():*', '’', '%', '_', 'a'])(
    'finds nothing by “%s”, without an error',
    async (q) => {
      expect(await found(q)).toEqual([])
    },
  )

  test('finds nothing for a word that resembles no other', async () => {
    expect(await found('zzyzxqwv')).toEqual([])
  })

  test('pages through the results and gets their count', async () => {
    for (let at = 0; at < 5; at++) await aStory({ title: `Ceremony of the harmattan drums ${at}` })
    const { callPage } = await aVisitor()
    const first = await callPage('GET /search', { q: 'harmattan drums', pageSize: 2 })
    const last = await callPage('GET /search', { q: 'harmattan drums', pageSize: 2, page: 3 })
    const beyond = await callPage('GET /search', { q: 'harmattan drums', pageSize: 2, page: 9 })
    expect([first.items.length, last.items.length, beyond.items.length]).toEqual([2, 1, 0])
    expect([first.total, last.total, beyond.total]).toEqual([5, 5, 5])
    expect(first.items.map(({ id }) => id)).not.toContain(last.items[0]?.id)
  })

  test('finds no unpublished story', async () => {
    await aStory({ title: 'The vulcaniser nobody has met yet', isPublished: false })
    expect(await found('vulcaniser')).toEqual([])
    const [known] = await sql`select 1 from known_words where word = 'vulcaniser'`
    expect(known).toBeUndefined()
  })

  test('finds a story only while it is published', async () => {
    const { id } = await aStory({ title: 'Gramophone records of Onitsha' })
    expect(await found('gramophone')).toHaveLength(1)
    await sql`update stories set is_published = false where id = ${id}`
    expect(await found('gramophone')).toEqual([])
    await sql`update stories set is_published = true, title = 'Trumpets of Onitsha', approved_hash = 'this text' where id = ${id}`
    expect(await found('gramophone')).toEqual([])
    expect(await found('trumpet')).toEqual(['Trumpets of Onitsha'])
    await sql`delete from stories where id = ${id}`
    expect(await found('trumpet')).toEqual([])
  })

  test('gets an error for a pasted page of text', async () => {
    const { call } = await aVisitor()
    await expect(call('GET /search', { q: 'x'.repeat(searchLength + 1) })).rejects.toThrow(/^400: /)
  })

  test('may use any characters', async () => {
    const { call } = await aVisitor()
    await fc.assert(
      fc.asyncProperty(anything, async (typed) => {
        // No text of a request may hold it: refused for every line alike.
        const q = typed.replaceAll('\0', '')
        const stories = await call('GET /search', { q })
        expect(Array.isArray(stories)).toBe(true)
      }),
      { numRuns: runs({ sample: 20, long: 500 }) },
    )
  })
})

test('thirty simultaneous searches do not delay other requests', async () => {
  const { call } = await aVisitor()
  let searches: Promise<unknown> = Promise.resolve()
  // All of them take their time in the database meanwhile.
  await sql.begin(async (tx) => {
    await tx`lock table story_words in access exclusive mode`
    // Each in words of their own: the same question would be asked once for all.
    searches = Promise.all(Array.from({ length: 30 }, (_, at) => found(`akara${' '.repeat(at)}`)))
    for (let look = 0; look < 10; look++) await call('GET /stories/featured', {})
  })
  expect(await searches).toEqual(Array.from({ length: 30 }, () => [akara]))
})

test('two stories with the same words can be published at the same moment', async () => {
  const words = Array.from({ length: 300 }, (_, at) => `word${(at * 7919) % 1009}x`)
  const publish = (order: string[]) => aStory({ content: order.join(' ') })
  await Promise.all(
    Array.from({ length: 8 }, (_, at) => publish(at % 2 ? words : [...words].reverse())),
  )
  expect((await found('word7x')).length).toBeGreaterThan(0)
})
