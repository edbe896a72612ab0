// What a logged request costs beside a silent one: two services that differ in LOG_LEVEL alone, asked in turns.
//   npm run bench -- logging
// By processor time of the process: machines are busy with other things, too.
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const runProgram = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const firstPort = Number(process.env.BENCH_PORT ?? 4390)
const connections = 50
const turns = 7
const seconds = Number(process.env.BENCH_SECONDS ?? 3)
const ticksASecond = 100

const work = mkdtempSync(join(tmpdir(), 'ascend-logging-'))
const running = []
try {
  const log = join(work, 'service.log')
  const services = [
    // As systemd and containers have it: a pipe, which somebody reads.
    await start('into a pipe', firstPort, 'info', 'pipe'),
    await start('into a file', firstPort + 1, 'info', openSync(log, 'a')),
    await start('silent', firstPort + 2, 'silent', 'ignore'),
  ]
  const silent = services.at(-1)
  const [{ id }] = await (await fetch(`${silent.base}/api/stories?pageSize=1`)).json()
  console.log(
    '| address | silent, µs of a core | into a file | into a pipe | file ÷ silent | pipe ÷ silent |',
  )
  console.log('|---|---|---|---|---|---|')
  for (const path of [`/story/${id}`, '/api/stories', `/api/stories/engagement?ids=${id}`]) {
    const costs = new Map(services.map(({ name }) => [name, []]))
    for (const { base } of services) await load(await ownPath(base, path, id), 1)
    for (let turn = 0; turn < turns; turn++) {
      // Not always in the same order: what grows with time falls on all.
      for (const service of turn % 2 ? services.toReversed() : services) {
        const own = await ownPath(service.base, path, id)
        const before = ticks(service.pid)
        const requests = await load(own, seconds)
        // Lines that are still held are part of what they cost.
        await pause(300)
        costs
          .get(service.name)
          .push(((ticks(service.pid) - before) * 1e6) / ticksASecond / requests)
      }
    }
    const [pipe, file, none] = services.map(({ name }) => middle(costs.get(name)))
    console.log(
      `| ${path.replace(id, '{id}')} | ${none.toFixed(1)} | ${file.toFixed(1)} | ${pipe.toFixed(1)} | ${(file / none).toFixed(2)} | ${(pipe / none).toFixed(2)} |`,
    )
  }
  console.log(
    `\n${Math.round(statSync(log).size / 2 ** 20)} MB of lines were written into the file.`,
  )
} finally {
  for (const child of running) child.kill('SIGTERM')
  await pause(2000)
  rmSync(work, { recursive: true, force: true })
}

async function start(name, port, level, output) {
  const child = spawn(process.execPath, ['tests/e2e/serve.mjs', String(port)], {
    cwd: root,
    stdio: ['ignore', output, 'ignore'],
    env: { ...process.env, BENCH_SETTINGS: JSON.stringify({ LOG_LEVEL: level }) },
  })
  running.push(child)
  child.stdout?.resume()
  const base = `http://127.0.0.1:${port}`
  for (const end = Date.now() + 180_000; Date.now() < end; await pause(100)) {
    const answer = await fetch(`${base}/api/ready`).catch(() => undefined)
    if (answer?.ok) return { name, base, pid: child.pid }
  }
  throw new Error(`${base} does not answer`)
}

/** Each has a database of its own, with the same stories under other ids. */
async function ownPath(base, path, id) {
  const [own] = await (await fetch(`${base}/api/stories?pageSize=1`)).json()
  return base + path.replace(id, own.id)
}

async function load(url, duration) {
  const { stdout } = await runProgram('wrk', [
    ...['-t1', `-c${connections}`, `-d${duration}s`, '-H', 'Accept-Encoding: br', url],
  ])
  if (/Non-2xx/.test(stdout)) throw new Error(`${url} answered errors:\n${stdout}`)
  return Number(/(\d+) requests in/.exec(stdout)?.[1])
}

function ticks(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return Number(fields[11]) + Number(fields[12])
}

function middle(list) {
  return list.sort((a, b) => a - b)[list.length >> 1]
}
