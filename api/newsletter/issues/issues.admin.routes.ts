import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import {
  findDeferred,
  listRefusals,
  listUncertain,
} from '#api/newsletter/sending/recipients.queries.ts'
import { countRecipients } from '#api/newsletter/subscribers/audience.queries.ts'
import {
  countSuppressions,
  deleteSuppression,
  listSuppressions,
} from '#api/newsletter/suppressions/suppressions.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import type { ActivityAction } from '#contract/activity.ts'
import { apiError } from '#contract/errors.ts'
import { transaction } from '#db/sql.ts'
import { checkDomain, type LookUp } from '../sending/check-domain.ts'
import {
  countIssues,
  dismissUncertain,
  findCounts,
  findIssue,
  type Issue,
  listIssues,
  overdueMinutes,
  pauseIssue,
  resumeIssue,
  scheduleIssue,
  sendUncertainAgain,
  stopIssue,
  unscheduleIssue,
} from './issues.queries.ts'

interface Sending {
  perMinute: number
  /** Resolves to whether it was begun. */
  startSending(id: string, revision: number): Promise<boolean>
  /** Rejects what an issue lacks. */
  render(issue: Issue): Promise<unknown>
  domain: Parameters<typeof checkDomain>[0]
  lookUp: LookUp
}

const isOverdue = ({ state, sendAt }: Pick<Issue, 'state' | 'sendAt'>) =>
  state === 'scheduled' &&
  sendAt !== null &&
  Date.parse(sendAt) < Date.now() - overdueMinutes * 60_000

export function issuesRoutes(router: Router, sending: Sending) {
  // Before the letters: /admin/letters/domain is not one's id.
  serve(router, 'GET /admin/letters/domain', () => checkDomain(sending.domain, sending.lookUp))

  serve(router, 'GET /admin/letters', async ({ page, pageSize }) => {
    const [issues, total] = await Promise.all([
      listIssues({ limit: pageSize, offset: (page - 1) * pageSize }),
      countIssues(),
    ])
    return { items: issues.map((issue) => ({ ...issue, isOverdue: isOverdue(issue) })), total }
  })

  serve(router, 'GET /admin/letters/:id/progress', ({ id }) => progressOf(id))

  serve(router, 'POST /admin/letters/:id/send', async ({ id, revision }, { staff }) => {
    await transition(id, staff.name, 'letterSent', () => sending.startSending(id, revision))
    return progressOf(id)
  })

  serve(router, 'POST /admin/letters/:id/schedule', async (input, { staff }) => {
    const { id, revision, sendAt } = input
    if (Date.parse(sendAt) <= Date.now()) {
      throw apiError('invalid', { sendAt: ['Please choose a time that is still to come'] })
    }
    const issue = await findIssue(id)
    if (issue) await sending.render(issue)
    await transition(id, staff.name, 'letterScheduled', () => scheduleIssue(id, revision, sendAt))
    return progressOf(id)
  })

  serve(router, 'POST /admin/letters/:id/unschedule', async ({ id }, { staff }) => {
    await transition(id, staff.name, 'letterUnscheduled', () => unscheduleIssue(id))
    return progressOf(id)
  })

  serve(router, 'POST /admin/letters/:id/pause', async ({ id }, { staff }) => {
    const why = `Paused by ${staff.name}.`
    await transition(id, staff.name, 'letterPaused', () => pauseIssue(id, why))
    return progressOf(id)
  })

  serve(router, 'POST /admin/letters/:id/resume', async ({ id }, { staff }) => {
    await transition(id, staff.name, 'letterResumed', () => resumeIssue(id))
    return progressOf(id)
  })

  serve(router, 'POST /admin/letters/:id/stop', async ({ id }, { staff }) => {
    await transition(id, staff.name, 'letterStopped', () => stopIssue(id))
    return progressOf(id)
  })

  serve(router, 'POST /admin/letters/:id/uncertain', async ({ id, decision }, { staff }) => {
    const isAgain = decision === 'sendAgain'
    await transition(id, staff.name, isAgain ? 'letterSentAgain' : 'letterLeft', async () => {
      const many = await (isAgain ? sendUncertainAgain(id) : dismissUncertain(id))
      return many > 0
    })
    return progressOf(id)
  })

  serve(router, 'GET /admin/letters/:id/uncertain', async ({ id, page, pageSize }) => {
    const counts = await findCounts(id)
    if (!counts) throw apiError('issueNotFound')
    const items = await listUncertain(id, { limit: pageSize, offset: (page - 1) * pageSize })
    return { items: [...items], total: counts.undecided }
  })

  serve(router, 'GET /admin/suppressions', async ({ page, pageSize }) => {
    const [items, total] = await Promise.all([
      listSuppressions({ limit: pageSize, offset: (page - 1) * pageSize }),
      countSuppressions(),
    ])
    return { items: [...items], total }
  })

  serve(router, 'POST /admin/suppressions/lift', async ({ email }, { staff }) => {
    await transaction(async () => {
      if (!(await deleteSuppression(email))) throw apiError('suppressionNotFound')
      // Without the address: the log is kept for longer than the list.
      await recordActivity(staff.name, 'suppressionLifted')
    })
    return { status: 'lifted' as const }
  })

  async function progressOf(id: string) {
    const [issue, counts] = await Promise.all([findIssue(id), findCounts(id)])
    if (!issue || !counts) throw apiError('issueNotFound')
    const isBefore = issue.state === 'draft' || issue.state === 'scheduled'
    const [audience, deferred, refusals] = await Promise.all([
      isBefore ? countRecipients(issue) : 0,
      findDeferred(id),
      counts.refused > 0 ? listRefusals(id) : [],
    ])
    return {
      ...issue,
      ...counts,
      isOverdue: isOverdue(issue),
      perMinute: sending.perMinute,
      audience,
      ...deferred,
      refusals: [...refusals],
    }
  }
}

async function transition(
  id: string,
  who: string,
  action: ActivityAction,
  work: () => Promise<boolean>,
) {
  const issue = await findIssue(id)
  if (!issue) throw apiError('issueNotFound')
  await transaction(async () => {
    if (!(await work())) throw apiError('issueCannotMove')
    await recordActivity(who, action, { id, title: issue.subject })
  })
}
