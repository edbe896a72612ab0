import { join } from 'node:path'
import { readBrand, readPublications } from '#content/read-content.ts'
import { loadDemo } from '#db/demo.ts'
import { startEmbedded } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { checkDatabase } from '#db/requirements.ts'
import { connect } from '#db/sql.ts'
import { cleanUpBookFiles } from './admin/books/cleanup-book-files.ts'
import { storePdf } from './admin/books/store-book-file.ts'
import { firstPassword } from './admin/sign-in/first-password.ts'
import { syncPublisher } from './admin/sign-in/sync-publisher.ts'
import { buildApp } from './app.ts'
import { startCleanup } from './cleanup.ts'
import { type Config, readConfig } from './config.ts'
import { openDataFolder } from './data-folder.ts'
import { type OpenServer, openServer } from './http/open-server.ts'
import { anonymous } from './http/request-context.ts'
import { callInProcess } from './http/serve.ts'
import type { Payments } from './integrations/integrations.ts'
import { oidcProvider } from './integrations/oidc.ts'
import { openFiles } from './integrations/open-files.ts'
import { outboxMailer } from './integrations/outbox.ts'
import { paystackPayments } from './integrations/paystack.ts'
import { smtpMailer } from './integrations/smtp.ts'
import { testPayments } from './integrations/test-checkout.ts'
import { openLog } from './log.ts'
import { startMailing } from './mails/send-mails.ts'
import { openMetrics, serveMetrics } from './metrics.ts'
import { orderSecret } from './order-secret.ts'
import { startOrderChecks } from './orders/check-orders.ts'
import { type Bundle, prerenderPages, startBuilder } from './pages/builder.ts'
import { openDevSite } from './pages/dev-render.ts'
import { watchRelease } from './pages/release-loader.ts'
import { loadBundle } from './pages/render.ts'
import { cleanUpUploads } from './uploads/cleanup-uploads.ts'

export interface StartOptions {
  env: Record<string, string | undefined>
  root: string
  /** Without it and `devServer` no pages are served. */
  bundle?: Bundle
  /** Development: the address of Astro's own server. */
  devServer?: string
  /** Another replica builds the site. */
  isReplica?: boolean
  /** Runs each slow step; resolves with what the step resolves to. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>
}

export interface Service {
  publicUrl: string
  /** The embedded one's included. */
  databaseUrl: string
  publisher: {
    username: string
    /** Made because none is configured. */
    madePassword: string | undefined
  }
  /** Undefined: nothing can be bought. */
  payments: { provider: string; isTest: boolean } | undefined
  /** Before `stop`: resolves when new requests go elsewhere. */
  leave(): Promise<void>
  stop(): Promise<void>
}

/** Throws one Error with a readable message when it cannot start. */
export async function startService({
  env,
  root,
  bundle,
  devServer,
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
    for (const undoStep of undo.splice(0).reverse()) await undoStep()
  }
  try {
    let databaseUrl = config.databaseUrl
    if (!databaseUrl) {
      const embedded = await step('Starting the database', () =>
        startEmbedded({ dataDir: config.dataDir, note: (message) => log.error(message) }),
      )
      undo.push(embedded.stop)
      databaseUrl = embedded.url
    }
    if (config.databaseUrl) {
      const warnings = await step('Looking at the database', () => checkDatabase(databaseUrl))
      for (const warning of warnings) log.warn(warning)
    }
    const db = connect(databaseUrl)
    undo.push(() => db.end({ timeout: 5 }))
    await step('Bringing the database up to date', () =>
      migrate(db, join(root, 'db', 'migrations')),
    )
    const files = await openFiles(config)
    if (config.demoContent === 'on' || (config.demoContent === 'auto' && !config.databaseUrl)) {
      await step('Looking for content', () =>
        loadDemo(db, join(root, 'content'), (path) => storePdf(files, path, { isDemo: true })),
      )
    }
    const { username, password } = config.publisher
    const madePassword = password === undefined ? await firstPassword(config.dataDir) : undefined
    await syncPublisher({ username, password: password ?? (madePassword as string) })
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
    const cleanup = startCleanup(log, [
      () => cleanUpUploads(files),
      () => cleanUpBookFiles(files),
      () => files.removeLeftovers(),
    ])
    undo.push(cleanup.stop)

    const payments = choosePayments(config)
    const checks = startOrderChecks({ payments, orderSecret: secret, log })
    undo.push(checks.stop)

    let server: OpenServer | undefined
    const render = bundle && (await loadBundle(bundle.folder))
    const release = render && watchRelease(config.dataDir, render, log)
    if (release) undo.push(release.stop)
    const dev = devServer ? await openDevSite(devServer) : undefined
    if (dev) undo.push(async () => dev.stop())
    const site = dev?.site ?? (() => release?.loaded())
    const { metricsPort: port, host } = config
    const metrics = port === undefined ? undefined : openMetrics(site)
    if (metrics && port) undo.push((await serveMetrics(metrics, { port, host })).stop)
    const { answer, router, sendFile } = buildApp({
      publicUrl,
      files,
      publications,
      site,
      devAssets: dev?.assets,
      isLeaving: () => server?.isLeaving() ?? false,
      trustProxy: config.trustProxy,
      orderSecret: secret,
      provider:
        config.oidc && oidcProvider({ ...config.oidc, callback: `${publicUrl}/api/auth/callback` }),
      payments,
      log,
      note: metrics?.note,
    })
    const opened = await openServer(
      (request, response) => {
        if (sendFile(request, response)) metrics?.noteBuilt()
        else void answer(request, response)
      },
      { port: config.port, host, isBehind: config.trustProxy > 0 },
    )
    server = opened
    undo.push(opened.close)

    if (bundle && render && !isReplica) {
      const locals = { call: callInProcess(router, anonymous), publicUrl }
      const builder = await startBuilder({
        dataDir: config.dataDir,
        publicUrl,
        bundle,
        publications: publications.map(({ id }) => id),
        prerender: (addresses) => prerenderPages(render, addresses, locals),
        log,
      })
      undo.push(builder.stop)
      await step('Building the site, unless it is current', builder.buildIfStale)
    }
    await release?.look()
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
