import type { LiveState } from '#site/lib/admin/use-live.ts'
import { AdminIcon } from './AdminIcon.tsx'

const words: Record<LiveState, string> = {
  waiting: 'Live in a moment…',
  live: 'Live',
  failed: 'Not live yet: the site could not be built. The old pages stay up.',
}

const wordsOfGoing: Record<LiveState, string> = {
  waiting: 'Off the site in a moment…',
  live: 'Off the site',
  failed: 'Still on the site: it could not be built. The old pages stay up.',
}

interface Props {
  state: LiveState | undefined
  /** It was taken off the site. */
  isGoing?: boolean
}

/** Tells the publisher when readers see what was just done. */
export function LiveMark({ state, isGoing = false }: Props) {
  return (
    <p className="desk-live" data-state={state} role="status">
      {state && (
        <>
          <AdminIcon
            name={state === 'live' ? 'check' : state === 'failed' ? 'alert' : 'refresh'}
            size={18}
          />
          {(isGoing ? wordsOfGoing : words)[state]}
        </>
      )}
    </p>
  )
}
