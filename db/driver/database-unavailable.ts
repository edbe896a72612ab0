/** Codes of the driver and the system for an unreachable server. */
const brokenCodes = [
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'SASL_SIGNATURE_MISMATCH',
  'EACCES',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETUNREACH',
  'ENFILE',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]

/** A server whose certificate is not to be trusted. */
const untrusted = /CERT|^ERR_(TLS|SSL)|^UNABLE_TO_/

/** SQLSTATE classes of a connection that is over or leads to an unusable server. */
const brokenStates = /^(08|28|3D|57P|25006)/

/** SQLSTATEs of temporary errors: resources (53), timeout (57014), conflicts (40), disk (58). */
const busyStates = /^(53|57014|40|58)/

/** The database is at fault, not the request; `cause` says why. */
export class DatabaseUnavailableError extends Error {
  readonly code: string
  /** The connection is unusable, or leads to the wrong server. */
  readonly isBroken: boolean

  constructor(cause: Error & { code?: unknown }, isBroken: boolean) {
    super(`The database is unavailable: ${cause.message}`, { cause })
    this.name = 'DatabaseUnavailableError'
    this.code = String(cause.code ?? '')
    this.isBroken = isBroken
  }
}

/** Converts errors of the driver; others stay as they are. */
export function readFault(fault: unknown): unknown {
  if (!(fault instanceof Error) || fault instanceof DatabaseUnavailableError) return fault
  const { code } = fault as { code?: unknown }
  if (typeof code !== 'string') return fault
  // A SQLSTATE has five characters, and so does EPIPE.
  const isBroken = [untrusted, brokenStates].some((names) => names.test(code))
  if (isBroken || brokenCodes.includes(code)) return new DatabaseUnavailableError(fault, true)
  return busyStates.test(code) ? new DatabaseUnavailableError(fault, false) : fault
}

/** Whether nothing more can be sent on the connection. */
export function isConnectionLost(error: unknown): boolean {
  const fault = readFault(error)
  return fault instanceof DatabaseUnavailableError && fault.isBroken
}

/** Whether the server has reached its limit of connections. */
export function isNoneLeft(fault: unknown): boolean {
  return fault instanceof DatabaseUnavailableError && fault.code === '53300'
}
