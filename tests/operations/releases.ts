import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { aFolder } from '#tests/folders.ts'
import { aFreePort, isFree, stopChild } from '#tests/processes.ts'
import { aCaddy } from './caddy-server.ts'

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
  const port = await twoFreePorts()
  const caddy = await aCaddy(place, port)
  const dataDir = join(place, 'data')
  const all = {
    PORT: String(port),
    DATA_DIR: dataDir,
    PUBLIC_URL: caddy.base,
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
  const turn = join(process.cwd(), 'deploy/server/front.sh')
  await write('front.sh', `#!/bin/sh\nCADDY_FOLDER=${caddy.turned} exec ${turn} "$@"\n`, 0o755)
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
    /** Starts its service alone, on a port of its own, beside whatever runs; it ends with the place. */
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
      await caddy.stop()
      await Promise.all(beside.map((child) => stopChild(child, 'SIGKILL')))
      for (const name of await runningIn(place)) await end(name)
    },
  }
}

/** One after the other: the second release listens on the next. */
async function twoFreePorts(): Promise<number> {
  for (;;) {
    const port = await aFreePort()
    if (await isFree(port + 1)) return port
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
