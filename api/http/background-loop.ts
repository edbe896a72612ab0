import type { Logger } from 'pino'
import { sql } from '#db/sql.ts'

interface LoopOptions {
  /** What is done each time. It ends early when the signal is aborted. */
  work(signal: AbortSignal): Promise<void>
  everyMs: number
  /** The first run comes only after `everyMs` or a notification. */
  isDelayed?: boolean
  /** Postgres notifications on this channel start a run. */
  channel?: string
  log: Logger
  /** The log line of a run that fails. */
  failure: string
}

/**
 * Runs the work at once, or as soon as notifications are heard, and then again and again, one run at a time. A notification that comes during a run is followed by another run;
 * one that is lost with its connection costs at most `everyMs`. A run that fails is logged, once until another one
 * succeeds or fails differently, and the loop goes on.
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
    // Beside the run under way one more is enough for any number of notifications.
    if (pending < 2) runAndLog()
  }

  const timer = setInterval(() => {
    if (pending === 0) runAndLog()
  }, everyMs).unref()
  let hasListened = false
  const subscription =
    channel === undefined
      ? undefined
      : sql.listen(channel, onNotification, () => {
          // Again after a cut: notifications in between were lost.
          if (hasListened || !isDelayed) onNotification()
          hasListened = true
        })
  if (channel === undefined && !isDelayed) runAndLog()

  return {
    /** Resolves when notifications are heard. */
    ready: Promise.resolve(subscription).then(() => {}),
    /** Runs after the run under way; rejects with what this run throws. */
    runNow,
    /** Aborts the signal, and resolves when the run under way has ended. */
    async stop() {
      controller.abort()
      clearInterval(timer)
      await subscription?.then(({ unlisten }) => unlisten()).catch(() => {})
      await last
    },
  }
}
