// A letter to 20,000 subscribers, through a mail server that thinks 20 ms about each, while people read:
//   npm run bench -- letters
// A second letter goes on and pauses in turns: reading beside it and without it hangs on the same machine.
import { execFile, fork, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import postgres from 'postgres'

const self = fileURLToPath(import.meta.url)
const root = fileURLToPath(new URL('../..', import.meta.url))
const servicePort = '4386'
const mailPort = '4387'
const answerMs = 20
const subscribers = Number(process.env.BENCH_SUBSCRIBERS ?? 20_000)
const seconds = Number(process.env.BENCH_SECONDS ?? 10)
/** Readers at once: a busy hour, not the most that the machine can do. */
const rate = 50
/** With and without a letter. */
const turns = 5
const settleMs = 2000

if (process.argv[2] === 'mail-server') await serveMails()
else await measure()

/** In a process of its own; answers a message with how many mails it has taken. */
async function serveMails() {
  const { SMTPServer } = await import('smtp-server')
  let taken = 0
  const recipients = new Set()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData(stream, session, callback) {
      stream.resume()
      stream.on('end', () => {
        setTimeout(() => {
          taken++
          recipients.add(session.envelope.rcptTo[0].address)
          callback()
        }, answerMs)
      })
    },
  })
  server.listen(Number(mailPort), '127.0.0.1', () => process.send('ready'))
  process.on('message', () => process.send({ taken, recipients: recipients.size }))
}

async function measure() {
  const dataDir = mkdtempSync(join(tmpdir(), 'ascend-bench-'))
  const mails = fork(self, ['mail-server'])
  const running = [mails]
  try {
    await new Promise((ready) => mails.once('message', ready))
    const service = spawn(process.execPath, ['tests/e2e/serve.mjs', servicePort], {
      cwd: root,
      stdio: 'ignore',
      env: {
        ...process.env,
        BENCH_SETTINGS: JSON.stringify({
          SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
          MAIL_FROM: 'post@ascend.example',
          PUBLISHER_EMAIL: 'publisher@ascend.example',
          DKIM_DOMAIN: 'ascend.example',
          DKIM_SELECTOR: 'ascend',
          DKIM_KEY_FILE: await aKey(dataDir),
        }),
      },
    })
    running.push(service)
    const base = `http://127.0.0.1:${servicePort}`
    await until(async () => (await fetch(`${base}/api/ready`)).ok)
    const note = JSON.parse(readFileSync(join(tmpdir(), `ascend-e2e-${servicePort}.json`), 'utf8'))
    const url = new URL(note.databaseUrl)
    const sql = postgres({
      path: `${url.searchParams.get('host')}/.s.PGSQL.5432`,
      username: 'app',
      database: url.pathname.slice(1),
      onnotice: () => {},
    })
    await sql`
      insert into subscribers (email, confirmed_at)
      select 'reader-' || n || '@readers.example', now() from generate_series(1, ${subscribers}) n`
    const [{ id: story }] = await (await fetch(`${base}/api/stories?pageSize=1`)).json()
    const read = () => readFor(base, [`/story/${story}`, '/', '/api/stories?page=1', '/books'])
    await read()

    const anIssue = async () => {
      const [{ id }] = await sql`
        insert into letters (subject, content, created_by, state, send_at)
        values ('Five stories of November', ${'A paragraph of the letter that is measured. '.repeat(200)}, 'Bench',
          'scheduled', now()) returning id`
      await until(
        async () => (await sql`select 1 from letters where id = ${id} and state = 'sending'`)[0],
      )
      return id
    }
    const id = await anIssue()
    const stateOf = async () => (await sql`select state from letters where id = ${id}`)[0].state
    while ((await stateOf()) === 'sending') await read()
    const [{ minutes }] = await sql`
      select extract(epoch from finished_at - started_at) / 60 as minutes from letters where id = ${id}`
    const { taken, recipients } = await new Promise((resolve) => {
      mails.once('message', resolve)
      mails.send('count')
    })
    const [counts] = await sql`select * from letter_counts where letter_id = ${id}`

    const second = await anIssue()
    const setState = (state) => sql`
      update letters set state = ${state}, why_paused = ${state === 'paused' ? 'The bench' : null} where id = ${second}`
    const without = []
    const beside = []
    for (let turn = 0; turn < turns; turn++) {
      await setState('paused')
      await pause(settleMs)
      without.push(await withTime(service.pid, read))
      await setState('sending')
      await pause(settleMs)
      beside.push(await withTime(service.pid, read))
    }
    await sql.end()

    console.log(`Machine: ${cpus().length} × ${cpus()[0].model}, Node ${process.version}\n`)
    console.log(
      '| recipients | sent | uncertain | taken by the server | different | minutes | mails a second |',
    )
    console.log('|---|---|---|---|---|---|---|')
    console.log(
      `| ${counts.recipients} | ${counts.sent} | ${counts.uncertain} | ${taken} | ${recipients} | ${Number(minutes).toFixed(1)} | ${(counts.sent / minutes / 60).toFixed(1)} |\n`,
    )
    console.log(
      `| reading, ${rate} requests a second, ${turns} turns | median of p50 ms | median of p99 ms | p99 of each turn | processor time of the service, ms a second |`,
    )
    console.log('|---|---|---|---|---|')
    for (const [name, runs] of Object.entries({
      'without a letter': without,
      'beside a letter': beside,
    })) {
      const p99s = runs.map(({ p99 }) => p99)
      console.log(
        `| ${name} | ${middle(runs.map(({ p50 }) => p50))} | ${middle(p99s)} | ${p99s.join(', ')} | ${middle(runs.map(({ cpu }) => cpu))} |`,
      )
    }
  } finally {
    for (const child of running) child.kill('SIGTERM')
    await pause(2000)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Adds the time that the process spent: it does not hang on what else runs on the machine. Milliseconds a second. */
async function withTime(pid, run) {
  const spentMs = () => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  }
  const [begun, before] = [performance.now(), spentMs()]
  const result = await run()
  return { ...result, cpu: ((spentMs() - before) * 1000) / (performance.now() - begun) }
}

async function aKey(folder) {
  const file = join(folder, 'dkim.pem')
  await promisify(execFile)('openssl', ['genrsa', '-out', file, '2048'])
  return file
}

/** Requests at a steady rate, whatever the answers take: a slow answer does not hide the next ones. */
async function readFor(base, paths) {
  const times = []
  const pending = []
  const everyMs = 1000 / rate
  const begin = performance.now()
  for (let sent = 0; sent < rate * seconds; sent++) {
    const due = begin + sent * everyMs
    const wait = due - performance.now()
    if (wait > 0) await pause(wait)
    const asked = performance.now()
    pending.push(
      fetch(base + paths[sent % paths.length], { headers: { 'Accept-Encoding': 'br' } }).then(
        async (answer) => {
          if (!answer.ok) throw new Error(`${paths[sent % paths.length]} answered ${answer.status}`)
          await answer.arrayBuffer()
          times.push(performance.now() - asked)
        },
      ),
    )
  }
  await Promise.all(pending)
  times.sort((a, b) => a - b)
  const at = (share) => Number(times[Math.floor(times.length * share)].toFixed(1))
  return { p50: at(0.5), p99: at(0.99) }
}

function middle(list) {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]?.toFixed(1)
}

async function until(isSo, limitSeconds = 240) {
  for (const end = Date.now() + limitSeconds * 1000; Date.now() < end; await pause(100)) {
    if (await Promise.resolve(isSo()).catch(() => false)) return
  }
  throw new Error('The condition was not met in time')
}
