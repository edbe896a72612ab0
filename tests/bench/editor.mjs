// The story editor on a cheap phone: npm run bench -- editor
// Until the plain field can be typed into and until the rich editor is there, at 400 kbit/s, with the processor as it is and
// four times slower; and from a key to its frame, in a text of 5,000 words. Prints Markdown tables for docs/performance.md.
import { randomUUID } from 'node:crypto'
import { ask, base, openPhone, slower, slowNetwork, startDemo } from './slow-phone.mjs'

const runs = 5
const keys = 80
const word =
  'Then the women counted what the plank had cost them, and **nobody** laughed any more. '

await startDemo(async (token) => {
  const id = await aDraft(token, 5000)
  await measureOpening(token, id)
  await measureKeys(token, id)
})

/** A story of so many words, in paragraphs of sixty, with a heading before every tenth. */
async function aDraft(token, words) {
  const id = randomUUID()
  const paragraphs = Array.from(
    { length: Math.ceil(words / 60) },
    (_, at) => `${at % 10 === 0 ? `## Part ${at / 10 + 1}\n\n` : ''}${word.repeat(4).trim()}`,
  )
  const fields = {
    title: 'The plank',
    summary: '',
    category: '',
    authorName: '',
    authorRole: '',
    content: paragraphs.join('\n\n'),
    imageUrl: '',
    imageAlt: '',
    imageFocus: 'center',
    videoUrl: '',
    seriesTitle: '',
    seriesPart: '',
    isFeatured: false,
  }
  await ask('PUT', `/api/admin/drafts/${id}`, { base: 0, saveId: randomUUID(), fields }, token)
  return id
}

async function measureOpening(token, id) {
  console.log(
    '| the story editor, opened at 400 kbit/s | plain field, ms | rich editor, ms | processor ÷ 4: plain | rich | KB |',
  )
  console.log('|---|---|---|---|---|---|')
  const ways = [
    ['a new story, nothing cached', '/admin/stories/new', false],
    ['a new story, from the dashboard', '/admin/stories/new', true],
    ['a story of 5,000 words, nothing cached', `/admin/stories/${id}/edit`, false],
    ['a story of 5,000 words, from the dashboard', `/admin/stories/${id}/edit`, true],
  ]
  for (const [name, path, isFromDashboard] of ways) {
    const figures = []
    for (const rate of [1, slower]) {
      const seen = []
      for (let run = 0; run < runs; run++)
        seen.push(await openOnce(token, path, isFromDashboard, rate))
      const median = (what) => seen.map((one) => one[what]).sort((a, b) => a - b)[runs >> 1]
      figures.push(median('plain'), median('rich'))
      if (rate === slower) figures.push(median('kilobytes'))
    }
    console.log(`| ${name} | ${figures.join(' | ')} |`)
  }
  console.log()
}

async function openOnce(token, path, isFromDashboard, rate) {
  const { context, page, cdp } = await openPhone(token, rate)
  if (isFromDashboard) {
    await page.goto(`${base}/admin/dashboard`)
    await page.waitForLoadState('networkidle')
  }
  let bytes = 0
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await cdp.send('Network.enable')
  await slowNetwork(cdp)
  await page.addInitScript(() => {
    // Usable: it is painted, can be typed into, and holds the story's text.
    const isShown = (selector) => document.querySelector(selector)?.getClientRects().length > 0
    const look = () => {
      const isEdit = location.pathname.endsWith('/edit')
      /** @type {HTMLTextAreaElement | null} */
      const area = document.querySelector('#content')
      const isFilled = !isEdit || area?.value || isShown('.ProseMirror')
      if (area && isFilled && !area.disabled && !area.readOnly)
        window['plainAt'] ??= Math.round(performance.now())
      if (isShown('.ProseMirror')) window['richAt'] ??= Math.round(performance.now())
      if (window['richAt'] === undefined) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto(base + path, { waitUntil: 'commit' })
  await page.waitForFunction(() => window['richAt'] !== undefined, undefined, { timeout: 60_000 })
  const times = await page.evaluate(() => ({ plain: window['plainAt'], rich: window['richAt'] }))
  await context.close()
  return { ...times, kilobytes: Math.round(bytes / 102.4) / 10 }
}

/** Measures from a key to the frame that shows it (Event Timing), saving included, in the middle of the text. */
async function measureKeys(token, id) {
  console.log('| a key in a text of 5,000 words | median, ms | 95 of 100 below, ms | longest, ms |')
  console.log('|---|---|---|---|')
  for (const mode of ['rich', 'plain']) {
    const { context, page } = await openPhone(token)
    await page.addInitScript((stored) => localStorage.setItem('ascend.editor-mode', stored), mode)
    await page.goto(`${base}/admin/stories/${id}/edit`)
    await page.waitForLoadState('networkidle')
    const field = page.getByRole('textbox', { name: 'Text', exact: true })
    if (mode === 'rich') await field.locator('p').nth(40).click()
    else
      await field.evaluate((/** @type {HTMLTextAreaElement} */ area) => {
        area.focus()
        area.setSelectionRange(15_000, 15_000)
      })
    await page.evaluate(() => {
      window['keys'] = new Map()
      const note = (list) => {
        for (const { name, startTime, duration } of list.getEntries()) {
          if (!/^key|^input|^beforeinput/.test(name)) continue
          window['keys'].set(startTime, Math.max(duration, window['keys'].get(startTime) ?? 0))
        }
      }
      // TypeScript does not know the threshold yet.
      const options = { type: 'event', durationThreshold: 16 }
      new PerformanceObserver(note).observe(options)
    })
    for (let key = 0; key < keys; key++) {
      await page.keyboard.press(key % 6 === 5 ? 'Space' : 'a')
      await page.waitForTimeout(120)
    }
    await page.waitForTimeout(500)
    const seen = await page.evaluate(() => [...window['keys'].values()])
    // What is faster than 16 ms is not told.
    const times = [...seen, ...Array(Math.max(0, keys - seen.length)).fill(16)].sort(
      (a, b) => a - b,
    )
    const part = (of) => times[Math.min(times.length - 1, Math.floor(times.length * of))]
    console.log(`| ${mode} | ${part(0.5)} | ${part(0.95)} | ${times.at(-1)} |`)
    await context.close()
  }
  console.log()
}
