import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/**
 * Stands between a service and its database and counts what the service says to it, so that a test can end the
 * service between any two steps. `url` is the database's own, with its socket folder in `host`.
 */
export async function aDatabaseProxy(url: string) {
  const address = new URL(url)
  const socketPath = `${address.searchParams.get('host')}/.s.PGSQL.5432`
  const open = new Set<Socket>()
  let steps = 0
  let isSilent = false
  let strike: { at: number | string; isHeard: boolean; run: () => void } | undefined

  const server = createServer((service) => {
    const database = connect(socketPath)
    for (const socket of [service, database]) {
      open.add(socket)
      // Whoever was killed leaves connections that break.
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        service.destroy()
        database.destroy()
      })
    }
    database.on('data', (output) => {
      if (!isSilent && !service.destroyed) service.write(output)
    })
    service.on('data', (output) => {
      if (isSilent) return
      steps++
      const isStruck =
        strike && (typeof strike.at === 'string' ? output.includes(strike.at) : strike.at === steps)
      if (!strike || !isStruck) {
        if (!database.destroyed) database.write(output)
        return
      }
      const { isHeard, run } = strike
      strike = undefined
      // The database may do what a service that is no more has asked for.
      if (isHeard) database.write(output)
      run()
    })
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://${address.username}@127.0.0.1:${port}${address.pathname}`,
    /**
     * Calls `run` at the step of that number, counted from now, or at the first that says that word; whether the database
     * hears of it is said too.
     */
    strikeAt(at: number | string, isHeard: boolean, run: () => void) {
      steps = 0
      strike = { at, isHeard, run }
    },
    /** From now on nothing of what is said arrives, in either direction: what is on its way is lost. */
    fallSilent() {
      isSilent = true
    },
    /** New connections are heard again; what was lost on old ones stays lost. */
    speakAgain() {
      isSilent = false
    },
    /** Cuts every connection. */
    cut() {
      for (const socket of open) socket.destroy()
    },
    /** Steps since the last strike was set. */
    steps: () => steps,
    async stop() {
      for (const socket of open) socket.destroy()
      await new Promise((closed) => server.close(closed))
    },
  }
}
