// The busiest quarter of an hour of a day with a million readers, against two replicas, nginx and Varnish on this machine:
//   npm run bench -- million [--minutes=15] [--stories=50000] [--readers=1000000] [--publications=5]
//                            [--machine-usd=24] [--machine-cores=2] [--machine-gb=4000] [--gb-usd=0.01]
// 167 pages a second and all that a browser asks for with them, stories drawn by Zipf, views, 3 of 100 pages with a write;
// five publications meanwhile; one replica killed in the middle and started again 10 s later. What the load generator takes
// of the same processors is reported beside the rest. Then what 10 and 100 million readers would need (reckon.mjs).
import { execFileSync, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { fillDatabase, grown } from './fill-database.mjs'
import { startStack } from './million-stack.mjs'
import { watchProcessors } from './processor-time.mjs'
import { assumedPrice, day, reckon, whatBreaks } from './reckon.mjs'
import { recordVisits } from './record-visits.mjs'

const option = (name, standard) => {
  const found = process.argv.find((word) => word.startsWith(`--${name}=`))
  return found ? Number(found.slice(name.length + 3)) : standard
}
const readers = option('readers', 1e6)
const minutes = option('minutes', 15)
const stories = option('stories', grown.stories)
const price = {
  machineUsd: option('machine-usd', assumedPrice.machineUsd),
  machineCores: option('machine-cores', assumedPrice.machineCores),
  machineGb: option('machine-gb', assumedPrice.machineGb),
  gbUsd: option('gb-usd', assumedPrice.gbUsd),
}
const rate = (readers * day.pagesOfReader * day.inBusiestHour) / 3600
const publications = option('publications', 5)
const downMs = 10_000
const accountsAtAll = 200
const password = 'eleven goats and a radio'

const say = (text) => console.error(text)
const stack = await startStack()
const { base } = stack
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => stack.stop().then(() => process.exit(1)))
}
try {
  const sql = openSql(stack.databaseUrl)
  say('Filling the database')
  await fillDatabase(
    sql,
    Object.fromEntries(
      Object.entries(grown).map(([what, count]) => [
        what,
        Math.ceil((count * stories) / grown.stories),
      ]),
    ),
    (step) => say(`  ${step}`),
  )
  await pause(5000)
  say('Looking what a browser asks for')
  const plan = await makePlan(sql)
  say('Warming up for 20 s')
  await loadWith({ ...plan, minutes: 1 / 3, rate: rate / 2, killAt: 1e6 })
  await measure(sql, plan)
  await sql.end()
} finally {
  await stack.stop()
}

function openSql(url) {
  const address = new URL(url)
  return postgres({
    path: `${address.searchParams.get('host')}/.s.PGSQL.5432`,
    username: 'app',
    database: address.pathname.slice(1),
    max: 8,
    onnotice: () => {},
  })
}

async function makePlan(sql) {
  const ids = (rows) => rows.map(({ id }) => id)
  const found = ids(
    await sql`select id from stories where is_published order by published_at desc limit ${stories}`,
  )
  const books = ids(
    await sql`select id from books where is_published order by created_at desc limit 500`,
  )
  const onSale = ids(
    await sql`select id from books where is_published and pdf_bytes is not null and price > 0`,
  )
  const authors = (await sql`select slug from authors limit 200`).map(({ slug }) => slug)
  const [{ category }] = await sql`select category from stories where id = ${found[5]}`
  const categories = (await sql`select distinct category from stories where is_published`).map(
    ({ category }) => encodeURIComponent(category).replaceAll('%20', '+'),
  )
  const own = {
    story: found[5],
    book: books[3],
    author: authors[0],
    category: encodeURIComponent(category).replaceAll('%20', '+'),
    word: 'market',
  }
  const pages = {
    home: '/',
    story: '/story/{story}',
    category: '/?category={category}',
    books: '/books',
    book: '/book/{book}',
    author: '/author/{author}',
    search: '/search?q={word}',
    about: '/about',
  }
  const fill = (text) => text.replace(/\{(\w+)\}/g, (_, name) => own[name])
  const visits = await recordVisits(
    base,
    Object.fromEntries(
      Object.entries(pages).map(([kind, path]) => {
        const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
        const words = Object.fromEntries(names.map((name) => [name, own[name]]))
        return [kind, { path: fill(path), words }]
      }),
    ),
  )
  // The drawing of a story is made of its title: others have other addresses. Lists show everybody the same.
  const ofOne = [visits.story, visits.book, visits.author]
  for (const list of ofOne.flatMap(Object.values)) {
    for (const one of list) {
      one.path = one.path.replace(/^(\/api\/art\/(?:story|book)\/[^/]+\/)[0-9a-f]{8}/, '$1{seed}')
    }
  }
  say(
    Object.entries(visits)
      .map(
        ([kind, { first, next, again }]) =>
          `  ${kind}: ${first.length} requests besides at first, ${next.length} next, ${again.length} again`,
      )
      .join('\n'),
  )
  return {
    port: new URL(base).port,
    base,
    rate,
    minutes,
    killAt: (minutes * 60) / 2,
    stories: found,
    books,
    onSale,
    authors,
    categories,
    words: ['market', 'school', 'teacher', 'rain', 'bridge', 'tomato', 'maths'],
    pages,
    visits,
    userAgent:
      'Mozilla/5.0 (Linux; Android 13; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0 Mobile Safari/537.36',
    accounts: await signUp(sql),
    person: { firstName: 'Tamuno', lastName: 'Briggs-Ade', password, ageBand: '18+' },
    story: {
      title: 'How our street got its light back',
      summary:
        'Eleven households, one transformer and a meeting that lasted until the moon was up.',
      content: 'The transformer died on a Sunday. '.repeat(60).trim(),
      category: 'Lifestyle and Culture',
      authorName: 'Tamuno Briggs-Ade',
      authorRole: 'Community Leader',
    },
  }
}

/** Readers with a session, who opened the link of their welcome. */
async function signUp(sql) {
  const accounts = []
  for (let at = 0; at < accountsAtAll; at++) {
    const address = `172.16.${at >> 8}.${at & 255}`
    const email = `${randomUUID()}@readers.example`
    const answer = await fetch(`${base}/api/auth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': address },
      body: JSON.stringify({
        firstName: 'Ada',
        lastName: `Reader ${at}`,
        email,
        password,
        ageBand: '18+',
      }),
    })
    if (answer.status !== 201)
      throw new Error(`Registering answered ${answer.status}: ${await answer.text()}`)
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    accounts.push({ address, email, password, cookie })
  }
  await sql`update readers set email_proven_at = now() where last_name like 'Reader %'`
  return accounts
}

/** In a process of its own; resolves with what it saw. */
async function loadWith(plan, began = () => {}) {
  const child = fork(join(fileURLToPath(new URL('.', import.meta.url)), 'million-load.mjs'))
  child.send(plan)
  return new Promise((resolve, reject) => {
    child.on('message', (/** @type {{ began?: number }} */ told) =>
      told.began ? began() : resolve(told),
    )
    child.on('exit', (code) => code && reject(new Error('The load generator failed')))
  })
}

async function measure(sql, plan) {
  say(`Loading for ${minutes} minutes`)
  await sql`vacuum analyze`
  const names = ['varnish', 'nginx', 'replica 1', 'replica 2', 'builder']
  const processors = watchProcessors(names, stack.pidOf)
  const databaseBefore = await databaseFigures(sql)
  const cacheBefore = cacheFigures()
  const fresh = []
  const askedAgain = []
  let readyAgain
  let connections = 0
  const watching = setInterval(async () => {
    const [{ count }] = await sql`
      select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    connections = Math.max(connections, count)
  }, 5000)
  const seen = await loadWith(plan, () => {
    const wholeMs = minutes * 60_000
    void publishAll(wholeMs, fresh, askedAgain)
    void killOne(wholeMs / 2).then((ms) => (readyAgain = ms))
  })
  clearInterval(watching)
  const cpu = processors()
  const cache = difference(cacheFigures(), cacheBefore)
  const database = difference(await databaseFigures(sql), databaseBefore)
  const builds = await sql`
    select extract(epoch from finished_at - started_at)::float8 as seconds from site_builds
    where started_at > now() - ${minutes} * interval '1 minute' and error is null`
  const [{ bytes }] = await sql`
    select sum(pg_total_relation_size(c.oid))::float8 / (select count(*) from story_views) as bytes
    from pg_class c where c.relname like 'story_views%' and c.relkind in ('r', 'p')`
  const oneRowAtMost = await rewriteOneRow(sql, plan.stories[0])
  const { parts } = cpu
  const measured = {
    seconds: seen.seconds,
    pages: seen.counts.pages,
    requests: seen.counts.requests,
    bytes: seen.counts.bytes,
    views: seen.counts.views,
    writes: seen.counts.writes,
    cpuSeconds: {
      varnish: parts.varnish,
      nginx: parts.nginx,
      replicas: parts['replica 1'] + parts['replica 2'],
      builder: parts.builder,
      postgres: parts.postgres,
    },
    shareOfFirst: 1 / Array.from(plan.stories, (_, at) => 1 / (at + 1)).reduce((a, b) => a + b),
    oneRowAtMost,
    connectionsOfReplica: Math.ceil((connections - 8) / 3),
    bytesOfView: bytes,
    askedAgain: middle(askedAgain),
  }
  report({ plan, seen, cpu, cache, database, builds, fresh, readyAgain, connections, measured })
}

/** By the admin's API, spread over the run; how long until each is seen through the cache. */
async function publishAll(wholeMs, fresh, askedAgain) {
  const post = async (method, path, body, token) => {
    const answer = await fetch(`${base}/api${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok)
      throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const began = Date.now()
  const { token } = await post('POST', '/admin/login', {
    username: 'publisher',
    password: stack.password,
  })
  for (let at = 0; at < publications; at++) {
    // The third one falls into the time without the killed replica.
    const due = began + (wholeMs * (at + 0.5)) / publications + 2000
    await pause(Math.max(0, due - Date.now()))
    const id = randomUUID()
    const title = `The bridge that market women paid for ${id.slice(0, 8)}`
    const fields = {
      title,
      summary:
        'For nine years a plank led over the gutter. Then the women counted what it cost them.',
      category: 'Lifestyle and Culture',
      authorName: 'Halima Sule',
      authorRole: 'Reporter',
      content: `The plank was **wet** again that morning. ${'It rained for a week. '.repeat(60)}`,
      imageUrl: '',
      imageAlt: '',
      imageFocus: 'center',
      videoUrl: '',
      seriesTitle: '',
      seriesPart: '',
      isFeatured: false,
    }
    const { number } = await post(
      'PUT',
      `/admin/drafts/${id}`,
      { base: 0, saveId: randomUUID(), fields },
      token,
    )
    await post('POST', `/admin/drafts/${id}/publish`, { number }, token)
    const [published, before] = [performance.now(), cacheFigures()]
    const isOn = async (path) => (await (await fetch(base + path)).text()).includes(title)
    const seen = await Promise.all(
      ['/', '/api/stories?pageSize=24', '/?category=Lifestyle+and+Culture'].map(async (path) => {
        for (const end = Date.now() + 60_000; Date.now() < end; await pause(100)) {
          if (await isOn(path).catch(() => false)) return (performance.now() - published) / 1000
        }
        return Number.POSITIVE_INFINITY
      }),
    )
    fresh.push(seen)
    await pause(Math.max(0, published + 10_000 - performance.now()))
    askedAgain.push(difference(cacheFigures(), before).missed)
  }
}

async function killOne(afterMs) {
  await pause(afterMs)
  stack.kill(0)
  await pause(downMs)
  const started = performance.now()
  stack.startReplica(0)
  while (!(await stack.isReady(0))) await pause(100)
  return performance.now() - started
}

function cacheFigures() {
  const out = execFileSync('varnishstat', ['-n', join(stack.work, 'varnish'), '-1', '-j'], {
    encoding: 'utf8',
  })
  const told = JSON.parse(out)
  const counters = told.counters ?? told
  const of = (name) => counters[`MAIN.${name}`]?.value ?? 0
  return {
    hits: of('cache_hit'),
    missed: of('cache_miss'),
    passed: of('s_pass'),
    asked: of('backend_req'),
    dropped: of('n_lru_nuked'),
    retried: of('backend_retry'),
  }
}

async function databaseFigures(sql) {
  const [row] = await sql`
    select xact_commit::float8 as commits, tup_inserted::float8 as inserted, tup_updated::float8 as updated
    from pg_stat_database where datname = current_database()`
  return row
}

/** How many views a second one story takes, each in a transaction of its own, from eight connections. */
async function rewriteOneRow(sql, story) {
  const [seconds, ends] = [3, Date.now() + 3000]
  let count = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (Date.now() < ends) {
        await sql`insert into story_views (story_id, visitor_id, viewed_on) values (${story}, gen_random_uuid(), current_date)`
        count++
      }
    }),
  )
  return count / seconds
}

function report({
  plan,
  seen,
  cpu,
  cache,
  database,
  builds,
  fresh,
  readyAgain,
  connections,
  measured,
}) {
  const { counts, latency, errors } = seen
  const say = (text = '') => console.log(text)
  const ms = (value) => value?.toFixed(value < 10 ? 1 : 0)
  const whole = (value) => Math.round(value).toLocaleString('en')
  say(
    `Machine: ${cpus().length} × ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}. ${minutes} minutes, ${whole(plan.stories.length)} stories, ${rate.toFixed(0)} pages a second due.\n`,
  )
  say(
    `${whole(counts.pages)} pages, ${whole(counts.requests)} requests (${whole(counts.requests / seen.seconds)} a second, ${(counts.requests / counts.pages).toFixed(1)} a page), ${whole(counts.views)} views, ${whole(counts.writes)} other writes; ${(counts.bytes / counts.pages / 1000).toFixed(1)} KB a page; ${((100 * counts.hits) / counts.requests).toFixed(1)} of 100 out of the cache, ${((100 * counts.notModified) / counts.requests).toFixed(1)} unchanged (304).\n`,
  )
  say('| requests | count | p50 ms | p99 ms | p99.9 ms | longest ms |')
  say('|---|---|---|---|---|---|')
  const names = {
    all: 'all',
    page: 'pages',
    rest: 'what follows a page',
    view: 'views',
    count: 'other beacons',
    write: 'writes',
  }
  for (const [kind, name] of Object.entries(names)) {
    const one = latency[kind]
    if (one)
      say(
        `| ${name} | ${whole(one.count)} | ${ms(one.p50)} | ${ms(one.p99)} | ${ms(one.p999)} | ${ms(one.most)} |`,
      )
  }
  const near = seen.aroundKill.all
  say(
    `| from 1 s before the kill to 15 s after | ${whole(near.count)} | ${ms(near.p50)} | ${ms(near.p99)} | ${ms(near.p999)} | ${ms(near.most)} |`,
  )
  say()
  const kinds = new Map()
  for (const { why, at } of errors) {
    const when =
      at >= plan.killAt - 0.5 && at < plan.killAt + 15 ? 'as the replica died' : 'at another time'
    kinds.set(`${why}, ${when}`, (kinds.get(`${why}, ${when}`) ?? 0) + 1)
  }
  say(
    `Errors: ${errors.length} of ${whole(counts.requests)} (${((1e4 * errors.length) / counts.requests).toFixed(2)} of 10,000)${[...kinds].map(([what, count]) => `\n- ${count} × ${what}`).join('')}`,
  )
  say(
    `Connections replaced because the other side had closed them: ${counts.replaced}. The killed replica was ready ${(readyAgain / 1000).toFixed(1)} s after it was started again.\n`,
  )
  say('| publication seen after, s | landing page | story list of the API | its category |')
  say('|---|---|---|---|')
  for (const [at, times] of fresh.entries()) {
    say(`| ${at + 1} | ${times.map((seconds) => seconds.toFixed(1)).join(' | ')} |`)
  }
  say()
  say('| part | cores busy | ms a page |')
  say('|---|---|---|')
  const parts = { ...cpu.parts, 'load generator': seen.cpuSeconds }
  for (const [part, seconds] of Object.entries(parts)) {
    say(
      `| ${part} | ${(seconds / cpu.seconds).toFixed(2)} | ${((1000 * seconds) / counts.pages).toFixed(2)} |`,
    )
  }
  const ours = Object.values(parts).reduce((sum, one) => sum + one, 0)
  say(`| everything else on this machine | ${((cpu.machine - ours) / cpu.seconds).toFixed(2)} | |`)
  say()
  say(
    `Load generator: requests sent ${ms(seen.sendLateMs.p50)} ms (p50) and ${ms(seen.sendLateMs.p99)} ms (p99) after they were due, which the latencies contain.`,
  )
  say(
    `Varnish: ${whole(cache.hits)} hits, ${whole(cache.missed)} misses, ${whole(cache.passed)} passed, ${whole(cache.asked)} requests behind it, ${whole(cache.dropped)} objects dropped for want of memory. A publication made ${whole(measured.askedAgain)} misses in ten seconds. Builds: ${builds.length}, ${(builds.reduce((sum, { seconds }) => sum + seconds, 0) / Math.max(1, builds.length)).toFixed(2)} s each.`,
  )
  say(
    `Postgres: ${whole(database.commits / seen.seconds)} commits a second, ${whole(database.inserted / seen.seconds)} rows inserted, ${whole(database.updated / seen.seconds)} updated; ${connections} connections at most, eight of them of this bench; ${Math.round(measured.bytesOfView)} bytes a view; one story takes ${whole(measured.oneRowAtMost)} views a second.\n`,
  )
  simulate(measured)
  say(`\nMeasured: ${JSON.stringify(measured)}`)
  const worst = Math.max(...fresh.flat())
  const isGood =
    errors.length / counts.requests < 1e-4 &&
    latency.all.p99 < 200 &&
    worst < 10 &&
    fresh.length === publications
  say(
    `\n${isGood ? 'Within' : 'NOT within'} the aims: fewer than one error in 10,000, p99 under 200 ms, freshness under 10 s.`,
  )
  if (!isGood) process.exitCode = 1
}

function simulate(measured) {
  const sizes = [1e6, 1e7, 1e8].map((count) => reckon(measured, count, price))
  const row = (name, of) => console.log(`| ${name} | ${sizes.map(of).join(' | ')} |`)
  const whole = (value) => Math.round(value).toLocaleString('en')
  const some = (value) => (value < 10 ? value.toFixed(1) : whole(value))
  console.log(
    `In the busiest hour, calculated from the above in proportion, processors at most 0.6 busy; a machine is an assumption: ${price.machineCores} virtual cores and ${whole(price.machineGb)} GB of traffic for ${price.machineUsd} USD a month, ${price.gbUsd} USD for each GB beyond.\n`,
  )
  console.log(`| readers a day | ${sizes.map(({ readers }) => whole(readers)).join(' | ')} |`)
  console.log(`|---|${sizes.map(() => '---').join('|')}|`)
  row('pages a second', (size) => whole(size.pagesASecond))
  row('requests a second', (size) => whole(size.requestsASecond))
  for (const part of Object.keys(measured.cpuSeconds))
    row(`cores: ${part}`, (size) => some(size.cores[part]))
  row('replicas', (size) => whole(size.replicas))
  row('Mbit a second', (size) => whole(size.megabits))
  row('GB a month', (size) => whole(size.gbAMonth))
  row('writes a second', (size) => whole(size.writesASecond))
  row('of these to the most read story’s row', (size) => whole(size.oneRowASecond))
  row('connections of Postgres', (size) => whole(size.connections))
  row('misses in ten seconds after a publication', (size) => whole(size.askedAgain))
  row('GB of views in 30 days', (size) => some(size.viewsGb))
  row('machines', (size) => whole(size.machines))
  row('USD a month', (size) => whole(size.usdAMonth))
  console.log(
    '\n| breaks, first to last, in the shape that was measured | at readers a day | what to add |',
  )
  console.log('|---|---|---|')
  for (const { part, readers, add } of whatBreaks(measured, price)) {
    console.log(
      `| ${part} | ${readers >= 1e6 - 5e4 ? `${some(readers / 1e6)} million` : whole(readers)} | ${add} |`,
    )
  }
}

function difference(after, before) {
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, value - before[name]]),
  )
}

function middle(list) {
  return [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0
}
