import { ApiError } from '#contract/api-error.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { clientOver, toApiError } from '#site/lib/call.ts'
import { clearLastOpened } from './lists/last-opened.ts'
import { clearToken, storedToken } from './token.ts'

export const adminHeaders = () => ({ Authorization: `Bearer ${storedToken() ?? ''}` })

/** `fetch` with the token. */
export const sendAsStaff = (path: string, init: RequestInit) =>
  fetch(path, {
    ...init,
    headers: { ...Object.fromEntries(new Headers(init.headers)), ...adminHeaders() },
  })
const client = clientOver(sendAsStaff)

/** As `call`, with the token. A 401 ends the session: token removed, login shown (but see `staysWhenSessionEnds`). */
export const adminCall: typeof client.call = (...asked) => withAdminSession(client.call(...asked))

/** Calls like `callPage`, with the publisher's token. */
export const adminCallPage: typeof client.callPage = (...asked) =>
  withAdminSession(client.callPage(...asked))

/** What to say of a failed call: the API's own sentence where it refused, else `otherwise`. */
export const sentenceOf = (error: unknown, otherwise: string): string =>
  error instanceof ApiError && error.status < 500 ? error.sentence : otherwise

/** Downloads a file that needs the token, under the given name, else the server's. */
export async function downloadAdminFile(path: string, name?: string) {
  const { file, served } = await withAdminSession(readFile(path))
  saveFile(file, name ?? served)
}

/** Puts it among the downloads of the browser. */
export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // It is not revoked at once: the browser reads it only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** A file that needs the token, as a data URL: the pages' policy forbids `blob:`. */
export async function readAdminFile(path: string): Promise<{ bytes: number; url: string }> {
  const { file } = await withAdminSession(readFile(path))
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve({ bytes: file.size, url: String(reader.result) })
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}

async function readFile(path: string): Promise<{ file: Blob; served: string }> {
  const response = await sendAsStaff(path, {})
  if (response.ok) {
    const [, served = ''] =
      /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? []
    return { file: await response.blob(), served }
  }
  throw toApiError(response.status, response.statusText, await response.text())
}

let stay: (() => void) | undefined

/**
 * A page with unsaved text calls it: a 401 calls back instead of redirecting, and is thrown. Returns what ends that.
 */
export function staysWhenSessionEnds(told: () => void): () => void {
  stay = told
  return () => {
    stay = undefined
  }
}

/** Handles the answer of a call with the token. */
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
    // The page is about to unload: nothing on it needs to show an error.
    return new Promise(() => {})
  }
}

/** Resolves to whether this call deleted it; a missing one counts as deleted. */
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

/** Ends the session here and, where it can be reached, on the server. A pending call's 401 redirects nowhere then. */
export async function logOut(): Promise<void> {
  isLoggingOut = true
  // A session that the server was not asked to end expires within hours.
  await client.call('POST /admin/logout', {}).catch(console.warn)
  clearToken()
  clearLastOpened()
}

/** The session has expired: a form that stores its draft on the device need not warn the publisher. */
export const isLeavingAdmin = () => isLeaving

/** Removes the token and shows the login, which returns to this page. */
export function leaveAdmin() {
  if (isLoggingOut) return
  isLeaving = true
  clearToken()
  location.replace(staffPaths.login(location.pathname + location.search))
}
