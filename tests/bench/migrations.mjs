// What readers notice of a migration: a service of the release before on 50,000 stories, readers and writers, and the
// migrations that came since, one after the other. The longest request meanwhile is asked to be under a second.
//   npm run bench -- migrations [before=<revision>] [from=0090] [load=8]
// Without a revision: the one before the newest migration was added. Needs git and the whole history.
import { spawn, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))
const port = option('port') ?? '4388'
const base = `http://127.0.0.1:${port}`
const connections = Number(option('load') ?? 8)
/** After each migration, so that whoever waited for it has been answered. */
const afterMs = 2_000
const beforeMs = 5_000
const mostMs = 1_000
const words = ['school', 'market', 'teacher', 'bridge', 'garden', 'rain']

let asked = 0
const work = mkdtempSync(join(tmpdir(), 'ascend-bench-migrations-'))
const before = join(work, 'before')
const running = []
try {
  const revision = option('before') ?? findRevision()
  git('worktree', 'add', '--detach', before, revision)
  for (const folder of [work, before]) {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  }
  const there = readdirSync(join(before, 'db', 'migrations')).sort()
  const all = readdirSync(join(root, 'db', 'migrations')).sort()
  const fresh = all.filter((name) => !there.includes(name) && name >= (option('from') ?? ''))
  console.log(`The service of ${revision}, and ${fresh.length} migrations since`)
  const { databaseUrl } = await startBefore()
  // For a trial of the bench itself: empty.
  if (!process.argv.includes('empty')) await fill(databaseUrl)
  await measure(databaseUrl, there, fresh)
} finally {
  for (const child of running) {
    child.kill('SIGTERM')
    await new Promise((resolve) => child.on('exit', resolve))
  }
  git('worktree', 'remove', '--force', before)
  rmSync(work, { recursive: true, force: true })
}

function option(name) {
  return process.argv.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1)
}

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.trim()
}

function findRevision() {
  const newest = git('log', '-1', '--diff-filter=A', '--format=%h', '--', 'db/migrations')
  return git('rev-parse', '--short', `${newest}^`)
}

/** As its own end-to-end tests start it: an embedded Postgres, and the demo content. */
async function startBefore() {
  const child = spawn(process.execPath, ['tests/e2e/serve.mjs', port], {
    cwd: before,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(child)
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (text) => `${text}`.includes('ready') && resolve())
    child.on('exit', () => reject(new Error('The service of before did not start')))
  })
  return JSON.parse(readFileSync(join(tmpdir(), `ascend-e2e-${port}.json`), 'utf8'))
}

async function fill(databaseUrl) {
  const child = spawn(process.execPath, ['tests/bench/fill-database.mjs', databaseUrl], {
    cwd: before,
    stdio: 'inherit',
  })
  const status = await new Promise((resolve) => child.on('exit', resolve))
  if (status !== 0) throw new Error('The database could not be filled')
}

async function measure(databaseUrl, there, fresh) {
  const { migrate, openDatabase } = await loadMigrator()
  const db = openDatabase(databaseUrl, { max: 1 })
  const folder = join(work, 'migrations')
  mkdirSync(folder)
  // What has run must be there as it was.
  for (const name of there) {
    copyFileSync(join(before, 'db', 'migrations', name), join(folder, name))
  }
  const watching = watchLocks(openDatabase(databaseUrl, { max: 1 }), db)
  const load = await startLoad()
  await pause(beforeMs)
  const quiet = load.between(performance.now() - beforeMs, performance.now())
  console.log(
    `Without a migration: ${quiet.count} requests in ${beforeMs / 1000} s, p50 ${quiet.p50} ms, the longest ${quiet.longest} ms\n`,
  )
  console.log(
    '| migration | took ms | requests | p50 ms | longest ms | of that for a lock | failed |\n|---|---|---|---|---|---|---|',
  )
  const over = []
  for (const name of fresh) {
    copyFileSync(join(root, 'db', 'migrations', name), join(folder, name))
    const notes = []
    watching.reset()
    const began = performance.now()
    await migrate(db, folder, { note: (sentence) => notes.push(sentence) })
    const took = performance.now() - began
    await pause(afterMs)
    const seen = load.between(began, performance.now())
    console.log(
      `| ${name.replace('.sql', '')} | ${took.toFixed(0)} | ${seen.count} | ${seen.p50} | ${seen.longest} | ${watching.longest()} | ${seen.failed} |${notes.length ? ` ${notes.join(' ')}` : ''}`,
    )
    if (seen.longest > mostMs || seen.failed > 0) over.push(`${name} (${seen.slowest})`)
  }
  const failures = await load.stop()
  await watching.stop()
  await db.end({ timeout: 1 })
  for (const failure of failures) console.log(failure)
  console.log(
    over.length > 0
      ? `\nOver ${mostMs} ms, or failed: ${over.join(', ')}`
      : `\nAll within ${mostMs} ms`,
  )
  if (over.length > 0) process.exitCode = 1
}

/** How long anybody but the migrator waits for a lock: what a migration costs readers, apart from a machine that is busy. */
function watchLocks(db, migrator) {
  let longest = 0
  let isOver = false
  const watching = (async () => {
    const [{ pid }] = await migrator`select pg_backend_pid() as pid`
    while (!isOver) {
      const [{ ms }] = await db`
        select coalesce(max(extract(epoch from clock_timestamp() - waitstart) * 1000), 0)::float8 as ms
        from pg_locks where not granted and pid <> ${pid} and locktype <> 'advisory'`
      longest = Math.max(longest, ms)
      await pause(10)
    }
    await db.end({ timeout: 1 })
  })()
  return {
    reset() {
      longest = 0
    },
    longest: () => Math.round(longest),
    stop() {
      isOver = true
      return watching
    },
  }
}

async function loadMigrator() {
  const entry = join(work, 'migrator.mjs')
  await build({
    stdin: {
      contents: `export { migrate } from './db/migrate.ts'; export { openDatabase } from './db/sql.ts'`,
      resolveDir: root,
    },
    outfile: entry,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  })
  return import(entry)
}

/** Readers who read, look for something, and are counted: half of what they ask writes. */
async function startLoad() {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const seen = []
  const failures = new Set()
  const stories = []
  for (const page of [1, 2, 3, 40]) {
    const { text } = await ask(agent, 'GET', `/api/stories?pageSize=100&page=${page}`)
    stories.push(...JSON.parse(text).map(({ id }) => id))
  }
  const oneOf = (list) => list[Math.floor(Math.random() * list.length)]
  const choose = () => {
    const story = oneOf(stories)
    const drawn = Math.random()
    if (drawn < 0.1) return ['GET', '/']
    if (drawn < 0.25) return ['GET', `/story/${story}`]
    if (drawn < 0.35) return ['GET', '/api/stories?pageSize=24']
    if (drawn < 0.4) return ['GET', `/api/search?q=${oneOf(words)}&pageSize=24`]
    if (drawn < 0.45) return ['GET', '/api/books?pageSize=24']
    if (drawn < 0.5) return ['GET', `/api/stories/engagement?ids=${stories.slice(0, 6).join(',')}`]
    return ['POST', `/api/stories/${story}/${drawn < 0.8 ? 'view' : 'share'}`]
  }
  let isOver = false
  const reading = Array.from({ length: connections }, async () => {
    while (!isOver) {
      const [method, path] = choose()
      const began = performance.now()
      const { status } = await ask(agent, method, path).catch(({ code }) => ({ status: code }))
      const ok = status === 200 || status === 204
      const what = `${method} ${path.split('?')[0].replace(/[0-9a-f-]{36}/, '{id}')}`
      if (!ok) failures.add(`${what} answered ${status}`)
      seen.push({ began, ended: performance.now(), ok, what })
    }
  })
  return {
    /** Of what was under way at any moment between the two. */
    between(start, end) {
      const some = seen.filter((one) => one.ended > start && one.began < end)
      const times = some.map(({ began, ended }) => ended - began).sort((a, b) => a - b)
      const slowest = some.find(({ began, ended }) => ended - began === times.at(-1))
      return {
        count: some.length,
        p50: Math.round(times[times.length >> 1] ?? 0),
        longest: Math.round(times.at(-1) ?? 0),
        slowest: slowest?.what,
        failed: some.filter(({ ok }) => !ok).length,
      }
    },
    async stop() {
      isOver = true
      await Promise.all(reading)
      agent.destroy()
      return failures
    },
  }
}

function ask(agent, method, path) {
  return new Promise((resolve, reject) => {
    const headers = {
      // Each asks from an address of their own: no limit is met.
      'X-Forwarded-For': `10.${++asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`,
      ...(method === 'POST' && { Origin: base }),
    }
    const sent = request(base + path, { method, agent, headers, timeout: 30_000 }, (response) => {
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode, text: `${Buffer.concat(chunks)}` }),
      )
      response.on('error', reject)
    })
    sent.on('timeout', () => sent.destroy(Object.assign(new Error(), { code: 'TIMEOUT' })))
    sent.on('error', reject)
    sent.end()
  })
}
