import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { noteOf, portOf, useService } from './service.ts'
import { expect, test } from './test.ts'

/**
 * A service for the tests of one file, with settings of its own: known when its tests begin. `host`: what
 * browsers call it. `weighs`: whether the tests look at the bytes of pages.
 */
export function ownService(
  settings = async (): Promise<object> => ({}),
  { host = '127.0.0.1', weighs = false } = {},
) {
  let service: ChildProcess | undefined
  // Playwright asks for the hook's first parameter.
  // biome-ignore lint/correctness/noEmptyPattern: none of its fixtures is needed.
  test.beforeAll(async ({}, { parallelIndex }) => {
    // A start may take longer than a test.
    test.setTimeout(120_000)
    const port = portOf('own', parallelIndex)
    const note = noteOf(port)
    // Another service at the port would write none, and the tests fail.
    rmSync(note, { force: true })
    service = spawn(process.execPath, ['tests/e2e/support/serve.mjs', port], {
      stdio: 'inherit',
      env: {
        ...process.env,
        ...(!weighs && { E2E_PACKING: 'fast' }),
        E2E_PUBLIC_URL: `http://${host}:${port}`,
        BENCH_SETTINGS: JSON.stringify(await settings()),
      },
    })
    const isReady = () =>
      existsSync(note) &&
      fetch(`http://127.0.0.1:${port}/api/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isReady, { timeout: 110_000 }).toBe(true)
    useService(`http://${host}:${port}`)
  })
  test.afterAll(async () => {
    useService(undefined)
    if (service?.kill('SIGTERM')) await once(service, 'exit')
  })
}
