import { Refusal } from '#contract/refusal.ts'
import { clientOver, toRefusal } from '#site/lib/call.ts'
import { deskPaths } from './desk-paths.ts'
import { dropToken, keptToken } from './token.ts'

/** What says that it is the publisher who asks. */
export const deskHeaders = () => ({ Authorization: `Bearer ${keptToken() ?? ''}` })

const send = (path: string, init: RequestInit) =>
  fetch(path, {
    ...init,
    headers: { ...Object.fromEntries(new Headers(init.headers)), ...deskHeaders() },
  })
const client = clientOver(send)

/** As `call`, with the publisher's token. A 401 closes the desk: the token goes, and the login comes. */
export const deskCall: typeof client.call = (...asked) => atDesk(client.call(...asked))

/** As `callPage`, with the publisher's token. */
export const deskCallPage: typeof client.callPage = (...asked) => atDesk(client.callPage(...asked))

/** A file that only the publisher may have, given to the browser as a download: of that name, else of the server's. */
export async function downloadFromDesk(path: string, name?: string) {
  const { file, served } = await atDesk(readFile(path))
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
  throw toRefusal(response.status, response.statusText, await response.text())
}

/** What came of something that was asked with the token. */
export async function atDesk<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 401) throw error
    leaveDesk()
    // The page is about to go: nothing on it needs to say that something went wrong.
    return new Promise(() => {})
  }
}

let isLeaving = false

/** The desk is closing by itself: what keeps its words on the device need not hold the publisher back. */
export const isLeavingDesk = () => isLeaving

/** Forgets the token and shows the login; afterwards the publisher is back at this page. */
export function leaveDesk() {
  isLeaving = true
  dropToken()
  location.replace(deskPaths.login(location.pathname + location.search))
}
