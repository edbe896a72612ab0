import { spawn } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findVarnish } from '../scripts/find-front.mjs'
import { aFolder } from './folders.ts'
import { aFreePort, stopChild } from './nginx-server.ts'

/** The real Varnish with the real rules, in front of a service (host:port); stop it at the end. */
export async function aVarnish(service: string) {
  const [folder, readers, purges] = [await aFolder(), await aFreePort(), await aFreePort()]
  const rules = await readFile('deploy/varnish/ascend.vcl', 'utf8')
  const own = join(folder, 'ascend.vcl')
  const port = /\.port = "8080";/
  if (!port.test(rules)) throw new Error('The rules name another port than this test replaces')
  await writeFile(own, rules.replace(port, `.port = "${new URL(`http://${service}`).port}";`))
  const log = join(folder, 'varnish.log')
  const output = openSync(log, 'a')
  const listeners = [`readers=127.0.0.1:${readers}`, `purge=127.0.0.1:${purges}`]
  const varnish = spawn(
    findVarnish(),
    [
      '-F',
      '-n',
      join(folder, 'varnish'),
      '-f',
      own,
      ...listeners.flatMap((listener) => ['-a', listener]),
      '-s',
      'malloc,64m',
      '-p',
      'http_gzip_support=off',
      // No user of its own: the folder of a test belongs to whoever runs it.
      '-j',
      'none',
    ],
    { stdio: ['ignore', output, output] },
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
