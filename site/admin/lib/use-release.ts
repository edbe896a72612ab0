import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { OutputOf } from '#contract/endpoints/contract.ts'
import { adminCall } from './call.ts'

/** How the readers' static pages are: the last build, and which version they show. */
export const siteBuildQuery = {
  queryKey: ['site-build'],
  queryFn: () => adminCall('GET /admin/site-build', {}),
}

/** How far a change has come on its way to the readers' static pages. */
export type ReleaseState = 'waiting' | 'live' | 'failed'

const everyMs = 1000
/** Ten minutes: longer than any build. */
const mostLooks = 600

/**
 * After something was published: waits until the pages that are being served really hold it. `watch()` is to be
 * called once the server has answered the change.
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
    // Also after a failure: the next build may succeed, and the network may be back.
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      data?.state === 'live' || dataUpdateCount + errorUpdateCount >= mostLooks ? false : everyMs,
    refetchIntervalInBackground: true,
  })
  return {
    state: round === 0 ? undefined : (data?.state ?? 'waiting'),
    watch: () => setRound((before) => before + 1),
  }
}

function stateOf(
  { liveVersion, last }: OutputOf<'GET /admin/site-build'>,
  wanted: number,
): ReleaseState {
  if (liveVersion !== null && liveVersion >= wanted) return 'live'
  return last?.error && last.version >= wanted ? 'failed' : 'waiting'
}
