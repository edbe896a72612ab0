import { ApiError } from '#contract/api-error.ts'
import { clientOver, toApiError } from '#site/lib/call.ts'
import { adminPaths } from './admin-paths.ts'
import { clearToken, storedToken } from './token.ts'

/** What says that it is the publisher who asks. */
export const adminHeaders = () => ({ Authorization: `Bearer ${storedToken() ?? ''}` })

const send = (path: string, init: RequestInit) =>
  fetch(path, {
    ...init,
    headers: { ...Object.fromEntries(new Headers(init.headers)), ...adminHeaders() },
  })
const client = clientOver(send)

/** As `call`, with the publisher's token. A 401 ends the session: the token goes, and the login comes (but `staysWhenSessionEnds`). */
export const adminCall: typeof client.call = (...asked) => withAdminSession(client.call(...asked))

/** As `callPage`, with the publisher's token. */
export const adminCallPage: typeof client.callPage = (...asked) =>
  withAdminSession(client.callPage(...asked))

/** A file that only the publisher may have, given to the browser as a download: of that name, else of the server's. */
export async function downloadAdminFile(path: string, name?: string) {
  const { file, served } = await withAdminSession(readFile(path))
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name ?? served
  link.click()
  // Not at once: the browser reads it only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

async function readFile(path: string): Promise<{ file: Blob; served: string }> {
  const response = await send(path, {})
  if (response.ok) {
    const [, served = ''] =
      /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? []
    return { file: await response.blob(), served }
  }
  throw toApiError(response.status, response.statusText, await response.text())
}

let stay: (() => void) | undefined

/**
 * For a page with words that are not saved: a 401 does not lead away, but is told here, and thrown. Returns what ends it.
 */
export function staysWhenSessionEnds(told: () => void): () => void {
  stay = told
  return () => {
    stay = undefined
  }
}

/** What came of something that was asked with the token. */
export async function withAdminSession<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    if (stay) {
      stay()
      throw error
    }
    leaveAdmin()
    // The page is about to go: nothing on it needs to say that something went wrong.
    return new Promise(() => {})
  }
}

/** Resolves to whether this very call deleted it: what is gone already counts as deleted. */
export async function deleteUnlessGone(deleting: Promise<unknown>): Promise<boolean> {
  try {
    await deleting
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false
    throw error
  }
}

let isLeaving = false
let isLoggingOut = false

/** Ends the session here and, where it can be reached, on the server. Calls under way then lead nowhere by their 401. */
export async function logOut(): Promise<void> {
  isLoggingOut = true
  // What is not told to the server ends by itself within hours.
  await client.call('POST /admin/logout', {}).catch(console.warn)
  clearToken()
}

/** The session has ended by itself: a form that stores its text on the device need not hold the publisher back. */
export const isLeavingAdmin = () => isLeaving

/** Forgets the token and shows the login; afterwards the publisher is back at this page. */
export function leaveAdmin() {
  if (isLoggingOut) return
  isLeaving = true
  clearToken()
  location.replace(adminPaths.login(location.pathname + location.search))
}
