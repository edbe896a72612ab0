import { isConnectionLost } from './database-unavailable.ts'
import { guardedPool, type QueryTarget } from './driver/guarded-pool.ts'
import { hookQuery } from './driver/query-hooks.ts'
import { openRead, type Versions } from './open-read.ts'
import { type Database, outsideTransaction, sql } from './sql.ts'

/** Limit for a probe and for each query of a read, before the primary is used instead. */
const withinMs = 1_000
const probeEveryMs = 1_000
/** Interval of probes of a standby that lacks a version. */
const probeAgainMs = 100
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
  known: { db: QueryTarget['db']; version: number } | undefined
  /** The time, by the clock of this process, up to which the standby has everything of the primary. */
  caughtUpAt: number | undefined
  /** Why it is left out. */
  fault: string | undefined
  probedAt: number
  pending: Promise<void> | undefined
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
let positions: { at: number; position: number }[] = []

/**
 * Lets public reads go to these standbys. Each is probed every second; one that does not answer or is too far behind is
 * left out until a probe succeeds. Call `connect` first.
 */
export function connectStandbys(urls: string[], { note }: Options = {}) {
  positions = []
  standbys = urls.map((url) => ({
    name: nameOf(url),
    pool: guardedPool(url, withinMs),
    known: undefined,
    caughtUpAt: undefined,
    fault: 'not probed yet',
    probedAt: 0,
    pending: undefined,
    wasInUse: undefined,
  }))
  const own = standbys
  const round = async () => {
    await recordWalPosition()
    await Promise.all(own.map(probe))
    for (const standby of standbys === own ? own : []) {
      const state = stateOf(standby)
      if (state.isInUse !== standby.wasInUse) note?.(state)
      standby.wasInUse = state.isInUse
    }
  }
  let isProbing = false
  const begin = () => {
    if (isProbing) return
    isProbing = true
    void round().finally(() => {
      isProbing = false
    })
  }
  const timer = setInterval(begin, probeEveryMs).unref()
  if (urls.length > 0) begin()
  else clearInterval(timer)
  return {
    async stop() {
      clearInterval(timer)
      if (standbys === own) standbys = []
      await Promise.all(own.map(({ pool }) => pool.end(1)))
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
    if ((standby.known?.version ?? -1) >= version) return standby
    if (performance.now() - standby.probedAt > probeAgainMs) {
      void outsideTransaction(() => probe(standby))
    }
  }
  return undefined
}

function isInUse({ known, caughtUpAt, pool }: Standby): boolean {
  if (!known || caughtUpAt === undefined || performance.now() - caughtUpAt > mostBehindMs)
    return false
  return known.db === pool.current().db
}

function targetOf(standby: Standby, onFault: () => void): QueryTarget {
  const { db, guard } = standby.pool.current()
  return {
    db,
    guard: (built) =>
      hookQuery(guard(built), {
        begin() {
          // Left out since the read began: fails at once, so that the read does not wait for it twice.
          if (standby.known?.db === db) return () => {}
          onFault()
          throw new Error('The standby was left out')
        },
        readFault(fault) {
          onFault()
          if (isConnectionLost(fault) && standby.known?.db === db) leaveOut(standby, fault)
          return fault
        },
      }),
  }
}

function leaveOut(standby: Standby, fault: unknown) {
  standby.known = undefined
  standby.fault = fault instanceof Error ? fault.message : String(fault)
}

/** The present WAL position of the primary; everything committed is before it. */
export async function findWalPosition(primary: Database): Promise<number> {
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
    const position = await findWalPosition(sql)
    // A new primary, which may lack commits of the former one.
    if (position < (positions.at(-1)?.position ?? 0)) {
      positions = []
      for (const standby of standbys) standby.caughtUpAt = undefined
    }
    positions.push({ at, position })
    positions = positions.filter(({ at: takenAt }) => takenAt > at - rememberedMs)
  } catch {
    // Until the primary answers, no standby counts as up to date.
  }
}

function probe(standby: Standby): Promise<void> {
  standby.pending ??= runProbe(standby).finally(() => {
    standby.pending = undefined
  })
  return standby.pending
}

async function runProbe(standby: Standby) {
  standby.probedAt = performance.now()
  try {
    const { db, guard } = standby.pool.current()
    const { position, version } = await findReplayed(db, guard)
    const reached = positions.findLast((past) => past.position <= position)
    if (reached) standby.caughtUpAt = Math.max(reached.at, standby.caughtUpAt ?? reached.at)
    standby.known = { db, version }
    standby.fault = undefined
  } catch (error) {
    leaveOut(standby, error)
  }
}

function stateOf(standby: Standby): StandbyState {
  const { name, caughtUpAt, probedAt, fault } = standby
  const isUsed = isInUse(standby)
  const behind = caughtUpAt === undefined ? undefined : Math.max(0, probedAt - caughtUpAt) / 1000
  const why = fault ?? (caughtUpAt === undefined ? 'it is far behind' : 'it is behind')
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
