// What our answers cost beside the least that Koa can answer: by the same generator, in turns within one run.
//   npm run bench -- routes                  starts the service, measures
//   node tests/bench/routes.mjs <address>  measures one that is there
import { execFile, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import Router from '@koa/router'
import Koa from 'koa'

const runProgram = promisify(execFile)
const self = fileURLToPath(import.meta.url)
const root = fileURLToPath(new URL('../..', import.meta.url))
const connections = 50
const turns = 3
const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const emptyPort = '4384'
const servicePort = '4385'

if (process.argv[2] === 'empty') {
  const router = new Router()
  router.get('/empty', (ctx) => {
    ctx.body = ''
    ctx.status = 200
  })
  createServer(new Koa().use(router.routes()).callback()).listen(Number(emptyPort), '127.0.0.1')
} else {
  const running = []
  const start = async (args, address) => {
    running.push(spawn(process.execPath, args, { cwd: root, stdio: 'ignore' }))
    for (const end = Date.now() + 120_000; Date.now() < end; ) {
      const answer = await fetch(address).catch(() => undefined)
      if (answer?.ok) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`${address} does not answer`)
  }
  try {
    const given = process.argv[2]?.startsWith('http') ? process.argv[2] : undefined
    const base = given ?? `http://127.0.0.1:${servicePort}`
    if (!given) {
      await start(['tests/e2e/serve.mjs', servicePort], `${base}/api/ready`)
    }
    const empty = `http://127.0.0.1:${emptyPort}/empty`
    await start([self, 'empty'], empty)
    await compare(empty, base)
  } finally {
    for (const child of running) child.kill('SIGTERM')
  }
}

async function compare(empty, base) {
  const [{ id }] = await (await fetch(`${base}/api/stories?pageSize=1`)).json()
  const addresses = [empty, `${base}/story/${id}`, `${base}/api/stories`, `${base}/api/books`]
  const measured = addresses.map(() => [])
  for (const address of addresses) await load(address, 1)
  for (let turn = 0; turn < turns; turn++) {
    for (const [at, address] of addresses.entries()) measured[at].push(await load(address, seconds))
  }
  console.log('| address | req/s | of an empty Koa route | p99 ms | times its p99 |')
  console.log('|---|---|---|---|---|')
  const middle = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)]
  const figures = measured.map((list) => ({
    rate: middle(list.map(({ rate }) => rate)),
    p99: middle(list.map(({ p99 }) => p99)),
  }))
  for (const [at, { rate, p99 }] of figures.entries()) {
    const name = at === 0 ? 'empty Koa route' : addresses[at].replace(base, '').replace(id, '{id}')
    console.log(
      `| ${name} | ${Math.round(rate)} | ${(rate / figures[0].rate).toFixed(2)} | ${p99.toFixed(1)} | ${(p99 / figures[0].p99).toFixed(1)} |`,
    )
  }
}

async function load(url, duration) {
  const { stdout: out } = await runProgram('wrk', [
    ...['-t1', `-c${connections}`, `-d${duration}s`, '--latency', '-H', 'Accept-Encoding: br', url],
  ])
  if (/Non-2xx|Socket errors/.test(out)) throw new Error(`${url} answered errors:\n${out}`)
  const [, p99, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(out) ?? []
  return {
    rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(out)?.[1]),
    p99: Number(p99) * { us: 0.001, ms: 1, s: 1000 }[unit],
  }
}
