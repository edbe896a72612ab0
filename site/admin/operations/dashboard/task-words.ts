import type { OutputOf } from '#contract/endpoints/contract.ts'
import type { Task as KindTask } from '#contract/kinds/kind.ts'

// Only types are imported: a file more is a round trip more on a slow network. So it tells the time by itself.
export type Tasks = OutputOf<'GET /admin/tasks'>
type Task = Tasks['tasks'][number]
type ComingUp = NonNullable<Tasks['comingUp']>[number]

const zone = 'Africa/Lagos'
const weekday = new Intl.DateTimeFormat('en-NG', { timeZone: zone, weekday: 'long' })
const shortWeekday = new Intl.DateTimeFormat('en-NG', { timeZone: zone, weekday: 'short' })
const dayAndMonth = new Intl.DateTimeFormat('en-NG', {
  timeZone: zone,
  day: 'numeric',
  month: 'long',
})
const shortDay = new Intl.DateTimeFormat('en-NG', {
  timeZone: zone,
  day: 'numeric',
  month: 'short',
})
const time = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  hour: '2-digit',
  minute: '2-digit',
})

const count = new Intl.NumberFormat('en-NG')

/** The first dozen in words. */
const numbers = 'One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve'.split(' ')

/** How many things need somebody. */
export const sumOf = ({ tasks }: Tasks) => tasks.reduce((sum, task) => sum + task.count, 0)

/** How many first steps are not done. */
export const stepsLeftOf = ({ firstSteps = [] }: Tasks) =>
  firstSteps.filter(({ isDone }) => !isDone).length

/** The tasks come before the first steps, which wait without harm. */
export function headlineOf(things: number, stepsLeft: number): string {
  const left = things || stepsLeft
  if (left === 0) return 'All caught up'
  const number = numbers[left - 1] ?? count.format(left)
  if (things === 0) return left === 1 ? `${number} first step left` : `${number} first steps left`
  return things === 1 ? `${number} thing needs you` : `${number} things need you`
}

/** Monday 23 November, in Lagos. */
export const todayInWords = (now: Date) => `${weekday.format(now)} ${dayAndMonth.format(now)}`

/** 14:02 in Lagos */
export const timeInWords = (at: Date) => time.format(at)

const hourMs = 3_600_000

/** Days of Lagos from one time to another; it is an hour ahead of UTC all year. */
const daysBetween = (from: Date, to: Date) => dayNumber(to) - dayNumber(from)
const dayNumber = (at: Date) => Math.floor((at.getTime() + hourMs) / (24 * hourMs))

/** The weekday within a week, else the date: "on Saturday", "on 12 November". */
function dayInWords(at: Date, now: Date): string {
  const days = daysBetween(now, at)
  if (days === 0) return 'today'
  if (days === -1) return 'yesterday'
  return `on ${Math.abs(days) < 7 ? weekday.format(at) : dayAndMonth.format(at)}`
}

/** The words of each task, which the page brings along from the kinds (TaskList.astro). */
export type TaskWords = Record<string, Pick<KindTask, 'thing' | 'action' | 'why' | 'whyMany'>>

/** The first of its sentences whose facts are all known. */
export function whyInWords(
  task: Task,
  { why, whyMany = why }: TaskWords[string],
  now: Date,
): string {
  const facts = factsOf(task, now)
  const sentences = task.count === 1 ? why : whyMany
  const isKnown = (sentence: string) => namesIn(sentence).every((name) => facts[name])
  return sentences.find(isKnown)?.replace(inBraces, (_, name) => facts[name] ?? '') ?? ''
}

const inBraces = /\{(\w+)\}/g
const namesIn = (sentence: string) => [...sentence.matchAll(inBraces)].map(([, name = '']) => name)

/** What the sentences of tasks may name: what the task has, with its days in words. */
function factsOf({ name, paid, due, note, since, dueOn }: Task, now: Date) {
  const sinceDay = since && dayInWords(new Date(since), now)
  const dueOnDay = dueOn && dayInWords(new Date(dueOn), now)
  const dueDay = dueOnDay?.replace(/^on /, '')
  const isOver = dueOn !== undefined && daysBetween(now, new Date(dueOn)) < 0
  const facts: Record<string, string | undefined> = {
    name: name?.trim(),
    paid,
    due,
    note,
    since: sinceDay,
    Since: sinceDay?.replace(/^./, (letter) => letter.toUpperCase()),
    time: since && time.format(new Date(since)),
    dueOn: dueOnDay,
    dueDay: isOver ? undefined : dueDay,
    overdueDay: isOver ? dueDay : undefined,
  }
  return facts
}

/** The weekday and time within a week, else the date: "Tue 07:00", "1 Dec". */
export function momentInWords(at: string, now: Date): string {
  const moment = new Date(at)
  return daysBetween(now, moment) < 7
    ? `${shortWeekday.format(moment)} ${time.format(moment)}`
    : shortDay.format(moment)
}

export function comingUpInWords({ kind, title, readers = 0 }: ComingUp): string {
  if (kind === 'story') return title?.trim() || 'Untitled'
  if (kind === 'newsletter') return title?.trim() || 'No subject'
  const digest = kind === 'weeklyDigest' ? 'Weekly digest' : 'Monthly digest'
  return `${digest}, ${count.format(readers)} ${readers === 1 ? 'reader' : 'readers'}`
}
