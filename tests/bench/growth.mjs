// What growth costs a reader: every public read of 10,000 books, 50,000 stories and 1,000,000 likes beside a fiftieth of
// them, made of the same texts, and beside the demo content; in turns. Both filled sides are asked as many different
// questions and answer with as many rows; a list of the demo content is shorter, and so is its answer.
//   npm run bench -- growth        starts the services, fills two, measures
//   npm run bench -- growth only=<part of a name> demo=<at> small=<at> large=<at>
//                                  measures some reads only; services that are there, `http://…|postgres://…` each
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { fillDatabase, grown, young } from './fill-database.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const connections = 8
const seconds = Number(process.env.BENCH_SECONDS ?? 1.5)
const turns = 3
/** The most that a read of the large one may take longer than one of the small one. */
const allowed = 1.5
const names = ['demo', 'small', 'large']
/** What is kept of the shelf outlasts every other change. */
const aBookChanged = 'a book changed'
const running = []

const words = [
  'school',
  'market',
  'spectro',
  'tomato',
  'maths',
  'wedler',
  'librarry',
  'teacher',
  'bridge',
]
const searches = [
  ...words,
  'school garden',
  'counting before english',
  'fulfulde maths club',
  'akra',
  'Gombe',
  'co',
]
const parts = ['the', 'market', 'school', 'ing', 'umez', 'ka', 'novel', 'rain', 'of the', 'teach']
const each = (list, path) => list.map((text) => path(encodeURIComponent(text)))

try {
  const sides = option('large') ? names.map((name) => there(option(name))) : await startAll()
  await Promise.all(sides.map(learn))
  await compare(sides)
  await Promise.all(sides.map(({ sql }) => sql.end()))
} finally {
  for (const child of running) child.kill('SIGTERM')
}

function option(name) {
  return process.argv.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1)
}

function there(address) {
  const [base, url] = address.split('|')
  return { base, sql: openSql(url) }
}

function openSql(url) {
  const address = new URL(url)
  const folder = address.searchParams.get('host')
  address.searchParams.delete('host')
  return postgres(address.href, {
    max: 2,
    onnotice: () => {},
    ...(folder && { path: `${folder}/.s.PGSQL.${address.port || 5432}` }),
  })
}

async function startAll() {
  const started = []
  for (const port of ['4382', '4383', '4384']) {
    const like = started.length > 0 ? ['4382'] : []
    const child = spawn(process.execPath, ['tests/e2e/support/serve.mjs', port, ...like], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.push(child)
    await new Promise((resolve) =>
      child.stdout.on('data', (text) => `${text}`.includes('ready') && resolve(undefined)),
    )
    const note = JSON.parse(readFileSync(join(tmpdir(), `ascend-e2e-${port}.json`), 'utf8'))
    started.push({ base: `http://127.0.0.1:${port}`, sql: openSql(note.databaseUrl) })
  }
  await fillDatabase(started[1].sql, young)
  const began = performance.now()
  await fillDatabase(started[2].sql, grown, (line) => console.log(`  ${line}`))
  console.log(`Filled in ${((performance.now() - began) / 1000).toFixed(0)} s\n`)
  await pause(3000)
  return started
}

/** Stories and books of all ages, and the last pages of the lists. */
async function learn(side) {
  const { sql } = side
  const ids = async (table, at) =>
    (
      await sql`select id from ${sql(table)} where is_published order by md5(id::text || ${at}) limit 200`
    ).map(({ id }) => id)
  side.stories = await ids('stories', '')
  side.books = await ids('books', '')
  const [{ count: stories }] = await sql`select count(*) from stories where is_published`
  const [{ count: books }] = await sql`select count(*) from books where is_published`
  side.last = (count, size) => Math.max(1, Math.ceil(Number(count) / size))
  side.counts = { stories, books }
  side.categories = (await sql`select distinct category from stories where is_published`).map(
    (row) => row.category,
  )
  side.shelves = (await sql`select distinct category from books where is_published`).map(
    (row) => row.category,
  )
}

/** Addresses of each kind of read. */
function readsOf({ stories, books, last, counts, categories, shelves }) {
  const deep = (count, size) =>
    [0.3, 0.6, 0.9, 1].map((part) =>
      Math.max(1, Math.min(10_000, Math.floor(last(count, size) * part))),
    )
  const some = (list, many) => list.slice(0, many)
  const lists = [0, 1, 2, 3].map((at) => stories.slice(at * 6, at * 6 + 24).join(','))
  return {
    '/api/stories?pageSize=24': ['/api/stories?pageSize=24'],
    '/api/stories, deep': deep(counts.stories, 24).map(
      (page) => `/api/stories?pageSize=24&page=${page}`,
    ),
    '/api/stories?category=': each(
      categories,
      (name) => `/api/stories?pageSize=24&category=${name}`,
    ),
    '/api/stories/featured': ['/api/stories/featured'],
    '/api/stories/engagement': lists.map((list) => `/api/stories/engagement?ids=${list}`),
    '/api/stories/{id}': stories.map((id) => `/api/stories/${id}`),
    '/api/books?pageSize=24': ['/api/books?pageSize=24'],
    '/api/books, deep': deep(counts.books, 24).map((page) => `/api/books?pageSize=24&page=${page}`),
    '/api/books?category=': each(shelves, (name) => `/api/books?pageSize=24&category=${name}`),
    '/api/books?price=': ['under-20', '20-50', 'over-50'].map(
      (price) => `/api/books?pageSize=24&price=${price}`,
    ),
    '/api/books?search=': each(parts, (text) => `/api/books?pageSize=24&search=${text}`),
    '/api/books/categories': ['/api/books/categories'],
    '/api/books/{id}': books.map((id) => `/api/books/${id}`),
    '/api/search?q=': each(searches, (q) => `/api/search?pageSize=24&q=${q}`),
    // No more than there are connections: so that all of them are made before the measured turns.
    '/api/share-pictures': some(stories, connections).map(
      (id) => `/api/share-pictures/story/${id}.jpg`,
    ),
    '/': ['/'],
    '/?category=': each(categories, (name) => `/?category=${name}`),
    '/?page=, deep': deep(counts.stories, 6).map((page) => `/?page=${page}`),
    '/?page=&part=': [2, 3, 4].map((page) => `/?page=${page}&part=1`),
    '/books': ['/books'],
    '/books?category=': each(shelves, (name) => `/books?category=${name}`),
    '/books?page=, deep': deep(counts.books, 24).map((page) => `/books?page=${page}`),
    '/resources?price=': ['under-20', '20-50', 'over-50'].map(
      (price) => `/resources?price=${price}`,
    ),
    '/story/{id}': some(stories, 20).map((id) => `/story/${id}`),
    '/book/{id}': some(books, 20).map((id) => `/book/${id}`),
    '/search?q=': each(searches, (q) => `/search?q=${q}`),
    '/rss.xml': ['/rss.xml'],
    '/sitemap.xml': ['/sitemap.xml'],
    'first /story/{id}': stories.map((id) => `/story/${id}`),
    'first /book/{id}': books.map((id) => `/book/${id}`),
    'first /?category=': each(categories, (name) => `/?category=${name}`),
    'first /books?search=': each(parts, (text) => `/books?search=${text}`),
    [`first /books?search=, ${aBookChanged}`]: each(parts, (text) => `/books?search=${text}`),
    'first /books?page=, deep': deep(counts.books, 24).map((page) => `/books?page=${page}`),
    'first /?page=, deep': deep(counts.stories, 6).map((page) => `/?page=${page}`),
    'first /api/search?q=': each(searches, (q) => `/api/search?pageSize=24&q=${q}`),
    'first /rss.xml': ['/rss.xml'],
  }
}

async function compare(sides) {
  const wanted = option('only')
  const columns = names.map((name) => `${name} p50 ms | p99`).join(' | ')
  console.log(`| read | ${columns} | large ÷ small | large ÷ demo |`)
  console.log('|---|---|---|---|---|---|---|---|---|')
  const reads = sides.map(readsOf)
  const over = []
  for (const name of Object.keys(reads[0])) {
    if (wanted && !name.includes(wanted)) continue
    for (const [at, side] of sides.entries()) await load(side, name, reads[at][name], 0.4)
    const times = sides.map(() => [])
    for (let turn = 0; turn < turns; turn++) {
      for (const [at, side] of sides.entries()) {
        times[at].push(...(await load(side, name, reads[at][name], seconds)))
      }
    }
    const figures = times.map((list) => {
      list.sort((a, b) => a - b)
      return [0.5, 0.99].map((part) => list[Math.floor(list.length * part)])
    })
    const [demo, small, large] = figures.map(([, p99]) => p99)
    if (large / small > allowed) over.push(name)
    const cells = [
      ...figures.flat().map((ms) => ms.toFixed(1)),
      ...[large / small, large / demo].map((ratio) => ratio.toFixed(2)),
    ]
    console.log(`| ${name} | ${cells.join(' | ')} |`)
  }
  console.log(
    over.length
      ? `\nMore than ${allowed} times the small one: ${over.join(', ')}`
      : `\nAll within ${allowed} times the small one`,
  )
}

/**
 * A closed load; resolves to the milliseconds of each request. A first read is one reader's, after the public data has
 * changed: so that its page, its counts and its marks are all made anew.
 */
async function load({ base, sql }, name, paths, long) {
  const isFirst = name.startsWith('first ')
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times = []
  const end = performance.now() + long * 1000 * (isFirst ? 2 : 1)
  let at = 0
  const requestOnce = async () => {
    while (performance.now() < end) {
      const path = paths[at++ % paths.length]
      if (isFirst) {
        await sql`
          update site_version set version = version + 1,
            shelf_version = case when ${name.endsWith(aBookChanged)} then version + 1 else shelf_version end`
      }
      const started = performance.now()
      const status = await ask(agent, base + path)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
      times.push(performance.now() - started)
    }
  }
  await Promise.all(Array.from({ length: isFirst ? 1 : connections }, requestOnce))
  agent.destroy()
  return times
}

function ask(agent, url) {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'Accept-Encoding': 'br' } }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
    }).on('error', reject)
  })
}
