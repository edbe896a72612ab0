import { skeletonClass } from './classes.ts'

interface Props {
  /** What is loading, as in "Loading your books"; without it the page says so elsewhere. */
  label?: string
  rows?: number
}

/** Stands in the place of what is loading until it comes. */
export function AdminSkeleton({ label, rows = 6 }: Props) {
  return (
    <div
      className="grid gap-20 py-18"
      data-admin-skeleton
      {...(label && { role: 'status', 'aria-label': label })}
    >
      {Array.from({ length: rows }, (_, index) => (
        <div key={String(index)} className={`min-h-92 ${skeletonClass}`} />
      ))}
    </div>
  )
}
