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
import { answerBuilt } from './http/built-files.ts'
import { followSite } from './http/live-site.ts'
import { startBuilder } from './site-builds/builder.ts'

/** Requests in flight get this long to finish when the service is told to stop. */
const finishMs = 10_000

export interface StartOptions {
  env: Record<string, string | undefined>
  /** The project's folder. */
  root: string
  /** The bundled `site-builds/build-site.ts`. */
  buildScript: string
  /** Development only: where Astro's own server gives the pages; nothing is built then. */
  devPages?: string
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
  devPages,
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

    const site = devPages ? undefined : followSite(config.dataDir, log)
    if (site) undo.push(async () => site.stop())
    const { app } = buildApp({
      publicUrl: config.publicUrl,
      dataDir: config.dataDir,
      publications,
      site: () => site?.loaded(),
      devPages,
      log,
    })
    const answer = app.callback()
    const server = createServer((request, response) => {
      if (!answerBuilt(request, response, site?.loaded())) void answer(request, response)
    })
    await listen(server, config.port, config.host)
    undo.push(() => close(server))

    if (site) {
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
      await site.look()
      builder.warm()
    }
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
