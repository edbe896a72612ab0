// What a page costs that is sent as a difference: the same page asked for by a program, by a Chromium that has no
// dictionary, and by one that has the landing page.
//   npm run bench -- differences
// By processor time, since machines are busy with other things too.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openClient } from './fast-client.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const port = Number(process.env.BENCH_PORT ?? 4390)
const base = `http://127.0.0.1:${port}`
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const seconds = 2
const connections = 50
const ticksASecond = 100

const service = spawn(process.execPath, ['tests/e2e/support/serve.mjs', String(port)], {
  cwd: root,
  stdio: 'ignore',
})
const client = openClient(port)
try {
  while (
    !(await fetch(`${base}/api/ready`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await pause(300)
  const [{ id }] = await (await fetch(`${base}/api/stories?pageSize=1`)).json()
  const landing = Buffer.from(await (await fetch(base)).arrayBuffer())
  const hash = createHash('sha256').update(landing).digest('base64')
  const navigation = [
    'Sec-CH-UA: "Chromium";v="140", "Not:A-Brand";v="8"',
    'Sec-Fetch-Dest: document',
    'Sec-Fetch-Mode: navigate',
    'Upgrade-Insecure-Requests: 1',
  ]
  const ways = {
    'a program': ['Accept-Encoding: gzip, deflate, br'],
    'no dictionary': [...navigation, 'Accept-Encoding: gzip, deflate, br, zstd'],
    'with a dictionary': [
      ...navigation,
      'Accept-Encoding: gzip, deflate, br, zstd, dcb, dcz',
      `Available-Dictionary: :${hash}:`,
    ],
  }
  console.log('| page | asked by | bytes | requests a second | processor µs | of a program |')
  console.log('|---|---|---|---|---|---|')
  for (const path of ['/', `/story/${id}`, '/about']) {
    const found = Object.fromEntries(Object.keys(ways).map((way) => [way, []]))
    for (let round = 0; round <= rounds; round++) {
      for (const [way, lines] of Object.entries(ways)) {
        const text = `${[`GET ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...lines].join('\r\n')}\r\n\r\n`
        const measured = await load(text)
        // The first round fills the caches.
        if (round > 0) found[way].push(measured)
      }
    }
    const whole = middle(found['a program'], 'micros')
    for (const [way, all] of Object.entries(found)) {
      const micros = middle(all, 'micros')
      console.log(
        `| ${path.replace(id, '{id}')} | ${way} | ${middle(all, 'bytes')} | ${Math.round(middle(all, 'rate'))} | ${micros.toFixed(0)} | ${(micros / whole).toFixed(2)} |`,
      )
    }
  }
} finally {
  client.close()
  service.kill('SIGTERM')
}

async function load(text) {
  const before = processorTime(service.pid)
  const began = performance.now()
  let asked = 0
  let bytes = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() - began < seconds * 1000) {
        ;({ bytes } = await client.ask(text))
        asked++
      }
    }),
  )
  const spent = processorTime(service.pid) - before
  return {
    bytes,
    rate: (asked * 1000) / (performance.now() - began),
    micros: (spent * 1e6) / asked,
  }
}

/** Seconds of all its threads, without its database's. */
function processorTime(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(') ') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksASecond
}

function middle(all, of) {
  return all.map((one) => one[of]).sort((a, b) => a - b)[Math.floor(all.length / 2)]
}
