import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { aFolder } from '#tests/folders.ts'
import { aFreePort, stopChild } from '#tests/processes.ts'
import { findProgram } from '../../scripts/find-program.mjs'

const parts = [
  ...['api', 'art', 'content', 'contract', 'db', 'dist', 'markdown', 'scripts', 'site'],
  ...['astro.config.mjs', 'tailwind.config.mjs', 'package.json', 'package-lock.json'],
]

/**
 * A place as an operator has it: releases in folders of their own, settings, and the real Caddy in front with the file of
 * a small server. `stop` ends whatever runs there.
 */
export async function aPlace(settings: Record<string, string>) {
  const place = await aFolder()
  await mkdir(join(place, 'releases'))
  const [front, admin, port] = [await aFreePort(), await aFreePort(), await twoFreePorts()]
  const dataDir = join(place, 'data')
  const all = {
    PORT: String(port),
    DATA_DIR: dataDir,
    PUBLIC_URL: `http://127.0.0.1:${front}`,
    TRUST_PROXY: '1',
    DEMO_CONTENT: 'off',
    PAYMENTS: 'test',
    LOG_LEVEL: 'warn',
    ...settings,
  }
  await mkdir(dataDir)
  const write = (name: string, text: string, mode = 0o644) =>
    writeFile(join(place, name), text, { mode })
  const lines = Object.entries(all).map(([name, value]) => `${name}=${value}`)
  await write('settings.env', `${lines.join('\n')}\n`)
  const caddy = await startCaddy({ place, front, admin, port, write })
  const beside: ChildProcess[] = []
  const environment = { PATH: process.env['PATH'], HOME: place }

  /** A command of an operator; resolves to whether it went well, and to all that it said. */
  const run = async (release: string, ...args: string[]) => {
    const child = spawn(process.execPath, ['scripts/upgrade.mjs', ...args], {
      cwd: join(place, 'releases', release),
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
    const [status] = await once(child, 'close')
    return { isGood: status === 0, said }
  }

  /** A command that dies as soon as the release has been started. */
  const killed = async (release: string, ...args: string[]) => {
    const child = spawn(process.execPath, ['scripts/upgrade.mjs', ...args], {
      cwd: join(place, 'releases', release),
      env: environment,
      stdio: 'ignore',
    })
    const gone = once(child, 'exit')
    const started = join(place, 'releases', `${args[0]}.pid`)
    while (!existsSync(started) && child.exitCode === null) await pause(20)
    child.kill('SIGKILL')
    await gone
  }

  return {
    base: all.PUBLIC_URL,
    dataDir,
    run,
    killed,
    write,
    path: (...names: string[]) => join(place, ...names),
    current: async () => (await readlink(join(place, 'current'))).split('/').at(-1),
    /** The release at a folder of this project as it is, changed by whoever asks. */
    async aRelease(name: string, changes: Record<string, (before: string) => string> = {}) {
      const folder = join(place, 'releases', name)
      await mkdir(folder)
      for (const part of parts) await cp(part, join(folder, part), { recursive: true })
      await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
      for (const [file, change] of Object.entries(changes)) {
        const before = await readFile(join(folder, file), 'utf8').catch(() => '')
        await writeFile(join(folder, file), change(before))
      }
    },
    /** Its service alone, on a port of its own, beside whatever runs; ended with the place. */
    async startBeside(name: string) {
      const own = await aFreePort()
      const child = spawn(process.execPath, ['scripts/start.mjs'], {
        cwd: join(place, 'releases', name),
        env: { ...environment, ...all, PORT: String(own) },
        stdio: 'ignore',
      })
      beside.push(child)
      return `http://127.0.0.1:${own}`
    },
    async stop() {
      await stopChild(caddy)
      await Promise.all(beside.map((child) => stopChild(child, 'SIGKILL')))
      for (const name of await runningIn(place)) await end(name)
    },
  }
}

async function startCaddy({
  place,
  front,
  admin,
  port,
  write,
}: {
  place: string
  front: number
  admin: number
  port: number
  write(name: string, text: string, mode?: number): Promise<void>
}): Promise<ChildProcess> {
  const { caddy } = findProgram('serverTools')
  const turned = join(place, 'caddy')
  let rules = await readFile('deploy/server/caddy.conf', 'utf8')
  for (const [written, own] of [
    ['@DOMAIN@', `http://127.0.0.1:${front}`],
    ['127.0.0.1:4321', `127.0.0.1:${port}`],
    ['127.0.0.1:4322', `127.0.0.1:${port + 1}`],
    ['/etc/caddy/ascend', turned],
  ] as const) {
    if (!rules.includes(written)) throw new Error(`The rules of Caddy have no ${written}`)
    rules = rules.replace(written, own)
  }
  // By it the test sees when Caddy is up.
  const own = rules.replace('admin off', `admin 127.0.0.1:${admin}\n\tauto_https off`)
  if (own === rules) throw new Error('The rules of Caddy leave its admin address on')
  await write('Caddyfile', own)
  const turn = join(process.cwd(), 'deploy/server/front.sh')
  await write('front.sh', `#!/bin/sh\nCADDY_FOLDER=${turned} exec ${turn} "$@"\n`, 0o755)
  const log = openSync(join(place, 'caddy.log'), 'a')
  const child = spawn(
    caddy,
    ['run', '--config', join(place, 'Caddyfile'), '--adapter', 'caddyfile'],
    { stdio: ['ignore', log, log], env: { PATH: process.env['PATH'], HOME: place } },
  )
  closeSync(log)
  for (const end = Date.now() + 30_000; ; await pause(50)) {
    const isUp = await fetch(`http://127.0.0.1:${admin}/config/`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return child
    if (Date.now() > end) throw new Error(await readFile(join(place, 'caddy.log'), 'utf8'))
  }
}

/** One after the other: the second release listens on the next. */
async function twoFreePorts(): Promise<number> {
  for (;;) {
    const port = await aFreePort()
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port + 1, '127.0.0.1', () => server.close(() => resolve(true)))
    })
    if (isFree) return port
  }
}

async function runningIn(place: string): Promise<number[]> {
  const files = (await readdir(join(place, 'releases'))).filter((name) => name.endsWith('.pid'))
  return Promise.all(
    files.map(async (name) => Number(await readFile(join(place, 'releases', name), 'utf8'))),
  )
}

async function end(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
