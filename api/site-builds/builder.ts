import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { sql } from '#db/sql.ts'
import { startBuildWorker } from './build-worker.ts'
import { findCurrentRelease, type MadeFrom, newReleaseFolder, swapIn } from './releases.ts'
import { findSiteVersion, insertSiteBuild } from './site-builds.queries.ts'

// Any fixed number: whoever holds it is the one that builds.
const buildLock = 7_203_552
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
  databaseUrl: string
  publicUrl: string
  /** The bundled `build-site.ts`. */
  buildScript: string
  /** What the build process finds in its environment, beside where the data is. */
  env: Record<string, string | undefined>
  log: Logger
}

export interface Builder {
  /** Resolves when the site shows the present data, or when that build has failed. */
  buildIfStale(): Promise<void>
  /** Loads the building tools ahead, so that the first change after a start is as quick as later ones. */
  warm(): void
  stop(): Promise<void>
}

/**
 * Keeps the static site as fresh as the data. It asks one question of the database, on a notice, at start and
 * every few seconds, so that a lost notice does no harm; one replica builds at a time.
 */
export async function startBuilder(options: BuilderOptions): Promise<Builder> {
  const { log } = options
  const worker = startBuildWorker(options.buildScript, {
    ...options.env,
    // Vite would take them for its own and build pages for development.
    DEV: undefined,
    PROD: undefined,
    SSR: undefined,
    MODE: undefined,
    NODE_ENV: 'production',
    ASTRO_TELEMETRY_DISABLED: '1',
    DATABASE_URL: options.databaseUrl,
    DATA_DIR: options.dataDir,
  })
  const code = await hashSources(options.root)
  let stopped = false
  let failed: { version: number; at: number } | undefined
  let wake = () => {}
  // A notice that comes during a build is not lost: the next look follows at once.
  let isNoticed = false
  let working: Promise<void> = Promise.resolve()

  const isSiteStale = async (): Promise<MadeFrom | undefined> => {
    const wanted = { ...(await findSiteVersion()), code, publicUrl: options.publicUrl }
    const has = findCurrentRelease(options.dataDir)?.madeFrom
    const isFresh =
      has && (Object.keys(wanted) as (keyof MadeFrom)[]).every((key) => has[key] === wanted[key])
    return isFresh ? undefined : wanted
  }

  const buildIfStale = async () => {
    if (!(await isSiteStale())) return
    const lock = await sql.reserve()
    let wanted: MadeFrom | undefined
    try {
      const [row] = await lock<
        { held: boolean }[]
      >`select pg_try_advisory_lock(${buildLock}) as held`
      if (!row?.held) return
      // Asked again under the lock: another replica may have just built this very version.
      wanted = await isSiteStale()
      if (wanted) await buildOnce(options, worker, wanted, () => stopped)
      failed = undefined
    } catch (error) {
      if (wanted) failed = { version: wanted.version, at: Date.now() }
      log.error({ err: error }, 'the site could not be built; the last good one stays up')
    } finally {
      await lock`select pg_advisory_unlock(${buildLock})`.catch(() => {})
      lock.release()
    }
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
    warm: worker.warm,
    async stop() {
      stopped = true
      wake()
      await listening.unlisten().catch(() => {})
      worker.stop()
      await working
    },
  }
}

async function buildOnce(
  options: BuilderOptions,
  worker: ReturnType<typeof startBuildWorker>,
  wanted: MadeFrom,
  isStopped: () => boolean,
) {
  const startedAt = new Date().toISOString()
  const outDir = await newReleaseFolder(options.dataDir, options.root)
  const error = await worker.build({
    root: options.root,
    outDir,
    cacheDir: join(options.dataDir, 'build-cache'),
    publicUrl: options.publicUrl,
  })
  if (error === undefined) await swapIn(options.dataDir, outDir, wanted)
  else await rm(outDir, { recursive: true, force: true })
  // Cut off because the service stops: nothing is wrong with the data, and the next start builds.
  if (error !== undefined && isStopped()) return
  await insertSiteBuild({ version: wanted.version, startedAt, error: error ?? null })
  if (error !== undefined) throw new Error(error)
  // Debug: the publisher reads of it in site_builds, and a start tells of its own first build.
  options.log.debug(
    { version: wanted.version, ms: Date.now() - Date.parse(startedAt) },
    'site built',
  )
}

/** Hash of every file that a build reads: other code makes another site. */
async function hashSources(root: string): Promise<string> {
  const hash = createHash('sha256')
  for (const top of [
    'site',
    'contract',
    'content',
    'art',
    'package-lock.json',
    'astro.config.mjs',
    'tailwind.config.mjs',
  ]) {
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
