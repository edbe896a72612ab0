import { createServer, type RequestListener } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { listen } from './listen.ts'
import { limitTimes } from './time-limits.ts'

/** A front server asks every second who is ready (deploy/front/front.sh). */
const noticedMs = 3_000
/** Connections still open after this long are closed. */
const staysMs = 5_000
/** Requests in flight get this long to finish once the service is stopping. */
const finishMs = 9_000

export interface OpenServer {
  /** Whether it is about to stop: no new requests should be sent. */
  isLeaving(): boolean
  /**
   * Before `close`, where requests still come: answers go on, and each one asks the client to take another connection
   * next time. Resolves when a front server has had time to hear of it, and clients to go.
   */
  leave(): Promise<void>
  /** Takes no new connection, lets requests in flight finish, then cuts what is left. */
  close(): Promise<void>
}

/** Listens. Rejects with an Error that says what to do when the port is taken. */
export async function openServer(
  answer: RequestListener,
  { port, host, isBehind }: { port: number; host: string; isBehind: boolean },
): Promise<OpenServer> {
  // Slow connections are checked every five seconds.
  const server = createServer({ connectionsCheckingInterval: 5_000 }, answer)
  limitTimes(server)
  let leftAt: number | undefined
  server.prependListener('request', (_, response) => {
    if (leftAt !== undefined) response.setHeader('Connection', 'close')
  })
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
