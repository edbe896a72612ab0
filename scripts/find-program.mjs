// The programs that tests drive.
//   node scripts/find-program.mjs lightBrowser browser     finds them, or installs them
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * @param {string[]} names
 * @returns {string | undefined} the path of the first that lies on PATH, or where only root's PATH leads
 */
function onPath(...names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return onDisk(...names.flatMap((name) => folders.map((folder) => join(folder, name))))
}

/** @param {string[]} paths */
const onDisk = (...paths) => paths.find((path) => existsSync(path))

/** @param {string} folder */
const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder) : [])

/**
 * @template {Record<string, string | undefined>} T
 * @param {T} parts
 * @returns {{ [K in keyof T]: string } | undefined} undefined where one is missing
 */
const whole = (parts) =>
  Object.values(parts).includes(undefined) ? undefined : /** @type {any} */ (parts)

/** Debian has a folder for each version; the newest one is taken. */
const postgresFolder = () =>
  namesIn('/usr/lib/postgresql')
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join('/usr/lib/postgresql', version, 'bin'))
    .find((folder) => existsSync(join(folder, 'postgres')))

/** MiniBrowser stands beside the library of WebKitGTK, in a folder of the machine's kind. */
const miniBrowser = () =>
  onDisk(
    ...namesIn('/usr/lib').flatMap((kind) =>
      ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'].map((version) =>
        join('/usr/lib', kind, version, 'MiniBrowser'),
      ),
    ),
  )

const downloads = [
  join(homedir(), '.cache', 'ms-playwright'),
  join(homedir(), 'Library', 'Caches', 'ms-playwright'),
]
const inDownload = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
]
const downloadedBrowser = () =>
  onDisk(
    ...downloads.flatMap((folder) =>
      namesIn(folder)
        .filter((name) => name.startsWith('chromium-'))
        .flatMap((version) => inDownload.map((path) => join(folder, version, path))),
    ),
  )

/** The path of each program, or the paths of all its parts; the packages of Debian that bring it; what to do without. */
const programs = {
  /** Tests use the one that BROWSER_PATH names, one on this machine, or Playwright's own download. */
  browser: {
    find: () =>
      process.env.BROWSER_PATH ||
      onPath(
        'chromium',
        'chromium-browser',
        'google-chrome',
        'google-chrome-stable',
        'microsoft-edge',
      ) ||
      onDisk(
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
        '/Applications/Chromium.app/Contents/MacOS/Chromium',
        '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
      ) ||
      downloadedBrowser(),
    download() {
      console.log('No browser found; trying Playwright’s own download…')
      const args = ['playwright', 'install', 'chromium']
      spawnSync('npx', args, { stdio: 'inherit', timeout: 300_000 })
    },
    packages: ['chromium'],
    fault:
      'No browser for the tests: install Chromium, or set BROWSER_PATH to a Chromium-based browser.',
  },
  /** It has no windows: a new page costs it a third of a whole browser's. Where there is none, any other does. */
  lightBrowser: {
    find: () =>
      process.env.LIGHT_BROWSER_PATH ||
      process.env.BROWSER_PATH ||
      onPath('chromium-headless-shell'),
    // Both in one go: the measured tests need the whole one.
    packages: ['chromium-headless-shell', 'chromium'],
    instead: () => findProgram('browser'),
    fault: '',
  },
  firefox: {
    find: () => process.env.FIREFOX_PATH || onPath('firefox-esr', 'firefox'),
    packages: ['firefox-esr'],
    fault: 'No Firefox to test: install firefox-esr (a Debian package), or set FIREFOX_PATH.',
  },
  /** WebKit's driver, the browser that it drives and the screen that both need. */
  webKit: {
    find: () =>
      whole({ driver: onPath('WebKitWebDriver'), browser: miniBrowser(), screen: onPath('Xvfb') }),
    packages: ['webkit2gtk-driver', 'xvfb'],
    fault: 'No WebKit to test: install webkit2gtk-driver and xvfb (Debian packages).',
  },
  /** It is that of production (deploy/front/Dockerfile), with what deploy/front/front.sh calls beside it. */
  nginx: {
    find: () =>
      whole({
        nginx: onPath('nginx'),
        brotli: onDisk('/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'),
        curl: onPath('curl'),
        openssl: onPath('openssl'),
      })?.nginx,
    packages: ['nginx-light', 'libnginx-mod-http-brotli-static', 'curl', 'openssl'],
    fault:
      'No front server to test: install nginx, libnginx-mod-http-brotli-static, curl and openssl (Debian packages).',
  },
  /** It needs the xkey module (deploy/varnish). */
  varnish: {
    find: () =>
      whole({
        varnish: onPath('varnishd'),
        xkey: onDisk(
          ...['x86_64', 'aarch64'].map(
            (machine) => `/usr/lib/${machine}-linux-gnu/varnish/vmods/libvmod_xkey.so`,
          ),
        ),
      })?.varnish,
    packages: ['varnish', 'varnish-modules'],
    fault: 'No Varnish to test: install varnish and varnish-modules (Debian packages).',
  },
  /** docker-compose v1. */
  compose: {
    find: () => onPath('docker-compose'),
    packages: ['docker-compose'],
    /** Docker's compose plugin. */
    instead: () => onPath('docker'),
    fault: 'No docker-compose to check docker-compose.yml with: install docker-compose.',
  },
  /** The programs of a Postgres cluster (deploy/postgres). */
  postgresCluster: {
    find: () =>
      whole({
        patroni: onPath('patroni'),
        etcd: onPath('etcd'),
        haproxy: onPath('haproxy'),
        pgbouncer: onPath('pgbouncer'),
        postgres: postgresFolder(),
      }),
    packages: ['patroni', 'python3-etcd', 'etcd-server', 'haproxy', 'pgbouncer', 'postgresql'],
    fault:
      'No cluster of Postgres to test: install patroni, python3-etcd, etcd-server, haproxy, pgbouncer, postgresql (Debian packages).',
  },
  /** Validators of deploy/server. */
  serverTools: {
    find: () =>
      whole({
        systemdAnalyze: onPath('systemd-analyze'),
        shellcheck: onPath('shellcheck'),
        caddy: onPath('caddy'),
      }),
    packages: ['systemd', 'shellcheck', 'caddy'],
    fault:
      'The files of a small server cannot be validated: install systemd, shellcheck and caddy (Debian packages).',
  },
  /** Builds and unpacks images without a container engine; needs debootstrap. */
  buildah: {
    find: () =>
      whole({
        buildah: onPath('buildah'),
        debootstrap: onPath('debootstrap'),
        mounts: spawnSync('unshare', ['--mount', 'true']).status === 0 ? 'yes' : undefined,
      })?.buildah,
    packages: ['buildah', 'debootstrap'],
    fault:
      'No images to test: install buildah and debootstrap (Debian packages), as root: only root may mount what is inside them.',
  },
}

/**
 * A program that tests need: found, or installed. Throws a message that says what to do if neither works.
 * @template {keyof typeof programs} Name
 * @param {Name} name
 * @returns {NonNullable<ReturnType<(typeof programs)[Name]['find']>>}
 */
export function findProgram(name) {
  /** @type {any} */
  const { find, download, packages, instead, fault } = programs[name]
  for (const bring of [download, () => installDebian(packages)]) {
    const there = find()
    if (there) return there
    bring?.()
  }
  const found = find() || instead?.()
  if (found) return found
  throw new Error(fault)
}

const mayInstall = () =>
  process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && !process.env.NO_SYSTEM_PACKAGES

/** Debian starts each server that it installs, unless this program exits with 101. */
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
 * Announces and installs Debian packages, only as root and unless
 * NO_SYSTEM_PACKAGES is set. Does not start servers among them.
 * @param {string[]} packages
 */
function installDebian(packages) {
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = /** @type {(keyof typeof programs)[]} */ (process.argv.slice(2))
  const missing = names.filter((name) => !programs[name].find())
  // In one go, which takes a part of the time of one after the other.
  if (missing.length > 1) installDebian(missing.flatMap((name) => programs[name].packages))
  for (const name of names) {
    try {
      findProgram(name)
    } catch (error) {
      console.error(error.message)
      process.exitCode = 1
    }
  }
}
