// Static pages through the front server, next to a plain nginx that sends the same bytes, those of the headers too, and
// writes the log that Debian's would; one core serves, the other asks; called by bench.mjs.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../../scripts/find-program.mjs'

const frontPort = 4382
const plainPort = 4383
const rounds = 7
/** Or else it hangs on which of its processes nginx takes the connections. */
const serving = '0'
const asking = '1'

/**
 * Prints a table. `service` is the address of a running service, `dataDir` its folder; `load` runs wrk against an
 * address for so many seconds; `running` collects what is to be ended.
 */
export async function measureFront({
  root,
  work,
  service,
  dataDir,
  load,
  seconds,
  until,
  running,
}) {
  const nginx = findProgram('nginx')
  chmodSync(dataDir, 0o755)
  chmodSync(work, 0o755)
  const { host } = new URL(service)
  const log = openSync(join(work, 'front.log'), 'a')
  const places = [dataDir, join(work, 'front'), join(work, 'certificates')]
  const front = spawn(
    'taskset',
    [
      '-c',
      serving,
      'sh',
      join(root, 'deploy', 'front', 'front.sh'),
      ...places,
      String(frontPort),
      '0',
      host,
    ],
    { stdio: ['ignore', log, log], env: { ...process.env, PUBLIC_URL: service } },
  )
  running.push(front)

  const folder = join(work, 'same-bytes')
  mkdirSync(folder)
  const base = `http://127.0.0.1:${frontPort}`
  const plain = `http://127.0.0.1:${plainPort}`
  const answers = async (address) =>
    spawnSync('curl', ['-sf', '-o', '/dev/null', address]).status === 0
  await until(() => answers(`${base}/about`))
  const pages = { '/': 'index.html', '/about': 'about.html', '/books': 'books.html' }
  const rules = []
  for (const [path, name] of Object.entries(pages)) {
    copyFileSync(join(dataDir, 'current', 'client', `${name}.br`), join(folder, name))
    rules.push(
      `location = /${name} { ${await headersOf(base + path)} add_header Last-Modified ""; }`,
    )
  }
  writeFileSync(
    join(work, 'plain.conf'),
    `worker_processes auto; daemon off; pid ${work}/plain.pid; error_log ${work}/plain.log;
events { worker_connections 4096; }
http { access_log ${work}/access.log; sendfile on; tcp_nopush on; keepalive_requests 10000; open_file_cache max=100;
  client_body_temp_path ${work}/t; proxy_temp_path ${work}/t; fastcgi_temp_path ${work}/t; uwsgi_temp_path ${work}/t; scgi_temp_path ${work}/t;
  server { listen 127.0.0.1:${plainPort}; root ${folder}; ${rules.join('\n')} } }`,
  )
  running.push(
    spawn('taskset', ['-c', serving, nginx, '-p', work, '-c', join(work, 'plain.conf')], {
      stdio: 'ignore',
    }),
  )
  await until(() => answers(`${plain}/about.html`))

  console.log(
    '| page | bytes (br) | front server req/s | p99 ms | plain nginx req/s | p99 ms | of it |',
  )
  console.log('|---|---|---|---|---|---|---|')
  for (const [path, name] of Object.entries(pages)) {
    // In turns, and the median of each: what else the machine does falls on both.
    const ours = []
    const theirs = []
    for (let round = 0; round < rounds; round++) {
      ours.push(await load(base + path, seconds, asking))
      theirs.push(await load(`${plain}/${name}`, seconds, asking))
    }
    const [front, other] = [ours, theirs].map(median)
    const bytes = spawnSync('wc', ['-c', join(folder, name)])
      .stdout.toString()
      .split(' ')[0]
    console.log(
      `| ${path} | ${bytes} | ${Math.round(front.rate)} | ${front.p99} | ${Math.round(other.rate)} | ${other.p99} | ${(front.rate / other.rate).toFixed(2)} |`,
    )
  }
  console.log('')
}

/** Said by nginx itself. */
const ofNginx = ['server', 'date', 'content-type', 'content-length', 'connection', 'etag']

async function headersOf(address) {
  const { headers } = await fetch(address, { method: 'HEAD', headers: { 'Accept-Encoding': 'br' } })
  const added = [...headers].filter(([name]) => !ofNginx.includes(name))
  return `default_type "${headers.get('content-type')}"; ${added
    .map(([name, value]) => `add_header ${name} "${value}";`)
    .join(' ')}`
}

function median(runs) {
  return runs.sort((a, b) => a.rate - b.rate)[Math.floor(runs.length / 2)]
}
