import { useStore } from '@nanostores/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#contract/api-error.ts'
import { errors } from '#contract/errors.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { formatCount, formatMoment } from '#site/admin/lib/format.ts'
import { $member } from '#site/admin/lib/member.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { AdminSkeleton } from '#site/admin/ui/AdminSkeleton.tsx'
import { BackLink } from '#site/admin/ui/BackLink.tsx'
import { leadClass, titleClass } from '#site/admin/ui/classes.ts'
import { EmptyList } from '#site/admin/ui/EmptyList.tsx'
import { Loaded } from '#site/admin/ui/Loaded.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { stateBadgeClass, stateLabel } from './issue-labels.ts'
import { type Press, ProgressActions } from './ProgressActions.tsx'
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
      void showToast(message)
    },
    onError(failure) {
      setProblem(failure instanceof ApiError ? sentencesOf(failure) : adminMessages.notDone.text)
      query.retry()
    },
  })
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyList title="Letter Not Found" text={errors.issueNotFound[1]}>
        <a className="btn" href={adminPaths.letters}>
          To the letters
        </a>
      </EmptyList>
    )
  }
  return (
    <>
      <BackLink href={adminPaths.letters} text="Back to Letters" />
      <Loaded
        query={query}
        failed="The letter could not be loaded."
        skeleton={<AdminSkeleton label="Loading the letter" />}
      >
        {(issue) => (
          <>
            <h1 className={`${titleClass} [overflow-wrap:anywhere]`}>
              {issue.subject || 'Without a subject'}
            </h1>
            <p
              className={`${leadClass} flex flex-wrap items-center gap-x-12 gap-y-6`}
              role="status"
            >
              <span className={stateBadgeClass(issue)}>{stateLabel(issue)}</span>
              <span>{sentenceOf(issue)}</span>
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
            <ProgressActions
              issue={issue}
              isOwner={isOwner}
              busy={press.isPending ? press.variables.what : undefined}
              onPress={(pressed) => press.isPending || press.mutate(pressed)}
            />
            {issue.startedAt && <Stats issue={issue} />}
            {issue.undecided > 0 && (
              <Uncertain
                issue={issue}
                isOwner={isOwner}
                busy={press.isPending ? press.variables.what : undefined}
                onPress={(pressed) => press.isPending || press.mutate(pressed)}
              />
            )}
          </>
        )}
      </Loaded>
    </>
  )
})

/** The error's sentence, then what the issue lacks. */
function sentencesOf({ sentence, fields = {} }: ApiError): string {
  return [sentence, ...Object.values(fields).flat()].join(' ')
}

function sentenceOf(issue: Progress): string {
  const { state, sendAt, isOverdue, audience, waiting } = issue
  const { finishedAt } = issue
  const people = `${formatCount(audience)} ${audience === 1 ? 'subscriber' : 'subscribers'}`
  if (isOverdue && sendAt) {
    return `It was to be sent on ${formatMoment(sendAt)}, when the service was off. Send it now, or choose another time.`
  }
  if (state === 'draft') return `It goes to ${people} at present.`
  if (state === 'scheduled' && sendAt) return `On ${formatMoment(sendAt)}, to ${people} at present.`
  if (state === 'sending') return whatIsLeft(issue)
  if (state === 'paused') return `${formatCount(waiting)} wait.`
  if (state === 'stopped') return `${formatCount(waiting)} were left out.`
  return finishedAt ? `Since ${formatMoment(finishedAt)}.` : ''
}

function Stats({ issue }: { issue: Progress }) {
  const { recipients, sent } = issue
  const figures = [
    ['Sent', sent],
    [issue.state === 'stopped' ? 'Left out' : 'Waiting', issue.waiting + issue.handingOver],
    ['Refused', issue.refused],
    ['Suppressed', issue.suppressed],
    ['Uncertain', issue.uncertain],
    ['Bounced later', issue.bounced],
    ['Complained', issue.complained],
    ['Left the newsletter', issue.leftNewsletter],
  ] as const
  return (
    <section className="mt-28 md:mt-40" aria-labelledby="figures">
      <h2 id="figures" className="text-25/110">
        Recipients: {formatCount(recipients)}
      </h2>
      <progress
        className="mt-12 h-12 w-full max-w-[640px] appearance-none border-1.5 border-ink bg-surface [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-surface [&::-webkit-progress-value]:bg-ink"
        aria-label="Done"
        max={Math.max(1, recipients)}
        value={recipients - issue.waiting - issue.handingOver}
      />
      <dl className="mt-16 grid max-w-[640px] grid-cols-[1fr_1fr] gap-x-24 sm:grid-cols-[1fr_1fr_1fr_1fr]">
        {figures.map(([name, value]) => (
          <div key={name} className="border-b border-line py-12">
            <dt className="text-14 text-ink-2">{name}</dt>
            <dd className="font-display text-25/110 font-heavy">{formatCount(value)}</dd>
          </div>
        ))}
      </dl>
      {issue.refusals.length > 0 && (
        <>
          <h3 className="mt-24 text-19/120">Why recipients were refused</h3>
          <ul className="mt-8">
            {issue.refusals.map(({ reason, count }) => (
              <li key={reason}>
                {formatCount(count)} × {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
