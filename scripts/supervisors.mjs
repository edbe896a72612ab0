import { spawn, spawnSync } from 'node:child_process'
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

/**
 * Runs the processes of releases: systemd, or plain processes.
 * @typedef {object} Supervisor
 * @property {() => Record<string, string | undefined>} settings of the service
 * @property {(name: string) => Promise<void>} build packages and bundles of a release
 * @property {(name: string, args: string[]) => Promise<void>} run one of its programs to its end, with settings and rights of
 * the service; rejects with its output
 * @property {(name: string) => void} start its service, on the port of `releases/<name>.env`
 * @property {(name: string) => void} keep enables its start at boot
 * @property {(name: string) => Promise<void>} stop its service permanently; resolves when it has ended
 * @property {(name: string) => boolean} isRunning
 * @property {(name: string) => boolean} hasGivenUp its start has failed
 * @property {(name: string) => string} lastWords
 * @property {(name: string) => string} howToRead its log: a command or a file
 */

/** Longer than the service's shutdown. */
const stopMs = 25_000

/**
 * Releases as plain processes, without systemd: each has its pid in `releases/<name>.pid` and its output in
 * `releases/<name>.log`. They outlive the command, but are not started again after a reboot.
 * @param {string} place the folder that holds `releases`, and `settings.env` if there is one
 * @returns {Supervisor}
 */
export function superviseByProcesses(place) {
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

/** Logs are readable by their owner only, also if an earlier release created the file. */
function openLog(path) {
  const log = openSync(path, 'a', 0o600)
  fchmodSync(log, 0o600)
  return log
}

/** Pids are reused: where /proc exists, checks that the process runs in this folder. */
function isOf(pid, folder) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
  try {
    // A zombie has ended.
    if (/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) return false
    return readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    return !existsSync('/proc/self')
  }
}

/** As in deploy/server/systemd/ascend-.service.d/common.conf. */
const settingsFile = '/etc/ascend/settings.env'
const rights = [
  'User=ascend',
  'DynamicUser=yes',
  'StateDirectory=ascend',
  'StateDirectoryMode=0700',
  'UMask=0077',
  `EnvironmentFile=${settingsFile}`,
  'ProtectSystem=strict',
  'ProtectHome=yes',
]

const unitOf = (name) => `ascend-site@${name}.service`

/** Restarts after which a start counts as failed. */
const mostRestarts = 3

/**
 * Releases as systemd units, on a server set up by deploy/server/install.sh.
 * @param {string} place the folder that holds `releases`
 * @returns {Supervisor}
 */
export function superviseBySystemd(place) {
  const folderOf = (name) => join(place, 'releases', name)
  const ask = (name, property) =>
    systemctl('show', unitOf(name), '--property', property, '--value').trim()
  return {
    settings: () => parseEnv(readFileSync(settingsFile, 'utf8')),
    build: (name) => runVisibly(join(folderOf(name), 'deploy', 'server', 'build.sh'), []),
    run: (name, args) =>
      runVisibly('systemd-run', [
        ...['--quiet', '--pipe', '--wait', '--collect', `--unit=ascend-upgrade-${process.pid}`],
        ...[...rights, `WorkingDirectory=${folderOf(name)}`].flatMap((one) => ['-p', one]),
        ...['/usr/bin/env', 'node', ...args],
      ]),
    start(name) {
      systemctl('reset-failed', unitOf(name))
      systemctlOrThrow('start', unitOf(name))
    },
    keep: (name) => void systemctlOrThrow('enable', '--quiet', unitOf(name)),
    async stop(name) {
      systemctl('disable', '--quiet', unitOf(name))
      systemctlOrThrow('stop', unitOf(name))
    },
    isRunning: (name) => ['active', 'activating', 'reloading'].includes(ask(name, 'ActiveState')),
    hasGivenUp: (name) =>
      ask(name, 'ActiveState') === 'failed' || Number(ask(name, 'NRestarts')) >= mostRestarts,
    lastWords: (name) =>
      spawnSync('journalctl', ['-u', unitOf(name), '-n', '20', '-o', 'cat'], { encoding: 'utf8' })
        .stdout ?? '',
    howToRead: (name) => `journalctl -u '${unitOf(name)}'`,
  }
}

function systemctl(...args) {
  return spawnSync('systemctl', args, { encoding: 'utf8' }).stdout ?? ''
}

function systemctlOrThrow(...args) {
  const { status, stderr, error } = spawnSync('systemctl', args, { encoding: 'utf8' })
  if (status === 0) return
  throw new Error(`systemctl ${args.join(' ')} failed: ${(stderr || error?.message || '').trim()}`)
}

/**
 * Runs a program and shows its output live, indented. Rejects with its last output when it fails.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<void>}
 */
export function runVisibly(program, args, options = {}) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-4_000)
      process.stdout.write(text.replace(/^(?=.)/gm, '  '))
    })
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status, signal) => {
      if (status === 0) return resolve()
      // The stack trace was shown already, and does not belong in the message.
      // unchecked pattern: the output of our own programs.
      const sentences = output.split(/\n\s+at /)[0]?.trim()
      reject(new Error(sentences || `${program} ended with ${signal ?? status}`))
    })
  })
}
