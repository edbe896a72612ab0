import { authorIdsOf, type StaffMember } from '#api/http/request-context.ts'
import { listScheduledStories } from '#api/magazine/story-pages/stories.admin.queries.ts'
import { listScheduledIssues } from '#api/newsletter/issues/issues.queries.ts'
import { countDigestReaders } from '#api/newsletter/subscribers/subscribers.queries.ts'
import { countBooks } from '#api/shop/books/books.admin.queries.ts'
import { sumSales } from '#api/shop/orders/orders.admin.queries.ts'
import { dayOf } from '#contract/dates.ts'
import { addDays } from '#contract/days.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { taskKinds } from '#contract/kinds/kinds.ts'
import { type DigestTimes, nextDigest } from '#contract/newsletter/digest-times.ts'
import { editors, isAmong, newsroom, owner, shop } from '#contract/roles.ts'
import type { Settings } from '#contract/settings/groups.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { type Diagnosis, isProblem } from '../doctor/doctor.ts'
import type { Finding } from '../doctor/judge.ts'
import type { FirstStep } from './first-steps.ts'
import { listTasks, type Task, type WaitingByTask } from './waiting.queries.ts'

type Answer = OutputOf<'GET /admin/tasks'>
type ComingUp = NonNullable<Answer['comingUp']>[number]

/** Entries of what is coming up. */
const shownAhead = 5

export interface Facts {
  /** How each kind finds what waits. */
  waiting: WaitingByTask
  /** Test sales are told of beside the real ones. */
  arePaymentsTests(): boolean
  /** The doctor's last report; undefined before the first. */
  diagnosis(): Diagnosis | undefined
  /** Undefined: nothing is left to set up. */
  steps: (() => Promise<FirstStep[] | undefined>) | undefined
  digestTimes(): DigestTimes
  registration(): Pick<Settings['dataProtection'], 'number' | 'validUntil' | 'lastReturn'>
}

type Staff = Pick<StaffMember, 'id' | 'role' | 'readerId'>

/** What the dashboard shows to one of the staff: only what their role may see, and few queries, all at once. */
export async function findTasks(staff: Staff, facts: Facts, now = new Date()): Promise<Answer> {
  const may = (allowed: Parameters<typeof isAmong>[0]) => isAmong(allowed, staff.role)
  const diagnosis = may(owner) ? facts.diagnosis() : undefined
  const [waiting, books, sales, comingUp, firstSteps] = await Promise.all([
    listTasks(facts.waiting, staff),
    may(shop) ? countBooks() : undefined,
    may(shop) ? sumSales(facts.arePaymentsTests()) : undefined,
    may(newsroom) ? listComingUp(staff, facts, now) : undefined,
    may(owner) ? facts.steps?.() : undefined,
  ])
  const papers = may(owner) ? duePapers(facts.registration(), dayOf(now)) : []
  const problems = diagnosis?.findings.filter(isProblem) ?? []
  return {
    tasks: inOrder([...waiting, ...failedChecks(problems), ...papers]),
    comingUp,
    stats: books && sales && { ...books, ...sales },
    firstSteps,
    areChecksPending: may(owner) && !diagnosis ? true : undefined,
  }
}

/** The most urgent task stands first. */
const inOrder = (tasks: Task[]) =>
  Object.keys(taskKinds).flatMap((name) => tasks.filter(({ kind }) => kind === name))

function failedChecks(problems: Finding[]): Task[] {
  // What keeps buyers from paying is told of first, and leads to where it is mended.
  const [first] = problems.toSorted((a, b) => Number(!!b.why) - Number(!!a.why))
  if (!first) return []
  const count = problems.length
  const mended = first.why === 'refused' ? staffPaths.payments : staffPaths.business
  const path = first.why ? mended : taskKinds.checksFailed.path('', count)
  return [{ kind: 'checksFailed', count, path, name: first.title, note: first.found }]
}

/** Days before which the owner is told that a paper falls due. */
const toldBefore = 60

function duePapers(
  { number, validUntil, lastReturn }: ReturnType<Facts['registration']>,
  today: string,
): Task[] {
  const dueOn = { registrationEnds: validUntil, returnDue: number && nextReturn(lastReturn, today) }
  return (['registrationEnds', 'returnDue'] as const)
    .filter((kind) => dueOn[kind] && dueOn[kind] <= addDays(today, toldBefore))
    .map((kind) => ({ kind, count: 1, path: taskKinds[kind].path('', 1), dueOn: dueOn[kind] }))
}

/** A return is due by the 31st of March after the year of the last one; of a first one, by the next such day. */
function nextReturn(last: string, today: string): string {
  const year = Number((last || today).slice(0, 4))
  const isNext = last || today.slice(5) > '03-31'
  return `${isNext ? year + 1 : year}-03-31`
}

/** The next of all that goes out by itself. */
async function listComingUp(staff: Staff, { digestTimes }: Facts, now: Date): Promise<ComingUp[]> {
  const authors = staff.role === 'author' ? authorIdsOf(staff) : undefined
  const isEditor = isAmong(editors, staff.role)
  const [stories, issues, digests] = await Promise.all([
    listScheduledStories(shownAhead, authors),
    isEditor ? listScheduledIssues(shownAhead) : [],
    isEditor ? listDigestsAhead(digestTimes(), now) : [],
  ])
  return [...stories.map(storyAhead), ...issues.map(issueAhead), ...digests]
    .sort((a, b) => a.at.localeCompare(b.at))
    .slice(0, shownAhead)
}

type Scheduled<List extends (limit: number) => Promise<unknown[]>> = Awaited<
  ReturnType<List>
>[number]

const storyAhead = ({
  id,
  title,
  publishAt,
}: Scheduled<typeof listScheduledStories>): ComingUp => ({
  kind: 'story',
  at: publishAt,
  title,
  path: staffPaths.editStory(id),
})

const issueAhead = ({ id, subject, sendAt }: Scheduled<typeof listScheduledIssues>): ComingUp => ({
  kind: 'newsletter',
  at: sendAt,
  title: subject,
  path: staffPaths.issue(id),
})

/** The next digests that anybody takes. One without stories is skipped when its time comes. */
async function listDigestsAhead(times: DigestTimes, now: Date): Promise<ComingUp[]> {
  const taken = await countDigestReaders()
  return taken.map(({ digest, readers, lastDue }) => ({
    kind: `${digest}Digest` as const,
    at: nextDigest(digest, now, times, lastDue).toISOString(),
    path: staffPaths.issues,
    readers,
  }))
}
