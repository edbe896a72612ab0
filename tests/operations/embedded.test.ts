import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type EmbeddedDatabase, reachEmbedded, startEmbedded } from '#db/embedded/embedded.ts'
import { openDatabase } from '#db/sql.ts'
import { aFolder } from '#tests/folders.ts'

// One cluster is enough for all of it: making one is what takes time.
let dataDir = ''
let pidFile = ''
const running: EmbeddedDatabase[] = []
const children: ChildProcess[] = []

beforeAll(async () => {
  dataDir = await aFolder()
  pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  await build({
    entryPoints: ['tests/fixtures/hold-database.ts'],
    outfile: 'dist/tests/hold-database.mjs',
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  })
})
const stopAll = async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const database of running.splice(0)) await database.stop()
  for (let tries = 0; existsSync(pidFile) && tries < 100; tries++) await pause(50)
}
afterEach(stopAll)
afterAll(stopAll)

async function start() {
  const database = await startEmbedded({ dataDir })
  running.push(database)
  return database
}

/** The database as another process runs it, to be killed. */
async function startElsewhere() {
  const child = spawn(process.execPath, ['dist/tests/hold-database.mjs', dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const [output] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, url: output.toString().trim() }
}

async function ask<Row>(url: string, query: string): Promise<Row[]> {
  const db = openDatabase(url, { max: 1 })
  try {
    return (await db.unsafe(query)) as unknown as Row[]
  } finally {
    await db.end()
  }
}

const serverPid = async () => Number((await readFile(pidFile, 'utf8')).split('\n')[0])
const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('the embedded database', () => {
  test('starts in an empty folder, keeps its data and uses UTF-8', async () => {
    const first = await start()
    await ask(first.url, 'create table notes (text text)')
    await ask(first.url, "insert into notes values ('Ẹ kú iṣẹ́ ₦')")
    await first.stop()
    expect(existsSync(pidFile)).toBe(false)
    const again = await start()
    expect(await ask(again.url, 'select text from notes')).toEqual([{ text: 'Ẹ kú iṣẹ́ ₦' }])
    expect(await ask(again.url, "select lower('ẸÄŽ') as text")).toEqual([{ text: 'ẹäž' }])
  })

  test('is recognized through a symbolic link, as systemd makes for dynamic users', async () => {
    const { url } = await start()
    await ask(url, "create table linked as select 'here' as text")
    const link = join(await aFolder(), 'link')
    await symlink(dataDir, link)
    const pid = await serverPid()
    const beside = await reachEmbedded({ dataDir: link })
    expect(await ask(beside.url, 'select text from linked')).toEqual([{ text: 'here' }])
    await beside.stop()
    expect(await serverPid()).toBe(pid)
  })

  test('starts for root in a folder that only root may enter, where user namespaces are refused', async () => {
    // An ordinary user needs nothing of this: Postgres runs as them.
    const home = await mkdtemp(join(await aFolder(), 'secret-'))
    const programs = await aFolder()
    for (const name of ['sh', 'cat', 'sleep', 'test'])
      await symlink(
        spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim(),
        join(programs, name),
      )
    // There is no `unshare`, as where the system refuses it.
    vi.stubEnv('PATH', programs)
    const database = await startEmbedded({ dataDir: home, disableFsync: true })
    running.push(database)
    vi.unstubAllEnvs()
    expect(await ask(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect((await stat(home)).mode & 0o007).toBe(0)
  })

  test('does not listen on the network', async () => {
    const { url } = await start()
    expect(await ask(url, "select current_setting('listen_addresses') as addresses")).toEqual([
      { addresses: '' },
    ])
  })

  test('stops when its service is killed, and restarts with all committed data', async () => {
    const { child, url } = await startElsewhere()
    await ask(url, 'create table kept (n integer)')
    await ask(url, 'insert into kept select generate_series(1, 500)')
    const pid = await serverPid()
    child.kill('SIGKILL')
    const { url: again } = await start()
    expect(await ask(again, 'select count(*) from kept')).toEqual([{ count: 500 }])
    expect(await serverPid()).not.toBe(pid)
    expect(isAlive(pid)).toBe(false)
  })

  test('restarts by itself with all committed data after each kill', async () => {
    const { url, stop } = await start()
    await ask(url, 'create table promised (n integer)')
    for (const n of [1, 2]) {
      await ask(url, `insert into promised values (${n})`)
      const pid = await serverPid()
      process.kill(pid, 'SIGKILL')
      const promised = () => ask(url, 'select count(*) from promised').catch(() => [])
      await expect.poll(promised, { timeout: 15_000 }).toEqual([{ count: n }])
      expect(await serverPid()).not.toBe(pid)
    }
    await stop()
    await expect(ask(url, 'select 1')).rejects.toThrow()
    expect(existsSync(pidFile)).toBe(false)
  })

  test('is restarted with growing delays, and stays down once its service stops', async () => {
    const pauses: string[] = []
    const note = (message: string) =>
      pauses.push(...(/again in ([\d.]+) s/.exec(message)?.slice(1) ?? []))
    const database = await startEmbedded({ dataDir, note })
    const broken = join(dataDir, 'postgres', 'global')
    await rename(broken, `${broken}.away`)
    process.kill(await serverPid(), 'SIGKILL')
    await expect.poll(() => pauses.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(3)
    await database.stop()
    await rename(`${broken}.away`, broken)
    expect(pauses.slice(0, 3)).toEqual(['0.25', '0.5', '1'])
    await expect(ask(database.url, 'select 1')).rejects.toThrow()
  })

  test('leaves no process behind when its service is killed', async () => {
    const { child } = await startElsewhere()
    const pid = await serverPid()
    child.kill('SIGKILL')
    for (let tries = 0; isAlive(pid) && tries < 100; tries++) await pause(50)
    expect(isAlive(pid)).toBe(false)
  })

  test('restarts even after its supervisor was killed too', async () => {
    const { child, url } = await startElsewhere()
    await ask(url, 'create table orphaned (n integer)')
    const pid = await serverPid()
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
    // Only Linux tells who the parent is without asking another program.
    if (!stat) return
    const guard = Number(stat.split(') ').at(-1)?.split(' ')[1])
    child.kill('SIGKILL')
    process.kill(guard, 'SIGKILL')
    const { url: again } = await start()
    expect(await ask(again, "select to_regclass('orphaned')::text as name")).toEqual([
      { name: 'orphaned' },
    ])
  })

  test.each([
    ['of a process that is gone', 2_000_000_000],
    ['that another program has by now', process.pid],
  ])('ignores a pid file with the pid %s', async (_, pid) => {
    await writeFile(pidFile, `${pid}\n${resolve(dataDir, 'postgres')}\n1700000000\n5432\n\n\n\n`)
    const { url } = await start()
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await serverPid()).not.toBe(pid)
  })

  test('rejects a second service on the same folder, and continues to serve the first', async () => {
    const { url } = await startElsewhere()
    await expect(startEmbedded({ dataDir })).rejects.toThrow(
      `Another Ascend is running on ${dataDir}. Stop it first, or give this one its own DATA_DIR.`,
    )
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('removes a half-initialized cluster', async () => {
    const halfMade = join(dataDir, 'postgres.new-1')
    await mkdir(halfMade)
    await start()
    expect(existsSync(halfMade)).toBe(false)
  })

  test('reports why it cannot start', async () => {
    const broken = await aFolder()
    await mkdir(join(broken, 'postgres'), { mode: 0o700 })
    await writeFile(join(broken, 'postgres', 'PG_VERSION'), '18\n')
    await expect(startEmbedded({ dataDir: broken })).rejects.toThrow(
      /^The embedded Postgres did not start:\n[\s\S]*postgresql\.conf/,
    )
  })
})
