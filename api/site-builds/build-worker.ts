import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { BuildAnswer, BuildOrder } from './build-site.ts'

const buildTimeoutMs = 5 * 60_000
/** A warm process holds up to half a gigabyte: it is let go when nothing has been published for a while. */
const idleMs = 10 * 60_000
/** Vite keeps a little of every build; a fresh process now and then gives it back. */
const buildsEach = 20

interface Worker {
  process: ChildProcess
  /** Resolves when it listens: what is sent to a process that is still loading is lost. */
  ready: Promise<unknown>
  builds: number
}

/** Runs builds, one at a time, in a process that is kept warm between them. */
export function startBuildWorker(script: string, env: Record<string, string | undefined>) {
  let worker: Worker | undefined
  let rest: ReturnType<typeof setTimeout> | undefined

  const letGo = () => {
    clearTimeout(rest)
    worker?.process.kill('SIGKILL')
    worker = undefined
  }
  const restLater = () => {
    clearTimeout(rest)
    rest = setTimeout(letGo, idleMs).unref()
  }
  const present = (): Worker => {
    if (worker?.process.connected && worker.builds < buildsEach) return worker
    letGo()
    const process = fork(script, { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    // Unheard, an order that reaches nobody any more would end the whole service.
    process.on('error', () => {})
    // A process that ends before it listens is found out by the build that waits for it.
    worker = { process, ready: once(process, 'message').catch(() => {}), builds: 0 }
    return worker
  }

  return {
    /** Loads the tools ahead of the first build. */
    warm() {
      present()
      restLater()
    },

    /** Resolves to undefined for a good build, else to what went wrong. */
    async build(order: BuildOrder): Promise<string | undefined> {
      clearTimeout(rest)
      const current = present()
      current.builds++
      const error = await runOn(current, order)
      // After a failure nobody knows what is left in the process.
      if (error === undefined) restLater()
      else letGo()
      return error
    },

    stop: letGo,
  }
}

function runOn({ process, ready }: Worker, order: BuildOrder): Promise<string | undefined> {
  return new Promise((resolve) => {
    let said = ''
    const keep = (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-8_000)
    }
    const onAnswer = (answer: BuildAnswer | 'ready') => {
      if (answer === 'ready') return
      finish(answer.error === null ? undefined : `${said}${answer.error}`.trim())
    }
    // Its last words may come after its end; but what it left running may keep its pipes open.
    const onExit = (status: number | null, signal: string | null) => {
      const end = () => finish(said.trim() || `The build ended with ${signal ?? status}`)
      process.once('close', end)
      setTimeout(end, 1_000).unref()
    }
    const onError = (error: Error) => finish(error.message)
    const limit = setTimeout(() => finish('The build took too long'), buildTimeoutMs)
    function finish(error: string | undefined) {
      clearTimeout(limit)
      process.off('message', onAnswer).off('exit', onExit).off('error', onError)
      process.stdout?.off('data', keep).resume()
      process.stderr?.off('data', keep).resume()
      resolve(error)
    }
    process.on('message', onAnswer).on('exit', onExit).on('error', onError)
    process.stdout?.on('data', keep)
    process.stderr?.on('data', keep)
    void ready.then(() => process.connected && process.send(order))
  })
}
