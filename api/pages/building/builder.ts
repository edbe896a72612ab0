import { AsyncLocalStorage } from 'node:async_hooks'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { FrontCache } from '#api/http/answers/front-cache.ts'
import { fileAddresses } from '#api/http/requests/find-route.ts'
import { startLoop } from '#api/jobs/background-loop.ts'
import { advisoryLocks } from '#db/advisory-locks.ts'
import { DatabaseUnavailableError, outsideTransaction, sql, transaction } from '#db/sql.ts'
import { writeNginxRules } from '../nginx-rules.ts'
import type { Render } from './astro-adapter.ts'
import {
  findCurrentRelease,
  type MadeFrom,
  type MadePage,
  readPageHeaders,
  swapIn,
  writeRelease,
} from './releases.ts'
import { findSiteVersion, insertSiteBuild } from './site-builds.queries.ts'

/** How long a build waits for further changes of a burst. */
const burstMs = 500
/** The interval of attempts to get the lock that another replica holds. */
const lockedMs = 250
/** A failed build is repeated with the same data after this long, since the machine may have been the cause. */
const retryMs = 60_000
/** Pages of another version of the code are left to it until they have been stale for this long. */
const abandonedMs = 60_000

/** The site's code as Astro built it (scripts/bundle.mjs). */
export interface Bundle {
  /** A hash of its sources. */
  code: string
  folder: string
}

interface BuilderOptions {
  dataDir: string
  publicUrl: string
  bundle: Bundle
  cache?: FrontCache | undefined
  differences?: boolean
  /** What the publisher has set, with its revision. */
  readSettings(): Promise<{ version: number; settings: object }>
  prerender(addresses: string[], settings: object): Promise<MadePage[]>
  log: Logger
  /** Tests only, as `abandonedMs`: the longest delay after a lost notification, otherwise 3 seconds. */
  everyMs?: number
  abandonedMs?: number
}

export interface Builder {
  /**
   * Resolves when the site shows the present data or the build has failed. While the database is away, the build waits
   * for it.
   */
  buildIfStale(): Promise<void>
  stop(): Promise<void>
}

/**
 * Keeps the files of the site up to date: a change of the data renders the pages that show it. Runs one query on each
 * notification and every few seconds; one replica builds at a time.
 */
export async function startBuilder(options: BuilderOptions): Promise<Builder> {
  const { log, everyMs = 3_000 } = options
  let failed: { version: number; at: number } | undefined
  /** Pages of another version that do not show the present data, and since when. */
  let behind: { id: string; at: number } | undefined

  // While a new version starts beside the old one, each would replace the other's pages without end. The version started
  // last builds, and the other one serves its pages.
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
      // Checked again under the lock: another replica may have just built this version.
      wanted = await findStale(options)
      if (wanted) await buildOnce(options, wanted, confirmLock)
      failed = undefined
    } catch (error) {
      log.error({ err: error }, 'site build failed, the previous release stays up')
      // This is no failure of the build: it is repeated as soon as the database is available.
      if (isAway(error)) throw error
      if (wanted) failed = { version: wanted.version, at: Date.now() }
    }
  }

  /** False: another replica is building. */
  const buildUnderLock = async (): Promise<boolean> => {
    let building: Promise<void> | undefined
    // The lock is held by a transaction that does nothing else, so that a lost connection releases it.
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

  // A replica with a shared folder then finds the site up to date; one with its own folder builds it there.
  const stopping = new AbortController()
  const buildIfStale = async () => {
    while (!stopping.signal.aborted && (await findStale(options))) {
      if (await buildUnderLock()) return
      await pause(lockedMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const buildOnceReachable = async () => {
    while (!stopping.signal.aborted) {
      try {
        return await buildIfStale()
      } catch (error) {
        if (!isAway(error)) throw error
        await pause(everyMs, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }
  let running: Promise<void> | undefined

  const loop = startLoop({
    async work(signal) {
      const wanted = await findStale(options)
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
    buildIfStale: () => {
      running = buildOnceReachable()
      return running
    },
    async stop() {
      stopping.abort()
      await Promise.allSettled([loop.stop(), running])
    },
  }
}

/** What the pages should be made from, where they are not. */
async function findStale(options: BuilderOptions): Promise<MadeFrom | undefined> {
  const wanted = {
    ...(await findSiteVersion()),
    code: options.bundle.code,
    publicUrl: options.publicUrl,
    cache: options.cache,
    differences: options.differences ?? false,
  }
  const has = findCurrentRelease(options.dataDir)?.madeFrom
  const isFresh =
    has && (Object.keys(wanted) as (keyof MadeFrom)[]).every((key) => has[key] === wanted[key])
  return isFresh ? undefined : wanted
}

/** A failover or a lost connection released the lock, so another replica may be building newer data. */
class LockLostError extends Error {}

const isAway = (error: unknown) =>
  error instanceof DatabaseUnavailableError || error instanceof LockLostError

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
  // Debug level: the publisher sees builds in the admin, and the start reports its first one.
  options.log.debug({ version, ms: Date.now() - Date.parse(startedAt) }, 'site built')
}

/** Copies pages without data from the previous release, if code, public address and settings are the same. */
async function makeRelease(options: BuilderOptions, wanted: MadeFrom): Promise<string> {
  const { dataDir, bundle } = options
  const before = findCurrentRelease(dataDir)
  // Read last, so that they are never older than the data: newer ones are found stale, and built again.
  const { version, settings } = await options.readSettings()
  const madeFrom = { ...wanted, settings: version }
  const same = ['code', 'publicUrl', 'settings'] as const
  const isOfThis = before && same.every((key) => before.madeFrom[key] === madeFrom[key])
  const from = isOfThis
    ? { files: join(before.folder, 'client'), headers: await readPageHeaders(before.folder) }
    : { files: join(bundle.folder, 'client'), headers: {} }
  const addresses = [...fileAddresses('data'), ...(isOfThis ? [] : fileAddresses('file'))]
  const pages = await options.prerender(addresses, settings)
  if (!isOfThis && version > 0) pages.push(await workerOf(bundle.folder, version))
  return writeRelease(dataDir, from, { pages, settings }, madeFrom)
}

/**
 * The service worker of a release in which something is set. Browsers install it anew when its bytes change, and with it
 * the offline page, which wears what is set.
 */
async function workerOf(bundle: string, settings: number): Promise<MadePage> {
  const script = await readFile(join(bundle, 'client', 'sw.js'), 'utf8')
  return { address: '/sw.js', headers: {}, body: Buffer.from(`${script}//${settings}\n`) }
}

/** Renders pages for a release; throws if one fails. `locals`: the value of `Astro.locals`. */
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
