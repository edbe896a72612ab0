import { spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { aFolder } from '#tests/folders.ts'
import { aFreePort, stopChild } from '#tests/processes.ts'
import { findProgram } from '../../scripts/find-program.mjs'

/** The real Varnish with the real rules, in front of a service (host:port); stop it at the end. `at`: its port. */
export async function aVarnish(service: string, at?: number) {
  const [folder, purges] = [await aFolder(), await aFreePort()]
  const readers = at ?? (await aFreePort())
  findProgram('varnish')
  const log = join(folder, 'varnish.log')
  const output = openSync(log, 'a')
  const varnish = spawn(
    'sh',
    ['deploy/varnish/varnish.sh', service, String(readers), String(purges), folder],
    {
      stdio: ['ignore', output, output],
      env: { PATH: `${process.env['PATH']}:/usr/sbin`, HOST: '127.0.0.1', MEMORY: '64m' },
    },
  )
  const base = `http://127.0.0.1:${readers}`
  const look = () =>
    fetch(`${base}/api/health`).then(
      ({ status }) => status,
      (error: Error) => String(error.cause),
    )
  for (const end = Date.now() + 30_000; ; await pause(50)) {
    const seen = await look()
    if (seen === 200) break
    if (Date.now() > end) {
      await stopChild(varnish)
      throw new Error(`Varnish answers ${seen}: ${readFileSync(log)}`)
    }
  }
  return { base, purgeUrl: `http://127.0.0.1:${purges}/`, stop: () => stopChild(varnish) }
}
