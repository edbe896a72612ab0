// Under a limit of 1 GB, at once: readers, 5,000 mails and the conversion of a book. Needs root and control groups of
// version 1: npm run bench -- small-machine
import { spawn } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { SMTPServer } from 'smtp-server'
import { openDemoDatabase } from './demo-database.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const port = '4389'
const base = `http://127.0.0.1:${port}`
const limitBytes = 1024 ** 3
const mails = 5_000
const connections = 20
const group = '/sys/fs/cgroup/memory/small-machine'

const { anEpub, words } = await helpers()
let received = 0
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _, done) {
    stream.on('end', () => done(null, `${++received} taken`)).resume()
  },
})
await new Promise((resolve) => mailServer.listen(0, '127.0.0.1', () => resolve(undefined)))
const { port: mailPort } = /** @type {import('node:net').AddressInfo} */ (
  mailServer.server.address()
)
mkdirSync(group, { recursive: true })
writeFileSync(join(group, 'memory.limit_in_bytes'), String(limitBytes))
const service = spawn(
  'sh',
  [
    '-c',
    `echo $$ > ${group}/tasks && exec ${process.execPath} --max-old-space-size=512 tests/e2e/support/serve.mjs ${port}`,
  ],
  {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      BENCH_SETTINGS: JSON.stringify({
        SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
        MAIL_FROM: 'hello@ascend.example',
        PUBLISHER_EMAIL: 'publisher@ascend.example',
        LETTERS_PER_MINUTE: '60000',
      }),
    },
  },
)
const sums = []
let errors = 0
let requests = 0
let isOver = false
try {
  await new Promise((resolve) =>
    service.stdout.on('data', (text) => `${text}`.includes('ready') && resolve(undefined)),
  )
  const sql = openDemoDatabase(port)
  const { token } = await ask('POST', '/api/admin/login', {
    username: 'publisher',
    password: 'nine drums before the rain',
  })
  const phase = (name) => sums.push({ name, most: 0, last: 0 })
  const watching = (async () => {
    while (!isOver) {
      const now = sums.at(-1)
      if (now) {
        now.last = memoryOf(service.pid)
        now.most = Math.max(now.most, now.last)
      }
      await pause(500)
    }
  })()

  phase('at rest, a minute after the start')
  await pause(60_000)

  phase('readers, mails and a book at once')
  const began = performance.now()
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1)
  let isRead = false
  const readers = Array.from({ length: connections }, read)
  await sql`
    insert into subscribers (email, confirmed_at)
    select 'reader-' || n || '@readers.example', now() from generate_series(1, ${mails}) n`
  const [{ id: letter }] = await sql`
    insert into letters (subject, content, created_by, state, send_at)
    values ('Five stories of November', 'Dear reader, five stories.', 'Ada', 'scheduled', now())
    returning id`
  await sql`select pg_notify('letters_waiting', '')`
  const [{ id: book }] =
    await sql`select id from books where epub_id is null and is_published limit 1`
  const chapters = Array.from(
    { length: 120 },
    (_, at) => `<h1>Chapter ${at + 1}</h1>${`<p>${words(100, 'yam')}</p>`.repeat(60)}`,
  )
  const epub = anEpub({ chapters })
  const sent = await fetch(`${base}/api/admin/books/${book}/epub`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/epub+zip' },
    body: epub,
  })
  if (!sent.ok) throw new Error(`The EPUB: ${sent.status} ${await sent.text()}`)
  const converted = until(async () => {
    const [row] = await sql`
      select ready_at, fault from books join editions on editions.epub_id = books.epub_id where books.id = ${book}`
    return row?.ready_at || row?.fault
  }).then(() => console.log(`a book of 720,000 words was read after ${seconds()} s`))
  const mailed = until(async () => {
    const [row] = await sql`select state from letters where id = ${letter}`
    return row.state === 'sent'
  }).then(() => console.log(`${received} of ${mails} mails were sent after ${seconds()} s`))
  await Promise.all([converted, mailed])
  await pause(5_000)
  isRead = true
  await Promise.all(readers)
  phase('a minute later')
  await pause(60_000)
  isOver = true
  await watching
  await sql.end()
  for (const { name, most, last } of sums)
    console.log(`${name}: ${most} MB at most, ${last} at its end`)
  console.log(`${requests} requests, ${errors} errors`)
  const failed = readFileSync(join(group, 'memory.failcnt'), 'utf8').trim()
  const killed = /oom_kill (\d+)/.exec(readFileSync(join(group, 'memory.oom_control'), 'utf8'))?.[1]
  console.log(
    `The limit was reached ${failed} times (the cache of files counts too), ${killed} processes were killed.`,
  )

  async function read() {
    const paths = [
      '/',
      '/books',
      '/api/stories?pageSize=24',
      '/search?q=market',
      '/about',
      '/publications',
    ]
    for (let at = 0; !isRead; at++) {
      const answer = await fetch(base + paths[at % paths.length]).catch(() => undefined)
      await answer?.arrayBuffer()
      requests++
      if (!answer?.ok) errors++
      await pause(200)
    }
  }
} finally {
  isOver = true
  service.kill('SIGTERM')
  await new Promise((resolve) => service.on('exit', resolve))
  mailServer.close()
  rmdirSync(group)
}
process.exit()

async function until(isSo) {
  while (!(await isSo())) await pause(200)
}

async function ask(method, path, body) {
  const headers = { 'Content-Type': 'application/json' }
  const answer = await fetch(base + path, { method, headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** The proportional set sizes of a process and all below it, in MB. */
function memoryOf(first) {
  const parents = new Map()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const facts = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '')
      parents.set(Number(pid), Number(facts.split(' ')[1]))
    } catch {
      // It has ended.
    }
  }
  const isOurs = (pid) => pid === first || (parents.has(pid) && isOurs(parents.get(pid)))
  let kilobytes = 0
  for (const pid of [...parents.keys()].filter(isOurs)) {
    try {
      const [, size = 0] =
        /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
      kilobytes += Number(size)
    } catch {
      // It has ended.
    }
  }
  return Math.round(kilobytes / 1024)
}

/** What the tests make books with. */
async function helpers() {
  const outfile = join(mkdtempSync(join(tmpdir(), 'ascend-bench-')), 'helpers.mjs')
  await build({
    stdin: {
      contents: `export { anEpub, words } from '#tests/shop/epubs.ts'`,
      resolveDir: root,
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    absWorkingDir: root,
  })
  return import(pathToFileURL(outfile).href)
}
