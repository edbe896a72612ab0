import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { formatMoment } from '#site/admin/lib/format.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { summaryClass } from '#site/admin/ui/classes.ts'
import { ForOperators } from '#site/admin/ui/frame/ForOperators.tsx'
import { Link } from '#site/admin/ui/Link.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'

type Diagnosis = OutputOf<'GET /admin/doctor'>
type Finding = Diagnosis['findings'][number]

const query = {
  queryKey: ['doctor'],
  queryFn: () => adminCall('GET /admin/doctor', {}),
}

const buttonClass = 'btn btn-outline min-h-44 px-16 text-15 !text-ink'

/** The report of `npm run doctor`: the server's problems and what to do; the rest behind a summary. */
export function ServerState() {
  const client = useQueryClient()
  const { data, error, retry } = useAdminQuery(query)
  const again = useMutation({
    mutationFn: () => adminCall('POST /admin/doctor', {}),
    onSuccess: (diagnosis) => client.setQueryData(query.queryKey, diagnosis),
    onError: () => void showToast(adminMessages.checkFailed),
  })
  const isChecking = again.isPending
  return (
    <section className="mt-16 text-14/150 text-ink-2" aria-label="The server">
      <div className="flex min-h-44 flex-wrap items-center justify-between gap-x-20 gap-y-8">
        <p className="min-w-0 flex-[1_1_220px]" role="status">
          {data ? <Sum diagnosis={data} /> : error ? 'The server: —' : 'Checking the server…'}
        </p>
        {(data || error) && (
          <button
            type="button"
            className={buttonClass}
            aria-busy={isChecking || undefined}
            onClick={() => (data ? isChecking || again.mutate() : retry())}
          >
            {!data ? 'Try again' : isChecking ? 'Checking...' : 'Check now'}
          </button>
        )}
      </div>
      {data && <Findings findings={data.findings} />}
    </section>
  )
}

function Sum({ diagnosis: { findings, lookedAt } }: { diagnosis: Diagnosis }) {
  const count = (state: Finding['state']) => findings.filter((it) => it.state === state).length
  const [problems, warnings] = [count('problem'), count('warning')]
  const parts = [
    ...(problems > 0 ? [`${problems} ${problems === 1 ? 'problem' : 'problems'}`] : []),
    ...(warnings > 0 ? [`${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`] : []),
  ]
  return (
    <>
      The server: {parts.join(', ') || 'everything passed'}, checked{' '}
      <time dateTime={lookedAt}>{formatMoment(lookedAt)}</time>.
    </>
  )
}

function Findings({ findings }: { findings: Finding[] }) {
  const open = findings.filter(({ state }) => state !== 'ok')
  const good = findings.filter(({ state }) => state === 'ok')
  // Problems before warnings.
  open.sort((a, b) => a.state.localeCompare(b.state))
  return (
    <>
      {open.length > 0 && (
        <ul className="mt-8 grid gap-12">
          {open.map((finding) => (
            <li key={finding.title + finding.found} className="flex gap-8">
              <Icon
                name="alert"
                className={`mt-2 flex-none ${finding.state === 'problem' ? 'text-danger' : ''}`}
              />
              <div className="min-w-0 [overflow-wrap:anywhere]">
                <p
                  className={finding.state === 'problem' ? 'font-semibold text-danger' : 'text-ink'}
                >
                  {finding.state === 'problem' ? 'Problem' : 'Warning'}, {finding.title}:{' '}
                  {finding.found}
                </p>
                {finding.why && <Link href={staffPaths.business} label="Open Business" />}
                {finding.todo && <ForOperators>{finding.todo}</ForOperators>}
              </div>
            </li>
          ))}
        </ul>
      )}
      {good.length > 0 && (
        <details>
          <summary className={summaryClass}>{good.length} passed</summary>
          <ul className="grid gap-4 pb-12 [overflow-wrap:anywhere]">
            {good.map(({ title, found }) => (
              <li key={title + found}>
                {title}: {found}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
