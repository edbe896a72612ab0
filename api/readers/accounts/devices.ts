import type { RequestContext } from '#api/http/request-context.ts'
import { deviceHash } from '#api/http/secrets/secrets.ts'
import { insertDevice, isDeviceKnown } from './accounts.queries.ts'

const hashOf = (secret: Uint8Array, email: string, visitorId: string) =>
  deviceHash(secret, 'reader devices', { account: email, visitorId })

/** The stored hash of this browser, if this account has signed in with it before. */
export async function findDevice(
  context: RequestContext,
  email: string,
  secret: Uint8Array,
): Promise<string | undefined> {
  const id = context.knownVisitorId()
  const hash = id && hashOf(secret, email, id)
  return hash && (await isDeviceKnown(hash)) ? hash : undefined
}

/**
 * Starts a session and stores the browser as known, so that a stranger's guesses do not lock its reader out. Programs
 * are not stored.
 */
export async function signInHere(
  context: RequestContext,
  reader: { id: string; email: string },
  secret: Uint8Array,
) {
  await context.signIn(reader.id)
  if (context.browser === undefined) return
  await insertDevice(reader.id, hashOf(secret, reader.email, context.visitorId()))
}
