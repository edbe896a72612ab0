import type { StaffMember } from '#api/http/request-context.ts'
import {
  listOwnStoriesAhead,
  listStoriesAhead,
  type StoryAhead,
} from '#api/magazine/story-pages/stories.admin.queries.ts'
import { listUnsentIssues, type UnsentIssue } from '#api/newsletter/issues/issues.queries.ts'
import { countDigestReaders } from '#api/newsletter/subscribers/subscribers.queries.ts'
import { findLastSiteBuild } from '#api/pages/building/site-builds.queries.ts'
import { countBooks } from '#api/shop/books/books.admin.queries.ts'
import { listPaymentTasks } from '#api/shop/invoices/invoices.admin.queries.ts'
import { sumSales } from '#api/shop/orders/orders.admin.queries.ts'
import { problemOf } from '#api/shop/orders/orders.queries.ts'
import { replyDueOn } from '#api/shop/requests/business-days.ts'
import { oldestOpenRequest } from '#api/shop/requests/requests.queries.ts'
import { oldestWaitingReview } from '#api/shop/reviews/reviews.queries.ts'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { formatKobo } from '#contract/money.ts'
import { digests, nextDigest } from '#contract/newsletter-choices.ts'
import { editors, isAmong, newsroom, owner, publishing, shop } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { requestReference } from '#contract/text.ts'
import { sql } from '#db/sql.ts'
import { type Diagnosis, isProblem } from '../doctor/doctor.ts'
import { listFirstSteps, type StepsByConfig } from './first-steps.ts'

type Answer = OutputOf<'GET /admin/tasks'>
type Task = Answer['tasks'][number]
type ComingUp = NonNullable<Answer['comingUp']>[number]

/** Entries of what is coming up. */
const shownAhead = 5
/** Scheduled and paused issues that are read: there are never so many. */
const mostIssues = 100

interface Facts {
  /** Test sales are told of beside the real ones. */
  arePaymentsTests: boolean
  /** The doctor's last report; undefined before the first. */
  diagnosis(): Diagnosis | undefined
  /** Undefined: nothing is left to set up. */
  steps: StepsByConfig | undefined
}

type Staff = Pick<StaffMember, 'id' | 'role' | 'readerId'>

/** What the dashboard shows to one of the staff: only what their role may see, and few queries, all at once. */
export async function findTasks(staff: Staff, facts: Facts, now = new Date()): Promise<Answer> {
  const may = (allowed: Parameters<typeof isAmong>[0]) => isAmong(allowed, staff.role)
  const diagnosis = may(owner) ? facts.diagnosis() : undefined
  const [payments, waiting, books, sales, issues, digestReaders, stories, build, firstSteps] =
    await Promise.all([
      may(shop) ? listPaymentTasks() : [],
      may(shop) ? listWaiting() : [],
      may(shop) ? countBooks() : undefined,
      may(shop) ? sumSales(facts.arePaymentsTests) : undefined,
      may(editors) ? listUnsentIssues(mostIssues) : [],
      may(editors) ? countDigestReaders() : undefined,
      listStoriesFor(staff),
      may(publishing) ? findLastSiteBuild() : undefined,
      may(owner) && facts.steps ? listFirstSteps(facts.steps) : undefined,
    ])
  const overdue = issues.filter(({ isOverdue }) => isOverdue)
  const paused = issues.filter(({ state }) => state === 'paused')
  const problems = diagnosis?.findings.filter(isProblem) ?? []
  const tasks = [
    ...payments.map((task) => paymentTasks[task.state](task)),
    issueTask('newslettersOverdue', overdue),
    issueTask('newslettersPaused', paused),
    build?.error != null && {
      kind: 'buildFailed' as const,
      count: 1,
      path: staffPaths.server,
      since: build.finishedAt,
    },
    problems.length > 0 && {
      kind: 'checksFailed' as const,
      count: problems.length,
      path: staffPaths.server,
      name: problems[0]?.title,
      note: problems[0]?.found,
    },
    ...(['submitted', 'changed', 'returned'] as const).map((kind) =>
      storyTask(stories.find((story) => story.kind === kind)),
    ),
    ...waiting.map((oldest) =>
      oldest.kind === 'request' ? requestTask(oldest) : reviewTask(oldest),
    ),
    books &&
      books.unstampedBooks > 0 && {
        kind: 'booksNotStamped' as const,
        count: books.unstampedBooks,
        path: staffPaths.book(books.unstampedId ?? ''),
        name: books.unstampedTitle ?? undefined,
      },
  ].filter((task) => !!task)
  const ahead = issues.filter(({ isOverdue, state }) => state === 'scheduled' && !isOverdue)
  return {
    tasks,
    comingUp: may(newsroom)
      ? [
          ...stories.filter(({ kind }) => kind === 'scheduled').map(storyAhead),
          ...ahead.map(issueAhead),
          ...(digestReaders ? digestsAhead(digestReaders, now) : []),
        ]
          .sort((a, b) => a.at.localeCompare(b.at))
          .slice(0, shownAhead)
      : undefined,
    stats: books && sales && { ...books, ...sales },
    firstSteps,
    areChecksPending: may(owner) && !diagnosis ? true : undefined,
  }
}

/** An author's stories are theirs by account or as one of the staff. */
async function listStoriesFor({ role, id, readerId }: Staff): Promise<StoryAhead[]> {
  if (role === 'author')
    return listOwnStoriesAhead([id, ...(readerId ? [readerId] : [])], shownAhead)
  return isAmong(editors, role) ? listStoriesAhead(shownAhead) : []
}

type PaymentTask = Awaited<ReturnType<typeof listPaymentTasks>>[number]

function orderTask({ count, reference, amountKobo, ...found }: PaymentTask): Task {
  return {
    kind: 'ordersToReview',
    count,
    path: count === 1 ? staffPaths.order(reference) : staffPaths.ordersIn('needs_review'),
    ...(found.problemCode === 'otherAmount'
      ? { paid: formatKobo(found.problemKobo ?? 0), due: formatKobo(amountKobo) }
      : { note: problemOf({ ...found, amountKobo, currency: 'NGN' }) ?? undefined }),
  }
}

/** Leads to whoever has waited longest, until nobody does. */
function refundTask({ count, reference, name, amountKobo }: PaymentTask): Task {
  const path = staffPaths.order(reference)
  return { kind: 'refundsWanted', count, path, name, due: formatKobo(amountKobo) }
}

function invoiceTask({ state, count, reference, name, amountKobo, dueOn }: PaymentTask): Task {
  return {
    kind: state === 'toConfirm' ? 'transfersToConfirm' : 'invoicesOverdue',
    count,
    path: count === 1 ? staffPaths.invoice(reference) : staffPaths.invoicesIn(state),
    name,
    due: formatKobo(amountKobo),
    dueOn,
  }
}

function authorsTask({ count, name, amountKobo }: PaymentTask): Task {
  const due = formatKobo(amountKobo)
  return { kind: 'authorsToPay', count, path: staffPaths.statements, name, due }
}

const paymentTasks = {
  needs_review: orderTask,
  refundWanted: refundTask,
  toConfirm: invoiceTask,
  overdue: invoiceTask,
  toPay: authorsTask,
} satisfies Record<PaymentTask['state'], (task: PaymentTask) => Task>

function issueTask(
  kind: 'newslettersOverdue' | 'newslettersPaused',
  issues: UnsentIssue[],
): Task | undefined {
  const [first] = issues
  if (!first) return undefined
  return {
    kind,
    count: issues.length,
    path: issues.length === 1 ? staffPaths.letter(first.id) : staffPaths.letters,
    name: first.subject,
    since: first.sendAt ?? undefined,
    note: first.whyPaused ?? undefined,
  }
}

const storyTasks = {
  submitted: {
    kind: 'storiesToReview',
    one: staffPaths.story,
    many: staffPaths.storiesIn('submitted'),
  },
  changed: {
    kind: 'changesToReview',
    one: staffPaths.editStory,
    many: staffPaths.storiesIn('drafts'),
  },
  returned: {
    kind: 'storiesReturned',
    one: staffPaths.editStory,
    many: staffPaths.stories,
  },
} as const

function storyTask(story: StoryAhead | undefined): Task | undefined {
  if (!story || story.kind === 'scheduled') return undefined
  const { kind, one, many } = storyTasks[story.kind]
  return {
    kind,
    count: story.count,
    path: story.count === 1 ? one(story.id) : many,
    name: story.kind === 'returned' ? story.title : story.by,
    since: story.at,
  }
}

interface Waiting {
  kind: 'request' | 'review'
  id: string
  title: string
  at: string
  count: number
}

/** What was sent to the shop and waits for a decision: of each kind the oldest. In one query, as it is asked at each visit. */
const listWaiting = () => sql<Waiting[]>`
  (${oldestOpenRequest()}) union all (${oldestWaitingReview()}) order by kind`

function reviewTask({ count, title, at }: Waiting): Task {
  return { kind: 'reviewsToApprove', count, path: staffPaths.reviews, name: title, since: at }
}

function requestTask({ count, id, at }: Waiting): Task {
  return {
    kind: 'publishingRequests',
    count,
    path: count === 1 ? staffPaths.request(requestReference(id)) : staffPaths.requests,
    dueOn: replyDueOn(at),
  }
}

const storyAhead = ({ id, title, at }: StoryAhead): ComingUp => ({
  kind: 'story',
  at,
  title,
  path: staffPaths.editStory(id),
})

const issueAhead = ({ id, subject, sendAt }: UnsentIssue): ComingUp => ({
  kind: 'newsletter',
  // A constraint: whatever is scheduled has a time.
  at: sendAt as string,
  title: subject,
  path: staffPaths.letter(id),
})

/** The next digests that anybody takes. One without stories is skipped when its time comes. */
function digestsAhead(readersOf: Map<string, number>, now: Date): ComingUp[] {
  return digests.flatMap((digest) => {
    const readers = readersOf.get(digest)
    if (!readers) return []
    return [
      {
        kind: `${digest}Digest` as const,
        at: nextDigest(digest, now).toISOString(),
        path: staffPaths.letters,
        readers,
      },
    ]
  })
}
