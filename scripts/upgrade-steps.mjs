import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { runVisibly } from './supervisors.mjs'

// docs/decisions/0052-upgrades-beside-the-old.md says why it goes this way; docs/how-to/upgrade.md how it is used.

const readyMs = 5 * 60_000
const drainMs = 2 * 60_000
const askAgainMs = 250
const answerMs = 10_000

const nameOf = /^[A-Za-z0-9][A-Za-z0-9._-]{0,60}$/

/**
 * The two commands of an operator, on the folder that contains `releases`. Each rejects with an Error whose message
 * says what happened and which release serves now.
 * @param {string} place
 * @param {import('./supervisors.mjs').Supervisor} supervisor
 * @param {{ say?: (sentence: string) => void, readyWithinMs?: number }} [options] the time is for tests
 */
export function upgrades(place, supervisor, { say = console.log, readyWithinMs = readyMs } = {}) {
  const releases = releasesIn(place, supervisor)
  const { endLeftovers, swap } = switching(place, releases, supervisor, { say, readyWithinMs })
  return {
    /** `npm run upgrade -- <name>`; on a place without a current release, the first start. */
    upgrade: (name) =>
      alone(place, async () => {
        releases.requireRelease(name)
        const current = releases.linked('current')
        await endLeftovers(current)
        if (name === current && supervisor.isRunning(name)) {
          throw new Error(`${name} is already the current release. Nothing was changed.`)
        }
        const other = name === current ? undefined : current
        const untouched = other
          ? `Nothing was changed: ${other} serves as before.`
          : 'Start aborted.'
        const step = async (sentence, what, work) => {
          say(sentence)
          await work().catch((error) => {
            throw new Error(`${what}: ${error.message}\n\n${untouched}`)
          })
        }
        rejectOldNode(releases.folderOf(name))
        await step(`Preparing ${name} …`, 'It could not be prepared', () => supervisor.build(name))
        await step('Checking whether it can run here …', 'It cannot run here', () =>
          supervisor.run(name, ['scripts/prepare.mjs', 'runCheck']),
        )
        if (other) {
          await step('Making a backup …', 'The backup failed', () =>
            supervisor.run(other, ['scripts/backup.mjs', 'runNightly']),
          )
        }
        say('Migrating …')
        await supervisor.run(name, ['scripts/prepare.mjs', 'runMigrate']).catch((error) => {
          throw new Error(
            `A migration failed: ${error.message}\n\n${other ? `${other} serves as before, and runs on the tables that the earlier migrations made. ` : ''}The failed one changed nothing: correct it, or try again.`,
          )
        })
        await swap(name, other)
        const rest = releases.names().filter((one) => one !== name && one !== other)
        say(
          [
            `The upgrade to ${name} is done.`,
            ...(other ? [`Back to ${other}: npm run upgrade -- back`] : []),
            ...(rest.length > 0
              ? [
                  `No longer needed, to be deleted when you like: ${rest.map(releases.folderOf).join(', ')}`,
                ]
              : []),
          ].join('\n'),
        )
      }),

    /** `npm run upgrade -- back`; running it twice returns to the same release. */
    back: () =>
      alone(place, async () => {
        const [current, previous] = [releases.linked('current'), releases.linked('previous')]
        if (previous === undefined) {
          throw new Error(`There is nothing to go back to: no release was upgraded in ${place}.`)
        }
        releases.requireRelease(previous)
        await endLeftovers(current)
        await swap(previous, current)
        say(
          `Back at ${previous}. What was written meanwhile is there: the database stays as ${current} has left it. To ${current} again: npm run upgrade -- back`,
        )
      }),
  }
}

/** The folders, links and ports of releases. */
function releasesIn(place, supervisor) {
  const folderOf = (name) => join(place, 'releases', name)
  const linked = (link) => {
    try {
      return basename(readlinkSync(join(place, link)))
    } catch {
      return undefined
    }
  }
  /** Atomic: there is no moment without the link. */
  const link = (name, target) => {
    const aside = `${join(place, name)}.new`
    rmSync(aside, { force: true })
    symlinkSync(target, aside)
    renameSync(aside, join(place, name))
  }
  const names = () =>
    readdirSync(join(place, 'releases'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && nameOf.test(entry.name))
      .map((entry) => entry.name)

  const firstPort = () => Number(supervisor.settings().PORT || 4321)
  const envOf = (name) => join(place, 'releases', `${name}.env`)
  const portOf = (name) => {
    const text = existsSync(envOf(name)) ? readFileSync(envOf(name), 'utf8') : ''
    return Number(/^PORT=(\d+)$/m.exec(text)?.[1] ?? firstPort())
  }
  /** Releases alternate between two ports. */
  const givePort = (name, other) => {
    const port = other && portOf(other) === firstPort() ? firstPort() + 1 : firstPort()
    const { METRICS_PORT: metrics } = supervisor.settings()
    const lines = [`PORT=${port}`]
    if (metrics) lines.push(`METRICS_PORT=${Number(metrics) + port - firstPort()}`)
    writeFileSync(envOf(name), `${lines.join('\n')}\n`)
    return port
  }
  const requireRelease = (name) => {
    if (nameOf.test(name) && existsSync(join(folderOf(name), 'scripts', 'start.mjs'))) return
    throw new Error(
      `There is no release ${join(place, 'releases', name)}. Put its code there first; there are: ${names().join(', ') || 'none'}.`,
    )
  }
  return { folderOf, linked, link, names, firstPort, portOf, givePort, requireRelease }
}

/** Readers go from one release to another, and back where the new one does not serve. */
function switching(place, releases, supervisor, { say, readyWithinMs }) {
  const untilReady = readiness(releases, supervisor, readyWithinMs)
  const turnFront = async (port) => {
    const which = port === releases.firstPort() ? 'first' : 'second'
    await runVisibly(join(place, 'front.sh'), [String(port), which]).catch((error) => {
      throw new Error(`Switching the front server failed: ${error.message}`)
    })
  }

  /** Stops what an interrupted upgrade has left running, after readers are back on the current release. */
  const endLeftovers = async (current) => {
    const left = releases.names().filter((name) => name !== current && supervisor.isRunning(name))
    if (left.length === 0) return
    say(`An earlier upgrade was interrupted: ${left.join(', ')} still runs and is stopped.`)
    if (current && supervisor.isRunning(current)) {
      await untilReady(current, releases.portOf(current))
      await turnFront(releases.portOf(current))
      await untilUnused(left.map(releases.portOf))
    }
    for (const name of left) await supervisor.stop(name)
  }

  /** Starts a release beside the current one, and switches readers to it. */
  const swap = async (name, current) => {
    const port = releases.givePort(name, current)
    const pages = readPages(supervisor)
    const isBeside = current !== undefined && supervisor.isRunning(current)
    say(`Starting ${name} on port ${port}${isBeside ? `, beside ${current}` : ''} …`)
    try {
      supervisor.start(name)
      await untilReady(name, port)
      supervisor.keep(name)
      await turnFront(port)
    } catch (error) {
      if (isBeside) await turnFront(releases.portOf(current)).catch(() => {})
      await supervisor.stop(name)
      putPagesBack(supervisor, pages)
      throw new Error(
        `${name} does not serve: ${error.message}\n\n${isBeside ? `${current} was never stopped and serves as before.` : 'Nothing serves now.'} Full log of ${name}: ${supervisor.howToRead(name)}`,
      )
    }
    if (current !== undefined) releases.link('previous', join('releases', current))
    releases.link('current', join('releases', name))
    say(`${name} now serves readers.`)
    if (!isBeside) return
    const isUnused = await untilUnused([releases.portOf(current)])
    if (!isUnused)
      say(`${current} still has open connections after ${drainMs / 1000} s; it is stopped.`)
    await supervisor.stop(current)
    say(`${current} is stopped.`)
  }
  return { endLeftovers, swap }
}

/** Returns a function that waits until a release serves pages of its own, and throws where it does not. */
function readiness(releases, supervisor, readyWithinMs) {
  const hostOf = () => {
    const { HOST: host = '127.0.0.1' } = supervisor.settings()
    return host === '0.0.0.0' || host === '::' || host === '' ? '127.0.0.1' : host
  }
  const ask = (port, path) =>
    fetch(`http://${hostOf()}:${port}${path}`, {
      headers: { Connection: 'close' },
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    })

  const look = async (port) => {
    const { status } = await ask(port, '/api/ready')
    return status === 200 ? undefined : `/api/ready answered ${status}`
  }

  /** Undefined if the page and all that it loads are of its own build, else the fault. */
  const foreignScripts = async (name, port) => {
    const page = await ask(port, '/')
    const html = await page.text()
    if (page.status !== 200) return `/ answered ${page.status}`
    const bundles = join(releases.folderOf(name), 'dist', 'site')
    for (const path of new Set(html.match(/\/_astro\/[\w.-]+/g))) {
      const isOwn = readdirSync(bundles).some((one) =>
        existsSync(join(bundles, one, 'client', path)),
      )
      if (!isOwn) return `/ is still a page of another release (${path})`
      const { status } = await ask(port, path)
      if (status !== 200) return `${path} answered ${status}`
    }
    return undefined
  }

  return async (name, port) => {
    let last = 'it does not answer yet'
    for (const end = Date.now() + readyWithinMs; Date.now() < end; await pause(askAgainMs)) {
      if (supervisor.hasGivenUp(name)) {
        throw new Error(
          `it exited during its start. Its last log lines:\n${supervisor.lastWords(name).trim()}`,
        )
      }
      const found = await look(port).catch((error) => error.cause?.message ?? error.message)
      if (found === undefined) {
        const strange = await foreignScripts(name, port).catch((error) => error.message)
        if (strange === undefined) return
        last = strange
      } else last = found
    }
    throw new Error(
      `it did not become ready within ${Math.round(readyWithinMs / 1000)} s: ${last}. Its last log lines:\n${supervisor.lastWords(name).trim()}`,
    )
  }
}

/** Waits until these ports have no connections, so that downloads finish. */
async function untilUnused(ports) {
  for (const end = Date.now() + drainMs; Date.now() < end; await pause(askAgainMs)) {
    if (!ports.some(isConnected)) return true
  }
  return false
}

const pagesOf = (supervisor) => join(resolve(supervisor.settings().DATA_DIR || '.data'), 'current')
function readPages(supervisor) {
  try {
    return readlinkSync(pagesOf(supervisor))
  } catch {
    return undefined
  }
}
/** Restores the old release's pages, which the new release has replaced. */
function putPagesBack(supervisor, before) {
  if (before === undefined || readPages(supervisor) === before) return
  if (!existsSync(resolve(pagesOf(supervisor), '..', before))) return
  const aside = `${pagesOf(supervisor)}.back`
  rmSync(aside, { force: true })
  symlinkSync(before, aside)
  renameSync(aside, pagesOf(supervisor))
}

function rejectOldNode(folder) {
  const { engines } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  // unchecked pattern: it reads our own package.json.
  const wanted = /(\d+)\.(\d+)/
    .exec(engines?.node ?? '')
    ?.slice(1)
    .map(Number) ?? [0, 0]
  const has = process.versions.node.split('.').map(Number)
  if (has[0] > wanted[0] || (has[0] === wanted[0] && has[1] >= wanted[1])) return
  throw new Error(
    `The new release needs Node ${wanted.join('.')} or newer, and this is ${process.versions.node}. Install a newer Node first; the running release uses it from its next restart on. Nothing was changed.`,
  )
}

/** Concurrent commands would stop each other's releases. The lock of a killed command is ignored. */
async function alone(place, work) {
  const lock = join(place, 'upgrade.lock')
  for (let tries = 0; ; tries++) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST' || tries > 3) throw error
      const pid = Number(readFileSync(lock, 'utf8'))
      if (isUpgrade(pid)) {
        throw new Error(
          `Another upgrade is running here (process ${pid}). Wait until it has ended. Nothing was changed.`,
        )
      }
      rmSync(lock, { force: true })
    }
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

function isUpgrade(pid) {
  if (!pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code === 'ESRCH') return false
  }
  try {
    // Pids are reused.
    return /upgrade/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  } catch {
    return true
  }
}

/** Whether a port has open connections; false without /proc. */
function isConnected(port) {
  const established = '01'
  const wanted = port.toString(16).toUpperCase().padStart(4, '0')
  return ['/proc/net/tcp', '/proc/net/tcp6'].some((path) => {
    if (!existsSync(path)) return false
    const lines = readFileSync(path, 'utf8').split('\n').slice(1)
    return lines.some((line) => {
      const [, local, , state] = line.trim().split(/\s+/)
      return state === established && local?.endsWith(`:${wanted}`)
    })
  })
}
