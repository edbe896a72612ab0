import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { runVisibly } from './run-visibly.mjs'

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

/** Often enough to know that it does not start at all. */
const mostRestarts = 3

/**
 * Releases as units of systemd, on a server that deploy/server/install.sh has set up.
 * @param {string} place the folder that holds `releases`
 * @returns {import('./upgrade-steps.mjs').Keeper}
 */
export function keepBySystemd(place) {
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
