import { skeletonClass } from '#site/admin/ui/classes.ts'

/** Tiles, chart and two lists, as they will stand. */
export function StatsSkeleton() {
  return (
    <div
      className="mt-12 grid gap-24 md:mt-24"
      role="status"
      aria-label="Loading the stats"
      data-admin-skeleton
    >
      <div className="grid grid-cols-2 gap-1 md:auto-cols-fr md:grid-flow-col md:grid-cols-none">
        {['reads', 'finished', 'subscribers', 'sales'].map((name) => (
          <div key={name} className={`h-72 md:h-108 ${skeletonClass}`} />
        ))}
      </div>
      <div className={`h-[164px] md:h-[200px] ${skeletonClass}`} />
      <div className="grid gap-36 md:grid-cols-2">
        {['stories', 'sources'].map((name) => (
          <div key={name} className="grid gap-12">
            <div className={`h-32 w-1/2 ${skeletonClass}`} />
            <div className={`h-44 ${skeletonClass}`} />
            <div className={`h-44 ${skeletonClass}`} />
            <div className={`h-44 ${skeletonClass}`} />
          </div>
        ))}
      </div>
    </div>
  )
}
