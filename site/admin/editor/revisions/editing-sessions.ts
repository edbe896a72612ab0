import type { OutputOf } from '#contract/endpoints/contract.ts'
import { sessionPauseMinutes } from '#contract/retention.ts'

export type Revision = OutputOf<'GET /admin/drafts/:id/revisions'>[number]

/** Saves of one person without a longer pause. */
export interface EditingSession {
  newest: Revision
  /** Latest first. */
  others: Revision[]
}

const pauseMs = sessionPauseMinutes * 60_000

/** Revisions, latest first, grouped by editing session; any but an ordinary save is a group of its own. */
export function toSessions(revisions: readonly Revision[]): EditingSession[] {
  const sessions: EditingSession[] = []
  let last: Revision | undefined
  for (const revision of revisions) {
    const session = sessions.at(-1)
    if (session && last && isOneSession(revision, last)) session.others.push(revision)
    else sessions.push({ newest: revision, others: [] })
    last = revision
  }
  return sessions
}

function isOneSession(earlier: Revision, later: Revision): boolean {
  return (
    earlier.kind === 'saved' &&
    later.kind === 'saved' &&
    earlier.savedByName === later.savedByName &&
    Date.parse(later.savedAt) - Date.parse(earlier.savedAt) < pauseMs
  )
}

/** The newest revision and that of the session before; null when there is only one. */
export function usualPair(
  revisions: readonly Revision[],
  head: number,
): { before: number; after: number } | null {
  const older = revisions.filter(({ number, kind }) => number < head && kind !== 'aside')
  const first = revisions.find(({ number }) => number === head)
  const session = toSessions(revisions).find(
    ({ newest, others }) => first && [newest, ...others].includes(first),
  )
  const before = older.find((revision) => !session?.others.includes(revision)) ?? older.at(-1)
  return before ? { before: before.number, after: head } : null
}
