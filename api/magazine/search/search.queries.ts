import pLimit from 'p-limit'
import { type StoryRow, summaryColumns } from '#api/magazine/stories/stories.queries.ts'
import { perVersion } from '#db/data-version.ts'
import { type Nullable, type Row, sql } from '#db/sql.ts'

/** Words of a search that count. */
const words = 8

/** Most stems that a typed word may stand for. */
const meantByOne = { beginning: 8, misspelt: 3 }

/** Wrong letters allowed, by the length of the word. */
const mistakes = { inShort: 1, shortIssues: 4, inLong: 2 }

/** Older stories are not searched once so many are found. */
const enough = 200

const mostFound = 1000

/** A typed word, and the stems that it may stand for. */
interface Meant {
  stems: string[]
}

/**
 * Published stories with every word of the search, or words that begin like it; failing that, with any. Best first:
 * title, author, summary, text; newest among equals. Frequent words are looked for in the newest stories
 * (docs/decisions/0031).
 */
export async function searchStories(
  search: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: StoryRow[]; total: number }> {
  const found = await foundBy(search)
  const shown = found.slice(offset, offset + limit)
  if (shown.length === 0) return { items: [], total: found.length }
  const rows = await sql<StoryRow[]>`
    select ${sql(summaryColumns)} from stories where id in ${sql(shown)} and is_published`
  const byId = new Map(rows.map((row) => [row.id, row]))
  return { items: shown.flatMap((id) => byId.get(id) ?? []), total: found.length }
}

/** A search costs a hundred times what a page does: the others wait here, without a connection. */
const limitSearches = pLimit(3)

/** Searched once for each version of the public data; the longest lists of all are 8 MB. */
const foundBy = perVersion(100, (search) =>
  limitSearches(async () => {
    const meant = await readSearch(search)
    if (meant.length === 0) return []
    const all = await findInSteps(meant, ' & ')
    return all.length > 0 || meant.length === 1 ? all : findInSteps(meant, ' | ')
  }),
)

/** Without stop words; an unknown word keeps its own stem. */
async function readSearch(search: string): Promise<Meant[]> {
  return sql<Meant[]>`
    select case
      when own is not null or beginning is not null
        then array(select distinct stem from unnest(beginning || own) as stem where stem is not null)
      else coalesce(
        (select array_agg(distinct near.stem) from (
          select stem, levenshtein_less_equal(word, typed.word, typed.mistakes) as distance, stories
          from words_near(typed.word, typed.mistakes) as near
          order by distance, stories desc, word limit ${meantByOne.misspelt}
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
          order by stories desc, word limit ${meantByOne.beginning}
        ) as often) as beginning
    ) as known
    where typed.stem is not null
    limit ${words}`
}

/**
 * Newest first, each step looking farther back and only if the one before found little: a search reads a few thousand
 * short rows at most.
 */
async function findInSteps(meant: Meant[], join: ' & ' | ' | '): Promise<string[]> {
  const ask = (mark: string) =>
    meant.map(({ stems }) => `(${stems.map((stem) => quoted(mark + stem)).join(' | ')})`).join(join)
  const inText = ask('')
  const inHead = ask('^')
  const rank = meant.flatMap(({ stems }) => stems.map(quoted)).join(' | ')
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
  for (const question of steps) {
    found = await listFound(question, rank)
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

async function listFound(question: string, rank: string): Promise<string[]> {
  const [row] = await sql<{ ids: string[] }[]>`
    select coalesce(array_agg(story_id order by rank desc, published_at desc, story_id desc), '{}') as ids
    from (
      select story_id, published_at, ts_rank('{0.1, 0.3, 0.5, 1}', head, ${rank}::tsquery) as rank
      from story_words where words @@ ${question}::tsquery
      order by rank desc, published_at desc, story_id desc limit ${mostFound}
    ) as best`
  return row?.ids ?? []
}
