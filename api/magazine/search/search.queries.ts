import pLimit from 'p-limit'
import { type StoryRow, summaryColumns } from '#api/magazine/stories/stories.queries.ts'
import { perVersion } from '#db/data-version.ts'
import { type Nullable, type Row, type Slice, sql } from '#db/sql.ts'

const words = 8

const maxStems = { beginning: 8, misspelt: 3 }

/** Wrong letters allowed, by the length of the word. */
const mistakes = { inShort: 1, shortIssues: 4, inLong: 2 }

/** Older stories are not searched once so many are found. */
const enough = 200

const mostFound = 1000

interface SearchTerm {
  stems: string[]
}

/**
 * Published stories with every word of the search, or words that begin like it; failing that, with any. Best first:
 * title, author, summary, text; newest among equals. Frequent words are looked for in the newest stories
 * (docs/decisions/0031).
 */
export async function searchStories(
  search: string,
  { limit, offset }: Slice,
): Promise<{ items: StoryRow[]; total: number }> {
  const found = await foundBy(search)
  return { items: await listInOrder(found.slice(offset, offset + limit)), total: found.length }
}

/** The same, only with every word; not cached. */
export async function searchStoriesWithAllWords(search: string, limit: number) {
  const found = await limitSearches(async () => {
    const terms = await readSearch(search)
    return terms.length === 0 ? [] : findInSteps(terms, ' & ')
  })
  return listInOrder(found.slice(0, limit))
}

async function listInOrder(ids: string[]): Promise<StoryRow[]> {
  if (ids.length === 0) return []
  const rows = await sql<StoryRow[]>`
    select ${sql(summaryColumns)} from stories where id in ${sql(ids)} and is_published`
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** A search costs as much as a hundred pages; further ones wait here without holding a connection. */
const limitSearches = pLimit(3)

/** They are cached for each version of the public data, at most 8 MB in total. */
const foundBy = perVersion(100, (search) =>
  limitSearches(async () => {
    const terms = await readSearch(search)
    if (terms.length === 0) return []
    const all = await findInSteps(terms, ' & ')
    return all.length > 0 || terms.length === 1 ? all : findInSteps(terms, ' | ')
  }),
)

/** Leaves stop words out; an unknown word has its own stem. */
async function readSearch(search: string): Promise<SearchTerm[]> {
  return sql<SearchTerm[]>`
    select case
      when own is not null or beginning is not null
        then array(select distinct stem from unnest(beginning || own) as stem where stem is not null)
      else coalesce(
        (select array_agg(distinct near.stem) from (
          select stem, levenshtein_less_equal(word, typed.word, typed.mistakes) as distance, stories
          from words_near(typed.word, typed.mistakes) as near
          order by distance, stories desc, word limit ${maxStems.misspelt}
        ) as near), array[typed.stem])
      end as stems
    from (
      select word, (ts_lexize('english_stem', word))[1] as stem,
        case when length(word) <= ${mistakes.shortIssues}
          then ${mistakes.inShort}::integer else ${mistakes.inLong} end as mistakes
      from unnest(words_in(${search})) as word
      limit ${words * 2}
    ) as typed
    cross join lateral (
      select (select stem from known_words where stem = typed.stem limit 1) as own,
        (select array_agg(stem) from (
          select stem from known_words
          where left(word, 2) = left(typed.word, 2) and word like typed.word || '%' and stem is not null
          order by stories desc, word limit ${maxStems.beginning}
        ) as often) as beginning
    ) as known
    where typed.stem is not null
    limit ${words}`
}

/**
 * Newest first, each step looking farther back and only if the one before found little: a search reads a few thousand
 * short rows at most.
 */
async function findInSteps(terms: SearchTerm[], join: ' & ' | ' | '): Promise<string[]> {
  const queryFor = (mark: string) =>
    terms.map(({ stems }) => `(${stems.map((stem) => quoted(mark + stem)).join(' | ')})`).join(join)
  const inText = queryFor('')
  const inHead = queryFor('^')
  const rank = terms.flatMap(({ stems }) => stems.map(quoted)).join(' | ')
  const [newest] = await sql<
    Nullable<Row<'story_words', 'nth'>>[]
  >`select max(nth) as nth from story_words`
  const nth = Number(newest?.nth ?? 0)
  const some = blocks('#a', Math.floor(nth / 1024))
  const many = blocks('#b', Math.floor(nth / 8192))
  const steps = [
    `(${some} & (${inText})) | (${many} & (${inHead}))`,
    `(${many} & (${inText})) | (${inHead})`,
    inText,
  ]
  let found: string[] = []
  for (const query of steps) {
    found = await listFound(query, rank)
    if (found.length >= enough || nth < 1024) break
  }
  return found
}

/** The newest block and the full one before it. */
function blocks(mark: string, at: number): string {
  return `(${quoted(`${mark}${at}`)} | ${quoted(`${mark}${Math.max(0, at - 1)}`)})`
}

function quoted(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`
}

async function listFound(query: string, rank: string): Promise<string[]> {
  const [row] = await sql<{ ids: string[] }[]>`
    select coalesce(array_agg(story_id order by rank desc, published_at desc, story_id desc), '{}') as ids
    from (
      select story_id, published_at, ts_rank('{0.1, 0.3, 0.5, 1}', head, ${rank}::tsquery) as rank
      from story_words where words @@ ${query}::tsquery
      order by rank desc, published_at desc, story_id desc limit ${mostFound}
    ) as best`
  return row?.ids ?? []
}
