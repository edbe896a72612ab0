import { join } from 'node:path'
import { readBrand, readPublications } from '#content/read-content.ts'
import { loadDemo } from '#db/demo.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { checkDatabase } from '#db/requirements.ts'
import { connect } from '#db/sql.ts'
import { buildApp } from './app.ts'
import { keepPdf } from './catalogue/keep-book-file.ts'
import { sweepBookFiles } from './catalogue/sweep-book-files.ts'
import { type Config, readConfig } from './config.ts'
import { openDataFolder } from './data-folder.ts'
import { answerBuilt } from './http/built-files.ts'
import { followSite } from './http/live-site.ts'
import { type OpenServer, openServer } from './http/open-server.ts'
import { nobody } from './http/read-caller.ts'
import { callInProcess } from './http/serve.ts'
import { openLog } from './log.ts'
import { startMailing } from './mails/send-mails.ts'
import { openMetrics, serveMetrics } from './metrics.ts'
import { orderSecret } from './order-secret.ts'
import { startOrderChecks } from './orders/check-orders.ts'
import { oidcProvider } from './outside/oidc.ts'
import { openFiles } from './outside/open-files.ts'
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

export interface StartOptions {
  env: Record<string, string | undefined>
  /** The project's folder. */
  root: string
  /** The bundled `site-builds/bundle-site.ts`. */
  buildScript: string
  /** Development only: where Astro's own server gives the pages; nothing is built then. */
  devPages?: string
  /** One of several on one database and one data folder: another one builds the site. */
  isReplica?: boolean
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
  /** Before `stop`, where requests still come: resolves when they go elsewhere. */
  leave(): Promise<void>
  stop(): Promise<void>
}

/** Starts everything on one port. Throws one Error with a readable message when it cannot. */
export async function startService({
  env,
  root,
  buildScript,
  devPages,
  isReplica = false,
  step,
}: StartOptions): Promise<Service> {
  const config = readConfig(env)
  if (isReplica && !config.databaseUrl) {
    throw new Error(
      'A replica shares the database of the others. Set DATABASE_URL, or start without --replica.',
    )
  }
  const log = openLog(config.logLevel)
  await openDataFolder(config.dataDir)
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
    if (config.databaseUrl) {
      const doubts = await step('Looking at the database', () => checkDatabase(databaseUrl))
      for (const doubt of doubts) log.warn(doubt)
    }
    const db = connect(databaseUrl)
    undo.push(() => db.end({ timeout: 5 }))
    await step('Bringing the database up to date', () =>
      migrate(db, join(root, 'db', 'migrations')),
    )
    const files = await openFiles(config)
    if (config.demoContent === 'on' || (config.demoContent === 'auto' && !config.databaseUrl)) {
      await step('Looking for content', () =>
        loadDemo(db, join(root, 'content'), (path) => keepPdf(files, path)),
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
    const secret = await orderSecret(files)
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
      () => sweepUploads(files),
      () => sweepBookFiles(files),
      () => files.removeLeftovers(),
    ])
    undo.push(sweep.stop)

    const payments = choosePayments(config)
    const checks = startOrderChecks({ payments, orderSecret: secret, log })
    undo.push(checks.stop)

    let server: OpenServer | undefined
    const site = devPages ? undefined : followSite(config.dataDir, log)
    if (site) undo.push(async () => site.stop())
    const { metricsPort: port, host } = config
    const metrics = port === undefined ? undefined : openMetrics(() => site?.loaded())
    if (metrics && port) undo.push((await serveMetrics(metrics, { port, host })).stop)
    const { answer, router } = buildApp({
      publicUrl: config.publicUrl,
      files,
      publications,
      site: () => site?.loaded(),
      isLeaving: () => server?.isLeaving() ?? false,
      trustProxy: config.trustProxy,
      orderSecret: secret,
      provider:
        config.oidc &&
        oidcProvider({ ...config.oidc, callback: `${config.publicUrl}/api/auth/callback` }),
      payments,
      devPages,
      log,
      note: metrics?.note,
    })
    const opened = await openServer(
      (request, response) => {
        if (answerBuilt(request, response, site?.loaded())) metrics?.noteBuilt()
        else void answer(request, response)
      },
      { port: config.port, host, isBehind: config.trustProxy > 0 },
    )
    server = opened
    undo.push(opened.close)

    if (site && !isReplica) {
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
    }
    await site?.look()
    return {
      publicUrl: config.publicUrl,
      databaseUrl,
      publisher: { username, madePassword },
      payments,
      leave: opened.leave,
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
