import type { OutputOf } from '#contract/endpoints/contract.ts'
import type { ReadingRecord } from '#contract/magazine/reading.ts'

export type ListedStory = OutputOf<'GET /stories'>[number]

/** Every field of specification 3.9.2. */
export interface Recommendation {
  id: string
  title: string
  excerpt: string
  category: string
  author: string
  /** Minutes. */
  readTime: number
  /** Percent, up to 99; 0 for a reader without a profile. */
  similarity: number
  reason: string
  /** Percent of the stories with a lower trending score. */
  popularity: number
  isNew: boolean
  isTrending: boolean
}

export const filters = ['All', 'Trending', 'New', 'Similar'] as const
export type Filter = (typeof filters)[number]

/** Specification 3.9.4. */
const newForDays = 14
/** Above it a story is Similar (specification 3.9.4). */
const similarFrom = 85
/** The share of stories, by trending score, that is trending: a tenth. */
const trendingPart = 0.1

/** Weights of similarity, in percent: together less than a hundred. */
const parts = { category: 62, words: 25, author: 12 } as const
/** So many words in common give the full weight. */
const enoughWords = 3

const dayMs = 24 * 60 * 60 * 1000

/**
 * The published stories that the reader has not read, the best first. Without a profile: featured
 * stories, then trending ones.
 */
export function recommend(
  stories: ListedStory[],
  record: ReadingRecord,
  now: Date,
): Recommendation[] {
  const taste = tasteOf(stories, record)
  const read = new Set(record.stories.filter((one) => one.isRead).map(({ storyId }) => storyId))
  const isHot = hotterThan(stories)
  const popularityOf = popularityIn(stories)
  return stories
    .filter(({ id }) => !read.has(id))
    .map((story) => {
      const match = matchOf(story, taste)
      const facts = {
        isNew: isNew(story, now),
        isTrending: isHot(story),
        popularity: popularityOf(story),
      }
      const score = taste.isEmpty
        ? (story.isFeatured ? 200 : 0) + (facts.isTrending ? 100 : 0) + facts.popularity
        : match.similarity + facts.popularity / 5 + (facts.isNew ? 5 : 0)
      return {
        score,
        recommendation: {
          id: story.id,
          title: story.title,
          excerpt: story.summary,
          category: story.category,
          author: story.authorName,
          readTime: story.readTimeMinutes,
          similarity: match.similarity,
          reason: reasonFor(story, { ...match, ...facts }, taste),
          ...facts,
        },
      }
    })
    .sort((a, b) => b.score - a.score)
    .map(({ recommendation }) => recommendation)
}

export function passes(filter: Filter, one: Recommendation): boolean {
  if (filter === 'Trending') return one.isTrending
  if (filter === 'New') return one.isNew
  return filter === 'All' || one.similarity > similarFrom
}

export interface ReadingProfile {
  /** Most read first, three at most. */
  favoriteCategories: string[]
  readingLevel: 'beginner' | 'intermediate' | 'advanced'
  /** Words that the stories have in common, five at most. */
  interests: string[]
  /** Titles, the latest first, three at most. */
  readingHistory: string[]
}

/** Undefined until a story was read. */
export function profileOf(
  stories: ListedStory[],
  record: ReadingRecord,
): ReadingProfile | undefined {
  const read = record.stories.filter(({ isRead }) => isRead)
  if (read.length === 0) return undefined
  const taste = tasteOf(stories, record)
  const titles = new Map(stories.map(({ id, title }) => [id, title]))
  const latest = [...read].sort((a, b) => (a.lastOn < b.lastOn ? 1 : -1))
  return {
    favoriteCategories: byWeight(taste.categories).slice(0, 3),
    readingLevel: read.length < 5 ? 'beginner' : read.length < 25 ? 'intermediate' : 'advanced',
    interests: byWeight(taste.words).slice(0, 5),
    readingHistory: latest.flatMap(({ storyId }) => titles.get(storyId) ?? []).slice(0, 3),
  }
}

/** A shuffled copy. `random` returns numbers from 0 up to 1. */
export function shuffle<T>(list: T[], random: () => number): T[] {
  const shuffled = [...list]
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T]
  }
  return shuffled
}

/** The interests of a reader, weighted by how much they read. */
interface Taste {
  isEmpty: boolean
  categories: Map<string, number>
  /** Stories finished in each category. */
  finished: Map<string, number>
  words: Map<string, number>
  authors: Set<string>
}

/** The weight of a story that was only begun: a third of a finished one's. */
const begunWeighs = 1 / 3

function tasteOf(stories: ListedStory[], record: ReadingRecord): Taste {
  const byId = new Map(stories.map((story) => [story.id, story]))
  const common = commonWords(stories.map(textOf))
  const taste: Taste = {
    isEmpty: record.stories.length === 0,
    categories: new Map(),
    finished: new Map(),
    words: new Map(),
    authors: new Set(),
  }
  for (const { storyId, category, isRead } of record.stories) {
    const weight = isRead ? 1 : begunWeighs
    add(taste.categories, category, weight)
    if (isRead) add(taste.finished, category, 1)
    // Old stories are not in the list any more: only their category is known.
    const story = byId.get(storyId)
    if (!story) continue
    if (isRead) taste.authors.add(story.authorName)
    for (const word of wordsOf(textOf(story))) if (!common.has(word)) add(taste.words, word, weight)
  }
  return taste
}

function matchOf(story: ListedStory, { categories, words, authors }: Taste) {
  const heaviest = Math.max(...categories.values(), 0)
  const category = heaviest > 0 ? (categories.get(story.category) ?? 0) / heaviest : 0
  const shared = [...wordsOf(textOf(story))].filter((word) => words.has(word))
  const isByAuthor = authors.has(story.authorName)
  const similarity = Math.round(
    parts.category * category +
      parts.words * Math.min(1, shared.length / enoughWords) +
      (isByAuthor ? parts.author : 0),
  )
  return { similarity, shared, isByAuthor }
}

function reasonFor(
  story: ListedStory,
  why: {
    similarity: number
    shared: string[]
    isByAuthor: boolean
    isNew: boolean
    isTrending: boolean
  },
  { finished }: Taste,
): string {
  if (why.isByAuthor) return `You read ${story.authorName} before`
  const inCategory = finished.get(story.category) ?? 0
  if (inCategory > 0) {
    return `You finished ${inCategory === 1 ? 'a story' : `${inCategory} stories`} in ${story.category}`
  }
  const [one, two] = why.shared
  if (one) return `Also about ${two ? `${one} and ${two}` : one}`
  if (story.isFeatured) return 'Chosen by the editor'
  if (why.isTrending) return 'Many readers open it this week'
  return why.isNew ? 'New on these pages' : 'Something you have not tried yet'
}

function isNew({ publishedAt }: ListedStory, now: Date): boolean {
  const age = now.getTime() - Date.parse(publishedAt ?? '')
  // A device whose clock is behind treats later stories as new as well.
  return age < newForDays * dayMs
}

function hotterThan(stories: ListedStory[]) {
  const heats = stories.map(({ heat }) => heat).sort((a, b) => b - a)
  const least = heats[Math.ceil(heats.length * trendingPart) - 1] ?? 0
  return ({ heat }: ListedStory) => heat > 0 && heat >= least
}

function popularityIn(stories: ListedStory[]) {
  const loved = ({ views, likesCount, sharesCount }: ListedStory) =>
    views + 3 * likesCount + 3 * sharesCount
  const all = stories.map(loved)
  return (story: ListedStory) => {
    const less = all.filter((other) => other < loved(story)).length
    return Math.round((100 * less) / Math.max(1, all.length))
  }
}

const textOf = ({ title, summary }: ListedStory) => `${title} ${summary}`

function add(weights: Map<string, number>, name: string, weight: number) {
  weights.set(name, (weights.get(name) ?? 0) + weight)
}

function byWeight(weights: Map<string, number>): string[] {
  return [...weights].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([name]) => name)
}

const empty = new Set(
  'about after again against also always another answer asked asks away back became because become been before began begin begins behind being beside better between both bring brings built call called calls came carried carry change changed come comes cost costs could days does done down dozen each eight eighteen eighty eleven else even ever every everybody everyone fifteen fifty find finds first five forty found four fourteen from full gave gets give gives goes going good half hands have having here herself himself hold holds hour hours hundred into itself just keep keeps kept knew know known last leave left less like little lives long look looks made make many means might minutes month months more morning most moved moves much must named near need never next nine nineteen ninety nobody none nothing number once only open opened other others over own part past people place point puts quiet reach reached really right same seven seventeen seventy she should show side since sits sixteen sixty small sold some somebody someone something sometimes soon stand stands start started starts stay still stopped such sure take takes talk teen tell tells than that their them themselves then there these they thing things thirteen thirty this those thousand three through time today together told tonight took turn turned turns twelve twenty twice under until upon used very waited want wanted wants was ways week weeks well went were what when where which while whole whose will with without word words work works would year years yesterday young your'.split(
    ' ',
  ),
)

/** The words of a text without stop words, each once, in their order. */
function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{M}]{3,}/gu) ?? []
  return new Set(words.filter((word) => !empty.has(word)))
}

/** A word in so large a share of the texts does not distinguish them. */
const commonPart = 0.15

/** Words that are too frequent to distinguish the texts. */
function commonWords(texts: string[]): Set<string> {
  const counts = new Map<string, number>()
  for (const text of texts) {
    for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const most = Math.max(3, texts.length * commonPart)
  return new Set([...counts].filter(([, count]) => count > most).map(([word]) => word))
}
