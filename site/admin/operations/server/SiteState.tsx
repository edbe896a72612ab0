import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { formatMoment } from '#site/admin/lib/format.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { isBehind, siteBuildQuery, useRelease } from '#site/admin/lib/use-release.ts'
import { ReleaseStatus } from '#site/admin/ui/frame/ReleaseStatus.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'

type Build = NonNullable<OutputOf<'GET /admin/site-build'>['last']>

const buttonClass = 'btn btn-outline min-h-44 px-16 text-15 !text-ink'

/** The state of the readers' static pages, and a button that rebuilds them. */
export function SiteState() {
  const { state, watch } = useRelease()
  const { data, error, retry } = useAdminQuery(siteBuildQuery)
  const build = useMutation({
    mutationFn: () => adminCall('POST /admin/site-build', {}),
    onSuccess: watch,
    onError: () => void showToast(adminMessages.buildNotStarted),
  })
  // It lasts until the build has ended: a second click would request the same.
  const isBuilding = build.isPending || (build.isSuccess && state === 'waiting')

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is under way when the page opens is watched too.
  useEffect(() => {
    if (data && !data.last?.error && isBehind(data)) watch()
  }, [data === undefined])

  return (
    <section
      className="mt-16 flex min-h-44 flex-wrap items-center justify-between gap-x-20 gap-y-8 text-14/150 text-ink-2"
      aria-label="The site’s pages"
    >
      <div className="flex min-w-0 flex-[1_1_220px] flex-wrap items-center gap-x-16 gap-y-4">
        {data ? <LastBuild last={data.last} /> : <p>{error ? 'Pages of the site: —' : ' '}</p>}
        {/* A failure is described above, with the output of the build. */}
        <ReleaseStatus state={state === 'failed' ? undefined : state} />
      </div>
      {!data && error !== undefined ? (
        <button type="button" className={buttonClass} onClick={retry}>
          Try again
        </button>
      ) : (
        <button
          type="button"
          className={buttonClass}
          aria-busy={isBuilding || undefined}
          onClick={() => isBuilding || build.mutate()}
        >
          {isBuilding ? 'Rebuilding...' : 'Rebuild site'}
        </button>
      )}
    </section>
  )
}

function LastBuild({ last }: { last: Build | null }) {
  if (!last) return <p>The pages of the site have not been built here yet.</p>
  const { startedAt, finishedAt, error } = last
  const seconds = ((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000).toFixed(1)
  const when = <time dateTime={finishedAt}>{formatMoment(finishedAt)}</time>
  if (error === null) {
    return (
      <p>
        Up to date: rebuilt {when}, in {seconds} s.
      </p>
    )
  }
  return (
    <>
      <p className="flex gap-8 font-semibold text-danger">
        <Icon name="alert" className="flex-none" />
        <span>The last build failed, {when}. The old pages stay up.</span>
      </p>
      <details className="min-w-0 basis-full">
        <summary className="min-h-44 cursor-pointer py-11 font-semibold">Build log</summary>
        <pre className="max-h-[240px] overflow-auto whitespace-pre-wrap bg-sunk p-12 text-13 text-ink [overflow-wrap:anywhere]">
          {error}
        </pre>
      </details>
    </>
  )
}
