import { staffPaths } from '#contract/staff-paths.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { formatCount, formatCounted } from '#site/admin/lib/format.ts'
import { useAdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { linkClass } from '#site/admin/ui/classes.ts'

const mostSources = 3

/** How a published story does: its reads of 28 days, and where its visits came from. */
export function StoryReach({ id }: { id: string }) {
  const { data } = useAdminQuery({
    queryKey: ['story-reach', id],
    queryFn: () => adminCall('GET /admin/figures', { story: id, against: 'none' }),
  })
  const reads = data?.measures.find(({ name }) => name === 'reads')?.total ?? 0
  const sources = (data?.sections.find(({ name }) => name === 'sources')?.rows ?? [])
    .map(([from, visits]) => ({ from: String(from), visits: Number(visits) }))
    .filter(({ visits }) => visits > 0)
    .sort((a, b) => b.visits - a.visits)
    .slice(0, mostSources)
  return (
    <p
      className="flex min-h-22 flex-wrap gap-x-12 text-14 leading-145"
      aria-busy={!data || undefined}
    >
      {data && (
        <>
          <a className={`${linkClass} font-semibold`} href={staffPaths.statsOf(id)}>
            {`${formatCounted(reads, 'read')} in 28 days`}
          </a>
          {sources.map(({ from, visits }) => (
            <span key={from} className="text-ink-2">
              {from} {formatCount(visits)}
            </span>
          ))}
        </>
      )}
    </p>
  )
}
