import { afterAll, afterEach, expect, vi } from 'vitest'
import { closeAll } from './end-of-file.ts'

// The set-up of every test file runs anew before each, though files of a worker share the modules that they load.

// The network is forbidden: what a test talks to runs on this machine.
const realFetch = globalThis.fetch
globalThis.fetch = (input, init) => {
  const { hostname } = new URL(input instanceof Request ? input.url : input)
  if (hostname !== '127.0.0.1') throw new Error(`A test called ${hostname}`)
  return realFetch(input, init)
}

// What is waited for comes for certain: a second, the default, is over on a machine that two cores carry.
const { waitFor } = vi
vi.waitFor = (work, options) =>
  waitFor(work, {
    timeout: 10_000,
    ...(typeof options === 'number' ? { timeout: options } : options),
  })

const realEnv = { ...process.env }

// What is written to console.error is a fault that nobody looked at.
const complaints = vi.spyOn(console, 'error')
afterEach(() => {
  const output = complaints.mock.calls.splice(0)
  expect(output).toEqual([])
})

afterAll(async () => {
  await closeAll()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  globalThis.fetch = realFetch
  vi.waitFor = waitFor
  for (const name of Object.keys(process.env)) if (!(name in realEnv)) delete process.env[name]
  Object.assign(process.env, realEnv)
})
