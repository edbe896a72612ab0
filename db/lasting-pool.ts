import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Database, openDatabase } from './open-database.ts'
import { answerWithinMs } from './wait-for-answers.ts'

/** Between two pools at least: connections that were lost with the first are no doubt about the second. */
const renewEveryMs = 250
/** A transaction that sends a mail, or that holds the right to build, may go on this long. */
const lastSeconds = 120

/**
 * A pool that is replaced by a fresh one as soon as it is in doubt. The driver's own reconnecting is not relied on: a
 * connection cut in the wrong moment never comes right in it, one to a server that was demoted stays there for up to
 * an hour, and one to a machine that has vanished until the system gives it up, a quarter of an hour later.
 * After `graceMs` nobody waits any more for a pool that was replaced, but for what has begun and takes its time.
 */
export function lastingPool(url: string, graceMs = answerWithinMs) {
  let pool = openPool(url)
  let renewedAt = 0
  let isDoubtful = false
  let wait = 0
  const retired = new Set<typeof pool>()

  const retire = (old: typeof pool) => {
    retired.add(old)
    setTimeout(() => old.end(lastSeconds).finally(() => retired.delete(old)), graceMs).unref()
  }

  return {
    /** The pool to be asked now. */
    current(): Database {
      if (isDoubtful && Date.now() - renewedAt >= wait) {
        isDoubtful = false
        wait = 0
        renewedAt = Date.now()
        retire(pool)
        pool = openPool(url)
      }
      return pool.db
    },
    /** A connection was lost, or a question stayed without an answer: what is asked next is asked of a fresh pool. */
    doubt(why: 'lost' | 'silent') {
      isDoubtful = true
      wait = Math.max(wait, why === 'lost' ? renewEveryMs : graceMs)
    },
    /**
     * A transaction on that pool was given up, and nothing more can be sent on its connection: what it has locked is
     * free again when that is cut. No other can tell which one it is, so all of its pool are, when nobody waits for
     * them any more.
     */
    abandon(db: Database) {
      isDoubtful = true
      const its = [pool, ...retired].find((one) => one.db === db)
      setTimeout(() => its?.cut(), graceMs).unref()
    },
    async end(seconds: number) {
      await Promise.all([pool, ...retired].map((one) => one.end(seconds)))
    },
  }
}

function openPool(url: string) {
  const sockets = new Set<Socket>()
  const db = openDatabase(url, {
    opened(socket) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    },
  })
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    db,
    cut,
    async end(timeout: number) {
      // The driver's own time counts from the first that asked for the end.
      await Promise.race([db.end({ timeout }), pause(timeout * 1000, undefined, { ref: false })])
      // A machine that has vanished does not take leave either.
      cut()
    },
  }
}
