// What our answers cost beside the least that Koa can answer, and `/` beside the least that Node can that sends the same
// bytes: by the same generator, in turns within one run.
//   npm run bench -- routes                  starts the service, measures
//   node tests/bench/routes.mjs <address>  measures one that is there
import { execFile, spawn } from 'node:child_process'
import { createServer, get } from 'node:http'
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
const barePort = '4386'

if (process.argv[2] === 'empty') {
  const router = new Router()
  router.get('/empty', (ctx) => {
    ctx.body = ''
    ctx.status = 200
  })
  createServer(new Koa().use(router.routes()).callback()).listen(Number(emptyPort), '127.0.0.1')
} else if (process.argv[2] === 'bare') {
  const { headers, body } = await readAnswer(process.argv[3])
  createServer((_, response) => response.writeHead(200, headers).end(body)).listen(
    Number(barePort),
    '127.0.0.1',
  )
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
      await start(['tests/e2e/support/serve.mjs', servicePort], `${base}/api/ready`)
    }
    const empty = `http://127.0.0.1:${emptyPort}/empty`
    await start([self, 'empty'], empty)
    const bare = `http://127.0.0.1:${barePort}/`
    await start([self, 'bare', `${base}/`], bare)
    const [{ id }] = await (await fetch(`${base}/api/stories?pageSize=1`)).json()
    await compare('an empty Koa route', empty, {
      '/story/{id}': `${base}/story/${id}`,
      '/api/stories': `${base}/api/stories`,
      '/api/books': `${base}/api/books`,
    })
    await compare('a bare server that sends the same', bare, { '/': `${base}/` })
  } finally {
    for (const child of running) child.kill('SIGTERM')
  }
}

/** The answer as it is on the wire, without what Node adds by itself. */
function readAnswer(url) {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'Accept-Encoding': 'br' } }, async (answer) => {
      const { date: _, connection: __, 'keep-alive': ___, ...headers } = answer.headers
      resolve({ headers, body: Buffer.concat(await answer.toArray()) })
    }).on('error', reject)
  })
}

async function compare(least, leastAddress, ours) {
  const addresses = [leastAddress, ...Object.values(ours)]
  const measured = addresses.map(() => [])
  for (const address of addresses) await load(address, 1)
  for (let turn = 0; turn < turns; turn++) {
    for (const [at, address] of addresses.entries()) measured[at].push(await load(address, seconds))
  }
  console.log(`\n| address | req/s | of ${least} | p99 ms | times its p99 |`)
  console.log('|---|---|---|---|---|')
  const middle = (list) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)]
  const figures = measured.map((list) => ({
    rate: middle(list.map(({ rate }) => rate)),
    p99: middle(list.map(({ p99 }) => p99)),
  }))
  for (const [at, { rate, p99 }] of figures.entries()) {
    console.log(
      `| ${[least, ...Object.keys(ours)][at]} | ${Math.round(rate)} | ${(rate / figures[0].rate).toFixed(2)} | ${p99.toFixed(1)} | ${(p99 / figures[0].p99).toFixed(1)} |`,
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
