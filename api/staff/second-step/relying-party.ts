import { isIP } from 'node:net'

export interface RelyingParty {
  /** The host name that passkeys are made for, for ever. */
  id: string
  origin: string
}

/**
 * From the configured address, never from a request's Host. Undefined where browsers offer no passkeys: at an IP
 * address, and without https outside this machine.
 */
export function relyingParty(publicUrl: string): RelyingParty | undefined {
  const { hostname, origin, protocol } = new URL(publicUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || isLocal ? { id: hostname, origin } : undefined
}
