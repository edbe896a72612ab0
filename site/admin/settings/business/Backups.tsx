import { useState } from 'react'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { adminCall, sentenceOf } from '#site/admin/lib/call.ts'
import { formatMoment } from '#site/admin/lib/format.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { ActionButton } from '#site/admin/ui/ActionButton.tsx'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { noAnswer } from '#site/lib/forms/check-form.ts'

type Runs = OutputOf<'GET /admin/business/backups'>

/** What came of the last backup and of the last trial restore, and a press that makes a backup now. */
export function Backups({ bucket }: { bucket: string | undefined }) {
  const [isWatching, setWatching] = useState(false)
  const [problem, setProblem] = useState<string>()
  const freshMs = isWatching ? 2_000 : 60_000
  const query = useAdminCall(['backups'], 'GET /admin/business/backups', {}, { freshMs })
  const isRunning = query.data?.isRunning ?? false
  if (isRunning !== isWatching) setWatching(isRunning)
  const backUp = async () => {
    setProblem(undefined)
    await adminCall('POST /admin/business/backups/now', {}).catch((failure: unknown) =>
      setProblem(sentenceOf(failure, noAnswer)),
    )
    query.retry()
  }
  return (
    <Loaded query={query} things="the last backups" rows={1}>
      {(runs) => (
        <div className="mt-14 flex flex-wrap items-center gap-14 bg-sunk p-16">
          <div role="status" className="grid min-w-[200px] flex-1 gap-6">
            <LastBackup {...runs} />
            <p>
              {bucket
                ? `The next one goes to the bucket ${bucket}.`
                : 'The next one stays on the server, and would be lost with it.'}
            </p>
            <p>{drillText(runs)}</p>
            <p>
              One thing is in no backup: the secret on your{' '}
              <a className={inTextClass} href={staffPaths.recoverySheet}>
                recovery sheet
              </a>
              .
            </p>
            {problem && <p className="font-semibold text-danger">{problem}</p>}
          </div>
          <ActionButton
            isOutline
            label="Back up now"
            busy="Backing up…"
            isBusy={runs.isRunning}
            onPress={() => void backUp()}
          />
        </div>
      )}
    </Loaded>
  )
}

/** As large as a finger, within a line of text. */
const inTextClass =
  'inline-flex min-h-44 my-[-11px] items-center font-semibold underline underline-offset-4'

function LastBackup({ isRunning, backup, goodAt }: Runs) {
  if (isRunning) return <b>A backup is being made. You may leave this page.</b>
  if (!backup) return <b>No backup was made yet.</b>
  if (backup.isGood) return <b className="text-ok">{`Last backup: ${formatMoment(backup.at)}`}</b>
  return (
    <p>
      <b className="text-danger">{`The last backup failed: ${formatMoment(backup.at)}. `}</b>
      {goodAt ? `The last good one: ${formatMoment(goodAt)}. ` : 'There is no good one. '}
      <a className={inTextClass} href={staffPaths.server}>
        See why
      </a>
    </p>
  )
}

function drillText({ drill }: Runs): string {
  if (!drill) return 'None was restored on trial yet.'
  const at = formatMoment(drill.at)
  return drill.isGood
    ? `Last trial restore: ${at}, without a fault.`
    : `The last trial restore failed: ${at}.`
}
