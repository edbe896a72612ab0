import type { OutputOf } from '#contract/endpoints/contract.ts'
import { formatMoment } from '#site/admin/lib/format.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { bylineClass, rowClass, rowTitleClass } from '../classes.ts'

export type Session = OutputOf<'GET /admin/account/sessions'>[number]

interface Props {
  sessions: Session[]
  busyId: string | undefined
  onEnd(id: string): void
}

/** Open sessions with browser and times, each with a button that ends it; the current one is ended by Logout. */
export function SessionList({ sessions, busyId, onEnd }: Props) {
  if (sessions.length === 0) return <p className={bylineClass}>No active session.</p>
  return (
    <ul>
      {sessions.map(({ id, browser, createdAt, lastUsedAt, isThisOne }) => (
        <li key={id} className={`${rowClass} sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center`}>
          <div>
            <h3 className={rowTitleClass}>{browser ?? 'A program'}</h3>
            <p className={bylineClass}>
              Signed in {formatMoment(createdAt)}, last used {formatMoment(lastUsedAt)}
            </p>
          </div>
          {isThisOne ? (
            <span className={bylineClass}>This session</span>
          ) : (
            <Button className="justify-self-start" isBusy={busyId === id} onClick={() => onEnd(id)}>
              Sign out
              <span className="sr-only">: {browser ?? 'a program'}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
