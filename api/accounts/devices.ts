import type { RequestContext } from '#api/http/request-context.ts'
import { insertDevice, isDeviceOf } from './accounts.queries.ts'

/** The id of this browser, if this account was signed in with it before. */
export async function findDevice(
  context: RequestContext,
  email: string,
): Promise<string | undefined> {
  const id = context.knownVisitorId()
  return id && (await isDeviceOf(email, id)) ? id : undefined
}

/**
 * Starts a session and remembers the browser, so that a stranger's guesses do not lock its reader out. A program is not
 * remembered: it has no reader before it.
 */
export async function signInHere(context: RequestContext, reader: { id: string; email: string }) {
  await context.signIn(reader.id)
  if (context.browser !== undefined) await insertDevice(reader, context.visitorId())
}
