import type { Logger } from 'pino'
import { allKeys, type CacheKey } from '#api/http/answers/front-cache.ts'
import type { PurgeCache } from '#api/integrations/purge-cache.ts'
import { startLoop } from '#api/jobs/background-loop.ts'
import { sql, transaction } from '#db/sql.ts'
import type { MadeFrom } from '../building/releases.ts'
import {
  findPurgeState,
  noteFailedPurge,
  notePurge,
  type PurgeState,
  type Shown,
} from './cache-purges.queries.ts'

/** A release is looked for so often, and a lost notification costs at most this much. */
const defaultEveryMs = 1_000
/** By then, all replicas and front servers serve the new release and earlier responses have ended. */
const defaultAgainMs = 3_000
const longestPauseMs = 60_000
/** Failures that last so long are logged as errors, since readers get stale pages. */
const longMs = 60_000

interface PurgingOptions {
  purge: PurgeCache
  /** The release that is served; undefined before the first good build. */
  release(): MadeFrom | undefined
  log: Logger
  /** Tests wait for a shorter time. */
  everyMs?: number
  againMs?: number
}

/**
 * Purges the cache in front after every change: when the data changes, when a release shows it, and again a moment after
 * each. One of the replicas does so.
 */
export function startPurging({
  purge,
  release,
  log,
  everyMs = defaultEveryMs,
  againMs = defaultAgainMs,
}: PurgingOptions) {
  const work = async () => {
    const shown = release()
    if (!shown) return
    const looked = await findPurgeState()
    if (!looked?.mayTry || wantedKeys(looked, shown).length === 0) return
    let failure: unknown
    await transaction(async () => {
      await sql`set local idle_in_transaction_session_timeout = 0`
      // Read before the purge, so that later changes are purged by the next one.
      const state = await findPurgeState({ isLocking: true })
      // It is not the one of before: another replica may have told of a newer one meanwhile.
      const served = release()
      if (!state?.mayTry || !served) return
      const changed = changedKeys(state, served)
      const wanted = wantedKeys(state, served)
      if (wanted.length === 0) return
      try {
        await purge(wanted)
      } catch (error) {
        failure = error
        await noteFailedPurge(Math.min(1000 * 2 ** Math.min(state.failures, 10), longestPauseMs))
        if (state.failingMs >= longMs) {
          log.error({ err: error, seconds: Math.round(state.failingMs / 1000) }, failsForLong)
        }
        return
      }
      const again = state.isAgainDue ? changed : union(changed, state.again)
      await notePurge(shownNow(state, served), again, againMs)
    })
    if (failure) throw failure
  }
  return startLoop({ work, everyMs, channel: 'site_stale', log, failure: 'cache purge failed' })
}

const failsForLong = 'the cache in front is told of no change; readers are shown old pages'

function wantedKeys(state: PurgeState, served: MadeFrom): CacheKey[] {
  const changed = changedKeys(state, served)
  // What waits for its second time goes along: changes without end would put it off without end.
  return changed.length > 0 || state.isAgainDue ? union(changed, state.again) : []
}

function changedKeys(state: PurgeState, served: MadeFrom): CacheKey[] {
  const now = shownNow(state, served)
  if (state.siteId !== now.siteId || state.releaseCode !== now.releaseCode) return allKeys
  return [
    ...(state.version !== now.version ? (['data'] as const) : []),
    ...(state.releaseVersion !== now.releaseVersion ? (['release'] as const) : []),
  ]
}

function shownNow(
  state: PurgeState,
  { code, publicUrl, version, cache, settings }: MadeFrom,
): Shown {
  return {
    siteId: state.siteIdNow,
    version: state.versionNow,
    // Machines with folders of their own build one after the other: the newest was told of.
    releaseVersion: Math.max(
      version,
      state.siteId === state.siteIdNow ? (state.releaseVersion ?? 0) : 0,
    ),
    releaseCode: [code, publicUrl, cache, settings].join(' '),
  }
}

function union(some: CacheKey[], others: CacheKey[]): CacheKey[] {
  return allKeys.filter((key) => some.includes(key) || others.includes(key))
}
