// A magazine that has grown: 10,000 books, 50,000 stories, 1,000,000 likes, in minutes.
//   node tests/bench/fill-database.mjs <database URL>     into a migrated database that can be thrown away
// Rows are written in sets with the triggers asleep, and what the triggers would have made of them is made in sets too,
// by the same functions of the database; tests/service/fill-database.test.ts compares the two.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** How much there is of what. */
export const grown = {
  stories: 50_000,
  books: 10_000,
  readers: 20_000,
  likes: 1_000_000,
  ratings: 100_000,
  views: 500_000,
  bookRatings: 20_000,
}

/** The same magazine when it was young. */
export const young = Object.fromEntries(
  Object.entries(grown).map(([what, count]) => [what, count / 50]),
)

/** Tables whose triggers sleep meanwhile. */
const asleep = ['stories', 'books', 'likes', 'story_ratings', 'story_views', 'book_ratings']

/**
 * Adds so much to what is there, in one transaction. `say` is called with each step.
 * @param {import('postgres').Sql} sql
 * @param {Record<string, number>} [most]
 * @param {(step: string) => void} [say]
 */
export async function fillDatabase(sql, most = grown, say = () => {}) {
  const { paragraphs, titles, summaries, categories, bookCategories } = readDemoText()
  await sql.begin(async (tx) => {
    const step = async (name, work) => {
      const started = performance.now()
      await work()
      say(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
    }
    await tx`set local statement_timeout = 0`
    await tx`set local maintenance_work_mem = '512MB'`
    await tx`set local work_mem = '128MB'`
    await tx`select setseed(0.5)`
    for (const table of asleep) await tx`alter table ${tx(table)} disable trigger user`
    // A row each: an array this long would be unpacked again for each of its items.
    const texts = { paragraphs, titles, summaries, categories, bookCategories }
    await tx`
      create temporary table filled_texts (kind text, place integer, text text, primary key (kind, place)) on commit drop`
    for (const [kind, list] of Object.entries(texts)) {
      await tx`
        insert into filled_texts
        select ${kind}, n - 1, text from unnest(${list}::text[]) with ordinality as listed (text, n)`
    }
    await tx`analyze filled_texts`
    const text = (kind, at) => tx`(
      select text from filled_texts
      where kind = ${kind} and place = abs(hashint4(${at})) % ${texts[kind].length}::integer)`
    await tx.unsafe(namesInSql)

    await step('readers', async () => {
      await tx`
        create temporary table filled_readers on commit drop as
        select gen_random_uuid() as id, n from generate_series(1, ${most.readers}::integer) n`
      await tx`
        insert into readers (id, email, first_name, last_name)
        select id, 'filled-' || id || '@readers.example', pg_temp.made_up(n), pg_temp.made_up(n * 7)
        from filled_readers`
    })
    await step('stories', async () => {
      // The newest has the number 1, as in the list.
      await tx`
        create temporary table filled_stories on commit drop as
        select gen_random_uuid() as id, n,
          now() - (n - random()) * (interval '730 days' / ${most.stories}::integer) as published_at
        from generate_series(1, ${most.stories}::integer) n`
      // Six to fourteen paragraphs out of all, and words that few others have.
      await tx`
        insert into stories (id, title, content, summary, category, author_id, author_name, author_role,
          read_time_minutes, is_published, is_featured, published_at, created_at, updated_at)
        select id, ${text('titles', tx`n * 23`)} || ', from ' || initcap(pg_temp.made_up(n * 3)),
          content || E'\n\n' || initcap(pg_temp.made_up(n * 5 + 1)) || ' and '
            || initcap(pg_temp.made_up(n * 11 + 2)) || ' were there to see it.',
          ${text('summaries', tx`n * 29`)}, ${text('categories', tx`n * 13`)},
          md5('author' || n % 3000)::uuid,
          initcap(pg_temp.made_up(n % 3000)) || ' ' || initcap(pg_temp.made_up(n % 3000 + 5000)),
          'Student', 3 + n % 9, true, n % 500 = 0, published_at, published_at, published_at
        from filled_stories join (
          select s.n, string_agg(text, E'\n\n' order by at) as content
          from filled_stories s cross join lateral generate_series(1, 6 + s.n % 9) as at
          join filled_texts t on kind = 'paragraphs'
            and place = abs(hashint4(s.n * 31 + at::integer)) % ${paragraphs.length}::integer
          group by s.n
        ) as written using (n)`
    })
    await step('books', async () => {
      await tx`
        create temporary table filled_books on commit drop as
        select gen_random_uuid() as id, n,
          now() - (n - random()) * (interval '730 days' / ${most.books}::integer) as created_at
        from generate_series(1, ${most.books}::integer) n`
      await tx`
        insert into books (id, title, description, author_id, author_name, price, category, content,
          is_published, created_at, updated_at)
        select id, ${text('titles', tx`n * 3`)} || ', volume ' || initcap(pg_temp.made_up(n * 3)),
          left(${text('summaries', tx`n * 5`)} || ' ' || ${text('paragraphs', tx`n * 17`)}, 900),
          md5('author' || n % 1000)::uuid,
          initcap(pg_temp.made_up(n % 1000)) || ' ' || initcap(pg_temp.made_up(n % 1000 + 9000)),
          (array[0, 15, 20, 35, 50, 500, 1200, 2500, 3500, 5000])[1 + abs(hashint4(n * 3)) % 10],
          ${text('bookCategories', tx`n * 7`)}, ${text('paragraphs', tx`n * 19`)}, true, created_at, created_at
        from filled_books`
    })
    // Readers like what is new: half of all acts fall on a tenth of the stories.
    const someStory = tx.unsafe(
      '1 + floor(power(random(), 3.3) * (select count(*) from filled_stories))::integer',
    )
    const someReader = tx.unsafe(
      '1 + floor(random() * (select count(*) from filled_readers))::integer',
    )
    const acts = (table, wanted, insert) =>
      step(table, async () => {
        for (let missing = wanted; missing > 0; ) {
          const { count } = await insert(tx`
            (select ${someStory} as story, ${someReader} as reader, power(random(), 2) as ago
              from generate_series(1, ${missing}::integer)) as drawn
            join filled_stories s on s.n = drawn.story join filled_readers r on r.n = drawn.reader`)
          missing -= count
        }
      })
    const at = tx`s.published_at + (now() - s.published_at) * (1 - drawn.ago)`
    await acts(
      'likes',
      most.likes,
      (drawn) => tx`
      insert into likes (story_id, reader_id, created_at)
      select s.id, r.id, ${at} from ${drawn} on conflict do nothing`,
    )
    await acts(
      'story_ratings',
      most.ratings,
      (drawn) => tx`
      insert into story_ratings (story_id, reader_id, rating, updated_at)
      select s.id, r.id, 1 + floor(sqrt(drawn.ago) * 5)::integer % 5, ${at} from ${drawn} on conflict do nothing`,
    )
    await acts(
      'story_views',
      most.views,
      (drawn) => tx`
      insert into story_views (story_id, visitor_id, viewed_on)
      select s.id, r.id, (${at})::date from ${drawn} on conflict do nothing`,
    )
    await step('book_ratings', async () => {
      await tx`
        insert into book_ratings (book_id, buyer_email, rating)
        select b.id, 'buyer-' || buyer || '@buyers.example', 1 + buyer % 5
        from generate_series(1, ${most.bookRatings}::integer) buyer
        join filled_books b on b.n = 1 + abs(hashint4(buyer)) % ${most.books}::integer`
    })
    await step('counters', () => countAll(tx))
    await step('words', () => noteAllWords(tx))
    for (const table of asleep) await tx`alter table ${tx(table)} enable trigger user`
    await tx`
      update site_version
      set version = version + 1, shelf_version = version + 1, last_transaction = pg_current_xact_id()`
    await tx`notify site_stale`
  })
  // A database that runs for long has had both.
  await sql`vacuum (analyze) stories, books, likes, story_ratings, story_views, story_words, known_words, readers`
}

/** What the triggers on likes, ratings and views count. */
async function countAll(tx) {
  await tx`
    update stories set likes_count = coalesce(l.count, 0), views = coalesce(v.count, 0),
      heat = coalesce(l.heat, 0) + coalesce(v.heat, 0),
      ratings_count = coalesce(r.count, 0), ratings_total = coalesce(r.total, 0),
      rating = coalesce(round(r.total::numeric / r.count, 2), 0)
    from filled_stories f
    left join (select story_id, count(*) as count, sum(heat_of(created_at)) as heat from likes group by 1) l
      on l.story_id = f.id
    left join (select story_id, count(*) as count, sum(heat_of(viewed_on::timestamptz)) as heat
      from story_views group by 1) v on v.story_id = f.id
    left join (select story_id, count(*) as count, sum(rating) as total from story_ratings group by 1) r
      on r.story_id = f.id
    where stories.id = f.id`
  await tx`
    update books set ratings_count = r.count, ratings_total = r.total,
      rating = round(r.total::numeric / r.count, 2)
    from (select book_id, count(*) as count, sum(rating) as total from book_ratings group by 1) r
    where books.id = r.book_id and books.id in (select id from filled_books)`
}

/** What note_words() keeps, with the indexes made at the end. */
async function noteAllWords(tx) {
  const indexes = await tx`
    select indexname as name, indexdef as definition from pg_indexes
    where indexname in ('story_words_found', 'known_words_by_use', 'known_words_by_beginning', 'known_words_by_end')`
  for (const { name } of indexes) await tx`drop index ${tx(name)}`
  await tx`
    insert into story_words (story_id, words, head, nth, published_at)
    select id, head || setweight(to_tsvector('english', plain_text(content)), 'D') || marks_of(head, nth),
      head, nth, published_at
    from (
      select stories.id, content, stories.published_at, head_of(stories) as head,
        nextval('story_numbers') as nth
      from (select id from filled_stories order by n desc) as oldest_first join stories using (id)
      offset 0
    ) as s`
  await tx`
    insert into known_words as known (word, stories)
    select word, count(*) from filled_stories f join stories using (id), unnest(words_of(stories)) as word
    group by word order by word
    on conflict (word) do update set stories = known.stories + excluded.stories`
  for (const { definition } of indexes) await tx.unsafe(definition)
}

/** Words that sound like names, 250,000 of them: a magazine's texts hold many that stand in few stories. */
const namesInSql = `
  create function pg_temp.made_up(n bigint) returns text immutable language sql as $$
    select string_agg(
      (array['ba','de','fo','gu','ki','la','mo','ne','pa','ro','su','ta','we','ye','zo','cha','do','fe','ha','jo','ku','lo'])
        [1 + abs(hashint8extended(n % 250000, at)) % 22]
      || (array['','','n','l','r','m','s',''])[1 + abs(hashint8extended(n % 250000, at + 9)) % 8], '' order by at)
    from generate_series(1, 3 + (n % 2)::integer) at
  $$`

function readDemoText() {
  const folder = join(root, 'content', 'demo', 'stories')
  const stories = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(folder, name), 'utf8').split(/^---$/m))
  const books = JSON.parse(readFileSync(join(root, 'content', 'demo', 'books.json'), 'utf8'))
  const fields = (name) =>
    stories
      .map(([, front]) => new RegExp(`^${name}: "?(.*?)"?$`, 'm').exec(front)?.[1] ?? '')
      .filter(Boolean)
  return {
    paragraphs: stories.flatMap(([, , ...body]) =>
      body
        .join('---')
        .trim()
        .split(/\n{2,}/),
    ),
    titles: [...fields('title'), ...books.map(({ title }) => title)],
    summaries: fields('summary'),
    categories: [...new Set(fields('category'))].sort(),
    bookCategories: [...new Set(books.map(({ category }) => category))].sort(),
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const address = new URL(process.argv[2])
  const folder = address.searchParams.get('host')
  address.searchParams.delete('host')
  const sql = postgres(address.href, {
    max: 1,
    onnotice: () => {},
    ...(folder && { path: `${folder}/.s.PGSQL.${address.port || 5432}` }),
  })
  await fillDatabase(sql, grown, (line) => console.log(line))
  await sql.end()
}
