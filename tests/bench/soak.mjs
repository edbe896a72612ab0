// Two hundred readers for ten minutes: no error may come, and memory may not grow.
//   npm run bench -- soak [minutes]                            starts a service, fills it, soaks it
//   SOAK_A_SECOND=40 npm run bench -- soak 60                  as on a calm day: so many requests a second, for an hour
//   node tests/bench/soak.mjs [minutes] <address> <process id>     one that is there, started with TRUST_PROXY=1
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const connections = 200
/** So many that none of them likes more often than a reader may (300 times in ten minutes). */
const readers = 600
const minutes = Number(process.argv.find((word) => /^\d+(\.\d+)?$/.test(word)) ?? 10)
const pauseMs = 10_000
const restMs = process.env.SOAK_A_SECOND
  ? (1000 * connections) / Number(process.env.SOAK_A_SECOND)
  : 0
const port = '4386'

const address = process.argv.find((word) => word.startsWith('http'))
let base = address
let pid = Number(process.argv.at(-1))
let child
if (!address) {
  base = `http://127.0.0.1:${port}`
  child = spawn(process.execPath, ['tests/e2e/support/serve.mjs', port], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  pid = child.pid
  await new Promise((resolve) =>
    child.stdout.on('data', (text) => `${text}`.includes('ready') && resolve(undefined)),
  )
  await pause(500)
  const { databaseUrl } = JSON.parse(
    readFileSync(join(tmpdir(), `ascend-e2e-${port}.json`), 'utf8'),
  )
  const filling = spawn(process.execPath, ['tests/bench/fill-database.mjs', databaseUrl], {
    cwd: root,
    stdio: 'inherit',
  })
  await new Promise((resolve) => filling.on('exit', resolve))
}
const agent = new Agent({ keepAlive: true, maxSockets: connections })
try {
  await soak()
} finally {
  agent.destroy()
  child?.kill('SIGTERM')
}

async function soak() {
  const stories = []
  for (const page of [1, 2, 3, 40]) {
    const { text } = await ask('GET', `/api/stories?pageSize=100&page=${page}`)
    stories.push(...JSON.parse(text).map(({ id }) => id))
  }
  const books = JSON.parse((await ask('GET', '/api/books')).text).map(({ id }) => id)
  const cookies = []
  for (let at = 0; at < readers; at++) cookies.push(await signUp(at))

  const errors = new Map()
  const memory = []
  const times = []
  let requests = 0
  let isPaused = false
  const cpuBefore = cpuSeconds()
  const started = Date.now()
  const ends = started + minutes * 60_000
  const minute = () => (Date.now() - started) / 60_000
  const actAs = async (reader) => {
    while (Date.now() < ends) {
      if (isPaused) {
        await pause(100)
        continue
      }
      const [method, path, cookie, wanted = 200] = choose(stories, books, cookies)
      const began = performance.now()
      const { status } = await ask(method, path, { cookie, from: reader }).catch((error) => ({
        status: error.code,
      }))
      if (requests++ % 20 === 0) times.push(performance.now() - began)
      if (status !== wanted) {
        const what = `${status} ${method} ${path.split('?')[0].replace(/[0-9a-f-]{36}/, '{id}')}`
        errors.set(what, (errors.get(what) ?? 0) + 1)
      }
      if (restMs > 0) await pause(restMs * 2 * Math.random())
    }
  }
  const watching = (async () => {
    while (Date.now() < ends) {
      memory.push({ minute: minute(), mb: rss() })
      await pause(1000)
    }
  })()
  const resting = (async () => {
    // Memory freed in a pause must not blur the comparison: the second minute ends with one, and so does the soak.
    await pause(Math.min(120_000, (ends - started) / 2) - pauseMs)
    isPaused = true
    await pause(pauseMs)
    const mb = rss()
    isPaused = false
    return mb
  })()
  await Promise.all([
    ...Array.from({ length: connections }, (_, reader) => actAs(reader)),
    watching,
  ])
  const cpu = cpuSeconds()
  const shares = Object.entries(cpu).map(([who, spent]) => {
    const share = (spent - cpuBefore[who]) / ((Date.now() - started) / 1000)
    return `${who} ${share.toFixed(2)}`
  })
  const early = await resting
  await pause(pauseMs)
  const late = rss()
  const within = (from, to) =>
    middle(memory.filter(({ minute }) => minute >= from && minute < to).map(({ mb }) => mb))
  times.sort((a, b) => a - b)
  console.log(
    `${connections} connections, ${minutes} minutes: ${requests} requests (${Math.round(requests / minutes / 60)} a second), p50 ${times[Math.floor(times.length / 2)].toFixed(0)} ms, p99 ${times[Math.floor(times.length * 0.99)].toFixed(0)} ms`,
  )
  console.log(
    `Errors: ${[...errors].map(([what, count]) => `${count} × ${what}`).join(', ') || 'none'}`,
  )
  console.log(
    `Memory of the service, MB: median of the second minute ${within(1, 2)}, of the last ${within(minutes - 1, minutes)}; after a pause of ${pauseMs / 1000} s in the middle ${early}, at the end ${late}`,
  )
  console.log(`Cores taken, of ${cpus().length}: ${shares.join(', ')}`)
  if (errors.size > 0) process.exitCode = 1
}

/** What readers do: mostly pages and the small calls that follow them, now and then a search, a view, a like. */
function choose(stories, books, cookies) {
  const oneOf = (list) => list[Math.floor(Math.random() * list.length)]
  const story = Math.random() < 0.7 ? oneOf(stories.slice(0, 60)) : oneOf(stories)
  const drawn = Math.random()
  if (drawn < 0.18) return ['GET', '/']
  if (drawn < 0.45) return ['GET', `/story/${story}`]
  if (drawn < 0.55) return ['GET', `/book/${oneOf(books)}`]
  if (drawn < 0.62) return ['GET', '/books']
  if (drawn < 0.7) return ['GET', `/api/stories/engagement?ids=${stories.slice(0, 6).join(',')}`]
  if (drawn < 0.78) return ['GET', '/api/stories?pageSize=24']
  if (drawn < 0.82) return ['GET', `/?page=${1 + Math.floor(Math.random() * 20)}&part=1`]
  if (drawn < 0.85) return ['GET', `/books?search=${oneOf(['market', 'school', 'rain', 'novel'])}`]
  if (drawn < 0.88)
    return ['GET', `/search?q=${oneOf(['school', 'market', 'wedler', 'teacher garden'])}`]
  if (drawn < 0.96) return ['POST', `/api/stories/${story}/view`]
  return [Math.random() < 0.7 ? 'POST' : 'DELETE', `/api/stories/${story}/like`, oneOf(cookies)]
}

async function signUp(at) {
  const body = JSON.stringify({
    firstName: 'Soak',
    lastName: `Reader ${at}`,
    email: `soak-${Date.now()}-${at}@readers.example`,
    password: 'eleven goats and a radio',
  })
  const { status, headers } = await ask('POST', '/api/auth/register', { body, from: at })
  if (status !== 201) throw new Error(`Registering answered ${status}`)
  return headers['set-cookie'].map((line) => line.split(';')[0]).join('; ')
}

/**
 * @param {string} method
 * @param {string} path
 * @param {{ cookie?: string, body?: string, from?: number }} [more]
 */
function ask(method, path, { cookie, body, from = 0 } = {}) {
  return new Promise((resolve, reject) => {
    const headers = {
      'Accept-Encoding': 'br',
      // Each reader comes from an address of their own.
      'X-Forwarded-For': `10.1.${from >> 8}.${from & 255}`,
      ...(method === 'GET' ? {} : { Origin: base }),
      ...(cookie && { Cookie: cookie }),
      ...(body && {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
      }),
    }
    if (path.startsWith('/api/stories?') || path === '/api/books' || body)
      delete headers['Accept-Encoding']
    const sent = request(base + path, { method, agent, headers, timeout: 30_000 }, (response) => {
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          headers: response.headers,
          text: `${Buffer.concat(chunks)}`,
        }),
      )
      response.on('error', reject)
    })
    sent.on('timeout', () =>
      sent.destroy(Object.assign(new Error('too slow'), { code: 'TIMEOUT' })),
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

function rss() {
  return Math.round(
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024,
  )
}

/** Seconds of processor time: of the service, of this program, and of everything else, which is Postgres on a quiet machine. */
function cpuSeconds() {
  const ticks = (file, from, to) =>
    readFileSync(file, 'utf8')
      .split('\n')[0]
      .replace(/^.*\) /, '')
      .trim()
      .split(/\s+/)
      .slice(from, to)
      .reduce((sum, part) => sum + Number(part), 0) / 100
  const service = ticks(`/proc/${pid}/stat`, 11, 13)
  const { user, system } = process.cpuUsage()
  const load = (user + system) / 1e6
  // user, nice, system; then idle and what waits, interrupts.
  const all = ticks('/proc/stat', 1, 4) + ticks('/proc/stat', 6, 8)
  return {
    'the service': service,
    'the load generator': load,
    'the rest (Postgres)': all - service - load,
  }
}

function middle(list) {
  return list.sort((a, b) => a - b)[Math.floor(list.length / 2)]
}
