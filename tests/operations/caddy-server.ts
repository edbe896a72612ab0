import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { aFreePort, stopChild } from '#tests/processes.ts'
import { findProgram } from '../../scripts/find-program.mjs'

/**
 * The real Caddy with the file of a small server, in front of the service at `port`, or of the second release at the next
 * one; stop it at the end. `folder`: for its file and its log.
 */
export async function aCaddy(folder: string, port: number) {
  const { caddy } = findProgram('serverTools')
  const [front, admin] = [await aFreePort(), await aFreePort()]
  const turned = join(folder, 'caddy')
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
  // The test sees by it when Caddy is up.
  const own = rules.replace('admin off', `admin 127.0.0.1:${admin}\n\tauto_https off`)
  if (own === rules) throw new Error('The rules of Caddy leave its admin address on')
  await writeFile(join(folder, 'Caddyfile'), own)
  const log = openSync(join(folder, 'caddy.log'), 'a')
  const child = spawn(
    caddy,
    ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'],
    { stdio: ['ignore', log, log], env: { PATH: process.env['PATH'], HOME: folder } },
  )
  closeSync(log)
  for (const end = Date.now() + 30_000; ; await pause(50)) {
    const isUp = await fetch(`http://127.0.0.1:${admin}/config/`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) break
    if (Date.now() > end) throw new Error(await readFile(join(folder, 'caddy.log'), 'utf8'))
  }
  return {
    base: `http://127.0.0.1:${front}`,
    /** What deploy/server/front.sh changes to lead to the second release. */
    turned,
    stop: () => stopChild(child),
  }
}
