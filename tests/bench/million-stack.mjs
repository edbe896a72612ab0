// Two replicas, a builder, Postgres, nginx and Varnish with the rules of deploy/, as programs of this machine.
import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findProgram } from '../../scripts/find-program.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const firstPort = Number(process.env.BENCH_PORT ?? 4390)
const [readers, purges, front, builderPort, ...replicaPorts] = Array.from(
  { length: 6 },
  (_, at) => firstPort + at,
)
/** As serve.mjs sets it. */
const password = 'nine drums before the rain'

/**
 * Readers come to `base`: Varnish, which asks nginx, which sends files and asks the replicas. `parts` names the process
 * ids of each part now. The builder is no replica: no reader's request goes to it.
 */
export async function startStack() {
  findProgram('nginx')
  const work = mkdtempSync(join(tmpdir(), 'ascend-million-'))
  chmodSync(work, 0o755)
  const base = `http://127.0.0.1:${readers}`
  const running = new Map()
  const start = (name, program, args, env) => {
    const log = openSync(join(work, `${name}.log`), 'a')
    const child = spawn(program, args, {
      cwd: root,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', log, log],
    })
    running.set(name, child)
    return child
  }
  const stop = async () => {
    // Readers first, the database last.
    const last = running.get('builder')
    for (const child of [...running.values()].filter((one) => one !== last)) await end(child)
    if (last) await end(last)
    rmSync(work, { recursive: true, force: true })
  }
  try {
    const shared = {
      PUBLIC_URL: base,
      CACHE: 'varnish',
      CACHE_PURGE_URL: `http://127.0.0.1:${purges}/`,
      // Its test checkout takes the orders.
      PAYMENTS: 'test',
    }
    start('builder', process.execPath, ['tests/e2e/serve.mjs', String(builderPort)], {
      E2E_PUBLIC_URL: base,
      BENCH_SETTINGS: JSON.stringify(shared),
    })
    await answers(`http://127.0.0.1:${builderPort}/api/ready`, work)
    const note = readFileSync(join(tmpdir(), `ascend-e2e-${builderPort}.json`), 'utf8')
    const { databaseUrl, dataDir } = JSON.parse(note)
    chmodSync(dataDir, 0o755)

    const startReplica = (at) =>
      start(`replica ${at + 1}`, process.execPath, ['scripts/start.mjs', '--replica'], {
        ...shared,
        NODE_ENV: 'production',
        PORT: String(replicaPorts[at]),
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        ADMIN_PASSWORD: password,
        TRUST_PROXY: '1',
        // As in production, into a file.
        LOG_LEVEL: 'info',
      })
    for (const at of replicaPorts.keys()) startReplica(at)
    for (const port of replicaPorts) await answers(`http://127.0.0.1:${port}/api/ready`, work)

    const rules = join(work, 'rules')
    cpSync(join(root, 'deploy', 'front'), rules, { recursive: true })
    // Varnish adds whom it heard to what the load generator says of its readers.
    writeFileSync(
      join(rules, 'trusted-proxies.conf'),
      'set_real_ip_from 127.0.0.1;\nreal_ip_header X-Forwarded-For;\nreal_ip_recursive on;\n',
    )
    mkdirSync(join(work, 'certificates'))
    start(
      'nginx',
      'sh',
      [
        join(rules, 'front.sh'),
        ...[dataDir, join(work, 'front'), join(work, 'certificates')],
        ...[front, 0].map(String),
        ...replicaPorts.map((port) => `127.0.0.1:${port}`),
      ],
      { PUBLIC_URL: base },
    )
    await answers(`http://127.0.0.1:${front}/api/ready`, work)

    const vcl = readFileSync(join(root, 'deploy', 'varnish', 'ascend.vcl'), 'utf8')
    writeFileSync(join(work, 'ascend.vcl'), vcl.replace('.port = "8080"', `.port = "${front}"`))
    start('varnish', findProgram('varnish'), [
      ...['-F', '-j', 'none', '-n', join(work, 'varnish'), '-f', join(work, 'ascend.vcl')],
      ...['-a', `readers=127.0.0.1:${readers}`, '-a', `purge=127.0.0.1:${purges}`],
      ...['-s', 'malloc,256m', '-p', 'http_gzip_support=off'],
      ...['-p', 'backend_idle_timeout=30'],
    ])
    await answers(`${base}/api/ready`, work)
    return {
      base,
      databaseUrl,
      dataDir,
      work,
      password,
      stop,
      pidOf: (name) => running.get(name)?.pid,
      names: () => [...running.keys()],
      /** As the kernel ends it when memory is gone. */
      kill: (at) => running.get(`replica ${at + 1}`).kill('SIGKILL'),
      startReplica,
      isReady: (at) => isAnswering(`http://127.0.0.1:${replicaPorts[at]}/api/ready`),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const isAnswering = (url) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

async function answers(url, work) {
  for (const end = Date.now() + 180_000; Date.now() < end; await pause(100)) {
    if (await isAnswering(url)) return
  }
  throw new Error(`${url} does not answer; see the logs in ${work}`)
}

async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 30_000)
  await gone
  clearTimeout(late)
}
