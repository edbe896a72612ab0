import { useQuery } from '@tanstack/react-query'
import { adminCall } from '#site/admin/lib/call.ts'

export const knownSeriesId = 'known-series'

/** Offers the series that exist; another name begins a new one. */
export function KnownSeries({ isReady }: { isReady: boolean }) {
  const { data = [] } = useQuery({
    queryKey: ['known-series'],
    enabled: isReady,
    queryFn: () => adminCall('GET /admin/series', {}),
  })
  return (
    <datalist id={knownSeriesId}>
      {data.map(({ id, title, parts }) => (
        <option key={id} value={title} label={`Part ${nextPart(parts)} is next`} />
      ))}
    </datalist>
  )
}

const nextPart = (parts: readonly { part: number }[]) =>
  Math.max(0, ...parts.map(({ part }) => part)) + 1
