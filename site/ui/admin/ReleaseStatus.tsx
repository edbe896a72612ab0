import type { ReleaseState } from '#site/lib/admin/use-release.ts'
import { AdminIcon } from './AdminIcon.tsx'

const appearing: Record<ReleaseState, string> = {
  waiting: 'Live in a moment…',
  live: 'Live',
  failed: 'Not live yet: the site could not be built. The old pages stay up.',
}

const leaving: Record<ReleaseState, string> = {
  waiting: 'Off the site in a moment…',
  live: 'Off the site',
  failed: 'Still on the site: it could not be built. The old pages stay up.',
}

interface Props {
  state: ReleaseState | undefined
  /** It was taken off the site. */
  isRemoval?: boolean
}

/** Tells the publisher when readers see what was just done. */
export function ReleaseStatus({ state, isRemoval = false }: Props) {
  return (
    <p className="desk-live" data-state={state} role="status">
      {state && (
        <>
          <AdminIcon
            name={state === 'live' ? 'check' : state === 'failed' ? 'alert' : 'refresh'}
            size={18}
          />
          {(isRemoval ? leaving : appearing)[state]}
        </>
      )}
    </p>
  )
}
