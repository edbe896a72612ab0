import type { ReleaseState } from '#site/admin/lib/use-release.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'

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
  isRemoval?: boolean
}

/**
 * Tells the publisher when readers see a change. It is rendered before it has text: screen readers announce only
 * changes in a live region that exists already.
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
