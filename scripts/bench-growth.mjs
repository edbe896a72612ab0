// What growth costs a reader: every public read of the demo content and of 10,000 books, 50,000 stories and 1,000,000
// likes, side by side and in turns.
//   npm run bench -- growth                        starts both services, fills one, measures
//   node scripts/bench-growth.mjs <small> <large>  two addresses with their databases, `http://…|postgres://…`, that are there
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { fillDatabase, grown } from './fill-database.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const connections = 8
const seconds = Number(process.env.BENCH_SECONDS ?? 1.5)
const turns = 3
/** The most that a read may take longer. */
const allowed = 1.5
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
const each = (list, path) => list.map((one) => path(encodeURIComponent(one)))

try {
  const given = process.argv.slice(2).filter((word) => word.includes('|'))
  const [small, large] = given.length === 2 ? given.map(there) : await startBoth()
  await Promise.all([small, large].map(learn))
  await compare(small, large)
  await Promise.all([small, large].map(({ sql }) => sql.end()))
} finally {
  for (const child of running) child.kill('SIGTERM')
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

async function startBoth() {
  const started = []
  for (const port of ['4382', '4383']) {
    const child = spawn(
      process.execPath,
      ['tests/journeys/serve.mjs', port, ...(started.length ? ['4382'] : [])],
      {
        cwd: root,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    running.push(child)
    await new Promise((resolve) =>
      child.stdout.on('data', (text) => `${text}`.includes('ready') && resolve()),
    )
    await pause(500)
    const note = JSON.parse(readFileSync(join(tmpdir(), `ascend-journeys-${port}.json`), 'utf8'))
    started.push({ base: `http://127.0.0.1:${port}`, sql: openSql(note.databaseUrl) })
  }
  const began = performance.now()
  await fillDatabase(started[1].sql, grown, (line) => console.log(`  ${line}`))
  console.log(`Filled in ${((performance.now() - began) / 1000).toFixed(0)} s\n`)
  await pause(3000)
  return started
}

/** Stories and books of all ages, and the last pages of the lists. */
async function learn(side) {
  const { sql } = side
  const ids = async (table, at) =>
    (
      await sql`select id from ${sql(table)} where is_published order by md5(id::text || ${at}) limit 400`
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

/** Addresses of each kind of read; `isFirst`: the public data is changed all the while, so that no page is kept for long. */
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
    '/api/share-pictures': [`/api/share-pictures/story/${stories[0]}.jpg`],
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
    'first /books?page=, deep': deep(counts.books, 24).map((page) => `/books?page=${page}`),
    'first /?page=, deep': deep(counts.stories, 6).map((page) => `/?page=${page}`),
    'first /rss.xml': ['/rss.xml'],
  }
}

async function compare(small, large) {
  const wanted = process.argv[2]?.startsWith('only=') ? process.argv[2].slice(5) : undefined
  console.log('| read | small p50 ms | p99 | large p50 ms | p99 | p99 ratio |')
  console.log('|---|---|---|---|---|---|')
  const [ofSmall, ofLarge] = [readsOf(small), readsOf(large)]
  const over = []
  for (const name of Object.keys(ofSmall)) {
    if (wanted && !name.includes(wanted)) continue
    const times = [[], []]
    for (const side of [small, large])
      await load(side, name, side === small ? ofSmall[name] : ofLarge[name], 0.4)
    for (let turn = 0; turn < turns; turn++) {
      times[0].push(...(await load(small, name, ofSmall[name], seconds)))
      times[1].push(...(await load(large, name, ofLarge[name], seconds)))
    }
    const [a, b] = times.map((list) => list.sort((one, other) => one - other))
    const at = (list, part) => list[Math.floor(list.length * part)]
    const ratio = at(b, 0.99) / at(a, 0.99)
    if (ratio > allowed) over.push(name)
    const ms = (value) => value.toFixed(1)
    console.log(
      `| ${name} | ${ms(at(a, 0.5))} | ${ms(at(a, 0.99))} | ${ms(at(b, 0.5))} | ${ms(at(b, 0.99))} | ${ratio.toFixed(2)} |`,
    )
  }
  console.log(
    over.length
      ? `\nMore than ${allowed} times: ${over.join(', ')}`
      : `\nAll within ${allowed} times`,
  )
}

/** A closed load; resolves to the milliseconds of each request. */
async function load({ base, sql }, name, paths, long) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times = []
  const end = performance.now() + long * 1000
  let at = 0
  const one = async () => {
    while (performance.now() < end) {
      const path = paths[at++ % paths.length]
      const started = performance.now()
      const status = await ask(agent, base + path)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
      times.push(performance.now() - started)
    }
  }
  let isOver = false
  const changing = (async () => {
    while (name.startsWith('first ') && !isOver) {
      // Two hundred changes a second, far from real: so that nearly every page is made for whoever asks.
      await sql`update site_version set version = version + 1`
      await pause(5)
    }
  })()
  await Promise.all(Array.from({ length: connections }, one))
  isOver = true
  await changing
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
