import type { LastTasks } from './preload-tasks.enhance.ts'
import {
  comingUpInWords,
  headlineOf,
  momentInWords,
  stepsLeftOf,
  sumOf,
  type Tasks,
  type TaskWords,
  timeInWords,
  todayInWords,
  whyInWords,
} from './task-words.ts'

// The first screen of the dashboard, drawn out of one call before React comes: the last answer first, then the new one.
// It imports nothing that other scripts share, so that it is one file; preload-tasks.enhance.ts stores for it.

/** When a pending request offers a retry (specification 7.4). */
const slowMs = 10_000
/** The doctor takes some seconds when nobody has asked it since the service started. */
const checks = { againMs: 5_000, most: 6 }
/** Tiles of the staircase. */
const steps = 6

const find = <E extends HTMLElement>(selector: string, within: ParentNode = document) =>
  within.querySelector<E>(selector)

let last: LastTasks | undefined
let checksLeft = checks.most

const call = window.dashboardTasks
if (call) {
  find('[data-today]')?.append(todayInWords(new Date()))
  drawStored(call.stored)
  void load(call.first)
  find('[data-retry]')?.addEventListener('click', () => void load(call.ask()))
  // A page out of the browser's memory shows what was to do when it was left.
  addEventListener('pageshow', ({ persisted }) => persisted && void load(call.ask()))
  // The books below send it, whenever one was changed.
  addEventListener('ascend:stats', (event) => drawStats((event as CustomEvent).detail))
}

async function load(asked: Promise<Tasks>) {
  const [list, stats] = [find('[data-tasks]'), find('[data-stats]')]
  for (const part of [list, stats]) if (part) part.ariaBusy = 'true'
  showFailure(undefined)
  const slow = setTimeout(() => showFailure('This takes longer than it should.'), slowMs)
  try {
    const tasks = await asked
    last = { tasks, at: Date.now() }
    call?.store(last)
    draw(tasks)
    showFailure(undefined)
    if (call && tasks.areChecksPending && checksLeft-- > 0) {
      setTimeout(() => void load(call.ask()), checks.againMs)
    }
  } catch (error) {
    console.warn(error)
    showFailure(failureInWords())
    if (!last) drawNothing()
  } finally {
    clearTimeout(slow)
    for (const part of [list, stats]) part?.removeAttribute('aria-busy')
  }
}

function drawStored(json: string | null) {
  try {
    last = JSON.parse(json ?? 'null') ?? undefined
    if (last) draw(last.tasks)
  } catch {
    // Nothing readable, or of another release.
    last = undefined
  }
}

function failureInWords(): string {
  const what = navigator.onLine ? 'What is to do could not be loaded.' : 'You are offline.'
  return last ? `${what} This is how it was at ${timeInWords(new Date(last.at))}.` : what
}

function showFailure(text: string | undefined) {
  const box = find('[data-tasks-failed]')
  if (!box) return
  box.hidden = text === undefined
  write(box, 'failed-text', text ?? '')
}

function draw(all: Tasks) {
  const now = new Date()
  const things = sumOf(all)
  const stepsLeft = stepsLeftOf(all)
  const band = find('[data-dashboard-band]')
  band?.setAttribute('data-steps', String(things || stepsLeft))
  band?.style.setProperty('--climbed', String(Math.max(0, steps - (things || stepsLeft))))
  const headline = find('[data-headline]')
  const said = headlineOf(things, stepsLeft)
  // Said again only where it has changed.
  if (headline && headline.textContent !== said) headline.textContent = said
  const review = find('[data-review-link]')
  if (review) review.hidden = !all.tasks.some(({ kind }) => kind === 'storiesToReview')
  find('[data-tasks-skeleton]')?.remove()

  fill('[data-task-list]', '#task-row', all.tasks, (row, task) => {
    const words = taskWords()[task.kind]
    if (!words) throw new Error(`No words for the task ${task.kind}`)
    link(row, task.path)
    write(row, 'count', String(task.count))
    write(row, 'thing', words.thing[task.count === 1 ? 0 : 1])
    write(row, 'why', whyInWords(task, words, now))
    write(row, 'action', words.action)
  })

  const isAlone = all.tasks.length === 0 && !all.firstSteps
  find('[data-tasks]')?.toggleAttribute('data-alone', isAlone)
  show('[data-coming-up]', all.comingUp !== undefined)
  show('[data-nothing-ahead]', all.comingUp?.length === 0)
  fill('[data-coming-list]', '#coming-row', all.comingUp ?? [], (row, entry) => {
    link(row, entry.path)
    write(row, 'when', momentInWords(entry.at, now))
    write(row, 'what', comingUpInWords(entry))
  })

  show('[data-first-steps]', all.firstSteps !== undefined)
  const left = all.firstSteps?.filter(({ isDone }) => !isDone) ?? []
  fill('[data-first-list]', '#coming-row', left, (row, { title, how, path }) => {
    link(row, path)
    write(row, 'when', title)
    write(row, 'what', how)
  })

  drawStats(all.stats)
}

function drawStats(stats: Tasks['stats']) {
  if (!stats || stats.totalRevenue === undefined) return
  const count = new Intl.NumberFormat('en-NG')
  const money = new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN' })
  const texts = {
    totalBooks: count.format(stats.totalBooks),
    publishedBooks: count.format(stats.publishedBooks),
    totalRevenue: money.format(stats.totalRevenue),
    totalSales: count.format(stats.totalSales),
  }
  for (const [name, text] of Object.entries(texts)) {
    const place = find(`[data-stat="${name}"]`)
    if (!place) continue
    place.textContent = text
    place.toggleAttribute('data-long', text.length > 13)
  }
  const { testSales = 0, testRevenue = 0 } = stats
  show('[data-test-sales]', testSales > 0)
  const copies = testSales === 1 ? '1 copy' : `${count.format(testSales)} copies`
  write(
    document,
    'test-sales',
    `Tests, not counted above: ${money.format(testRevenue)} for ${copies}. No money has moved.`,
  )
}

/** Nothing is known, neither new nor old. */
function drawNothing() {
  find('[data-tasks-skeleton]')?.remove()
  for (const place of document.querySelectorAll('[data-stat]')) place.textContent = '—'
}

function show(selector: string, isShown: boolean) {
  const place = find(selector)
  if (place) place.hidden = !isShown
}

/** They stand beside the row that they are written into. */
function taskWords(): TaskWords {
  return JSON.parse(find('#task-row')?.dataset['words'] ?? '{}')
}

/** One clone of the template for each entry. */
function fill<T>(
  selector: string,
  template: string,
  entries: T[],
  complete: (row: ParentNode, entry: T) => void,
) {
  const rows = entries.map((entry) => {
    const row = find<HTMLTemplateElement>(template)?.content.cloneNode(true) as DocumentFragment
    complete(row, entry)
    return row
  })
  find(selector)?.replaceChildren(...rows)
}

function write(within: ParentNode, name: string, text: string) {
  const place = find(`[data-${name}]`, within)
  if (place) place.textContent = text
}

function link(row: ParentNode, path: string) {
  row.querySelector('a')?.setAttribute('href', path)
}
