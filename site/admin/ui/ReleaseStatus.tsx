import type { ReleaseState } from '#site/admin/lib/use-release.ts'
import { Icon } from '#site/ui/Icon.tsx'

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

const stateClasses: Record<ReleaseState, string> = {
  waiting: '',
  live: 'text-ok',
  failed: 'text-danger',
}

interface Props {
  state: ReleaseState | undefined
  /** It was taken off the site. */
  isRemoval?: boolean
}

/**
 * Tells the publisher when readers see what was just done. It is there before it says anything: a screen reader is
 * told only of what changes in a region that it knows.
 */
export function ReleaseStatus({ state, isRemoval = false }: Props) {
  return (
    <p
      className={`flex items-center gap-8 text-15 font-semibold empty:absolute ${state ? stateClasses[state] : ''}`}
      role="status"
    >
      {state && (
        <>
          <Icon
            name={state === 'live' ? 'check' : state === 'failed' ? 'alert' : 'refresh'}
            size={18}
          />
          {(isRemoval ? leaving : appearing)[state]}
        </>
      )}
    </p>
  )
}
