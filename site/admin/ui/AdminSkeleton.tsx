import { skeletonClass } from './classes.ts'

interface Props {
  /** The label, as in "Loading your books"; without it the page announces the loading elsewhere. */
  label?: string
  rows?: number
}

/** Replaces content that is loading. */
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
