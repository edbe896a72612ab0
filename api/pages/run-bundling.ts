import { type ChildProcess, fork } from 'node:child_process'
import type { BundleAnswer, BundleOrder } from './bundle-site.ts'

/** What hangs must not keep the pages from following the data for good. */
const patienceMs = 5 * 60_000

/** Bundles the site in a process of its own; resolves to undefined when it went well, else to what went wrong. */
export function runBundling(
  script: string,
  env: Record<string, string | undefined>,
  order: BundleOrder,
  signal: AbortSignal,
  withinMs = patienceMs,
): Promise<string | undefined> {
  const process = fork(script, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const stop = () => process.kill('SIGKILL')
  signal.addEventListener('abort', stop)
  return hear(process, order, withinMs).finally(() => {
    signal.removeEventListener('abort', stop)
    process.kill('SIGKILL')
  })
}

function hear(
  process: ChildProcess,
  order: BundleOrder,
  withinMs: number,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    let said = ''
    const keep = (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-8_000)
    }
    const limit = setTimeout(() => finish('The build took too long'), withinMs)
    function finish(error: string | undefined) {
      clearTimeout(limit)
      resolve(error)
    }
    process.on('message', (answer: BundleAnswer | 'ready') => {
      if (answer === 'ready') process.send(order)
      else finish(answer.error === null ? undefined : `${said}${answer.error}`.trim())
    })
    // Its last words may come after its end; but what it left running may keep its pipes open.
    process.on('exit', (status, signal) => {
      const end = () => finish(said.trim() || `The build ended with ${signal ?? status}`)
      process.once('close', end)
      setTimeout(end, 1_000).unref()
    })
    process.on('error', (error) => finish(error.message))
    process.stdout?.on('data', keep)
    process.stderr?.on('data', keep)
  })
}
