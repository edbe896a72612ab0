import { type ChildProcess, fork } from 'node:child_process'
import type { BuildAnswer, BuildOrder } from './build-site.ts'

const buildTimeoutMs = 5 * 60_000
/** A warm process holds half a gigabyte: it is let go when nothing has been published for a while. */
const idleMs = 10 * 60_000
/** Vite keeps a little of every build; a fresh process now and then gives it back. */
const buildsEach = 20

/** Runs builds, one at a time, in a process that is kept warm between them. */
export function startBuildWorker(script: string, env: Record<string, string | undefined>) {
  let child: ChildProcess | undefined
  let builds = 0
  let idle: ReturnType<typeof setTimeout> | undefined

  const letGo = () => {
    clearTimeout(idle)
    child?.kill('SIGKILL')
    child = undefined
  }

  return {
    /** Resolves to undefined for a good build, else to what went wrong. */
    build(order: BuildOrder): Promise<string | undefined> {
      clearTimeout(idle)
      if (child?.connected !== true || builds >= buildsEach) {
        letGo()
        builds = 0
        child = fork(script, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
      }
      const worker = child
      const isFresh = builds === 0
      builds++
      return new Promise((resolve) => {
        let said = ''
        const keep = (chunk: Buffer) => {
          said = (said + chunk.toString()).slice(-8_000)
        }
        const finish = (error: string | undefined) => {
          clearTimeout(limit)
          worker.removeAllListeners()
          worker.stdout?.off('data', keep)
          worker.stderr?.off('data', keep)
          // After a failure nobody knows what is left in the process.
          if (error !== undefined) letGo()
          else idle = setTimeout(letGo, idleMs).unref()
          resolve(error)
        }
        const limit = setTimeout(() => finish('The build took too long'), buildTimeoutMs)
        worker.stdout?.on('data', keep)
        worker.stderr?.on('data', keep)
        worker.once('error', (error) => finish(error.message))
        worker.once('exit', (status, signal) =>
          finish(said.trim() || `The build ended with ${signal ?? status}`),
        )
        worker.on('message', (message: 'ready' | BuildAnswer) => {
          if (message === 'ready') worker.send(order)
          else finish(message.error === null ? undefined : `${said}${message.error}`.trim())
        })
        if (!isFresh) worker.send(order)
      })
    },
    stop: letGo,
  }
}
