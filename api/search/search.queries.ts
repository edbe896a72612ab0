import { type StoryRow, summaryColumns } from '#api/stories/stories.queries.ts'
import { sql } from '#db/sql.ts'

/** Words of a search that count; who types more finds by the first of them. */
const words = 8

/** Of a word that half the stories have, so many of the newest are looked at: more than anybody pages through. */
const ranked = 1000

/** A word of so many letters may have so many of them wrong, missing or too many. */
const mistakes = { inShort: 1, shortLetters: 4, inLong: 2 }

/**
 * Published stories that have every word of the search, or words that begin like it; failing that, any of them. A
 * word that is in no story stands for those that look like it. Best first: a word in the title counts most, then in
 * the author's name, the summary and the text.
 */
export async function searchStories(
  search: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ items: StoryRow[]; total: number }> {
  const meant = await readSearch(search)
  if (meant.length === 0) return { items: [], total: 0 }
  const all = meant.join(' & ')
  const question = (await countFound(all)) > 0 ? all : meant.join(' | ')
  const [items, total] = await Promise.all([
    listFound(question, { limit, offset }),
    countFound(question),
  ])
  return { items, total }
}

/** Each word of the search as a question to the index. Words that every text has (the, and) are left out. */
async function readSearch(search: string): Promise<string[]> {
  const meant = await sql<{ question: string }[]>`
    select coalesce(
      case when exists (select 1 from story_words where words @@ to_tsquery('english', word || ':*'))
        then word || ':*' end,
      (
        select string_agg(known.word, ' | ')
        from (
          select word, levenshtein_less_equal(word, typed.word, typed.mistakes) as distance from known_words
          where (word % typed.word or word like left(typed.word, 1) || '%')
            and abs(length(word) - length(typed.word)) <= typed.mistakes
            and levenshtein_less_equal(word, typed.word, typed.mistakes) <= typed.mistakes
          order by distance, word limit 3
        ) as known
      ),
      word || ':*'
    ) as question
    from (
      select word, case when length(word) <= ${mistakes.shortLetters}
        then ${mistakes.inShort}::integer else ${mistakes.inLong} end as mistakes
      from unnest(words_in(${search})) as word
    ) as typed
    where numnode(to_tsquery('english', word || ':*')) > 0
    limit ${words}`
  return meant.map(({ question }) => `(${question})`)
}

async function countFound(question: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*) from (
      select 1 from story_words where words @@ to_tsquery('english', ${question}) limit ${ranked}
    ) as found`
  return row?.count ?? 0
}

function listFound(question: string, { limit, offset }: { limit: number; offset: number }) {
  return sql<StoryRow[]>`
    with found as materialized (
      select story_id, words, published_at from story_words
      where words @@ to_tsquery('english', ${question})
      order by published_at desc, story_id desc limit ${ranked}
    ), best as (
      select story_id, ts_rank_cd('{0.1, 0.3, 0.5, 1}', words, to_tsquery('english', ${question})) as rank
      from found
      order by rank desc, published_at desc, story_id desc
      limit ${limit} offset ${offset}
    )
    select ${sql(summaryColumns.map((name) => `s.${name}`))}
    from best join stories s on s.id = best.story_id
    order by best.rank desc, s.published_at desc, s.id desc`
}
