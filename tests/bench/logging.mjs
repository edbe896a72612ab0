// What a logged request costs beside a silent one: two replicas that differ in LOG_LEVEL alone, asked in turns.
//   npm run bench -- logging
// By processor time, since machines are busy with other things too. Two processes of the same program differ by up to a
// tenth, so that each round starts new ones.
import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const runProgram = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const port = Number(process.env.BENCH_PORT ?? 4390)
const connections = 50
const rounds = Number(process.env.BENCH_ROUNDS ?? 9)
const turns = 4
const seconds = 2
const ticksASecond = 100

const running = new Map()
try {
  // With the database; it renders, and answers nothing that is measured.
  const builder = run(['tests/e2e/serve.mjs', String(port)], {})
  await isReady(port)
  const note = readFileSync(join(tmpdir(), `ascend-e2e-${port}.json`), 'utf8')
  const { databaseUrl, dataDir } = JSON.parse(note)
  const [{ id }] = await (await fetch(`http://127.0.0.1:${port}/api/stories?pageSize=1`)).json()
  const paths = [`/story/${id}`, '/api/stories', `/api/stories/engagement?ids=${id}`]
  const ratios = new Map(paths.map((path) => [path, []]))
  const costs = new Map(paths.map((path) => [path, []]))

  for (let round = 0; round < rounds; round++) {
    const [logged, silent] = await Promise.all(
      // As systemd and containers have it: a pipe, which somebody reads.
      ['info', 'silent'].map(async (level, at) => {
        const own = port + 1 + at
        const replica = run(['scripts/start.mjs', '--replica'], {
          NODE_ENV: 'production',
          PUBLIC_URL: `http://127.0.0.1:${port}`,
          PORT: String(own),
          DATABASE_URL: databaseUrl,
          DATA_DIR: dataDir,
          ADMIN_PASSWORD: 'nine drums before the rain',
          LOG_LEVEL: level,
        })
        await isReady(own)
        return { ...replica, base: `http://127.0.0.1:${own}` }
      }),
    )
    for (const path of paths) {
      for (const { base } of [logged, silent]) await load(base + path, 2)
      const spent = new Map([
        [logged, 0],
        [silent, 0],
      ])
      const asked = new Map(spent)
      for (let turn = 0; turn < turns; turn++) {
        // Not always in the same order: what grows with time falls on both.
        for (const service of turn % 2 ? [silent, logged] : [logged, silent]) {
          const before = ticks(service.pid)
          asked.set(service, asked.get(service) + (await load(service.base + path, seconds)))
          // Lines that are still held are part of what they cost.
          await pause(300)
          spent.set(service, spent.get(service) + ticks(service.pid) - before)
        }
      }
      const [ofLogged, ofSilent] = [logged, silent].map(
        (service) => (spent.get(service) * 1e6) / ticksASecond / asked.get(service),
      )
      costs.get(path).push(ofSilent)
      ratios.get(path).push(ofLogged / ofSilent)
    }
    await Promise.all([logged, silent].map(stop))
  }
  await stop(builder)

  console.log(`| address | silent, µs of a core | logged ÷ silent | of ${rounds} rounds |`)
  console.log('|---|---|---|---|')
  for (const path of paths) {
    const [least, half, most] = spread(ratios.get(path))
    console.log(
      `| ${path.replace(id, '{id}')} | ${spread(costs.get(path))[1].toFixed(1)} | ${half.toFixed(2)} | ${least.toFixed(2)} to ${most.toFixed(2)} |`,
    )
  }
} finally {
  await Promise.all([...running.keys()].map((pid) => stop({ pid })))
}

function run(args, settings) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...settings },
  })
  child.stdout.resume()
  running.set(child.pid, child)
  return { pid: child.pid }
}

async function stop({ pid }) {
  const child = running.get(pid)
  running.delete(pid)
  const gone = new Promise((resolve) => child.once('exit', resolve))
  if (child.exitCode === null && child.kill('SIGTERM')) await gone
}

async function isReady(at) {
  for (const end = Date.now() + 180_000; Date.now() < end; await pause(100)) {
    const answer = await fetch(`http://127.0.0.1:${at}/api/ready`).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error(`Nothing answers at port ${at}`)
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

/** Least, median, most. */
function spread(list) {
  const sorted = list.toSorted((a, b) => a - b)
  return [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)]
}
