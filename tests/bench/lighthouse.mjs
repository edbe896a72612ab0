// npm run bench -- lighthouse [<address>]: Lighthouse's four scores of a first visit on a phone, the lowest of twenty in
// a row; a score is 100 only if it was 100 each time.
import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { findProgram } from '../../scripts/find-program.mjs'
import { startLighthouse } from '../lighthouse.mjs'

const runs = Number(process.env.BENCH_ROUNDS ?? 20)
const port = 4382
const base = process.argv[3] ?? `http://127.0.0.1:${port}`
const service = process.argv[3]
  ? undefined
  : spawn(process.execPath, ['tests/e2e/support/serve.mjs', String(port)], { stdio: 'ignore' })
const names = ['performance', 'accessibility', 'best-practices', 'seo']

try {
  for (const end = Date.now() + 120_000; Date.now() < end; await pause(200)) {
    if (
      await fetch(`${base}/api/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break
  }
  const [story] = await (await fetch(`${base}/api/stories?pageSize=1`)).json()
  const [book] = await (await fetch(`${base}/api/books?pageSize=1`)).json()
  const read = await (await fetch(`${base}/api/books?search=The+First+Issue`)).json()
  const lighthouse = await startLighthouse({ executablePath: findProgram('browser') })
  console.log(`| page | ${names.join(' | ')} | main thread, ms | elements | HTML, KB |`)
  console.log(`|---|${'---|'.repeat(names.length + 3)}`)
  const paths = ['/', `/story/${story.id}`, '/books', `/book/${book.id}`, '/about']
  // The demo has a free book that is read here.
  for (const { id } of read.slice(0, 1)) paths.push(`/book/${id}/read`, `/book/${id}/read/3`)
  for (const path of paths) {
    const visits = []
    let notMeasured = 0
    while (visits.length < runs) {
      const visit = await lighthouse.visit(base + path, {}).catch((error) => {
        // Chromium now and then records no navigation at all: nothing was measured.
        if (!error.message.includes('NO_NAVSTART') || ++notMeasured > 3) throw error
      })
      if (visit) visits.push(visit)
    }
    const lowest = (name) =>
      Math.min(...visits.map(({ categories }) => Math.round(categories[name].score * 100)))
    const median = (audit) =>
      visits.map(({ audits }) => audits[audit].numericValue).sort((a, b) => a - b)[runs >> 1]
    const figures = [
      ...names.map(lowest),
      Math.round(median('mainthread-work-breakdown')),
      median('dom-size'),
    ]
    const html = await (await fetch(base + path)).text()
    console.log(
      `| ${path.replace(/[0-9a-f-]{36}/, '…')} | ${figures.join(' | ')} | ${Math.round(Buffer.byteLength(html) / 1024)} |`,
    )
  }
  await lighthouse.close()
} finally {
  service?.kill('SIGTERM')
}
