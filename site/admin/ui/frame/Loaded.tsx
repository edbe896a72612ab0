import type { ReactNode } from 'react'
import { ApiError } from '#contract/api-error.ts'
import { dayOf } from '#contract/dates.ts'
import { sentenceOf } from '#site/admin/lib/call.ts'
import { capitalised, formatMoment, formatTime } from '#site/admin/lib/format.ts'
import { type AdminQuery, isUnreachable } from '#site/admin/lib/use-admin-query.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import { AdminSkeleton, type SkeletonProps } from './AdminSkeleton.tsx'

interface Props<T> extends Omit<SkeletonProps, 'label'> {
  query: AdminQuery<T>
  /** As in "Loading your books" and "Your books could not be loaded." */
  things?: string
  /** The whole sentence, where it is another. */
  failed?: string
  /** What is shown while there is no data yet; by default the rows of any list. */
  skeleton?: ReactNode
  children(data: T): ReactNode
}

const failedClass =
  'my-16 flex flex-wrap items-center gap-x-16 gap-y-12 border-l-6 border-danger bg-danger-bg px-16 py-14'

/** Earlier rows while the next ones load; what is there at once does not flicker. */
const staleClass = 'opacity-60 transition-opacity delay-200'

/**
 * Data of an admin page: first its skeleton, then itself, or what went wrong and what to do. Never blank: earlier data stays
 * while it is loaded again, and without a network there is the last list of this device.
 */
export function Loaded<T>({
  query,
  things = '',
  failed = `${capitalised(things)} could not be loaded.`,
  skeleton,
  children,
  ...rows
}: Props<T>) {
  const { data, keptAt, isLoading, error, isSlow, retry } = query
  const hasFailed = error !== undefined
  return (
    <div aria-busy={isLoading || undefined}>
      {(hasFailed || isSlow) && (
        <div className={failedClass} role="alert">
          <Icon name="alert" className="flex-none text-danger" />
          <div className="flex-[1_1_200px]">
            <p>
              {hasFailed ? `${failed} ${reasonOf(error)}` : 'This takes longer than it should.'}
            </p>
            {hasFailed && <RequestId error={error} />}
          </div>
          <button type="button" className="btn btn-outline" onClick={retry}>
            <Icon name="refresh" size={18} />
            Try again
          </button>
        </div>
      )}
      {keptAt && (
        <p className="mb-8 border-l-6 border-line-2 bg-sunk px-16 py-8 text-15">
          Last list, from {isToday(keptAt) ? formatTime(keptAt) : formatMoment(keptAt)}
        </p>
      )}
      {data !== undefined ? (
        <div className={isLoading ? staleClass : undefined}>{children(data)}</div>
      ) : (
        !hasFailed &&
        (skeleton ?? <AdminSkeleton label={things && `Loading ${things}`} {...rows} />)
      )}
    </div>
  )
}

const isToday = (iso: string) => dayOf(iso) === dayOf(new Date())

/** What it is, and what helps. */
function reasonOf(error: Error): string {
  if (globalThis.navigator?.onLine === false) return 'You are offline.'
  if (isUnreachable(error)) return 'The server could not be reached.'
  return sentenceOf(error, 'This is our mistake.')
}

/** With it the log tells what happened. */
function RequestId({ error }: { error: Error }) {
  const id = error instanceof ApiError && error.beside?.['requestId']
  if (!id) return null
  return <p className="text-14 text-ink-2 [overflow-wrap:anywhere]">Request {String(id)}</p>
}
