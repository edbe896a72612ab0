// How long the page of the figures takes for a year of 50,000 stories and 50,000,000 views:
//   npm run bench -- figures
// The roll-ups are written in sets, without the rows that they come from: those would be 5 GB, and the page reads none of
// them. That roll-ups equal their rows is tested in api/stats/roll-up.test.ts.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openDemoDatabase, sumStoryDays } from './demo-database.mjs'
import { fillDatabase, grown } from './fill-database.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const port = '4385'
const turns = 20
const views = 50_000_000
const publisher = { username: 'publisher', password: 'nine drums before the rain' }

const child = spawn(process.execPath, ['tests/e2e/serve.mjs', port], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
})
try {
  await new Promise((resolve) =>
    child.stdout.on('data', (text) => `${text}`.includes('ready') && resolve()),
  )
  const sql = openDemoDatabase(port)
  await fillDatabase(sql, { ...grown, likes: 1000, ratings: 1000, views: 1000, books: 100 })
  await fillRollUps(sql)
  await measure()
  await sql.end()
} finally {
  child.kill('SIGTERM')
}

/** A year of days: a tenth of the stories gets half of the views, and each story some on two days of three. */
async function fillRollUps(sql) {
  const began = performance.now()
  await sql`set statement_timeout = 0`
  await sql`truncate story_days, story_months, category_days, author_days, author_months, figure_days`
  await sql`
    create temporary table numbered as
    select id, row_number() over (order by md5(id::text)) as n from stories where is_published`
  for (let month = 0; month < 12; month++) {
    await sql`
      insert into story_days (day, story_id, reads, finishes, seconds, likes, shares, offline_reads)
      select day, id, reads, reads / 3, reads * 90, reads / 20, reads / 30, reads / 100
      from (
        select day::date as day, id,
          1 + floor(random() * 2 * (case when n % 10 = 0 then 19 else 2.1 end))::integer as reads
        from numbered, generate_series(current_date - ${30 * (month + 1) + (month === 11 ? 5 : 0) - 1}::integer,
          current_date - ${30 * month}::integer, interval '1 day') as day
        where random() < 0.667
      ) as drawn`
  }
  await sumStoryDays(sql)
  await sql`
    insert into figure_days (day, measure, class, total)
    select day::date, measure, class, 1 + floor(random() * 9000)
    from generate_series(current_date - 364, current_date, interval '1 day') as day,
      (values ('visits', 'search'), ('visits', 'direct'), ('visits', 'whatsapp'), ('visits', 'social'),
        ('visitors', 'first'), ('visitors', 'returning'), ('dataSaver', 'on'), ('pages', 'book'),
        ('noResult', 'stories')) as kinds (measure, class)
    union all
    select day::date, name, page || ' ' || network || ' ' || bucket, 1 + floor(random() * 20)
    from generate_series(current_date - 364, current_date, interval '1 day') as day,
      unnest(array['LCP', 'INP', 'CLS']) as name, unnest(array['home', 'story', 'book', 'list']) as page,
      unnest(array['2g', '3g', '4g']) as network, generate_series(10, 40, 2) as bucket`
  await sql`vacuum (analyze) story_days, story_months, category_days, author_days, author_months, figure_days`
  const [{ days, sum, months }] = await sql`
    select (select count(*) from story_days) as days, (select sum(reads) from story_days) as sum,
      (select count(*) from story_months) as months`
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  console.log(
    `${Number(sum).toLocaleString('en')} views (wanted ${views.toLocaleString('en')}) in ${Number(days).toLocaleString('en')} days and ${Number(months).toLocaleString('en')} months of stories, written in ${seconds} s\n`,
  )
}

async function measure() {
  const base = `http://127.0.0.1:${port}/api`
  const signedIn = await fetch(`${base}/admin/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(publisher),
  })
  const { token } = await signedIn.json()
  const today = Date.now()
  const day = (ago) => new Date(today - ago * 86_400_000).toISOString().slice(0, 10)
  console.log('| period | median | slowest of 20 |\n|---|---|---|')
  for (const [name, query] of [
    ['28 days', `from=${day(27)}&to=${day(0)}`],
    ['13 weeks', `from=${day(90)}&to=${day(0)}`],
    ['a year', `from=${day(364)}&to=${day(0)}`],
    ['a year that begins and ends within a month', `from=${day(360)}&to=${day(9)}`],
  ]) {
    const times = []
    for (let turn = 0; turn < turns; turn++) {
      const began = performance.now()
      const response = await fetch(`${base}/admin/figures?${query}`, {
        headers: { Authorization: `Bearer ${token}` },
      })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`${query}: ${response.status}`)
      times.push(performance.now() - began)
    }
    times.sort((a, b) => a - b)
    console.log(`| ${name} | ${times[turns / 2].toFixed(0)} ms | ${times.at(-1).toFixed(0)} ms |`)
  }
}
