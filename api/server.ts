import { join } from 'node:path'
import { readBrand, readPublications } from '#content/read-content.ts'
import type { PaymentProvider } from '#contract/shop/payment-providers.ts'
import { loadDemo } from '#db/demo.ts'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { checkDatabase } from '#db/requirements.ts'
import { connect, openDatabase } from '#db/sql.ts'
import { buildApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { type OpenServer, openServer } from './http/open-server.ts'
import { anonymous } from './http/request-context.ts'
import { redirectToOwnHost } from './http/requests/own-host.ts'
import { callInProcess } from './http/serve.ts'
import { flutterwavePayments } from './integrations/flutterwave.ts'
import { openFiles } from './integrations/folder-files.ts'
import type { MailReports, Payments } from './integrations/integrations.ts'
import { readDkimKey } from './integrations/message.ts'
import { oidcProvider } from './integrations/oidc.ts'
import { outboxBulkMailer, outboxMailer } from './integrations/outbox.ts'
import { paystackPayments } from './integrations/paystack.ts'
import { postmarkReports } from './integrations/postmark-events.ts'
import { purgeCache } from './integrations/purge-cache.ts'
import { sesReports } from './integrations/ses-events.ts'
import { smtpBulkMailer, smtpMailer } from './integrations/smtp.ts'
import { testPayments } from './integrations/test-checkout.ts'
import { startCleanup } from './jobs/cleanup.ts'
import { startSchedule } from './magazine/stories/story-lifecycle.ts'
import { startAvifs } from './magazine/uploads/make-avifs.ts'
import { cleanUpUploads } from './magazine/uploads/store-picture.ts'
import { startMailing } from './mails/send-mails.ts'
import { startDigests } from './newsletter/digests/write-digests.ts'
import { issueLinks } from './newsletter/issue-mails/personal-mail.ts'
import { sendableMail } from './newsletter/issue-mails/preview-issue.ts'
import { startMailEvents } from './newsletter/mail-events/settle-events.ts'
import { type RenderIssue, startIssueSending } from './newsletter/sending/send-issue.ts'
import { stepsByConfig } from './operations/dashboard/first-steps.ts'
import { openDataFolder } from './operations/data-folder.ts'
import { subjectOf } from './operations/doctor/doctor-subject.ts'
import { examine } from './operations/doctor/examine.ts'
import { openLog } from './operations/log.ts'
import { openMetrics, serveMetrics } from './operations/metrics.ts'
import { loadBundle } from './pages/building/astro-adapter.ts'
import { type Bundle, prerenderPages, startBuilder } from './pages/building/builder.ts'
import { openDevSite } from './pages/building/dev-render.ts'
import { watchRelease } from './pages/building/release-loader.ts'
import { findCurrentRelease } from './pages/building/releases.ts'
import { startPurging } from './pages/caches/start-purging.ts'
import { mayDiffer } from './pages/differences/dictionaries.ts'
import { zstdEncoder } from './pages/differences/encode-difference.ts'
import { pageDifferences } from './pages/differences/page-differences.ts'
import { sharedAssets } from './pages/shared-assets.ts'
import { cleanups, mailsByKind } from './registry.ts'
import { cleanUpBookFiles, storePdf } from './shop/books/store-book-file.ts'
import { startReminders } from './shop/invoices/remind-schools.ts'
import { startLedgers } from './shop/ledgers/start-ledgers.ts'
import { orderSecret } from './shop/orders/order-secrets.ts'
import { startOrderChecks } from './shop/orders/settle-order.ts'
import { startPresents } from './shop/presents/send-presents.ts'
import { startReconciliation } from './shop/reconciliation/reconcile.ts'
import { shopWith } from './shop/shop.ts'
import {
  firstPasswordFile,
  forgetFirstPassword,
  syncOwner,
  syncOwnerAlone,
} from './staff/sign-in/sync-owner.ts'
import { startStats } from './stats/start-stats.ts'

export interface StartOptions {
  env: Record<string, string | undefined>
  root: string
  /** Without it and `devServer` no pages are served. */
  bundle?: Bundle
  /** Development: the address of Astro's own server. */
  devServer?: string
  /** Another replica builds the site. */
  isReplica?: boolean
  /** Called with the service before it can answer its first request; the start may go on for long. */
  answering?(service: Service): void
  /** Runs each slow step; resolves with what the step resolves to. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>
}

export interface Service {
  publicUrl: string
  /** Also set for the embedded Postgres. */
  databaseUrl: string
  publisher: {
    username: string
    /** Generated because none is configured, and stored in `passwordFile`. */
    madePassword: string | undefined
    /** It is a setting. */
    isConfigured: boolean
    passwordFile: string
  }
  /** In their order; none: nothing can be bought. */
  payments: readonly { provider: PaymentProvider; isTest: boolean }[]
  /** Call it before `stop`: resolves when front servers send new requests elsewhere. */
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
  answering,
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
  let stopping: Promise<void> | undefined
  const undoAll = async () => {
    for (let last = undo.pop(); last; last = undo.pop()) await last()
  }
  const stop = () => {
    stopping ??= undoAll()
    return stopping
  }
  try {
    let { databaseUrl } = config
    if (!databaseUrl) {
      const embedded = await step('Starting the database', () =>
        startEmbedded({ dataDir: config.dataDir, note: (message) => log.error(message) }),
      )
      undo.push(embedded.stop)
      databaseUrl = embedded.url
    }
    const directUrl = config.databaseDirectUrl ?? databaseUrl
    if (config.databaseUrl) {
      const warnings = await step('Looking at the database', () =>
        checkDatabase(databaseUrl, directUrl),
      )
      for (const warning of warnings) log.warn(warning)
    }
    await step('Bringing the database up to date', () =>
      migrateAt(directUrl, join(root, 'db', 'migrations'), (sentence) => log.warn(sentence)),
    )
    const db = connect(databaseUrl, undefined, directUrl)
    // All work has ended by then: what is left waits for a database that went away.
    undo.push(() => db.end({ timeout: 1 }))
    const files = await openFiles(config)
    if (config.demoContent === 'on' || (config.demoContent === 'auto' && !config.databaseUrl)) {
      await step('Looking for content', () =>
        loadDemo(db, join(root, 'content'), (path) => storePdf(files, path, { isDemo: true })),
      )
    }
    const { username, password } = config.publisher
    const isConfigured = password !== undefined
    if (isConfigured) await syncOwner({ username, password })
    const madePassword = isConfigured ? undefined : await syncOwnerAlone(username, config.dataDir)
    const publications = await readPublications(join(root, 'content'))
    const { publicUrl, smtp, publisherEmail } = config
    const ownBrand = await readBrand(join(root, 'content'))
    // Without an address of its own, what mails name is the one that they come from; the outbox reaches nobody.
    const email = ownBrand.email || (smtp?.from ?? 'publisher@localhost')
    const brand = { ...ownBrand, email }
    const sender = { name: brand.name, address: smtp?.from ?? email, publicUrl }
    const dkim = config.dkim && (await readDkimKey(config.dkim))
    const mailer = smtp
      ? smtpMailer(smtp.url, sender, { dkim })
      : outboxMailer(config.dataDir, sender, log)
    const secret = await orderSecret(files)
    const mailing = await startMailing({
      mailer,
      composeWith: {
        publicUrl,
        brand,
        vat: config.vat,
        publisherEmail: publisherEmail ?? email,
        orderSecret: secret,
        texts: mailsByKind,
      },
      log,
    })
    undo.push(mailing.stop)
    const renderIssue: RenderIssue = (letter) => sendableMail(letter, { brand, publicUrl })
    const letterSending = await startIssueSending({
      mailer: smtp ? smtpBulkMailer(smtp.url, sender, { dkim }) : outboxBulkMailer(mailer),
      rate: config.letters,
      render: renderIssue,
      addressesOf: ({ unsubscribeToken }) =>
        issueLinks(unsubscribeToken, { publicUrl, orderSecret: secret }),
      log,
    })
    undo.push(letterSending.stop)
    undo.push(startMailEvents(log).stop)
    // With a bucket, replicas need not share a folder, so the bucket also holds the scripts of other versions.
    const assets =
      config.s3 && bundle ? sharedAssets(files, () => release?.loaded(), bundle.folder) : undefined
    const avifs = startAvifs(files, log)
    undo.push(avifs.stop)
    const cleanup = startCleanup(log, [
      ...cleanups(),
      ...(assets ? [assets.cleanUp] : []),
      () => cleanUpUploads(files),
      () => cleanUpBookFiles(files),
      () => files.removeLeftovers(),
    ])
    undo.push(cleanup.stop)

    undo.push(startSchedule(log).stop)
    undo.push(startStats(log).stop)
    undo.push(startDigests(brand, log).stop)

    const payments = choosePayments(config)
    const shop = shopWith(payments, secret)
    const checks = startOrderChecks({ ...shop, log })
    undo.push(checks.stop)
    undo.push(startReconciliation({ ...shop, payments, log }).stop)
    undo.push(startPresents(log).stop)
    undo.push(startLedgers(log).stop)
    undo.push(startReminders(log).stop)

    let server: OpenServer | undefined
    const render = bundle && (await loadBundle(bundle.folder))
    const hasDifferences = config.pageDifferences && mayDiffer(config.cache?.kind)
    const encoder = render && hasDifferences ? zstdEncoder(log) : undefined
    if (encoder) undo.push(encoder.stop)
    const differences =
      encoder &&
      pageDifferences({ encode: encoder.encode, log, note: () => metrics?.noteDifference() })
    const release =
      render &&
      watchRelease(config.dataDir, render, log, ({ files }) =>
        differences?.rememberLanding(files.get('/')?.answer),
      )
    if (release) undo.push(release.stop)
    const dev = devServer ? await openDevSite(devServer, log) : undefined
    if (dev) undo.push(async () => dev.stop())
    const site = dev?.site ?? (() => release?.loaded())
    const { metricsPort: port, host } = config
    const metrics = port === undefined ? undefined : openMetrics(site)
    if (metrics && port) undo.push((await serveMetrics(metrics, { port, host })).stop)
    const { answer, router, sendFile } = buildApp({
      publicUrl,
      brand,
      files,
      makeAvif: avifs.make,
      cache: config.cache?.kind,
      differences,
      publications,
      site,
      sharedAssets: assets?.serve,
      devAssets: dev?.assets,
      isLeaving: () => server?.isLeaving() ?? false,
      trustProxy: config.trustProxy,
      ownerPassword: {
        isConfigured,
        forgetFirst: () => forgetFirstPassword(config.dataDir),
      },
      orderSecret: secret,
      letters: {
        render: renderIssue,
        perMinute: config.letters.perMinute,
        from: smtp?.from,
        dkim,
        reports: reportsOf(config),
      },
      provider:
        config.oidc && oidcProvider({ ...config.oidc, callback: `${publicUrl}/api/auth/callback` }),
      payments,
      invoicing: config.invoicing,
      vat: config.vat,
      firstSteps: stepsByConfig(config, ownBrand),
      examine: () => examine(subjectOf(config, { root, db: async () => db })),
      log,
      note: metrics?.note,
    })
    const redirect = redirectToOwnHost(config.publicUrl)
    const opened = await openServer(
      (request, response) => {
        if (redirect(request, response)) return
        if (sendFile(request, response)) metrics?.noteBuilt()
        else void answer(request, response)
      },
      { port: config.port, host, isBehind: config.trustProxy > 0 },
    )
    server = opened
    undo.push(opened.close)
    const service = {
      publicUrl: config.publicUrl,
      databaseUrl,
      publisher: {
        username,
        madePassword,
        isConfigured,
        passwordFile: firstPasswordFile(config.dataDir),
      },
      payments,
      leave: opened.leave,
      stop,
    }
    answering?.(service)

    if (assets) await step('Storing scripts and styles', assets.store)
    if (bundle && render && !isReplica && !stopping) {
      const locals = { call: callInProcess(router, anonymous), publicUrl }
      const builder = await startBuilder({
        dataDir: config.dataDir,
        publicUrl,
        bundle,
        cache: config.cache?.kind,
        differences: hasDifferences,
        publications: publications.map(({ id }) => id),
        prerender: (addresses) => prerenderPages(render, addresses, locals),
        log,
      })
      if (stopping) await builder.stop()
      undo.push(builder.stop)
      await step('Building the site, unless it is current', builder.buildIfStale)
    }
    await release?.look()
    if (config.cache && release && !stopping) {
      const served = () => findCurrentRelease(config.dataDir)?.madeFrom
      const purging = startPurging({ purge: purgeCache(config.cache), release: served, log })
      undo.push(purging.stop)
    }
    return service
  } catch (error) {
    await stop()
    throw error
  }
}

function reportsOf({ mailEvents: { sesTopicArn, postmark } }: Config): MailReports[] {
  return [
    ...(sesTopicArn ? [sesReports(sesTopicArn)] : []),
    ...(postmark ? [postmarkReports(postmark)] : []),
  ]
}

function choosePayments({ payments, paymentChannels: channels, publicUrl }: Config): Payments[] {
  return payments.map((config) => {
    if (config.by === 'paystack') return paystackPayments({ ...config, channels })
    if (config.by === 'flutterwave') return flutterwavePayments({ ...config, channels })
    return testPayments({ publicUrl })
  })
}

async function migrateAt(url: string, folder: string, note: (sentence: string) => void) {
  const db = openDatabase(url, { max: 1 })
  try {
    await migrate(db, folder, { note })
  } finally {
    await db.end({ timeout: 5 })
  }
}
