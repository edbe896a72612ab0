import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * @param {string[]} programs
 * @returns {string | undefined} the path of the first that lies on PATH, or in one of the folders
 */
export function onPath(programs, folders = /** @type {string[]} */ ([])) {
  return programs
    .flatMap((name) =>
      [...(process.env.PATH ?? '').split(delimiter), ...folders].map((folder) =>
        join(folder, name),
      ),
    )
    .find((path) => existsSync(path))
}

const mayInstall = () =>
  process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && !process.env.NO_SYSTEM_PACKAGES

/** Says before anything else that system packages may be installed, and how to keep them out. */
export function announceInstalls() {
  if (!mayInstall()) return
  console.log(
    'System packages that the tests need and do not find (browsers, nginx, varnish, docker-compose, systemd, shellcheck, Caddy) are installed by apt-get. ' +
      'Set NO_SYSTEM_PACKAGES=1 to leave them out.',
  )
}

/**
 * Installs packages of Debian, only where that may be done without asking: a container, a machine of the tests alone.
 * @param {string[]} packages
 */
export function installDebian(...packages) {
  if (!mayInstall()) return
  console.log(`Installing Debian’s ${packages[0]}…`)
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = {
    stdio: 'ignore',
    timeout: 180_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  const install = () =>
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options)
  if (install().status === 0) return
  spawnSync('apt-get', ['update'], options)
  install()
}
