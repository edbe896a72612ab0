// The admin pages on a cheap phone: npm run bench -- admin-phone
// Until the dashboard's tasks and stat cards can be read and until its list of books is there, at 400 kbit/s with a processor
// four times slower, with nothing cached and a second time; then what the script of each further page takes. Prints Markdown
// tables for docs/performance.md.
import { base, openPhone, slowNetwork, startDemo } from './slow-phone.mjs'

const runs = 5
/** They are opened one after the other, as by somebody who looks around. */
const pages = [
  ...['stories', 'calendar', 'authors', 'books', 'orders', 'requests', 'figures', 'letters'],
  ...['newsletter', 'settings', 'people', 'activity', 'server', 'account'],
]

await startDemo(async (token) => {
  await measureDashboard(token)
  await measureFurtherPages(token)
})

async function measureDashboard(token) {
  console.log(
    '| the dashboard at 400 kbit/s, processor ÷ 4 | tasks and stat cards, ms | books, ms | KB |',
  )
  console.log('|---|---|---|---|')
  const seen = { first: [], second: [] }
  for (let run = 0; run < runs; run++) {
    const { context, page, cdp } = await openPhone(token)
    await slowNetwork(cdp)
    let bytes = 0
    cdp.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
    await page.addInitScript(() => {
      const look = () => {
        const isFilled = /\d/.test(document.querySelector('[data-stat]')?.textContent ?? '')
        // It leaves once the tasks are there.
        const isWaiting = document.querySelector('[data-tasks-skeleton]') !== null
        if (isFilled && !isWaiting) window['tasksAt'] ??= Math.round(performance.now())
        const row = document.querySelector('main li h3')
        if (row?.getClientRects().length) window['booksAt'] ??= Math.round(performance.now())
        if (window['booksAt'] === undefined || window['tasksAt'] === undefined)
          requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    for (const visit of Object.values(seen)) {
      bytes = 0
      await page.goto(`${base}/admin/dashboard`, { waitUntil: 'commit' })
      await page.waitForFunction(() => window['booksAt'] && window['tasksAt'], undefined, {
        timeout: 60_000,
      })
      visit.push({
        ...(await page.evaluate(() => ({ tasks: window['tasksAt'], books: window['booksAt'] }))),
        kilobytes: Math.round(bytes / 102.4) / 10,
      })
      await page.waitForLoadState('networkidle')
    }
    await context.close()
  }
  for (const [name, visit] of Object.entries(seen)) {
    const median = (what) => visit.map((one) => one[what]).sort((a, b) => a - b)[runs >> 1]
    console.log(
      `| ${name} visit | ${median('tasks')} | ${median('books')} | ${median('kilobytes')} |`,
    )
  }
  console.log()
}

async function measureFurtherPages(token) {
  console.log(
    '| a further page, processor ÷ 4, after the dashboard | script, ms | new KB of script |',
  )
  console.log('|---|---|---|')
  const { context, page, cdp } = await openPhone(token)
  await page.goto(`${base}/admin/dashboard`)
  await page.waitForLoadState('networkidle')
  await cdp.send('Performance.enable')
  await cdp.send('Network.enable')
  const scripts = new Set()
  let bytes = 0
  cdp.on(
    'Network.responseReceived',
    ({ requestId, type }) => type === 'Script' && scripts.add(requestId),
  )
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  for (const name of pages) {
    bytes = 0
    await page.goto(`${base}/admin/${name}`)
    await page.waitForLoadState('networkidle')
    const { metrics } = await cdp.send('Performance.getMetrics')
    const seconds = metrics.find((metric) => metric.name === 'ScriptDuration')?.value ?? 0
    console.log(`| /admin/${name} | ${Math.round(seconds * 1000)} | ${(bytes / 1024).toFixed(1)} |`)
  }
  await context.close()
  console.log()
}
