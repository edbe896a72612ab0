import { createServer } from 'node:http'
import { join } from 'node:path'
import { readBrand, readPublications } from '#content/read-content.ts'
import { loadDemo } from '#db/demo.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { connect } from '#db/sql.ts'
import { buildApp } from './app.ts'
import { keepPdf } from './catalogue/keep-book-file.ts'
import { sweepBookFiles } from './catalogue/sweep-book-files.ts'
import { type Config, readConfig } from './config.ts'
import { answerBuilt } from './http/built-files.ts'
import { followSite } from './http/live-site.ts'
import { nobody } from './http/read-caller.ts'
import { callInProcess } from './http/serve.ts'
import { openLog } from './log.ts'
import { startMailing } from './mails/send-mails.ts'
import { orderSecret } from './order-secret.ts'
import { startOrderChecks } from './orders/check-orders.ts'
import { oidcProvider } from './outside/oidc.ts'
import { outboxMailer } from './outside/outbox.ts'
import type { Payments } from './outside/outside.ts'
import { paystackPayments } from './outside/paystack.ts'
import { smtpMailer } from './outside/smtp.ts'
import { testPayments } from './outside/test-checkout.ts'
import { firstPassword } from './publisher/first-password.ts'
import { keepPublisher } from './publisher/keep-publisher.ts'
import { startBuilder } from './site-builds/builder.ts'
import { makePages } from './site-builds/make-pages.ts'
import { startSweep } from './sweep.ts'
import { sweepUploads } from './uploads/sweep-uploads.ts'

/** The book of 50 MB arrives over a line of 250 kilobits. Headers alone have a minute, as ever in Node. */
const receiveMs = 30 * 60_000

/** Requests in flight get this long to finish when the service is told to stop. */
const finishMs = 10_000

export interface StartOptions {
  env: Record<string, string | undefined>
  /** The project's folder. */
  root: string
  /** The bundled `site-builds/bundle-site.ts`. */
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
  publisher: {
    username: string
    /** The one that was made because none is configured. */
    madePassword: string | undefined
  }
  /** Who takes the money; undefined: nobody. */
  payments: { provider: string; isTest: boolean } | undefined
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
  const log = openLog(config.logLevel)
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
      await step('Looking for content', () =>
        loadDemo(db, join(root, 'content'), (path) => keepPdf(config.dataDir, path)),
      )
    }
    const { username, password } = config.publisher
    const madePassword = password === undefined ? await firstPassword(config.dataDir) : undefined
    await keepPublisher({ username, password: password ?? (madePassword as string) })
    const publications = await readPublications(join(root, 'content'))
    const brand = await readBrand(join(root, 'content'))
    const { publicUrl, smtp } = config
    const sender = { name: brand.name, address: smtp?.from ?? brand.email, publicUrl }
    const mailer = smtp ? smtpMailer(smtp.url, sender) : outboxMailer(config.dataDir, sender, log)
    const secret = await orderSecret(config.dataDir)
    const mailing = await startMailing({
      mailer,
      composeWith: {
        publicUrl,
        brand,
        publisherEmail: config.publisherEmail ?? brand.email,
        orderSecret: secret,
      },
      log,
    })
    undo.push(mailing.stop)
    const sweep = startSweep(log, [
      () => sweepUploads(config.dataDir),
      () => sweepBookFiles(config.dataDir),
    ])
    undo.push(async () => sweep.stop())

    const payments = choosePayments(config)
    const checks = startOrderChecks({ payments, orderSecret: secret, log })
    undo.push(checks.stop)

    const site = devPages ? undefined : followSite(config.dataDir, log)
    if (site) undo.push(async () => site.stop())
    const { app, router } = buildApp({
      publicUrl: config.publicUrl,
      dataDir: config.dataDir,
      publications,
      site: () => site?.loaded(),
      trustProxy: config.trustProxy,
      orderSecret: secret,
      provider:
        config.oidc &&
        oidcProvider({ ...config.oidc, callback: `${config.publicUrl}/api/auth/callback` }),
      payments,
      devPages,
      log,
    })
    const answer = app.callback()
    const server = createServer((request, response) => {
      if (!answerBuilt(request, response, site?.loaded())) void answer(request, response)
    })
    server.requestTimeout = receiveMs
    await listen(server, config.port, config.host)
    undo.push(() => close(server))

    if (site) {
      const builder = await startBuilder({
        root,
        dataDir: config.dataDir,
        publicUrl: config.publicUrl,
        buildScript,
        makePages: (folder) => makePages(folder, { call: callInProcess(router, nobody) }),
        env,
        log,
      })
      undo.push(builder.stop)
      await step('Building the site, unless it is current', builder.buildIfStale)
      await site.look()
    }
    return {
      publicUrl: config.publicUrl,
      databaseUrl,
      publisher: { username, madePassword },
      payments,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function choosePayments({ payments, publicUrl }: Config): Payments | undefined {
  if (payments?.by === 'paystack') return paystackPayments(payments)
  return payments && testPayments({ publicUrl })
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
