import { connect as openSocket, type Socket } from 'node:net'
import postgres from 'postgres'
import { queryTimeoutMs } from './query-timeout.ts'

/**
 * Statements give up after this long, so that one bad query cannot hold a connection for ever: before those who wait
 * for it are told that there is no answer.
 */
const statementTimeoutMs = queryTimeoutMs - 2_000

/** For the address of a server that says nothing at all, in seconds. */
const connectTimeout = 5

const types = {
  // Postgres sends these three as text because they may exceed a JavaScript number; ours never do:
  // counts stay far below 2^53 and prices have two decimals.
  count: { to: 20, from: [20], serialize: String, parse: Number },
  numeric: { to: 1700, from: [1700], serialize: String, parse: Number },
  // Times are ISO 8601 text everywhere outside the database.
  time: {
    to: 1184,
    from: [1184],
    serialize: (time: string | Date) => (time instanceof Date ? time.toISOString() : time),
    parse: (text: string) => new Date(text).toISOString(),
  },
}

/** The driver would ask for these on each connection, and die of a connection that is cut while it asks. */
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
      parse: (text: string) => readArray(text).map((one) => (one === null ? null : read(one))),
    },
  ]),
)

/** One dimension, each element in quotes. */
function writeArray(list: readonly unknown[]): string {
  const elements = list.map((one) =>
    one === null ? 'NULL' : `"${String(one).replace(/["\\]/g, '\\$&')}"`,
  )
  return `{${elements.join(',')}}`
}

function readArray(text: string): (string | null)[] {
  const elements = text.slice(1, -1).match(/"(?:[^"\\]|\\.)*"|[^,]+/gs) ?? []
  return elements.map((one) => {
    if (one === 'NULL') return null
    return one.startsWith('"') ? one.slice(1, -1).replace(/\\(.)/gs, '$1') : one
  })
}

interface OpenOptions {
  max?: number
  /** Between two attempts to connect. Without it a query that cannot be sent is refused at once. */
  pauseMs?: number
  /** Told of each socket, so that one to a server that says nothing can be given up. */
  opened?(socket: Socket): void
}

/**
 * Opens a pool. A `host` parameter that is a folder means a Unix socket in it, as in libpq:
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
    // The driver's own pauses grow to twenty seconds, and whoever asks would wait for their end.
    backoff: () => (options.pauseMs ?? 0) / 1000,
    // One that ends by itself would be taken for one that was lost.
    max_lifetime: null,
    connection: { application_name: 'ascend', statement_timeout: statementTimeoutMs },
    onnotice: () => {},
    socket(to: { path: string | false; host: string[]; port: number[] }) {
      const socket = reach(to)
      options.opened?.(socket)
      return socket
    },
  }
  const db = postgres(address.href, settings)
  const { reserve } = db
  return Object.assign(db, {
    /** A connection that is yet to be made the driver never hands out, unless it has asked for types on it. */
    async reserve() {
      await db`select 1`
      return reserve()
    },
  })
}

export type Database = ReturnType<typeof openDatabase>

/** By the driver's own code. */
export function connectionLost(): Error & { code: string } {
  return Object.assign(new Error('The connection was lost'), { code: 'CONNECTION_CLOSED' })
}

/**
 * A socket on its way. One that the server closes is a fault: to a connection that was closed before it was made the
 * driver would come back for ever, a thousand times a second.
 */
function reach({
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
  // By this name the driver checks a certificate.
  return Object.assign(socket, { host })
}
