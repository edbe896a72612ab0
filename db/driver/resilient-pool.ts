import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { connectionLost, openDatabase } from './open-database.ts'
import { queryTimeoutMs } from './query-timeout.ts'

/** Between two pools that never got a word from the server. */
const tryAgainMs = 50
/** Between two pools that are in doubt. */
const renewEveryMs = 250
/** A transaction that sends a mail, or that holds the right to build, may go on this long. */
const lastSeconds = 120

/**
 * A pool that is replaced by a fresh one as soon as it has lost a connection or is in doubt. The driver's own reconnecting
 * is not relied on: what it connects again remembers the answers, the faults and the bytes of the connection before, and
 * hands them to whoever asks next. A connection to a server that was demoted stays there, and one to a machine that has
 * vanished until the system gives it up, a quarter of an hour later.
 * After `graceMs` nobody waits any more for a pool that was replaced, but for what has begun and takes its time.
 */
export function resilientPool(url: string, graceMs = queryTimeoutMs) {
  let pool = openPool(url)
  let renewedAt = 0
  let isDoubtful = false
  let isEnded = false
  let wait = 0
  const retired = new Set<Pool>()

  const retire = (old: Pool) => {
    if (!old.retire()) return
    retired.add(old)
    setTimeout(() => old.end(lastSeconds).finally(() => retired.delete(old)), graceMs).unref()
  }

  return {
    /** The pool to be asked now. One that is over is of no use: the server cannot be reached, and was tried just now. */
    current(): Pool {
      const age = Date.now() - renewedAt
      const isTime = pool.isOver() && (pool.hasReplied() || age >= tryAgainMs)
      if (!isEnded && (isTime || (isDoubtful && age >= wait))) {
        isDoubtful = false
        wait = 0
        renewedAt = Date.now()
        retire(pool)
        pool = openPool(url)
      }
      return pool
    },
    /**
     * A pool leads to the wrong server, or a question stayed without an answer: what is asked next is asked of a fresh
     * one.
     */
    doubt(why: 'lost' | 'silent', its = pool) {
      if (its !== pool) return
      isDoubtful = true
      wait = Math.max(wait, why === 'lost' ? renewEveryMs : graceMs)
    },
    /**
     * A transaction on that pool was given up, and nothing more can be sent on its connection: what it has locked is
     * free again when that is cut. No other can tell which one it is, so all of its pool are, when nobody waits for
     * them any more.
     */
    abandon(its: Pool) {
      isDoubtful = true
      setTimeout(() => its.cut(), graceMs).unref()
    },
    /** Nothing is opened any more. */
    async end(seconds: number) {
      isEnded = true
      await Promise.all([pool, ...retired].map((one) => one.end(seconds)))
    },
  }
}

export type Pool = ReturnType<typeof openPool>

function openPool(url: string) {
  let sockets: Socket[] = []
  let refused = 0
  let isRetired = false
  const isOver = () => {
    let gone = 0
    for (const { destroyed } of sockets) if (destroyed) gone++
    return isRetired || gone > refused
  }
  const forgetRefused = () => {
    const left = sockets.filter((socket) => !socket.destroyed)
    refused -= sockets.length - left.length
    sockets = left
  }
  const db = openDatabase(url, {
    opened(socket) {
      if (isOver()) {
        // As soon as the driver listens.
        setImmediate(() => socket.destroy(connectionLost()))
        return
      }
      if (refused > 0) forgetRefused()
      sockets.push(socket)
    },
  })
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    db,
    cut,
    /** Nothing new may be asked of it: it was replaced, or has lost a connection. */
    isOver,
    /** A server with no connection left for us closes the one that asked, which was not one yet: the others go on. */
    apiError() {
      refused++
    },
    /** Whether the server has ever said anything. */
    hasReplied: () => sockets.some(({ bytesRead }) => bytesRead > 0),
    /** Whether anything is left that may go on. */
    retire() {
      isRetired = true
      return sockets.some((socket) => !socket.destroyed)
    },
    async end(timeout: number) {
      // The driver's own time counts from the first that asked for the end.
      await Promise.race([db.end({ timeout }), pause(timeout * 1000, undefined, { ref: false })])
      // A machine that has vanished does not take leave either.
      cut()
    },
  }
}
