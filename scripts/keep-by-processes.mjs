import { spawn } from 'node:child_process'
import {
  existsSync,
  fchmodSync,
  openSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { runVisibly } from './run-visibly.mjs'

/** Longer than the service takes to hand over its readers and to finish. */
const stopMs = 25_000

/**
 * Releases as plain processes, where no systemd runs: each has its number in `releases/<name>.pid` and what it says in
 * `releases/<name>.log`. They outlive the command, and nobody starts them again after a restart of the machine.
 * @param {string} place the folder that holds `releases`, and `settings.env` if there is one
 * @returns {import('./upgrade-steps.mjs').Keeper}
 */
export function keepByProcesses(place) {
  const folderOf = (name) => join(place, 'releases', name)
  const fileOf = (name, ending) => join(place, 'releases', `${name}.${ending}`)
  const readEnv = (path) => (existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {})
  const settings = () => ({ ...process.env, ...readEnv(join(place, 'settings.env')) })
  const node = (name, args, more = {}) => ({
    cwd: folderOf(name),
    env: { ...settings(), ...more },
    args,
  })
  const pidOf = (name) => {
    const path = fileOf(name, 'pid')
    const pid = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0
    return pid && isOf(pid, folderOf(name)) ? pid : undefined
  }
  const run = (name, args) => {
    const { cwd, env } = node(name, args)
    return runVisibly(process.execPath, args, { cwd, env })
  }
  return {
    settings,
    build: (name) => run(name, ['scripts/build.mjs']),
    run,
    start(name) {
      const log = openLog(fileOf(name, 'log'))
      const child = spawn(process.execPath, ['scripts/start.mjs'], {
        cwd: folderOf(name),
        env: { ...settings(), ...readEnv(fileOf(name, 'env')) },
        stdio: ['ignore', log, log],
        detached: true,
      })
      writeFileSync(fileOf(name, 'pid'), String(child.pid))
      child.unref()
    },
    keep() {},
    async stop(name) {
      const pid = pidOf(name)
      if (pid) {
        process.kill(pid, 'SIGTERM')
        for (const end = Date.now() + stopMs; pidOf(name); await pause(50)) {
          if (Date.now() > end) process.kill(pid, 'SIGKILL')
        }
      }
      rmSync(fileOf(name, 'pid'), { force: true })
    },
    isRunning: (name) => pidOf(name) !== undefined,
    hasGivenUp: (name) => pidOf(name) === undefined,
    lastWords: (name) =>
      existsSync(fileOf(name, 'log'))
        ? readFileSync(fileOf(name, 'log'), 'utf8').split('\n').slice(-20).join('\n')
        : '',
    howToRead: (name) => fileOf(name, 'log'),
  }
}

/** What a service says may be read by its owner alone, also where a release before wrote the file. */
function openLog(path) {
  const log = openSync(path, 'a', 0o600)
  fchmodSync(log, 0o600)
  return log
}

/** Numbers are used again: a process of this folder, where the system tells. */
function isOf(pid, folder) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
  try {
    // What has ended and nobody has asked after yet.
    if (/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) return false
    return readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    return !existsSync('/proc/self')
  }
}
