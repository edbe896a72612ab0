import { connect as openSocket, type Socket } from 'node:net'
import postgres from 'postgres'
import { queryTimeoutMs } from './query-timeout.ts'

/** The server gives up before the query itself times out. */
const statementTimeoutMs = queryTimeoutMs - 2_000

/**
 * In seconds, as the driver counts. Longer than a query waits, whose limit leaves out the time in which this process
 * stood still: the driver's own does not, and would take a busy processor for a silent server.
 */
const connectTimeout = 20

/**
 * The database recognises older releases by it, whose sessions are `ascend` and which write what `check_may_publish`
 * does not expect: the one thing besides that every pooler lets through.
 */
const sessionName = 'ascend-0110'

const types = {
  // Postgres sends these as text because they may exceed a JavaScript number; ours never do.
  count: { to: 20, from: [20], serialize: String, parse: Number },
  numeric: { to: 1700, from: [1700], serialize: String, parse: Number },
  // Times are ISO 8601 text outside the database.
  time: {
    to: 1184,
    from: [1184],
    serialize: (time: string | Date) => (time instanceof Date ? time.toISOString() : time),
    parse: (text: string) => new Date(text).toISOString(),
  },
}

/** The driver would query these on each connection, and a connection lost meanwhile would end the process. */
const arrays = Object.fromEntries(
  [
    { name: 'texts', oid: 1009, read: String },
    { name: 'uuids', oid: 2951, read: String },
    { name: 'integers', oid: 1007, read: Number },
    { name: 'counts', oid: 1016, read: Number },
  ].map(({ name, oid, read }) => [
    name,
    {
      to: oid,
      from: [oid],
      serialize: writeArray,
      parse: (text: string) =>
        readArray(text).map((element) => (element === null ? null : read(element))),
    },
  ]),
)

/** One dimension, each element in quotes. */
function writeArray(list: readonly unknown[]): string {
  const elements = list.map((element) =>
    element === null ? 'NULL' : `"${String(element).replace(/["\\]/g, '\\$&')}"`,
  )
  return `{${elements.join(',')}}`
}

function readArray(text: string): (string | null)[] {
  const elements = text.slice(1, -1).match(/"(?:[^"\\]|\\.)*"|[^,]+/gs) ?? []
  return elements.map((element) => {
    if (element === 'NULL') return null
    return element.startsWith('"') ? element.slice(1, -1).replace(/\\(.)/gs, '$1') : element
  })
}

interface OpenOptions {
  max?: number
  /** What its connections are called in pg_stat_activity. */
  name?: string
  /** The pause between two attempts to connect. Without it a query that cannot be sent fails at once. */
  pauseMs?: number
  /** Whether a pooler may put the next transaction on another connection, as PgBouncer in transaction mode does. */
  isPooled?: boolean | undefined
  /** It is called with each socket, so that one to a silent server can be closed. */
  opened?(socket: Socket): void
}

/**
 * A `host` parameter that is a folder is a Unix socket, as in libpq:
 * `postgres://app@localhost/ascend?host=/run/ascend`.
 */
export function openDatabase(url: string, options: OpenOptions = {}) {
  const address = new URL(url)
  const folder = address.searchParams.get('host')
  address.searchParams.delete('host')
  const settings = {
    ...(folder?.startsWith('/') ? { path: `${folder}/.s.PGSQL.${address.port || 5432}` } : {}),
    max: options.max ?? 10,
    transform: { ...postgres.camel, undefined: null },
    types: { ...arrays, ...types } as typeof types,
    fetch_types: false,
    connect_timeout: connectTimeout,
    // The driver's own pauses grow to twenty seconds.
    backoff: () => (options.pauseMs ?? 0) / 1000,
    // A connection that ends by itself would be taken for a lost one.
    max_lifetime: null,
    // A pooler refuses what it cannot keep for one client; there the limit is the role's (docs/database.md).
    connection: {
      application_name: options.name ?? sessionName,
      ...(options.isPooled ? {} : { statement_timeout: statementTimeoutMs }),
    },
    prepare: !options.isPooled,
    onnotice: () => {},
    socket(target: { path: string | false; host: string[]; port: number[] }) {
      const socket = openTcpOrUnix(target)
      options.opened?.(socket)
      return socket
    },
  }
  const db = postgres(address.href, settings)
  const { reserve } = db
  return Object.assign(db, {
    /** The driver hands out a connection that is yet to be made only after querying types on it. */
    async reserve() {
      await db`select 1`
      return reserve()
    },
  })
}

export type Database = ReturnType<typeof openDatabase>

export function connectionLost(): Error & { code: string } {
  return Object.assign(new Error('The connection was lost'), { code: 'CONNECTION_CLOSED' })
}

/** A close by the server counts as an error: the driver would reconnect for ever, a thousand times a second. */
function openTcpOrUnix({
  path,
  host: [host = ''],
  port: [port = 5432],
}: {
  path: string | false
  host: string[]
  port: number[]
}): Socket {
  const socket = path ? openSocket(path) : openSocket(port, host)
  socket.once('end', () => {
    socket.destroy(connectionLost())
  })
  // The driver checks a certificate against this name.
  return Object.assign(socket, { host })
}
