import { skeletonClass } from '../classes.ts'

/** What stands before the words of a row, in its size. */
export type Art = 'picture' | 'portrait' | 'cover' | 'book' | 'none'

const artClasses: Record<Exclude<Art, 'none'>, string> = {
  picture: 'size-72 md:h-56 md:w-84',
  portrait: 'size-60',
  cover: 'h-69 w-46',
  book: 'h-96 w-64',
}

export interface SkeletonProps {
  /** The label, as in "Loading your books"; without it the page announces the loading elsewhere. */
  label?: string
  rows?: number | undefined
  art?: Art | undefined
}

/** Replaces the rows of a list that is loading, in their shape; only after 200 ms (admin.css). */
export function AdminSkeleton({ label, rows = 6, art = 'none' }: SkeletonProps) {
  return (
    <div data-admin-skeleton {...(label && { role: 'status', 'aria-label': label })}>
      {Array.from({ length: rows }, (_, index) => (
        <div
          key={String(index)}
          className="flex flex-wrap items-center gap-14 border-b border-line py-18"
        >
          {art !== 'none' && <div className={`flex-none ${artClasses[art]} ${skeletonClass}`} />}
          <div className="grid flex-1 gap-8">
            <div className={`h-20 w-3/4 ${skeletonClass}`} />
            <div className={`h-16 w-1/2 ${skeletonClass}`} />
          </div>
          {/* A phone has the three buttons of a book below it. */}
          {art === 'book' && <div className={`h-44 w-full md:w-[358px] ${skeletonClass}`} />}
        </div>
      ))}
    </div>
  )
}
