import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { connectionLost, openDatabase } from './open-database.ts'
import { queryTimeoutMs } from './query-timeout.ts'

/** The pause between two pools that the server never replied to. */
const tryAgainMs = 50
/** The pause between two pools that became suspect. */
const renewEveryMs = 250
/** A transaction that sends a mail or holds the build lock may last this long. */
const lastSeconds = 120
/** Less than that in a minute is no load. Loops of the service alone ask six times a second. */
const quiet = { queries: 1_200, connections: 3 }

/**
 * A pool that is replaced by a fresh one once it has lost a connection or is suspect. The driver's own reconnecting is
 * not relied on: it carries results and faults over to the next query, and stays with a demoted or vanished server.
 * After `graceMs` a replaced pool is closed, except for transactions.
 *
 * The driver takes its connections in turn, so that none of them is ever idle, and the server's process behind each holds
 * 5 to 8 MB for the plans it has made: after `quietMs` without load, a few new ones take their place.
 */
export function resilientPool(
  url: string,
  graceMs = queryTimeoutMs,
  isPooled = false,
  quietMs = 60_000,
) {
  let pool = openPool(url, isPooled)
  let countedFrom = Date.now()
  let queries = 0
  let renewedAt = 0
  let isSuspect = false
  let isEnded = false
  let renewAfterMs = 0
  const retired = new Set<Pool>()

  const endLater = (old: Pool, end: () => Promise<void>) => {
    retired.add(old)
    setTimeout(() => end().finally(() => retired.delete(old)), graceMs).unref()
  }

  const isLarge = () => {
    queries++
    if (Date.now() - countedFrom < quietMs) return false
    const isQuiet = queries < quiet.queries
    countedFrom = Date.now()
    queries = 0
    return isQuiet && pool.size() > quiet.connections
  }

  return {
    /** If it is over, the server could not be reached a moment ago. */
    current(): Pool {
      const age = Date.now() - renewedAt
      const isDue = pool.isOver() && (pool.hasReplied() || age >= tryAgainMs)
      if (!isEnded && (isDue || (isSuspect && age >= renewAfterMs))) {
        isSuspect = false
        renewAfterMs = 0
        renewedAt = Date.now()
        const old = pool
        if (old.retire()) endLater(old, () => old.end(lastSeconds))
        pool = openPool(url, isPooled)
      } else if (isLarge() && !isEnded && !isSuspect && !pool.isOver()) {
        // Unlike a lost one it serves whoever holds it already, and ends when its last transaction has.
        const old = pool
        endLater(old, () => old.db.end())
        pool = openPool(url, isPooled)
      }
      return pool
    },
    /** A demoted server, or a query without a reply: the next query goes to a fresh pool. */
    suspect(reason: 'lost' | 'silent', suspected = pool) {
      if (suspected !== pool) return
      isSuspect = true
      renewAfterMs = Math.max(renewAfterMs, reason === 'lost' ? renewEveryMs : graceMs)
    },
    /**
     * A transaction was given up: its connection is cut to free its locks. Which one it is is unknown, so all of its
     * pool are cut once nobody waits for them.
     */
    abandon(abandoned: Pool) {
      isSuspect = true
      setTimeout(() => abandoned.cut(), graceMs).unref()
    },
    async end(seconds: number) {
      isEnded = true
      await Promise.all([pool, ...retired].map((each) => each.end(seconds)))
    },
  }
}

export type Pool = ReturnType<typeof openPool>

function openPool(url: string, isPooled: boolean) {
  let sockets: Socket[] = []
  let refusedCount = 0
  let isRetired = false
  const isOver = () => {
    let gone = 0
    for (const { destroyed } of sockets) if (destroyed) gone++
    return isRetired || gone > refusedCount
  }
  const resetRefused = () => {
    const left = sockets.filter((socket) => !socket.destroyed)
    refusedCount -= sockets.length - left.length
    sockets = left
  }
  const db = openDatabase(url, {
    isPooled,
    opened(socket) {
      if (isOver()) {
        // Once the driver listens.
        setImmediate(() => socket.destroy(connectionLost()))
        return
      }
      if (refusedCount > 0) resetRefused()
      sockets.push(socket)
    },
  })
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    db,
    cut,
    /** It was replaced, or has lost a connection. */
    isOver,
    /** A server with no connection left closes the new one: the others go on. */
    connectionRefused() {
      refusedCount++
    },
    size: () => sockets.filter((socket) => !socket.destroyed).length,
    hasReplied: () => sockets.some(({ bytesRead }) => bytesRead > 0),
    /** Returns whether a connection is left that may go on. */
    retire() {
      isRetired = true
      return sockets.some((socket) => !socket.destroyed)
    },
    async end(timeout: number) {
      // The driver's own timeout counts from the first call.
      await Promise.race([db.end({ timeout }), pause(timeout * 1000, undefined, { ref: false })])
      // A machine that has vanished never confirms the end.
      cut()
    },
  }
}
