import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './test.ts'

/**
 * A service for the tests of one file, beside that of all others: what is published there would stand in everybody's front
 * page. `nth`: another number for each file. `settings`: known when its tests begin.
 */
export function ownService(nth: number, settings = async (): Promise<object> => ({})) {
  const port = String(Number(process.env['E2E_PORT'] ?? 4390) + nth)
  const base = `http://127.0.0.1:${port}`
  const note = join(tmpdir(), `ascend-e2e-${port}.json`)
  let service: ChildProcess
  test.beforeAll(async () => {
    // Another service at the port would write none, and the tests fail.
    rmSync(note, { force: true })
    service = spawn(process.execPath, ['tests/e2e/serve.mjs', port], {
      stdio: 'inherit',
      env: { ...process.env, BENCH_SETTINGS: JSON.stringify(await settings()) },
    })
    const isReady = () =>
      existsSync(note) &&
      fetch(`${base}/api/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isReady, { timeout: 120_000 }).toBe(true)
  })
  test.afterAll(async () => {
    if (service.kill('SIGTERM')) await once(service, 'exit')
  })
  /** `note`: the file that names its database. */
  return { base, note }
}
