import { createServer, type RequestListener, type Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parseUrl } from '#contract/pages/parse-url.ts'

/** Front servers check readiness every second (deploy/front/front.sh). */
const noticedMs = 3_000
const staysMs = 5_000
const finishMs = 9_000

export interface OpenServer {
  isLeaving(): boolean
  /** Asks clients to reconnect, and resolves when a front server has had time to notice. */
  leave(): Promise<void>
  /** Lets requests in flight finish, then cuts what is left. */
  close(): Promise<void>
}

/** Rejects with an Error that says what to do when the port is taken. */
export async function openServer(
  answer: RequestListener,
  { port, host, isBehind }: { port: number; host: string; isBehind: boolean },
): Promise<OpenServer> {
  let leftAt: number | undefined
  const server = createServer({ connectionsCheckingInterval: 5_000 }, (request, response) => {
    if (leftAt !== undefined) response.setHeader('Connection', 'close')
    // HTTP/1.1 keeps connections open unasked; saying so costs 48 bytes of each answer.
    else if (request.httpVersion === '1.1') response.removeHeader('Connection')
    answer(request, response)
  })
  limitTimes(server)
  const count = () =>
    new Promise<number>((resolve) => server.getConnections((_, open = 0) => resolve(open)))

  await listen(server, port, host, 'PORT')

  return {
    isLeaving: () => leftAt !== undefined,
    async leave() {
      leftAt ??= Date.now()
      if (isBehind) await pause(noticedMs)
      while ((await count()) > 0 && Date.now() - leftAt < staysMs) await pause(20)
    },
    async close() {
      leftAt ??= Date.now()
      const rest = Math.max(0, leftAt + finishMs - Date.now())
      const cut = setTimeout(() => server.closeAllConnections(), rest)
      server.closeIdleConnections()
      await new Promise((resolve) => server.close(resolve))
      clearTimeout(cut)
    },
  }
}

/** Milliseconds. At 50 kilobits the longest story is sent in 40 s. */
export const timeLimits = {
  headers: 15_000,
  body: 2 * 60_000,
  /** A body with a file: the book of 50 MB at 250 kilobits. */
  upload: 30 * 60_000,
  /** No byte is sent or received. */
  silence: 60_000,
  /** Longer than a front server keeps an idle connection (60 s). */
  idle: 75_000,
}

export function limitTimes(server: Server, limits = timeLimits) {
  server.headersTimeout = limits.headers
  server.requestTimeout = limits.upload
  server.timeout = limits.silence
  server.keepAliveTimeout = limits.idle
}

const reasons: Record<string, string> = {
  EADDRINUSE: 'is taken by another program. Stop it',
  EACCES: 'may not be opened by this user. Put a front server there',
}

/** Rejects with an Error that says what to do; `setting` is the variable that sets the port. */
export async function listen(server: Server, port: number, host: string, setting: string) {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = reasons[error.code ?? '']
      reject(
        reason ? new Error(`Port ${port} ${reason}, or set ${setting} to another number.`) : error,
      )
    })
    server.listen(port, host, resolve)
  })
}

/** A host name or address of this machine alone. */
export function isLoopback(host: string): boolean {
  return /^(127(\.\d{1,3}){3}|localhost|\[?::1\]?)$/i.test(host)
}

/** Whether others than this machine can use the address. HOST alone does not tell: a proxy may serve it. */
export function isPublic(publicUrl: string | undefined): boolean {
  const url = publicUrl === undefined ? undefined : parseUrl(publicUrl)
  return url !== undefined && !isLoopback(url.hostname)
}
