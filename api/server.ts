import { createServer } from 'node:http'
import { join } from 'node:path'
import { pino } from 'pino'
import { readPublications } from '#content/read-content.ts'
import { loadDemo } from '#db/demo.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { connect } from '#db/sql.ts'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { type LoadedSite, loadSite } from './http/live-site.ts'
import { startBuilder } from './site-builds/builder.ts'
import { findCurrentRelease } from './site-builds/releases.ts'

/** How often a replica looks whether another one has swapped in a new site. */
const lookForSwapMs = 500
/** Requests in flight get this long to finish when the service is told to stop. */
const finishMs = 10_000

export interface StartOptions {
  env: Record<string, string | undefined>
  /** The project's folder. */
  root: string
  /** The bundled `site-builds/build-site.ts`. */
  buildScript: string
  /** Told of each slow step; resolves with what the step resolves to. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>
}

export interface Service {
  publicUrl: string
  /** Of the database in use, the embedded one included. */
  databaseUrl: string
  stop(): Promise<void>
}

/** Starts everything on one port. Throws one Error with a readable message when it cannot. */
export async function startService({
  env,
  root,
  buildScript,
  step,
}: StartOptions): Promise<Service> {
  const config = readConfig(env)
  const log = pino({ level: config.logLevel })
  const undo: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const take of undo.splice(0).reverse()) await take()
  }
  try {
    let databaseUrl = config.databaseUrl
    if (!databaseUrl) {
      const embedded = await step('Starting the database', () =>
        startEmbedded({ dataDir: config.dataDir }),
      )
      undo.push(embedded.stop)
      databaseUrl = embedded.url
    }
    const db = connect(databaseUrl)
    undo.push(() => db.end({ timeout: 5 }))
    await step('Bringing the database up to date', () =>
      migrate(db, join(root, 'db', 'migrations')),
    )
    if (config.demoContent === 'on' || (config.demoContent === 'auto' && !config.databaseUrl)) {
      await step('Looking for content', () => loadDemo(db, join(root, 'content')))
    }
    const publications = await readPublications(join(root, 'content'))

    const builder = await startBuilder({
      root,
      dataDir: config.dataDir,
      databaseUrl,
      publicUrl: config.publicUrl,
      buildScript,
      env,
      log,
    })
    undo.push(builder.stop)
    await step('Building the site, unless it is current', builder.buildIfStale)

    let site: LoadedSite | undefined = await loadSite(config.dataDir)
    const { app } = buildApp({
      publicUrl: config.publicUrl,
      dataDir: config.dataDir,
      publications,
      site: () => site,
      log,
    })
    let loading = false
    const lookForSwap = setInterval(async () => {
      if (loading || findCurrentRelease(config.dataDir)?.id === site?.id) return
      loading = true
      try {
        site = await loadSite(config.dataDir)
      } catch (error) {
        log.error({ err: error }, 'the new site could not be loaded; the old one stays up')
      } finally {
        loading = false
      }
    }, lookForSwapMs)
    undo.push(async () => clearInterval(lookForSwap))

    const server = createServer(app.callback())
    await listen(server, config.port, config.host)
    undo.push(() => close(server))
    return { publicUrl: config.publicUrl, databaseUrl, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Server = ReturnType<typeof createServer>

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(
              `Port ${port} is taken by another program. Stop it, or set PORT to another number.`,
            )
          : error,
      )
    })
    server.listen(port, host, resolve)
  })
}

/** Takes no new connection, lets requests in flight finish, then cuts what is left. */
async function close(server: Server) {
  const cut = setTimeout(() => server.closeAllConnections(), finishMs)
  server.closeIdleConnections()
  await new Promise((resolve) => server.close(resolve))
  clearTimeout(cut)
}
