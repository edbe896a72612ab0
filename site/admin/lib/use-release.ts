import { type Query, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { adminCall } from './call.ts'

type SiteBuild = OutputOf<'GET /admin/site-build'>

/** The state of the readers' static pages: the last build, and the version that they show. */
export const siteBuildQuery = {
  queryKey: ['site-build'],
  queryFn: () => adminCall('GET /admin/site-build', {}),
}

/** The progress of a change towards the readers' static pages. */
export type ReleaseState = 'waiting' | 'live' | 'failed'

/** Whether the readers' pages lack a change. */
export const isBehind = ({ liveVersion, wantedVersion }: SiteBuild) =>
  (liveVersion ?? -1) < wantedVersion

const everyMs = 1000
/** Ten minutes: longer than any build. */
const mostLooks = 600

/** The same, polled while the pages lack a change, whoever made it. */
export const watchedSiteBuild = {
  ...siteBuildQuery,
  refetchInterval: ({ state: { data, dataUpdateCount } }: Query<SiteBuild>) =>
    data && isBehind(data) && dataUpdateCount < mostLooks ? everyMs : false,
} as const

/**
 * Polls after a publication until the served pages contain the change. `watch()` must be called after the server has
 * answered the change.
 */
export function useRelease(): { state: ReleaseState | undefined; watch(): void } {
  const [round, setRound] = useState(0)
  const { data } = useQuery({
    queryKey: ['release', useId(), round],
    enabled: round > 0,
    queryFn: async ({ client, queryKey }) => {
      const build = await adminCall('GET /admin/site-build', {})
      client.setQueryData(siteBuildQuery.queryKey, build)
      const before = client.getQueryData<{ wanted: number }>(queryKey)
      const wanted = before?.wanted ?? build.wantedVersion
      return { wanted, state: stateOf(build, wanted) }
    },
    // Polls on after a failure: the next build may succeed, and the network may be back.
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      data?.state === 'live' || dataUpdateCount + errorUpdateCount >= mostLooks ? false : everyMs,
    refetchIntervalInBackground: true,
  })
  return {
    state: round === 0 ? undefined : (data?.state ?? 'waiting'),
    watch: () => setRound((before) => before + 1),
  }
}

function stateOf({ liveVersion, last }: SiteBuild, wanted: number): ReleaseState {
  if (liveVersion !== null && liveVersion >= wanted) return 'live'
  return last?.error && last.version >= wanted ? 'failed' : 'waiting'
}
