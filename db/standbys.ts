import { isConnectionLost } from './database-unavailable.ts'
import { guardedPool, type QueryTarget } from './driver/guarded-pool.ts'
import { hookQuery } from './driver/query-hooks.ts'
import { openRead, type Versions } from './open-read.ts'
import { type Database, outsideTransaction, sql } from './sql.ts'

/** Limit for a probe and for each query of a read, before the primary is used instead. */
const withinMs = 1_000
const lookEveryMs = 1_000
/** Interval of probes of a standby that lacks a version. */
const lookAgainMs = 100
/** A standby further behind is left out. */
export const mostBehindMs = 4_000
/** How long the WAL positions of the primary are remembered. */
const rememberedMs = 60_000

/**
 * After a write, a browser reads from the primary for this long: longer than any standby in use is behind, and than the
 * clocks of two machines differ.
 */
export const ownWritesMs = mostBehindMs + 1_000

/** A streaming replica of the primary. */
interface Standby {
  name: string
  pool: ReturnType<typeof guardedPool>
  /** Undefined: left out. Valid for these connections only, since a restarted standby may have gone back. */
  seen: { db: QueryTarget['db']; version: number } | undefined
  /** The time, by the clock of this process, up to which the standby has everything of the primary. */
  upTo: number | undefined
  /** Why it is left out. */
  fault: string | undefined
  lookedAt: number
  look: Promise<void> | undefined
  wasInUse: boolean | undefined
}

export interface StandbyState {
  /** Host and port. */
  name: string
  isInUse: boolean
  /** Undefined: unknown. */
  secondsBehind: number | undefined
  /** Why it is left out. */
  fault: string | undefined
}

interface Options {
  /** Called when a standby is left out and when it is used again. */
  note?(state: StandbyState): void
}

let standbys: Standby[] = []
/** The WAL position of the primary over time, oldest first. */
let ends: { at: number; position: number }[] = []

/**
 * Lets public reads go to these standbys. Each is probed every second; one that does not answer or is too far behind is
 * left out until a probe succeeds. Call `connect` first.
 */
export function connectStandbys(urls: string[], { note }: Options = {}) {
  ends = []
  standbys = urls.map((url) => ({
    name: nameOf(url),
    pool: guardedPool(url, withinMs),
    seen: undefined,
    upTo: undefined,
    fault: 'not looked at yet',
    lookedAt: 0,
    look: undefined,
    wasInUse: undefined,
  }))
  const mine = standbys
  const round = async () => {
    await recordWalPosition()
    await Promise.all(mine.map(lookAt))
    for (const standby of standbys === mine ? mine : []) {
      const state = stateOf(standby)
      if (state.isInUse !== standby.wasInUse) note?.(state)
      standby.wasInUse = state.isInUse
    }
  }
  let isLooking = false
  const begin = () => {
    if (isLooking) return
    isLooking = true
    void round().finally(() => {
      isLooking = false
    })
  }
  const timer = setInterval(begin, lookEveryMs).unref()
  if (urls.length > 0) begin()
  else clearInterval(timer)
  return {
    async stop() {
      clearInterval(timer)
      if (standbys === mine) standbys = []
      await Promise.all(mine.map(({ pool }) => pool.end(1)))
    },
  }
}

export function standbyStates(): StandbyState[] {
  return standbys.map(stateOf)
}

export function isStandbyInUse(): boolean {
  return standbys.some(isInUse)
}

/**
 * Reads from a standby that has these versions, otherwise from the primary. After any error on the standby the work is
 * repeated on the primary, since the standby's tables may be older than the code.
 */
export async function readAt<T>(
  versions: Versions,
  question: string,
  work: () => Promise<T>,
): Promise<T> {
  if (standbys.length === 0) return work()
  const fromPrimary = () => openRead.run({ versions, standby: undefined }, work)
  const standby = choose(versions.site, question)
  if (!standby) return fromPrimary()
  let hasFailed = false
  const target = targetOf(standby, () => {
    hasFailed = true
  })
  try {
    return await openRead.run({ versions, standby: target }, work)
  } catch (error) {
    if (!hasFailed) throw error
    return fromPrimary()
  }
}

/** Chooses the same standby for the same request if possible, so that no response is followed by an older one. */
function choose(version: number, question: string): Standby | undefined {
  const first = hash(question) % standbys.length
  for (const standby of [...standbys.slice(first), ...standbys.slice(0, first)]) {
    if (!isInUse(standby)) continue
    if ((standby.seen?.version ?? -1) >= version) return standby
    if (performance.now() - standby.lookedAt > lookAgainMs) {
      void outsideTransaction(() => lookAt(standby))
    }
  }
  return undefined
}

function isInUse({ seen, upTo, pool }: Standby): boolean {
  if (!seen || upTo === undefined || performance.now() - upTo > mostBehindMs) return false
  return seen.db === pool.current().db
}

function targetOf(standby: Standby, noteFault: () => void): QueryTarget {
  const { db, guard } = standby.pool.current()
  return {
    db,
    guard: (built) =>
      hookQuery(guard(built), {
        begin() {
          // Left out since the read began: fails at once, so that the read does not wait for it twice.
          if (standby.seen?.db === db) return () => {}
          noteFault()
          throw new Error('The standby was left out')
        },
        readFault(fault) {
          noteFault()
          if (isConnectionLost(fault) && standby.seen?.db === db) leaveOut(standby, fault)
          return fault
        },
      }),
  }
}

function leaveOut(standby: Standby, fault: unknown) {
  standby.seen = undefined
  standby.fault = fault instanceof Error ? fault.message : String(fault)
}

/** The present WAL position of the primary; everything committed is before it. */
export async function findEnd(primary: Database): Promise<number> {
  const [row] = await primary<{ position: number }[]>`
    select pg_current_wal_flush_lsn() - '0/0'::pg_lsn as position`
  return row?.position ?? 0
}

/** The WAL position and the data version of a standby. Throws for any other database. */
export async function findReplayed(standby: Database, guard = (query: object) => query) {
  const [row] = await (guard(standby`
    select version, pg_is_in_recovery() as is_standby,
      pg_last_wal_replay_lsn() - '0/0'::pg_lsn as position
    from site_version`) as Promise<
    { version: number; isStandby: boolean; position: number | null }[]
  >)
  if (!row?.isStandby || row.position === null) throw new Error('it is no standby')
  return { version: row.version, position: row.position }
}

async function recordWalPosition() {
  const at = performance.now()
  try {
    const position = await findEnd(sql)
    // A new primary, which may lack commits of the former one.
    if (position < (ends.at(-1)?.position ?? 0)) {
      ends = []
      for (const standby of standbys) standby.upTo = undefined
    }
    ends.push({ at, position })
    ends = ends.filter((end) => end.at > at - rememberedMs)
  } catch {
    // Until the primary answers, no standby counts as up to date.
  }
}

function lookAt(standby: Standby): Promise<void> {
  standby.look ??= look(standby).finally(() => {
    standby.look = undefined
  })
  return standby.look
}

async function look(standby: Standby) {
  standby.lookedAt = performance.now()
  try {
    const { db, guard } = standby.pool.current()
    const { position, version } = await findReplayed(db, guard)
    const reached = ends.findLast((end) => end.position <= position)
    if (reached) standby.upTo = Math.max(reached.at, standby.upTo ?? reached.at)
    standby.seen = { db, version }
    standby.fault = undefined
  } catch (error) {
    leaveOut(standby, error)
  }
}

function stateOf(standby: Standby): StandbyState {
  const { name, upTo, lookedAt, fault } = standby
  const isUsed = isInUse(standby)
  const behind = upTo === undefined ? undefined : Math.max(0, lookedAt - upTo) / 1000
  const why = fault ?? (upTo === undefined ? 'it is far behind' : 'it is behind')
  return { name, isInUse: isUsed, secondsBehind: behind, fault: isUsed ? undefined : why }
}

/** The address without user and password. */
export function nameOf(url: string): string {
  const { hostname, port, searchParams } = new URL(url)
  return `${searchParams.get('host') ?? hostname}:${port || 5432}`
}

function hash(text: string): number {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum = (sum * 31 + text.charCodeAt(at)) >>> 0
  return sum
}
