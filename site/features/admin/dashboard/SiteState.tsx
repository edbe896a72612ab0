import { useEffect, useState } from 'react'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { adminCall } from '#site/lib/admin/call.ts'
import { formatMoment } from '#site/lib/admin/format.ts'
import { showToast } from '#site/lib/admin/queue-toast.ts'
import { useLive } from '#site/lib/admin/use-live.ts'
import { useLoad } from '#site/lib/admin/use-load.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { AdminIcon } from '#site/ui/admin/AdminIcon.tsx'
import { LiveMark } from '#site/ui/admin/LiveMark.tsx'

type Build = NonNullable<OutputOf<'GET /admin/site-build'>['last']>

/** How the readers' static pages are, and a way to have them built anew. `builds` grows when another part of the page saw one end. */
export function SiteState({ builds }: { builds: number }) {
  const [isAsked, setAsked] = useState(false)
  const { state, watch } = useLive()
  const loading = useLoad(`${builds} ${state === 'live' || state === 'failed'}`, () =>
    adminCall('GET /admin/site-build', {}),
  )
  const { data, error } = loading

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is under way when the page opens is watched too.
  useEffect(() => {
    if (data && !data.last?.error && (data.liveVersion ?? -1) < data.wantedVersion) watch()
  }, [data === undefined])

  // Until it has come to an end: a second press would only ask for the same.
  useEffect(() => {
    if (state === 'live' || state === 'failed') setAsked(false)
  }, [state])

  const build = async () => {
    if (isAsked) return
    setAsked(true)
    try {
      await adminCall('POST /admin/site-build', {})
      watch()
    } catch (cause) {
      console.warn(cause)
      setAsked(false)
      void showToast(adminMessages.buildNotStarted)
    }
  }

  return (
    <section className="site-state" aria-label="The site’s pages">
      <div>
        {data ? <LastBuild last={data.last} /> : <p>{error ? 'Pages of the site: —' : ' '}</p>}
        {/* A failure has its words above, with what the build said. */}
        <LiveMark state={state === 'failed' ? undefined : state} />
      </div>
      {!data && error !== undefined ? (
        <button type="button" className="btn btn-outline" onClick={loading.retry}>
          Retry
        </button>
      ) : (
        <button
          type="button"
          className="btn btn-outline"
          aria-busy={isAsked || undefined}
          onClick={build}
        >
          {isAsked ? 'Building...' : 'Build now'}
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
        Pages of the site built {when} in {seconds} s.
      </p>
    )
  }
  return (
    <>
      <p className="site-failed">
        <AdminIcon name="alert" />
        <span>The last build failed, {when}. The old pages stay up.</span>
      </p>
      <details>
        <summary>What it said</summary>
        <pre>{error}</pre>
      </details>
    </>
  )
}
