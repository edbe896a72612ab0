import { useStore } from '@nanostores/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#contract/api-error.ts'
import { errorSentences } from '#contract/error-sentences.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { formatCount, formatCounted, formatMoment } from '#site/admin/lib/format.ts'
import { $member } from '#site/admin/lib/member.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { summaryClass } from '#site/admin/ui/classes.ts'
import { EmptyList } from '#site/admin/ui/frame/EmptyList.tsx'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { Off } from '#site/admin/ui/frame/Off.tsx'
import { PageBar } from '#site/admin/ui/frame/PageBar.tsx'
import { Link } from '#site/admin/ui/Link.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { stateBadgeClass, stateLabel } from './issue-labels.ts'
import { type Press, ProgressActions } from './ProgressActions.tsx'
import { SendingBand } from './SendingBand.tsx'
import { Uncertain } from './Uncertain.tsx'
import { type Progress, whatIsLeft } from './what-is-left.ts'

const idInAddress = () => decodeURIComponent(location.pathname.split('/').at(-1) ?? '')
/** Polling interval while the issue is being sent. */
const everyMs = 3_000

/** Why an island? The progress is polled, with a token. */
export const IssueProgress = adminIsland(() => {
  const client = useQueryClient()
  const isOwner = useStore($member, { ssr: 'initial' })?.role === 'owner'
  const queryKey = ['letter-progress']
  const query = useAdminQuery({
    queryKey,
    queryFn: () => adminCall('GET /admin/letters/:id/progress', { id: idInAddress() }),
  })
  const { data, error } = query
  const isMoving = data?.state === 'sending' || (data?.state === 'scheduled' && !data.isOverdue)
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(
      () => client.refetchQueries({ queryKey: ['letter-progress'] }),
      everyMs,
    )
    return () => clearInterval(timer)
  }, [isMoving, client])
  const [problem, setProblem] = useState<string>()
  const press = useMutation({
    mutationFn: (pressed: Press) => pressed.send(),
    onMutate: () => setProblem(undefined),
    onSuccess(progress, { message }) {
      client.setQueryData(queryKey, progress)
      if (message) void showToast(message)
    },
    onError(failure) {
      setProblem(failure instanceof ApiError ? sentencesOf(failure) : adminMessages.notDone.text)
      query.retry()
    },
  })
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyList title="Newsletter Not Found" text={errorSentences[404].issueNotFound}>
        <Link look="button" href={staffPaths.issues} label="To the newsletters" />
      </EmptyList>
    )
  }
  const actions = {
    isOwner,
    busy: press.isPending ? press.variables.what : undefined,
    onPress: (pressed: Press) => press.isPending || press.mutate(pressed),
  }
  return (
    <Loaded query={query} things="the newsletter">
      {(issue) => (
        <>
          <PageBar
            title="Newsletter"
            backHref={staffPaths.issues}
            backLabel="Back to newsletters"
            onBack={() => location.assign(staffPaths.issues)}
          />
          {(issue.startedAt || issue.secondsLeft !== null) && <SendingBand issue={issue} />}
          <h2 className="mt-18 text-25/110 tracking-closer [overflow-wrap:anywhere] md:text-38">
            {issue.subject || 'No subject'}
          </h2>
          <p className="mt-8 flex flex-wrap items-center gap-x-12 gap-y-6" role="status">
            <span className={stateBadgeClass(issue)}>{stateLabel(issue)}</span>
            <span className="text-ink-2">{sentenceOf(issue)}</span>
          </p>
          {(issue.whyPaused ?? issue.trouble) && (
            <p
              className="my-16 border-l-6 border-danger bg-danger-bg px-16 py-14 [overflow-wrap:anywhere]"
              role="alert"
            >
              {issue.whyPaused ?? issue.trouble}
            </p>
          )}
          {problem && (
            <p className="my-16 border-l-6 border-danger bg-danger-bg px-16 py-14" role="alert">
              {problem}
            </p>
          )}
          {(issue.state === 'draft' || issue.state === 'scheduled' || issue.waiting > 0) && (
            <div className="mt-16 empty:hidden">
              <Off name="mail" />
            </div>
          )}
          <ProgressActions issue={issue} {...actions} />
          {issue.startedAt && <Stats issue={issue} />}
          {issue.undecided > 0 && <Uncertain issue={issue} {...actions} />}
        </>
      )}
    </Loaded>
  )
})

/** The error's sentence, then what the issue lacks. */
function sentencesOf({ sentence, fields = {} }: ApiError): string {
  return [sentence, ...Object.values(fields).flat()].join(' ')
}

function sentenceOf(issue: Progress): string {
  const { state, sendAt, isOverdue, audience, waiting } = issue
  const { finishedAt } = issue
  const people = formatCounted(audience, 'subscriber')
  if (isOverdue && sendAt) {
    return `It was to be sent on ${formatMoment(sendAt)}, when the service was off. Send it now, or choose another time.`
  }
  if (state === 'draft') return `To ${people} at present.`
  if (issue.secondsLeft !== null)
    return `To ${people}. You can undo it until it starts, and close this page.`
  if (state === 'scheduled' && sendAt) return `${formatMoment(sendAt)}, to ${people} at present.`
  if (state === 'sending') return whatIsLeft(issue)
  if (state === 'paused') return `${formatCount(waiting)} waiting.`
  if (state === 'stopped') return `Not sent to ${formatCount(waiting)}.`
  return finishedAt ? `${formatMoment(finishedAt)}.` : ''
}

function Stats({ issue }: { issue: Progress }) {
  const main = [
    [issue.state === 'stopped' ? 'Not sent' : 'Waiting', issue.waiting + issue.handingOver],
    ['Bounced', issue.refused],
    ['Delivery unknown', issue.uncertain],
  ] as const
  const more = [
    ['Recipients', issue.recipients],
    [issue.wasKept ? 'Kept here, not sent' : 'Sent', issue.sent],
    ['Suppressed', issue.suppressed],
    ['Late bounces', issue.bounced],
    ['Spam reports', issue.complained],
    ['Unsubscribed', issue.leftNewsletter],
  ] as const
  return (
    <section className="mt-16 max-w-[640px]" aria-label="Delivery">
      <dl className="grid grid-cols-3 border-b border-t-2 border-b-line border-t-ink">
        {main.map(([name, value]) => (
          <div key={name} className="border-l border-line px-12 py-10 first:border-l-0 first:pl-0">
            <dt className="text-14/130 text-ink-2">{name}</dt>
            <dd className="font-display text-25/120 font-heavy">{formatCount(value)}</dd>
          </div>
        ))}
      </dl>
      <details open={issue.finishedAt !== null || undefined}>
        <summary className={summaryClass}>More</summary>
        <dl className="grid grid-cols-[1fr_1fr] gap-x-24 sm:grid-cols-3">
          {more.map(([name, value]) => (
            <div key={name} className="border-b border-line py-10">
              <dt className="text-14 text-ink-2">{name}</dt>
              <dd className="font-display text-19/120 font-heavy">{formatCount(value)}</dd>
            </div>
          ))}
        </dl>
        {issue.refusals.length > 0 && (
          <>
            <h3 className="mt-20 text-19/120">Why mails bounced</h3>
            <ul className="mt-8">
              {issue.refusals.map(({ reason, count }) => (
                <li key={reason}>
                  {formatCount(count)} × {reason}
                </li>
              ))}
            </ul>
          </>
        )}
      </details>
    </section>
  )
}
