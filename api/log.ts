import { type DestinationStream, type Level, pino } from 'pino'

/**
 * What errors quote: Postgres whole rows, with names, addresses and hashes in them, and Node the bytes that somebody
 * sent, cookies and keys included.
 */
const quotes = ['err.detail', 'err.where', 'err.internal_query', 'err.rawPacket']

/** The one log: lines of JSON, which hold nothing that opens anything or names anybody. */
export function openLog(level: Level | 'silent', to?: DestinationStream) {
  const options = { level, redact: { paths: quotes, remove: true } }
  return to ? pino(options, to) : pino(options)
}
