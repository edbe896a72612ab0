import type { Logger } from 'pino'
import { sql } from '#db/sql.ts'

/**
 * The loops of a service are started together. Each runs at a moment of its own within its interval: at the same one they
 * would need a connection each.
 */
const betweenLoopsMs = 150
let started = 0

interface LoopOptions {
  /** Ends early when the signal is aborted. */
  work(signal: AbortSignal): Promise<void>
  everyMs: number
  /** The first run comes only after `everyMs` or a notification. */
  isDelayed?: boolean
  /** Postgres notifications on this channel start a run. */
  channel?: string
  log: Logger
  /** The message that is logged when a run fails. */
  failure: string
}

/**
 * Runs the work at once and then every `everyMs` or upon a notification, one run at a time; the same failure is logged
 * once.
 */
export function startLoop({ work, everyMs, isDelayed, channel, log, failure }: LoopOptions) {
  const controller = new AbortController()
  const { signal } = controller
  let last: Promise<void> = Promise.resolve()
  let pending = 0
  let loggedFailure: string | undefined

  const runNow = (): Promise<void> => {
    pending++
    const run = last
      .then(() => (signal.aborted ? undefined : work(signal)))
      .finally(() => {
        pending--
      })
    last = run.catch(() => {})
    return run
  }
  const runAndLog = () => {
    runNow().then(
      () => {
        loggedFailure = undefined
      },
      (error: unknown) => {
        if (loggedFailure === String(error)) return
        loggedFailure = String(error)
        log.warn({ err: error }, failure)
      },
    )
  }
  const onNotification = () => {
    // One pending run is enough for any number of notifications.
    if (pending < 2) runAndLog()
  }

  const runInTurn = () => {
    if (pending === 0) runAndLog()
  }
  const offsetMs = (started++ * betweenLoopsMs) % (everyMs / 2)
  const timer = setInterval(() => setTimeout(runInTurn, offsetMs).unref(), everyMs).unref()
  let hasListened = false
  const subscription =
    channel === undefined
      ? undefined
      : sql.listen(channel, onNotification, () => {
          // This is a reconnect: notifications sent meanwhile are lost.
          if (hasListened || !isDelayed) onNotification()
          hasListened = true
        })
  if (channel === undefined && !isDelayed) runAndLog()

  return {
    /** Resolves once LISTEN is in force; when the database is away, at once: the driver repeats it. */
    ready: Promise.resolve(subscription).then(
      () => {},
      () => {},
    ),
    /** Runs after the present run; rejects with what this run throws. */
    runNow,
    /** Aborts the signal, and resolves when the present run has ended. */
    async stop() {
      controller.abort()
      clearInterval(timer)
      await subscription?.then(({ unlisten }) => unlisten()).catch(() => {})
      await last
    },
  }
}
