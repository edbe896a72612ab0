import { createServer, type RequestListener } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { listen } from './listen.ts'
import { limitTimes } from './time-limits.ts'

/** A front server asks every second who is ready (deploy/front/front.sh). */
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
