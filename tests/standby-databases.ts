import { spawnSync } from 'node:child_process'
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type EmbeddedDatabase, startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { openDatabase } from '#db/sql.ts'
import { aFolder } from './folders.ts'

export type DatabaseServer = Awaited<ReturnType<typeof openServer>>

/** A migrated database and servers that follow it by streaming, each with a log of what it was asked. */
export async function aPrimaryWithStandbys(count: number) {
  const home = await aFolder()
  const dataDirOf = (name: string) => join(home, name)
  const folder = dataDirOf('primary')
  const first = await startEmbedded({ dataDir: folder, disableFsync: true, staysDown: true })
  const db = openDatabase(first.url, { max: 1 })
  await migrate(db, 'db/migrations')
  await db.end()
  const sockets = new URL(first.url).searchParams.get('host')
  await first.stop()
  appendFileSync(join(folder, 'postgres', 'postgresql.auto.conf'), "log_statement = 'all'\n")
  const followers = Array.from({ length: count }, (_, at) => dataDirOf(`standby-${at + 1}`))
  for (const follower of followers) {
    await mkdir(follower)
    // As its owner wrote it, whoever that is.
    spawnSync('cp', ['-a', join(folder, 'postgres'), join(follower, 'postgres')])
    const settings = join(follower, 'postgres', 'postgresql.auto.conf')
    appendFileSync(settings, `primary_conninfo = 'host=${sockets} user=app'\n`)
    writeFileSync(join(follower, 'postgres', 'standby.signal'), '')
  }
  const primary = await openServer(folder)
  const standbys = await Promise.all(followers.map(openServer))
  return {
    primary,
    standbys,
    async stop() {
      await Promise.all([primary, ...standbys].map((server) => server.stop()))
    },
  }
}

async function openServer(dataDir: string) {
  const start = () => startEmbedded({ dataDir, disableFsync: true, staysDown: true })
  let running: EmbeddedDatabase | undefined = await start()
  const postmaster = () =>
    Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  const processes = () => [postmaster(), ...childrenOf(postmaster())]
  let frozen: number[] = []
  const signal = (pids: number[], name: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, name)
      } catch {
        // It has ended by itself.
      }
    }
  }
  const log = () => readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  const server = {
    url: running.url,
    /** One query over a connection of its own. */
    async ask<Row extends object>(query: string): Promise<Row[]> {
      const db = openDatabase(server.url, { max: 1 })
      return (db.unsafe(query) as unknown as Promise<Row[]>).finally(() => db.end())
    },
    /** The statements it was asked during the work, but for the looks at it. */
    async askedDuring(work: () => Promise<unknown>): Promise<string[]> {
      const before = log().length
      await work()
      return log()
        .slice(before)
        .split(/^(?=\d{4}-)/m)
        .flatMap((entry) => /(?:execute [^:]*|statement): ([\s\S]*)/.exec(entry)?.[1] ?? [])
        .map((text) => text.replace(/\s+/g, ' ').trim())
        .filter((text) => !/_lsn\(\)/.test(text))
    },
    async pauseReplay() {
      await server.ask('select pg_wal_replay_pause()')
      for (;;) {
        const [row] = await server.ask<{ state: string }>(
          'select pg_get_wal_replay_pause_state() as state',
        )
        if (row?.state === 'paused') return
      }
    },
    resumeReplay: () => server.ask('select pg_wal_replay_resume()'),
    /** Every process of it, as when the machine stands still; until the end of the test at the latest. */
    freeze() {
      frozen = processes()
      signal(frozen, 'SIGSTOP')
      onTestFinished(() => server.thaw())
    },
    thaw: () => signal(frozen.splice(0), 'SIGCONT'),
    async kill() {
      signal(processes(), 'SIGKILL')
      await running?.stop()
      running = undefined
    },
    async startAgain() {
      // What was killed may hold its memory for a moment.
      for (let tries = 1; !running; tries++) {
        running = await start().catch((error) => {
          if (tries === 10) throw error
          return undefined
        })
      }
    },
    stop: async () => running?.stop(),
  }
  return server
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const [, ppid] =
          readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
        return Number(ppid) === parent
      } catch {
        return false
      }
    })
}
