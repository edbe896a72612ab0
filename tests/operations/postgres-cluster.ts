import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#db/sql.ts'
import { aFreePort } from '#tests/processes.ts'
import { findProgram } from '../../scripts/find-program.mjs'

interface Node {
  name: string
  folder: string
  postgresPort: number
  patroniPort: number
}

/** A member as Patroni tells of it. */
interface Member {
  name: string
  role: 'leader' | 'sync_standby' | 'replica'
  state: string
  timeline?: number
}

const host = '127.0.0.1'
const startMs = 120_000

/**
 * Three nodes of Postgres under Patroni, one etcd, HAProxy and PgBouncer, all real and with the configuration of
 * deploy/postgres, in a folder of their own. When whoever started it ends, in whatever way, all of it ends.
 */
export async function aPostgresCluster() {
  const programs = findProgram('postgresCluster')
  const user = ordinaryUser()
  const folder = await mkdtemp(join(tmpdir(), 'ascend-cluster-'))
  const guardian = startGuardian(folder)
  const stop = async () => {
    guardian.stdin.end()
    await once(guardian, 'exit')
  }
  const own = async (path: string) => user && (await chown(path, user.uid, user.gid))
  await own(folder)

  const put = async (path: string, template: string, values: Record<string, string | number>) => {
    await writeFile(path, await fill(template, values), { mode: 0o600 })
    await own(path)
  }
  /** It runs in this folder: that is how its processes are found again, and those that they start. */
  const run = (cwd: string, program: string, args: string[], env: Record<string, string> = {}) => {
    const output = openSync(join(cwd, 'log'), 'a')
    const { PATH = '' } = process.env
    const child = spawn(program, args, {
      cwd,
      ...user,
      env: { PATH, HOME: folder, LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', output, output],
      detached: true,
    })
    child.on('error', () => {})
    child.unref()
    return child
  }
  const aPlace = async (name: string) => {
    const place = join(folder, name)
    await mkdir(place, { mode: 0o700 })
    await own(place)
    return place
  }

  try {
    const [etcdPort, etcdPeerPort] = [await aFreePort(), await aFreePort()]
    const etcd = await aPlace('etcd')
    const etcdEnv = await fill('deploy/postgres/etcd.env', {
      NODE_NAME: 'e1',
      NODE_ADDRESS: host,
      ETCD_DATA: join(etcd, 'data'),
      ETCD_PORT: etcdPort,
      ETCD_PEER_PORT: etcdPeerPort,
      ETCD_MEMBERS: `e1=http://${host}:${etcdPeerPort}`,
    })
    const settings = etcdEnv.matchAll(/^(ETCD_\w+)=(.*)$/gm)
    run(etcd, programs.etcd, [], Object.fromEntries([...settings].map(([, k, v]) => [k, v])))

    const passwords = { admin: randomUUID(), app: randomUUID() }
    const nodes: Node[] = []
    for (const name of ['n1', 'n2', 'n3']) {
      nodes.push({
        name,
        folder: await aPlace(name),
        postgresPort: await aFreePort(),
        patroniPort: await aFreePort(),
      })
    }
    const startNode = async (node: Node) => {
      await put(join(node.folder, 'patroni.yml'), 'deploy/postgres/patroni.yml', {
        NODE_NAME: node.name,
        NODE_ADDRESS: host,
        PATRONI_PORT: node.patroniPort,
        PATRONI_PASSWORD: passwords.admin,
        ETCD_HOSTS: `${host}:${etcdPort}`,
        POSTGRES_PORT: node.postgresPort,
        POSTGRES_DATA: join(node.folder, 'data'),
        POSTGRES_PROGRAMS: programs.postgres,
        POSTGRES_PASSFILE: join(node.folder, 'passfile'),
        POSTGRES_SOCKETS: node.folder,
        POSTGRES_PASSWORD: passwords.admin,
        REPLICATION_PASSWORD: passwords.admin,
        REWIND_PASSWORD: passwords.admin,
        CLUSTER_NETWORK: `${host}/32`,
      })
      run(node.folder, programs.patroni, [join(node.folder, 'patroni.yml')])
    }
    await Promise.all(nodes.map(startNode))

    const primaryPort = await aFreePort()
    const haproxy = await aPlace('haproxy')
    await put(join(haproxy, 'haproxy.cfg'), 'deploy/postgres/haproxy.cfg', {
      HAPROXY_GLOBAL: '',
      PRIMARY_LISTEN: `${host}:${primaryPort}`,
      PRIMARY_SERVERS: nodes
        .map((n) => `    server ${n.name} ${host}:${n.postgresPort} port ${n.patroniPort}`)
        .join('\n'),
    })
    run(haproxy, programs.haproxy, ['-db', '-f', join(haproxy, 'haproxy.cfg')])

    const poolPort = await aFreePort()
    const pgbouncer = await aPlace('pgbouncer')
    const users = join(pgbouncer, 'users.txt')
    await writeFile(users, `"ascend" "${passwords.app}"\n`, { mode: 0o600 })
    await own(users)
    await put(join(pgbouncer, 'pgbouncer.ini'), 'deploy/postgres/pgbouncer.ini', {
      PRIMARY_HOST: host,
      PRIMARY_PORT: primaryPort,
      POOL_HOST: host,
      POOL_PORT: poolPort,
      POOL_USERS: users,
    })
    run(pgbouncer, programs.pgbouncer, [join(pgbouncer, 'pgbouncer.ini')])

    const url = (port: number) => `postgres://ascend:${passwords.app}@${host}:${port}/ascend`
    const isPrimary = (node: Node) =>
      fetch(`http://${host}:${node.patroniPort}/primary`, { signal: AbortSignal.timeout(1_000) })
        .then(({ status }) => status === 200)
        .catch(() => false)
    const members = async (): Promise<Member[]> => {
      const told = nodes.map(async ({ patroniPort }) => {
        const answer = await fetch(`http://${host}:${patroniPort}/cluster`, {
          signal: AbortSignal.timeout(2_000),
        })
        return ((await answer.json()) as { members: Member[] }).members
      })
      return Promise.any(told).catch(() => [])
    }
    /** A primary, and standbys that follow it on its timeline, one of them synchronously. */
    const isWhole = async () => {
      const all = await members()
      const leader = all.find(({ role }) => role === 'leader')
      const follow = all.filter(
        ({ role, state, timeline }) =>
          role !== 'leader' && /running|streaming/.test(state) && timeline === leader?.timeline,
      )
      return (
        leader?.state === 'running' &&
        follow.length === nodes.length - 1 &&
        follow.some(({ role }) => role === 'sync_standby')
      )
    }
    const whole = async () => {
      for (const end = Date.now() + startMs; !(await isWhole()); await pause(200)) {
        if (Date.now() < end) continue
        const logs = nodes.map(({ folder }) => readFileSync(join(folder, 'log'), 'utf8'))
        throw new Error(
          `Not whole: ${JSON.stringify(await members())}\n${logs.map((log) => log.slice(-3_000)).join('\n──\n')}`,
        )
      }
    }
    await whole()
    await createOwnDatabase(
      `postgres://postgres:${passwords.admin}@${host}:${primaryPort}`,
      passwords.app,
    )

    const find = (name: string) => nodes.find((node) => node.name === name) as Node
    const isPostgres = (pid: number, node: Node) => inFolder(pid, join(node.folder, 'data'))
    const signal = (name: string, which: NodeJS.Signals) => {
      // Again: until it is stopped itself, the postmaster may start others.
      for (let time = 0; time < 3; time++) {
        for (const pid of processesIn(find(name).folder)) send(pid, which)
      }
    }
    return {
      folder,
      nodes: nodes.map(({ name }) => name),
      /** The way through PgBouncer, transactions pooled, and past it, to HAProxy. */
      pooledUrl: url(poolPort),
      directUrl: url(primaryPort),
      /** The address of one node, whatever it is. */
      urlOf: (name: string) => url(find(name).postgresPort),
      members,
      whole,
      /** The node that says so itself. */
      async primary(except?: string): Promise<string | undefined> {
        const asked = nodes.filter(({ name }) => name !== except)
        const told = await Promise.all(asked.map(isPrimary))
        return asked.find((_, index) => told[index])?.name
      },
      /** Kills it as the kernel does when memory is short. */
      async kill(name: string) {
        const node = find(name)
        const file = await readFile(join(node.folder, 'data', 'postmaster.pid'), 'utf8')
        const pid = Number(file.split('\n')[0])
        if (!isPostgres(pid, node)) throw new Error('The pid is of another process')
        send(pid, 'SIGKILL')
      },
      /** A machine that hangs: its connections stay open, and nothing comes of it. */
      freeze: (name: string) => signal(name, 'SIGSTOP'),
      thaw: (name: string) => signal(name, 'SIGCONT'),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

export type PostgresCluster = Awaited<ReturnType<typeof aPostgresCluster>>

/** It does what the how-to says: the service's role owns its database, and its statements end by themselves. */
async function createOwnDatabase(url: string, password: string) {
  const admin = openDatabase(`${url}/postgres`, { max: 1 })
  await admin.unsafe(`create role ascend login password '${password}'`)
  await admin.unsafe(`alter role ascend set statement_timeout = '8s'`)
  await admin.unsafe(`create database ascend owner ascend template template0 encoding 'UTF8'`)
  await admin.end()
}

async function fill(template: string, values: Record<string, string | number>) {
  return (await readFile(template, 'utf8')).replace(/\$\{(\w+)\}/g, (_, name) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${template} asks for ${name}`)
    return String(value)
  })
}

/** initdb refuses root. */
function ordinaryUser() {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' })
  return { uid: Number(id('-u').stdout.trim()), gid: Number(id('-g').stdout.trim()) }
}

/**
 * Patroni leaves Postgres running when it ends, and whoever is killed ends nothing: a process of its own waits for the
 * end of its input, and then ends whatever works in the folder. Postgres gives back its memory when it is told to quit.
 */
function startGuardian(folder: string) {
  const script = `
    each() {
      for path in /proc/[0-9]*; do
        case "$(readlink "$path/cwd" 2>/dev/null)" in
          "$1"|"$1"/*) echo "\${path#/proc/}" ;;
        esac
      done
    }
    cat >/dev/null
    kill -CONT $(each "$1") 2>/dev/null
    kill -QUIT $(each "$1") 2>/dev/null
    for turn in 1 2 3 4 5 6 7 8 9 10; do
      [ -z "$(each "$1")" ] && break
      sleep 0.2
      [ "$turn" -gt 4 ] && kill -KILL $(each "$1") 2>/dev/null
    done
    rm -rf "$1"`
  return spawn('sh', ['-c', script, 'guardian', folder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
}

function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => inFolder(pid, folder))
}

function inFolder(pid: number, folder: string): boolean {
  try {
    return `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${folder}/`)
  } catch {
    return false
  }
}

function send(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}
