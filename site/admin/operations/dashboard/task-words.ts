import type { OutputOf } from '#contract/endpoints/contract.ts'

// Only types are imported: a file more is a round trip more on a slow network.
export type Tasks = OutputOf<'GET /admin/tasks'>
type Task = Tasks['tasks'][number]
type ComingUp = NonNullable<Tasks['comingUp']>[number]
type FirstStep = NonNullable<Tasks['firstSteps']>[number]['name']

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

/** Within a week its weekday, else its date: "on Saturday", "on 12 November". */
function dayInWords(at: Date, now: Date): string {
  const days = daysBetween(now, at)
  if (days === 0) return 'today'
  if (days === -1) return 'yesterday'
  return `on ${Math.abs(days) < 7 ? weekday.format(at) : dayAndMonth.format(at)}`
}

interface Words {
  /** The thing, one and many. */
  thing: readonly [string, string]
  /** On a laptop, what the click does. */
  action: string
  why(task: Task, now: Date): string
}

export const taskWords: Record<Task['kind'], Words> = {
  ordersToReview: {
    thing: ['Order needs review', 'Orders need review'],
    action: 'Open',
    why: ({ paid, due, note }) =>
      paid === undefined || due === undefined ? (note ?? '') : `${paid} paid, ${due} due`,
  },
  refundsWanted: {
    thing: ['Refund asked for', 'Refunds asked for'],
    action: 'Open',
    why: ({ name, due }) => `${name}: ${due}`,
  },
  transfersToConfirm: {
    thing: ['Transfer to confirm', 'Transfers to confirm'],
    action: 'Open',
    why: ({ name, due }) => `${name}: ${due}`,
  },
  invoicesOverdue: {
    thing: ['Invoice overdue', 'Invoices overdue'],
    action: 'Open',
    why: ({ name, due, dueOn }, now) =>
      `${name}: ${due} was due ${dueOn ? dayInWords(new Date(dueOn), now) : ''}`,
  },
  authorsToPay: {
    thing: ['Author to pay', 'Authors to pay'],
    action: 'Open',
    why: ({ count, name, due }) => (count === 1 ? `${name}: ${due}` : `${due} in all`),
  },
  newslettersOverdue: {
    thing: ['Newsletter overdue', 'Newsletters overdue'],
    action: 'Open',
    why: ({ name, since }, now) =>
      `${subjectOf(name)} was due ${since ? `${dayInWords(new Date(since), now)}, ${time.format(new Date(since))}` : ''}`,
  },
  newslettersPaused: {
    thing: ['Newsletter paused', 'Newsletters paused'],
    action: 'Open',
    why: ({ name, note }) => note ?? subjectOf(name),
  },
  buildFailed: {
    thing: ['Build failed', 'Builds failed'],
    action: 'Open',
    why: ({ since }, now) =>
      since
        ? `${sentence(dayInWords(new Date(since), now))}, ${time.format(new Date(since))}; the old pages stay up`
        : 'The old pages stay up',
  },
  checksFailed: {
    thing: ['Check failed', 'Checks failed'],
    action: 'Open',
    why: ({ name, note }) => `${name}: ${note}`,
  },
  storiesToReview: {
    thing: ['Story to review', 'Stories to review'],
    action: 'Review',
    why: sentBy,
  },
  changesToReview: {
    thing: ['Edit to review', 'Edits to review'],
    action: 'Review',
    why: sentBy,
  },
  storiesReturned: {
    thing: ['Story returned to you', 'Stories returned to you'],
    action: 'Edit',
    why: ({ name }) => name ?? '',
  },
  publishingRequests: {
    thing: ['Publishing request', 'Publishing requests'],
    action: 'Reply',
    why: ({ dueOn }, now) => (dueOn ? dueInWords(dueOn, now) : ''),
  },
  reviewsToApprove: {
    thing: ['Review to approve', 'Reviews to approve'],
    action: 'Read',
    why: ({ name, since }, now) =>
      `Of ${name}, written ${since ? dayInWords(new Date(since), now) : ''}`,
  },
  booksNotStamped: {
    thing: ['PDF without buyers’ names', 'PDFs without buyers’ names'],
    action: 'Open',
    why: ({ name }) => `${name}: its file cannot carry them`,
  },
}

const subjectOf = (name: string | undefined) => (name?.trim() ? `“${name.trim()}”` : 'No subject:')
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function sentBy({ name, count, since }: Task, now: Date): string {
  const day = since ? dayInWords(new Date(since), now) : ''
  return count === 1 ? `${name} sent it ${day}` : `${name} sent one ${day}`
}

/** `dueOn`: yyyy-mm-dd */
function dueInWords(dueOn: string, now: Date): string {
  // Noon, so that it is the same day everywhere.
  const due = new Date(`${dueOn}T12:00:00+01:00`)
  const day = dayInWords(due, now).replace(/^on /, '')
  return daysBetween(now, due) < 0 ? `Reply was due ${day}` : `Reply due ${day}`
}

/** Within a week its weekday and time, else its date: "Tue 07:00", "1 Dec". */
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

/** In the order in which the server names them. */
export const firstStepWords: Record<FirstStep, { title: string; how: string; path?: string }> = {
  brand: {
    title: 'Set the brand',
    how: 'Name, address and e-mail, entered by whoever runs the server',
  },
  story: {
    title: 'Publish the first story',
    how: 'Title, text, a picture',
    path: '/admin/stories/new',
  },
  payments: {
    title: 'Take payments',
    how: 'With Paystack or Flutterwave, set up by whoever runs the server',
    path: '/admin/server',
  },
  bank: {
    title: 'Let schools pay by invoice',
    how: 'Your bank account in the settings of the server',
    path: '/admin/server',
  },
  mail: {
    title: 'Send mail',
    how: 'With a mail provider, set up by whoever runs the server',
    path: '/admin/letters/domain',
  },
  backup: {
    title: 'Make a backup',
    how: 'Every night, set up by whoever runs the server',
    path: '/admin/server',
  },
}
