import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { fileAddresses } from '#api/http/find-route.ts'
import type { FrontCache } from '#api/http/front-cache.ts'
import { startLoop } from '#api/jobs/background-loop.ts'
import { advisoryLocks } from '#db/advisory-locks.ts'
import { DatabaseUnavailableError, outsideTransaction, sql, transaction } from '#db/sql.ts'
import type { Render } from './astro-adapter.ts'
import { writeNginxRules } from './nginx-rules.ts'
import {
  findCurrentRelease,
  type MadeFrom,
  type MadePage,
  readPageHeaders,
  swapIn,
  writeRelease,
} from './releases.ts'
import { findSiteVersion, insertSiteBuild } from './site-builds.queries.ts'

/** The rest of a burst of changes is waited for this long. */
const burstMs = 500
/** A lost notification costs at most this much. */
const everyMs = 3_000
/** While another replica holds the lock it is asked for again this often. */
const lockedMs = 250
/** The same data that failed to build is tried again after this long: the fault may have been the machine's. */
const retryMs = 60_000
/** Pages that another version of the code keeps are left to it, unless they stay behind the data for this long. */
const abandonedMs = 60_000

/** The site's code as Astro built it (scripts/bundle.mjs). */
export interface Bundle {
  /** Hash of the sources that it is made of. */
  code: string
  folder: string
}

interface BuilderOptions {
  dataDir: string
  publicUrl: string
  bundle: Bundle
  /** In front of the service. */
  cache?: FrontCache | undefined
  /** The ids of the publications, which have a page each. */
  publications: string[]
  /** Renders the pages at the addresses. */
  prerender(addresses: string[]): Promise<MadePage[]>
  log: Logger
  /** Tests only. */
  abandonedMs?: number
}

export interface Builder {
  /** Resolves when the site shows the present data, or when that build has failed. */
  buildIfStale(): Promise<void>
  stop(): Promise<void>
}

/**
 * Keeps the files of the site as fresh as the data: a change of the data renders the pages again that show it. It asks one
 * question of the database, on a notification and every few seconds; one replica builds at a time, and the others wait.
 */
export async function startBuilder(options: BuilderOptions): Promise<Builder> {
  const { log } = options
  let failed: { version: number; at: number } | undefined
  /** Pages of another version that do not show the present data, and since when. */
  let behind: { id: string; at: number } | undefined

  const isSiteStale = async (): Promise<MadeFrom | undefined> => {
    const wanted = {
      ...(await findSiteVersion()),
      code: options.bundle.code,
      publicUrl: options.publicUrl,
      cache: options.cache,
    }
    const has = findCurrentRelease(options.dataDir)?.madeFrom
    const isFresh =
      has && (Object.keys(wanted) as (keyof MadeFrom)[]).every((key) => has[key] === wanted[key])
    return isFresh ? undefined : wanted
  }

  // While a new version starts beside the old one both would take each other's pages for stale, without end. The one that
  // started last keeps them, and the other serves them meanwhile.
  const isLeftToOther = (wanted: MadeFrom): boolean => {
    const release = findCurrentRelease(options.dataDir)
    const isOther = release && release.madeFrom.code !== wanted.code
    const isBehind =
      isOther &&
      (release.madeFrom.version !== wanted.version || release.madeFrom.siteId !== wanted.siteId)
    if (!isBehind) behind = undefined
    else if (behind?.id !== release.id) behind = { id: release.id, at: Date.now() }
    return !!isOther && !(behind && Date.now() - behind.at > (options.abandonedMs ?? abandonedMs))
  }

  const build = async (confirmLock: ConfirmLock) => {
    let wanted: MadeFrom | undefined
    try {
      // Asked again under the lock: another replica may have just built this very version.
      wanted = await isSiteStale()
      if (wanted) await buildOnce(options, wanted, confirmLock)
      failed = undefined
    } catch (error) {
      // The data is as good as before: it is tried as soon as it can be asked for.
      const isAway = error instanceof DatabaseUnavailableError || error instanceof LockLostError
      if (wanted && !isAway) failed = { version: wanted.version, at: Date.now() }
      log.error({ err: error }, 'site build failed, the previous release stays up')
    }
  }

  /** False: another replica is building. */
  const buildUnderLock = async (): Promise<boolean> => {
    let building: Promise<void> | undefined
    // The lock goes with the transaction, which does nothing else: cut or left behind, it never stays locked.
    await transaction(async () => {
      await sql`set local idle_in_transaction_session_timeout = 0`
      const [row] = await sql<{ held: boolean }[]>`
        select pg_try_advisory_xact_lock(${advisoryLocks.build}) as held`
      if (!row?.held) return
      const inTransaction = AsyncLocalStorage.snapshot()
      const confirmLock = () =>
        inTransaction(async () => {
          await sql`select 1`.catch((cause: unknown) => {
            throw new LockLostError('The build lock was lost', { cause })
          })
        })
      building = outsideTransaction(() => build(confirmLock))
      await building
    }).finally(() => building)
    return building !== undefined
  }

  // One that shares the folder finds the site fresh when its turn comes; one with a folder of its own builds it there.
  const stopping = new AbortController()
  const buildIfStale = async () => {
    while (!stopping.signal.aborted && (await isSiteStale())) {
      if (await buildUnderLock()) return
      await pause(lockedMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const loop = startLoop({
    async work(signal) {
      const wanted = await isSiteStale()
      if (!wanted || isLeftToOther(wanted)) return
      if (failed?.version === wanted.version && Date.now() - failed.at < retryMs) return
      await pause(burstMs, undefined, { signal }).catch(() => {})
      if (!signal.aborted) await buildIfStale()
    },
    everyMs,
    isDelayed: true,
    channel: 'site_stale',
    log,
    failure: 'site build check failed',
  })
  await loop.ready
  return {
    buildIfStale,
    stop: () => {
      stopping.abort()
      return loop.stop()
    },
  }
}

/** A failover or a cut connection freed it: another replica may be building, and have newer data. */
class LockLostError extends Error {}

/** Rejects with LockLostError when this replica does not hold the lock any more. */
type ConfirmLock = () => Promise<void>

async function buildOnce(options: BuilderOptions, wanted: MadeFrom, confirmLock: ConfirmLock) {
  const { dataDir } = options
  const startedAt = new Date().toISOString()
  const { version } = wanted
  try {
    const release = await makeRelease(options, wanted)
    await writeNginxRules(release, wanted)
    await confirmLock()
    await swapIn(dataDir, release)
    await insertSiteBuild({ version, startedAt, error: null })
  } catch (reason) {
    const error = reason instanceof Error ? reason : new Error(String(reason))
    await insertSiteBuild({ version, startedAt, error: error.stack ?? error.message })
    throw error
  }
  // Debug: the publisher reads of it in site_builds, and a start tells of its own first build.
  options.log.debug({ version, ms: Date.now() - Date.parse(startedAt) }, 'site built')
}

/** Pages that show no data are taken over from the release before, while code and address stay what they are. */
async function makeRelease(options: BuilderOptions, wanted: MadeFrom): Promise<string> {
  const { dataDir, bundle, publications } = options
  const before = findCurrentRelease(dataDir)
  const isOfThis =
    before?.madeFrom.code === wanted.code && before.madeFrom.publicUrl === wanted.publicUrl
  const from = isOfThis
    ? { files: join(before.folder, 'client'), headers: await readPageHeaders(before.folder) }
    : { files: join(bundle.folder, 'client'), headers: {} }
  const pages = await options.prerender([
    ...fileAddresses('data'),
    ...(isOfThis ? [] : fileAddresses('file', publications)),
  ])
  return writeRelease(dataDir, from, pages, wanted)
}

/** Renders pages for a release; `locals` is what `Astro.locals` holds. Throws if one cannot be made. */
export function prerenderPages(
  render: Render,
  addresses: string[],
  locals: object,
): Promise<MadePage[]> {
  return Promise.all(
    addresses.map(async (address) => {
      const page = await render(address, locals)
      const isMade = page?.status === (address === '/404' ? 404 : 200)
      if (!page || !isMade) throw new Error(`${address} answered ${page?.status ?? 'nothing'}`)
      // The type of a file is known by its name, and would be said twice.
      const { 'content-type': _, ...headers } = page.headers
      return { address, headers, body: page.body }
    }),
  )
}
