import { type DestinationStream, type Level, pino } from 'pino'

/** Errors of Postgres quote whole rows, those of Node the bytes that were sent. */
const quotes = ['err.detail', 'err.where', 'err.internal_query', 'err.rawPacket']

/** Lines of JSON without secrets or personal data. */
export function openLog(level: Level | 'silent', to?: DestinationStream) {
  const options = { level, redact: { paths: quotes, remove: true } }
  return to ? pino(options, to) : pino(options)
}
