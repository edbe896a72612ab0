import type { ReactNode } from 'react'
import type { AdminQuery } from '#site/admin/lib/use-admin-query.ts'
import { Icon } from '#site/ui/Icon.tsx'

interface Props<T> {
  query: AdminQuery<T>
  /** The skeleton: shown while there is no data yet. */
  skeleton: ReactNode
  /** The subject of the error, as in "Your books could not be loaded." */
  failed: string
  children(data: T): ReactNode
}

const failedClass =
  'my-16 flex flex-wrap items-center gap-x-16 gap-y-12 border-l-6 border-danger bg-danger-bg px-16 py-14'

/** Data of an admin page: first its skeleton, then itself, or an error with Retry. Never blank. */
export function Loaded<T>({ query, skeleton, failed, children }: Props<T>) {
  const { data, isLoading, error, isSlow, retry } = query
  const hasFailed = error !== undefined
  return (
    <div aria-busy={isLoading || undefined}>
      {(hasFailed || isSlow) && (
        <div className={failedClass} role="alert">
          <Icon name="alert" className="flex-none text-danger" />
          <p className="flex-[1_1_200px]">
            {hasFailed ? failed : 'This takes longer than it should.'}
          </p>
          <button type="button" className="btn btn-outline" onClick={retry}>
            <Icon name="refresh" size={18} />
            Retry
          </button>
        </div>
      )}
      {data !== undefined ? children(data) : !hasFailed && skeleton}
    </div>
  )
}
