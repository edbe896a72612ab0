import type { Routes } from '#api/http/serve.ts'
import {
  countIssues,
  countIssuesByGroup,
  dismissUncertain,
  findCounts,
  findIssue,
  type Issue,
  issueUndo,
  listIssues,
  overdueMinutes,
  pauseIssue,
  queueIssue,
  resumeIssue,
  scheduleIssue,
  sendUncertainAgain,
  stopIssue,
  unscheduleIssue,
} from '#api/newsletter/issues/issues.queries.ts'
import {
  findDeferred,
  listRefusals,
  listUncertain,
} from '#api/newsletter/sending/recipients.queries.ts'
import { countRecipients } from '#api/newsletter/subscribers/subscribers.queries.ts'
import {
  countSuppressions,
  deleteSuppression,
  listSuppressions,
} from '#api/newsletter/suppressions/suppressions.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { undoable } from '#api/staff/activity/undo.queries.ts'
import { apiError, required } from '#contract/errors.ts'
import type { ActivityAction } from '#contract/kinds/kinds.ts'
import { recallSeconds } from '#contract/limits.ts'
import { issueGroups } from '#contract/states.ts'
import { countsOf, pageOf, transaction } from '#db/sql.ts'
import { checkDomain, type LookUp } from './check-domain.ts'
import type { RenderIssue } from './send-issue.ts'

interface Sending {
  perMinute: number
  /** Throws when the issue lacks something. */
  render: RenderIssue
  domain: Parameters<typeof checkDomain>[0]
  lookUp: LookUp
}

const isOverdue = ({ state, sendAt }: Pick<Issue, 'state' | 'sendAt'>) =>
  state === 'scheduled' &&
  sendAt !== null &&
  Date.parse(sendAt) < Date.now() - overdueMinutes * 60_000

/** The seconds until it is sent, where that is so soon that only Undo is left. */
function secondsLeft({ state, sendAt }: Pick<Issue, 'state' | 'sendAt'>): number | null {
  if (state !== 'scheduled' || sendAt === null) return null
  const seconds = Math.ceil((Date.parse(sendAt) - Date.now()) / 1000)
  return seconds <= recallSeconds && seconds > -overdueMinutes * 60 ? Math.max(0, seconds) : null
}

const withTimes = <T extends Pick<Issue, 'state' | 'sendAt'>>(issue: T) => ({
  ...issue,
  isOverdue: isOverdue(issue),
  secondsLeft: secondsLeft(issue),
})

export function issuesRoutes(routes: Routes, sending: Sending) {
  const { serve } = routes
  suppressionRoutes(routes)

  serve('GET /admin/letters/domain', () => checkDomain(sending.domain, sending.lookUp))

  serve('GET /admin/letters', (asked) => pageOf(asked, listIssues, countIssues, withTimes))

  serve('GET /admin/letter-counts', async () => countsOf(issueGroups, await countIssuesByGroup()))

  serve('GET /admin/letters/:id/progress', ({ id }) => progressOf(id, sending.perMinute))

  serve('POST /admin/letters/:id/send', async ({ id, revision }, { staff }) => {
    await checkSendable(id)
    const asked = { kind: 'issue', id, staffId: staff.id, snapshot: issueUndo.snapshot } as const
    return undoable({ ...asked, seconds: recallSeconds }, (undo) =>
      transition(id, staff.name, 'letterSent', () => queueIssue(id, revision), undo),
    )
  })

  serve('POST /admin/letters/:id/schedule', async (input, { staff }) => {
    const { id, revision, sendAt } = input
    if (Date.parse(sendAt) <= Date.now()) {
      throw apiError('invalid', { sendAt: ['Please choose a time that is still to come'] })
    }
    await checkSendable(id)
    return transition(id, staff.name, 'letterScheduled', () => scheduleIssue(id, revision, sendAt))
  })

  serve('POST /admin/letters/:id/unschedule', ({ id }, { staff }) =>
    undoable({ kind: 'issue', id, staffId: staff.id, snapshot: issueUndo.snapshot }, (undo) =>
      transition(id, staff.name, 'letterUnscheduled', () => unscheduleIssue(id), undo),
    ),
  )

  serve('POST /admin/letters/:id/pause', ({ id }, { staff }) =>
    transition(id, staff.name, 'letterPaused', () => pauseIssue(id, `Paused by ${staff.name}.`)),
  )

  serve('POST /admin/letters/:id/resume', ({ id }, { staff }) =>
    transition(id, staff.name, 'letterResumed', () => resumeIssue(id)),
  )

  serve('POST /admin/letters/:id/stop', ({ id }, { staff }) =>
    transition(id, staff.name, 'letterStopped', () => stopIssue(id)),
  )

  serve('POST /admin/letters/:id/uncertain', ({ id, decision }, { staff }) => {
    const isAgain = decision === 'sendAgain'
    return transition(id, staff.name, isAgain ? 'letterSentAgain' : 'letterLeft', async () => {
      const count = await (isAgain ? sendUncertainAgain(id) : dismissUncertain(id))
      return count > 0
    })
  })

  serve('GET /admin/letters/:id/uncertain', async ({ id, page, pageSize }) => {
    const counts = required(await findCounts(id), 'issueNotFound')
    const items = await listUncertain(id, { limit: pageSize, offset: (page - 1) * pageSize })
    return { items: [...items], total: counts.undecided }
  })

  /** Throws when it lacks something. */
  async function checkSendable(id: string) {
    const issue = await findIssue(id)
    if (issue) await sending.render(issue)
  }

  async function transition(
    id: string,
    who: string,
    action: ActivityAction,
    work: () => Promise<boolean>,
    undo?: string,
  ) {
    const issue = required(await findIssue(id), 'issueNotFound')
    await transaction(async () => {
      if (!(await work())) throw apiError('issueCannotMove')
      await recordActivity(who, action, { id, title: issue.subject, undo })
    })
    return progressOf(id, sending.perMinute)
  }
}

async function progressOf(id: string, perMinute: number) {
  const [issue, counts] = await Promise.all([findIssue(id), findCounts(id)])
  if (!issue || !counts) throw apiError('issueNotFound')
  const isBefore = issue.state === 'draft' || issue.state === 'scheduled'
  const [audience, deferred, refusals] = await Promise.all([
    isBefore ? countRecipients(issue) : 0,
    findDeferred(id),
    counts.refused > 0 ? listRefusals(id) : [],
  ])
  return {
    ...withTimes(issue),
    ...counts,
    perMinute,
    audience,
    ...deferred,
    refusals: [...refusals],
  }
}

function suppressionRoutes({ serve }: Routes) {
  serve('GET /admin/suppressions', (page) => pageOf(page, listSuppressions, countSuppressions))

  serve('POST /admin/suppressions/lift', async ({ email }, { staff }) => {
    await transaction(async () => {
      if (!(await deleteSuppression(email))) throw apiError('suppressionNotFound')
      // The address is left out, since the log has a longer retention period than the list.
      await recordActivity(staff.name, 'suppressionLifted')
    })
    return { status: 'lifted' as const }
  })
}
