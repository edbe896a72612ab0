import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
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

/** Debian starts each server that it installs, unless a program of this name says no. */
const policy = '/usr/sbin/policy-rc.d'

/** @param {() => boolean} install */
function withoutStarting(install) {
  if (existsSync(policy)) return install()
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    return install()
  } finally {
    rmSync(policy, { force: true })
  }
}

/**
 * Installs packages of Debian after saying so, only where that may be done without asking: as root, and not where
 * NO_SYSTEM_PACKAGES is set. Servers among them are not started.
 * @param {string[]} packages
 */
export function installDebian(...packages) {
  if (!mayInstall()) return
  console.log(`Installing Debian’s ${packages.join(', ')} (NO_SYSTEM_PACKAGES=1 keeps them out)…`)
  /** @type {import('node:child_process').SpawnSyncOptions} */
  const options = {
    stdio: 'ignore',
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  const install = () =>
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options)
      .status === 0
  withoutStarting(() => {
    if (install()) return true
    spawnSync('apt-get', ['update'], options)
    return install()
  })
}
