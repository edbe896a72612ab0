import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { DatabaseUnavailableError, outsideTransaction, sql, transaction } from '#db/sql.ts'
import { writeNginxRules } from './nginx-rules.ts'
import {
  bundleFolder,
  findCurrentRelease,
  type MadeFrom,
  type MadePage,
  newBundle,
  swapIn,
  writeRelease,
} from './releases.ts'
import { runBundling } from './run-bundling.ts'
import { findSiteVersion, insertSiteBuild } from './site-builds.queries.ts'

// Any fixed number: whoever holds it is the one that builds.
const buildLock = 7_203_555
/** The rest of a burst of changes is waited for this long. */
const burstMs = 500
/** A lost notice costs at most this much. */
const lookMs = 3_000
/** The same data that failed to build is tried again after this long: the fault may have been the machine's. */
const retryMs = 60_000

export interface BuilderOptions {
  /** Where the project's sources lie. */
  root: string
  dataDir: string
  publicUrl: string
  /** The bundled `bundle-site.ts`. */
  buildScript: string
  /** How long it may take; unset: five minutes. */
  bundleWithinMs?: number
  /** Makes the pages that show data, with the bundle in the folder. */
  prerenderPages(bundleFolder: string): Promise<MadePage[]>
  /** What the build process finds in its environment. */
  env: Record<string, string | undefined>
  log: Logger
}

export interface Builder {
  /** Resolves when the site shows the present data, or when that build has failed. */
  buildIfStale(): Promise<void>
  stop(): Promise<void>
}

/**
 * Keeps the static site as fresh as the data. Bundling depends on the code alone and takes seconds: it is done once
 * for each version of the code; a change of the data only makes the pages anew that show it. It asks one question of the database, on a notice, at start and
 * every few seconds, so that a lost notice does no harm; one replica builds at a time.
 */
export async function startBuilder(options: BuilderOptions): Promise<Builder> {
  const { log } = options
  const code = await hashSources(options.root, bundled)
  const answers = await hashSources(options.root, answering)
  const stopping = new AbortController()
  let stopped = false
  let failed: { version: number; at: number } | undefined
  let wake = () => {}
  // A notice that comes during a build is not lost: the next look follows at once.
  let isNoticed = false
  let working: Promise<void> = Promise.resolve()

  const isSiteStale = async (): Promise<MadeFrom | undefined> => {
    const wanted = {
      ...(await findSiteVersion()),
      code,
      answers,
      publicUrl: options.publicUrl,
    }
    const has = findCurrentRelease(options.dataDir)?.madeFrom
    const isFresh =
      has && (Object.keys(wanted) as (keyof MadeFrom)[]).every((key) => has[key] === wanted[key])
    return isFresh ? undefined : wanted
  }

  const build = async () => {
    let wanted: MadeFrom | undefined
    try {
      // Asked again under the lock: another replica may have just built this very version.
      wanted = await isSiteStale()
      if (wanted) await buildOnce(options, wanted, stopping.signal)
      failed = undefined
    } catch (error) {
      // The data is as good as before: it is tried as soon as it can be asked for.
      const isAway = error instanceof DatabaseUnavailableError
      if (wanted && !isAway) failed = { version: wanted.version, at: Date.now() }
      log.error({ err: error }, 'the site could not be built; the last good one stays up')
    }
  }

  const buildIfStale = async () => {
    if (!(await isSiteStale())) return
    let building: Promise<void> | undefined
    // The lock goes with the transaction, which does nothing else: cut or left behind, it never stays locked.
    await transaction(async () => {
      await sql`set local idle_in_transaction_session_timeout = 0`
      const [row] = await sql<{ held: boolean }[]>`
        select pg_try_advisory_xact_lock(${buildLock}) as held`
      if (!row?.held) return
      building = outsideTransaction(build)
      await building
    }).finally(() => building)
  }

  const look = async () => {
    while (!stopped) {
      if (!isNoticed) {
        await new Promise<void>((resolve) => {
          wake = resolve
          setTimeout(resolve, lookMs).unref()
        })
      }
      isNoticed = false
      if (stopped) break
      try {
        const wanted = await isSiteStale()
        if (!wanted) continue
        if (failed?.version === wanted.version && Date.now() - failed.at < retryMs) continue
        await pause(burstMs)
        if (stopped) break
        working = buildIfStale()
        await working
      } catch (error) {
        log.warn({ err: error }, 'the site builder could not ask the database')
      }
    }
  }

  const listening = await sql.listen('site_stale', () => {
    isNoticed = true
    wake()
  })
  void look()

  return {
    buildIfStale,
    async stop() {
      stopped = true
      wake()
      await listening.unlisten().catch(() => {})
      stopping.abort()
      await working
    },
  }
}

async function buildOnce(options: BuilderOptions, wanted: MadeFrom, stopping: AbortSignal) {
  const { dataDir } = options
  const startedAt = new Date().toISOString()
  const { version } = wanted
  try {
    const bundle = findBundle(dataDir, wanted) ?? (await makeBundle(options, stopping))
    const pages = await options.prerenderPages(bundleFolder(dataDir, bundle))
    if (stopping.aborted) return
    const release = await writeRelease(dataDir, bundle, pages, wanted)
    await writeNginxRules(release, wanted)
    await swapIn(dataDir, release)
    await insertSiteBuild({ version, startedAt, error: null })
  } catch (fault) {
    // Cut off because the service stops: nothing is wrong with the data, and the next start builds.
    if (stopping.aborted) return
    const error = fault instanceof Error ? fault : new Error(String(fault))
    await insertSiteBuild({ version, startedAt, error: error.stack ?? error.message })
    throw error
  }
  // Debug: the publisher reads of it in site_builds, and a start tells of its own first build.
  options.log.debug({ version, ms: Date.now() - Date.parse(startedAt) }, 'site built')
}

/** The bundle of the present release, while code and address stay what they are. */
function findBundle(dataDir: string, { code, publicUrl }: MadeFrom): string | undefined {
  const current = findCurrentRelease(dataDir)
  const isOfThis = current?.madeFrom.code === code && current.madeFrom.publicUrl === publicUrl
  return isOfThis && existsSync(bundleFolder(dataDir, current.bundle)) ? current.bundle : undefined
}

async function makeBundle(options: BuilderOptions, stopping: AbortSignal): Promise<string> {
  const { root, dataDir, publicUrl, buildScript } = options
  const bundle = await newBundle(dataDir, root)
  const outDir = bundleFolder(dataDir, bundle)
  const error = await runBundling(
    buildScript,
    {
      ...options.env,
      // Vite would take them for its own and build pages for development.
      DEV: undefined,
      PROD: undefined,
      SSR: undefined,
      MODE: undefined,
      NODE_ENV: 'production',
      ASTRO_TELEMETRY_DISABLED: '1',
      DATA_DIR: dataDir,
    },
    { root, outDir, cacheDir: join(dataDir, 'build-cache'), publicUrl },
    stopping,
    options.bundleWithinMs,
  )
  if (error === undefined) return bundle
  await rm(outDir, { recursive: true, force: true })
  throw new BuildError(error)
}

/** What the building tools said, without a stack of ours. */
class BuildError extends Error {
  constructor(said: string) {
    super(said)
    this.stack = said
  }
}

/** What a bundle is made of: other code makes another one. */
const bundled = [
  'site',
  'contract',
  'content',
  'art',
  'package-lock.json',
  'astro.config.mjs',
  'tailwind.config.mjs',
]
/** What decides how its files are answered: a front server reads that with each release. */
const answering = ['api/http', 'api/pages']

async function hashSources(root: string, tops: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const top of tops) {
    const names = await readdir(join(root, top), { recursive: true, withFileTypes: true }).catch(
      () => undefined,
    )
    const files = names
      ? names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
      : [join(root, top)]
    for (const file of files.sort()) {
      if (/\.(test|spec)\.ts$|[/\\]demo[/\\]/.test(file)) continue
      hash.update(file.slice(root.length)).update(await readFile(file))
    }
  }
  return hash.digest('hex')
}
