// Measures the built site on this machine: npm run bench
// What growth costs, Lighthouse, our routes beside an empty one, ten minutes of load, the story editor, what follows a page:
// npm run bench -- admin-phone | ahead | differences | editor | growth | lighthouse | paint | record-visits | routes | small-machine | soak
// Needs wrk (Debian package); nginx is measured beside us when it is there. Ratios are taken within one run,
// because machines are noisy. Prints Markdown tables for docs/performance.md.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { measurePaint } from './paint.mjs'

/** Measurements that take long, one at a time. */
const alone = {
  'admin-phone': './admin-phone.mjs',
  ahead: './ahead.mjs',
  differences: './differences.mjs',
  editor: './editor.mjs',
  growth: './growth.mjs',
  lighthouse: './lighthouse.mjs',
  'record-visits': './record-visits.mjs',
  routes: './routes.mjs',
  'small-machine': './small-machine.mjs',
  soak: './soak.mjs',
}
const measurement = alone[process.argv[2]]
if (measurement) {
  await import(measurement)
  process.exit()
}
if (process.argv[2] === 'paint') {
  await measurePaint(...process.argv.slice(3))
  process.exit()
}

const runProgram = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const port = 4380
const nginxPort = 4381
const base = `http://127.0.0.1:${port}`
const connections = 50
const seconds = Number(process.env.BENCH_SECONDS ?? 8)
const work = mkdtempSync(join(tmpdir(), 'ascend-bench-'))
const running = []

if (spawnSync('wrk', ['-v']).error) {
  console.error('The bench needs wrk (Debian: apt-get install wrk).')
  process.exit(1)
}

try {
  console.log(
    `Machine: ${cpus().length} × ${cpus()[0].model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}\n`,
  )
  await measureStart()
  const { service, sql } = await startService()
  await measureRequests(service)
  await measurePaint(base)
  await measureFreshness(sql)
  await measureBuilds(sql)
  await sql.end()
} finally {
  for (const child of running) child.kill('SIGTERM')
  await pause(2000)
  rmSync(work, { recursive: true, force: true })
}

/** `npm start` on an empty data folder, and again; until the first page is there. */
async function measureStart() {
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: join(work, 'start'),
    LOG_LEVEL: 'error',
  }
  const times = []
  for (let run = 0; run < 2; run++) {
    const started = performance.now()
    const child = spawn(process.execPath, ['scripts/start.mjs'], {
      cwd: root,
      env,
      stdio: 'ignore',
    })
    await until(async () => (await fetch(`${base}/api/ready`)).ok)
    times.push(((performance.now() - started) / 1000).toFixed(1))
    child.kill('SIGTERM')
    await new Promise((resolve) => child.on('exit', resolve))
  }
  console.log(`Start with packages installed: first ${times[0]} s, second ${times[1]} s\n`)
}

async function startService() {
  const service = spawn(process.execPath, ['tests/e2e/support/serve.mjs', String(port)], {
    cwd: root,
    stdio: 'ignore',
  })
  running.push(service)
  await until(async () => (await fetch(`${base}/api/ready`)).ok)
  const note = JSON.parse(readFileSync(join(tmpdir(), `ascend-e2e-${port}.json`), 'utf8'))
  const url = new URL(note.databaseUrl)
  const sql = postgres({
    path: `${url.searchParams.get('host')}/.s.PGSQL.5432`,
    username: 'app',
    database: url.pathname.slice(1),
    onnotice: () => {},
  })
  return { service, sql }
}

async function measureRequests(service) {
  const [{ id: story }] = await (await fetch(`${base}/api/stories?pageSize=1`)).json()
  const paths = ['/', `/story/${story}`, '/api/stories', '/api/books']
  const nginx = await startNginx(paths)
  console.log(
    '| address | bytes (br) | req/s | p99 ms | CPU µs/request | nginx req/s | nginx p99 ms | of nginx |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  for (const [index, path] of paths.entries()) {
    await load(base + path, 2)
    const ours = await measured(service.pid, () => load(base + path, seconds))
    const theirs = nginx && (await load(`http://127.0.0.1:${nginxPort}/${index}`, seconds))
    const bytes = (await fetch(base + path, { headers: { 'Accept-Encoding': 'br' } })).headers.get(
      'content-length',
    )
    console.log(
      `| ${path.replace(story, '{id}')} | ${bytes} | ${Math.round(ours.rate)} | ${ours.p99} | ${ours.cpu} | ${
        theirs
          ? `${Math.round(theirs.rate)} | ${theirs.p99} | ${(ours.rate / theirs.rate).toFixed(2)}`
          : '– | – | –'
      } |`,
    )
  }
  console.log('')
}

/** nginx with one worker, serving the very bytes that we send. */
async function startNginx(paths) {
  const binary = ['/usr/sbin/nginx', '/usr/local/bin/nginx'].find(
    (path) => spawnSync(path, ['-v']).status === 0,
  )
  if (!binary) return undefined
  const folder = join(work, 'nginx')
  mkdirSync(join(folder, 'files'), { recursive: true })
  for (const [index, path] of paths.entries()) {
    // fetch would decompress: the raw bytes come from curl.
    const file = join(folder, 'files', String(index))
    await runProgram('curl', ['-s', '-H', 'Accept-Encoding: br', '-o', file, base + path])
  }
  writeFileSync(
    join(folder, 'nginx.conf'),
    `worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; open_file_cache max=100;
  client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  server { listen 127.0.0.1:${nginxPort}; root ${folder}/files; add_header Content-Encoding br; add_header Vary Accept-Encoding; } }`,
  )
  const child = spawn(binary, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  running.push(child)
  await until(
    async () =>
      (
        await fetch(`http://127.0.0.1:${nginxPort}/0`, {
          headers: { 'Accept-Encoding': 'identity' },
        })
      ).status === 200,
  )
  return child
}

async function load(url, duration) {
  const { stdout: out } = await runProgram('wrk', [
    '-t1',
    `-c${connections}`,
    `-d${duration}s`,
    '--latency',
    '-H',
    'Accept-Encoding: br',
    url,
  ])
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(out)?.[1])
  const [, p99, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(out) ?? []
  const requests = Number(/(\d+) requests in/.exec(out)?.[1])
  if (/Non-2xx/.test(out)) throw new Error(`${url} answered errors:\n${out}`)
  const factor = { us: 0.001, ms: 1, s: 1000 }[unit]
  return { rate, p99: (Number(p99) * factor).toFixed(1), requests }
}

/** Adds the processor time that the process took for each request. */
async function measured(pid, run) {
  const ticks = () => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
    return Number(fields[11]) + Number(fields[12])
  }
  const before = ticks()
  const result = await run()
  return { ...result, cpu: Math.round(((ticks() - before) * 10_000) / result.requests) }
}

/** Measures from a committed row to the new static page. */
async function measureFreshness(sql) {
  const times = []
  for (let run = 0; run < 5; run++) {
    const title = `A step measured ${Date.now()}`
    await sql`update books set title = ${title} where id = (select id from books where is_published order by created_at desc limit 1)`
    const committed = performance.now()
    await until(async () => (await (await fetch(`${base}/books`)).text()).includes(title), 60)
    times.push((performance.now() - committed) / 1000)
    await pause(1500)
  }
  console.log(
    `Committed row to new static page: ${times.map((time) => time.toFixed(1)).join(', ')} s\n`,
  )
}

async function measureBuilds(sql) {
  const page = async () => (await fetch(`${base}/`)).text()
  console.log(
    '| stories | pages made in s | in the static page after s | queries of /story/{id} | queries of /?category=… |',
  )
  console.log('|---|---|---|---|---|')
  for (const stories of [26, 1000, 10_000]) {
    await sql`
      insert into stories (title, summary, content, category, author_id, author_name, author_role, is_published, approved_hash, published_at)
      select 'Measured story number ' || n, repeat('summary ', 10), repeat('A sentence of the measured story. ', 120),
        'Lifestyle and Culture', gen_random_uuid(), 'Ada Measure', 'Student', true, 'this text', now() - n * interval '1 minute'
      from generate_series(1, greatest(0, ${stories} - (select count(*)::int from stories))) n`
    await sql`analyze stories`
    const version = async () =>
      (await sql`select max(version) as version from site_builds where error is null`)[0].version
    const wanted = (await sql`select version from site_version`)[0].version
    await until(async () => Number(await version()) >= Number(wanted), 60)
    const before = await page()
    const changed = performance.now()
    await sql`update stories set summary = summary || ' again', approved_hash = 'this text' where id = (select id from stories where is_published order by published_at desc limit 1)`
    await until(async () => (await page()) !== before, 60)
    const seen = ((performance.now() - changed) / 1000).toFixed(1)
    await until(async () => Number(await version()) > Number(wanted), 60)
    const [build] =
      await sql`select extract(epoch from finished_at - started_at) as seconds from site_builds order by id desc limit 1`
    await pause(2000)
    const [{ id }] =
      await sql`select id from stories where is_published order by published_at desc limit 1`
    const story = await countQueries(sql, `/story/${id}`)
    const filtered = await countQueries(sql, '/?category=Lifestyle+and+Culture')
    console.log(
      `| ${stories} | ${Number(build.seconds).toFixed(2)} | ${seen} | ${story} | ${filtered} |`,
    )
  }
}

/** Transactions that the database ran while a page was made for the first time. */
async function countQueries(sql, path) {
  const count = async () =>
    Number(
      (
        await sql`select xact_commit as count from pg_stat_database where datname = current_database()`
      )[0].count,
    )
  await pause(1500)
  const before = await count()
  await (await fetch(base + path)).text()
  await pause(1500)
  const between = await count()
  await pause(3000)
  // What the service does on its own in the same time is taken off.
  const idle = (await count()) - between
  return Math.max(0, between - before - Math.round(idle / 2))
}

async function until(isSo, limitSeconds = 120) {
  for (const end = Date.now() + limitSeconds * 1000; Date.now() < end; await pause(50)) {
    if (await isSo().catch(() => false)) return
  }
  throw new Error('The condition was not met in time')
}
