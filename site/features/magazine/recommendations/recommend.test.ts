import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noReading, type ReadingRecord } from '#contract/magazine/reading.ts'
import { type ListedStory, passes, profileOf, recommend, shuffle } from './recommend.ts'

const now = new Date('2026-11-21T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()

let made = 0
function aStory(fields: Partial<ListedStory> = {}): ListedStory {
  made++
  return {
    id: `story-${made}`,
    slug: `story-${made}`,
    title: `Quiet title number${made}`,
    excerpt: 'It begins.',
    summary: `A plain summary of item${made}.`,
    category: 'Lifestyle and Culture',
    authorId: 'x',
    authorName: `Author ${made}`,
    authorRole: 'Student',
    authorImageUrl: null,
    imageUrl: null,
    imageFocus: 'center',
    videoUrl: null,
    readTimeMinutes: 4,
    likesCount: 0,
    sharesCount: 0,
    views: 0,
    rating: 0,
    heat: 0,
    isPublished: true,
    isFeatured: false,
    publishedAt: daysAgo(100),
    createdAt: daysAgo(100),
    updatedAt: daysAgo(100),
    ...fields,
  }
}

type Reading = ListedStory | [ListedStory, 'begun']

function reading(...stories: Reading[]): ReadingRecord {
  return {
    days: ['2026-11-20'],
    stories: stories.map((given, at) => {
      const [story, begun] = Array.isArray(given) ? given : [given]
      return {
        storyId: story.id,
        category: story.category,
        readTimeMinutes: story.readTimeMinutes,
        seconds: 100,
        isRead: !begun,
        lastOn: `2026-11-${10 + at}`,
      }
    }),
  }
}

const titles = (list: { title: string }[]) => list.map(({ title }) => title)

describe('a new reader', () => {
  test('gets featured stories, then trending ones', () => {
    const plain = aStory({ views: 9 })
    const hot = aStory({ heat: 50 })
    const chosen = aStory({ isFeatured: true })
    const [first, second, third] = recommend([plain, hot, chosen], noReading, now)
    expect([first?.id, second?.id, third?.id]).toEqual([chosen.id, hot.id, plain.id])
    expect(first).toMatchObject({ similarity: 0, reason: 'Chosen by the editor' })
    expect(second).toMatchObject({ isTrending: true, reason: 'Many readers open it this week' })
  })

  test('has no profile yet', () => {
    expect(profileOf([aStory()], noReading)).toBeUndefined()
  })
})

describe('a reader', () => {
  test('gets no story that they have read, but those that they only began', () => {
    const [read, begun, fresh] = [aStory(), aStory(), aStory()]
    const list = recommend([read, begun, fresh], reading(read, [begun, 'begun']), now)
    expect(list.map(({ id }) => id).sort()).toEqual([begun.id, fresh.id].sort())
  })

  test('gets the most similar stories first, with the reason', () => {
    const read = aStory({
      title: 'The welder of Aba who draws bridges',
      category: 'Education and Leadership',
      authorName: 'Success Ekwueme-Idoko',
    })
    const same = aStory({
      title: 'A welder who draws her bridges',
      summary: 'Iron, Aba, rain.',
      category: read.category,
    })
    const author = aStory({ authorName: read.authorName })
    const words = aStory({ title: 'Bridges over quiet water' })
    const other = aStory({ views: 1000, likesCount: 1000 })
    const list = recommend([other, words, author, same, read], reading(read), now)
    expect(list[0]?.id).toBe(same.id)
    expect(list[0]?.similarity).toBeGreaterThan(85)
    expect(list[0]?.reason).toBe('You finished a story in Education and Leadership')
    expect(list.find(({ id }) => id === author.id)?.reason).toBe(
      'You read Success Ekwueme-Idoko before',
    )
    expect(list.find(({ id }) => id === words.id)?.reason).toBe('Also about bridges')
    expect(list.find(({ id }) => id === other.id)?.similarity).toBe(0)
  })

  test('who finished three stories of a category gets that as a reason', () => {
    const category = 'Faith and Inspiration'
    const read = [aStory({ category }), aStory({ category }), aStory({ category })]
    const [first] = recommend([...read, aStory({ category })], reading(...read), now)
    expect(first?.reason).toBe('You finished 3 stories in Faith and Inspiration')
  })

  test('sees a story as new for fourteen days', () => {
    const isNew = (days: number) =>
      recommend([aStory({ publishedAt: daysAgo(days) })], noReading, now)[0]?.isNew
    expect([isNew(0), isNew(13.9), isNew(14), isNew(400)]).toEqual([true, true, false, false])
  })

  test('sees the tenth with the highest trending score as trending, and none without a score', () => {
    const stories = Array.from({ length: 30 }, (_, at) => aStory({ heat: at }))
    const hot = recommend(stories, noReading, now).filter(({ isTrending }) => isTrending)
    expect(hot.map(({ id }) => id).sort()).toEqual(
      stories
        .slice(-3)
        .map(({ id }) => id)
        .sort(),
    )
    expect(recommend([aStory()], noReading, now)[0]?.isTrending).toBe(false)
  })

  test('has a profile of the stories that they finished', () => {
    const category = 'Career Guide and Counseling'
    const read = [
      aStory({ title: 'Tailors of Kano', category }),
      aStory({ title: 'Tailors of Jos', category }),
      aStory({ title: 'A choir at night' }),
    ]
    const profile = profileOf([...read, aStory(), aStory()], reading(...read))
    expect(profile?.favoriteCategories).toEqual([category, 'Lifestyle and Culture'])
    expect(profile?.readingLevel).toBe('beginner')
    expect(profile?.interests[0]).toBe('tailors')
    expect(profile?.readingHistory).toEqual(titles([...read].reverse()))
  })

  test.each([
    [1, 'beginner'],
    [4, 'beginner'],
    [5, 'intermediate'],
    [24, 'intermediate'],
    [25, 'advanced'],
  ])('of %i stories is %s', (count, level) => {
    const read = Array.from({ length: count }, () => aStory())
    expect(profileOf(read, reading(...read))?.readingLevel).toBe(level)
  })
})

const anyStory = fc
  .record({
    title: fc.constantFrom('Welders of Aba', 'A choir in Jos', 'Tailors and code', 'Ọ̀yọ́ at night'),
    summary: fc.lorem({ maxCount: 6 }),
    category: fc.constantFrom(
      'Faith and Inspiration',
      'Lifestyle and Culture',
      'Politics and Profiles',
    ),
    authorName: fc.constantFrom('Ada', 'Bello', 'Chidi'),
    heat: fc.double({ min: 0, max: 1000, noNaN: true }),
    views: fc.nat(10_000),
    likesCount: fc.nat(1000),
    isFeatured: fc.boolean(),
    publishedAt: fc.integer({ min: -30, max: 400 }).map(daysAgo),
  })
  .map(aStory)

test('each unread story is recommended once, with valid numbers and a reason', () => {
  fc.assert(
    fc.property(
      fc.array(anyStory, { maxLength: 25 }),
      fc.infiniteStream(fc.nat(2)),
      (stories, stream) => {
        const picks = stories.map((story) => [story, stream.next().value] as const)
        const taken = picks.flatMap(([story, pick]): Reading[] => {
          if (pick === 0) return []
          return pick === 1 ? [story] : [[story, 'begun']]
        })
        const record = reading(...taken)
        const list = recommend(stories, record, now)
        const unread = picks.filter(([, pick]) => pick !== 1).map(([story]) => story.id)
        expect(list.map(({ id }) => id).sort()).toEqual(unread.sort())
        for (const one of list) {
          expect(one.similarity).toBeGreaterThanOrEqual(0)
          expect(one.similarity).toBeLessThan(100)
          expect(one.popularity).toBeLessThanOrEqual(100)
          expect(one.reason).not.toBe('')
          expect(passes('All', one)).toBe(true)
          expect(passes('Similar', one)).toBe(one.similarity > 85)
        }
      },
    ),
    { numRuns: 200 },
  )
})

test('a shuffled list has the same stories', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat()),
      fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
      (list, stream) => {
        const shuffled = shuffle(list, () => stream.next().value)
        const inOrder = (numbers: number[]) => [...numbers].sort((a, b) => a - b)
        expect(inOrder(shuffled)).toEqual(inOrder(list))
      },
    ),
  )
})
