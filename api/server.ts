import { join } from 'node:path'
import type { Router } from '@koa/router'
import type { Logger } from 'pino'
import { readDemo, readOriginals, readPublications } from '#content/read-content.ts'
import { hourMs } from '#contract/days.ts'
import type { PaymentProvider } from '#contract/shop/payment-providers.ts'
import { loadDemo } from '#db/demo.ts'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { checkDatabase } from '#db/requirements.ts'
import { connect, type Database, openDatabase } from '#db/sql.ts'
import { buildApp, type Integrations } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { type OpenServer, openServer } from './http/open-server.ts'
import { anonymous } from './http/request-context.ts'
import { redirectToOwnHost } from './http/requests/own-host.ts'
import { callInProcess } from './http/serve.ts'
import type { Files } from './integrations/files.ts'
import { openFiles } from './integrations/folder-files.ts'
import type { MailReports, Payments } from './integrations/integrations.ts'
import { readDkimKey } from './integrations/message.ts'
import { oidcProvider } from './integrations/oidc.ts'
import { postmarkReports } from './integrations/postmark-events.ts'
import { purgeCache } from './integrations/purge-cache.ts'
import { sesReports } from './integrations/ses-events.ts'
import { startLoop } from './jobs/background-loop.ts'
import { startCleanup } from './jobs/cleanup.ts'
import { cleanUpLogos } from './magazine/logos/logos.queries.ts'
import { startSchedule } from './magazine/stories/story-lifecycle.ts'
import { startAvifs } from './magazine/uploads/make-avifs.ts'
import { cleanUpUploads, pictureStore } from './magazine/uploads/store-picture.ts'
import { startWeekEditions } from './magazine/week-editions/make-edition.ts'
import { startMailing } from './mails/send-mails.ts'
import { startDigests } from './newsletter/digests/write-digests.ts'
import { issueLinks } from './newsletter/issue-mails/personal-mail.ts'
import { sendableMail } from './newsletter/issue-mails/preview-issue.ts'
import { startMailEvents } from './newsletter/mail-events/settle-events.ts'
import { type RenderIssue, startIssueSending } from './newsletter/sending/send-issue.ts'
import { oneTimeAddress } from './operations/begin/one-time-address.ts'
import { type LiveBusiness, openBusiness } from './operations/business/live-business.ts'
import { isMailOff, liveMail } from './operations/business/live-mail.ts'
import { livePayments, liveVat } from './operations/business/live-shop.ts'
import { isOwnBrand } from './operations/dashboard/first-steps.ts'
import { openDataFolder } from './operations/data-folder.ts'
import { subjectOf } from './operations/doctor/doctor-subject.ts'
import { examine } from './operations/doctor/examine.ts'
import { giveMemoryBack } from './operations/give-memory-back.ts'
import { openLog } from './operations/log.ts'
import { openMetrics, serveMetrics } from './operations/metrics.ts'
import { startReportClock } from './operations/reports/log-overdue.ts'
import { loadBundle } from './pages/building/astro-adapter.ts'
import { type Bundle, prerenderPages, startBuilder } from './pages/building/builder.ts'
import { openDevSite } from './pages/building/dev-render.ts'
import { watchRelease } from './pages/building/release-loader.ts'
import { findCurrentRelease } from './pages/building/releases.ts'
import { startPurging } from './pages/caches/start-purging.ts'
import { zstdEncoder } from './pages/differences/encode-difference.ts'
import { pageDifferences } from './pages/differences/page-differences.ts'
import { sharedAssets } from './pages/shared-assets.ts'
import { cleanups, mailsByKind } from './registry.ts'
import { liveBrand } from './settings/live-brand.ts'
import { followSettings, type LiveSettings, openSettings } from './settings/live-settings.ts'
import { originalsOf } from './settings/read-settings.ts'
import { cleanUpBookFiles, storeEpub, storePdf } from './shop/books/store-book-file.ts'
import { startEditions } from './shop/chapters/make-editions.ts'
import { startReminders } from './shop/invoices/remind-schools.ts'
import { startLedgers } from './shop/ledgers/start-ledgers.ts'
import { orderSecret } from './shop/orders/order-secrets.ts'
import { startOrderChecks } from './shop/orders/settle-order.ts'
import { drawEdition } from './shop/pdf/draw-pdf.ts'
import { startPresents } from './shop/presents/send-presents.ts'
import { cleanUpPublications } from './shop/publications/store-publication.ts'
import { startReconciliation } from './shop/reconciliation/reconcile.ts'
import { shopWith } from './shop/shop.ts'
import { findOwner } from './staff/people/staff.queries.ts'
import {
  firstPasswordFile,
  forgetFirstPassword,
  syncOwner,
  syncOwnerAlone,
  usualName,
} from './staff/sign-in/sync-owner.ts'
import { startStats } from './stats/start-stats.ts'

/** Several a day: a start begins to count anew. */
const checksMs = 6 * hourMs

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
  /** It is set for the embedded Postgres, too. */
  databaseUrl: string
  publisher: {
    username: string
    /** Generated because none is configured, and stored in `passwordFile`. */
    madePassword: string | undefined
    /** The password is a setting. */
    isConfigured: boolean
    passwordFile: string
  }
  /** Demo content may be here: the magazine is not yet anybody's own. */
  hasDemo: boolean
  /** Makes the one-time address at which the owner begins; undefined once they have a sign-in of their own. */
  begin?(): Promise<string>
  /** The providers in their order; none: nothing can be bought. */
  payments: readonly { provider: PaymentProvider; isTest: boolean }[]
  /** Call it before `stop`: resolves when front servers send new requests elsewhere. */
  leave(): Promise<void>
  stop(): Promise<void>
}

interface StartContext extends StartOptions {
  config: Config
  log: Logger
  /** Ends what is running; the last that started ends first. */
  undo: (() => Promise<unknown>)[]
  stop(): Promise<void>
  isStopping(): boolean
}

/** Throws one Error with a readable message when it cannot start. */
export async function startService(options: StartOptions): Promise<Service> {
  const config = readConfig(options.env)
  if (options.isReplica && !config.databaseUrl) {
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
    return await startPhases({ ...options, config, log, undo, stop, isStopping: () => !!stopping })
  } catch (error) {
    await stop()
    throw error
  }
}

async function startPhases(given: StartContext): Promise<Service> {
  const { log, undo, bundle, step } = given
  const { db, databaseUrl } = await startDatabase(given)
  const files = await openFiles(given.config)
  await addDemoContent(given, db, files)
  const publisher = await syncPublisher(given.config)
  const content = join(given.root, 'content')
  const publications = await readPublications(content)
  const settings = openSettings(originalsOf(await readOriginals(content)))
  await settings.refresh()
  const secret = await orderSecret(files)
  const business = openBusiness(given.env, secret)
  await business.refresh()
  // The domain may be noted in the database (`npm run begin`), and holds until the next start.
  const context = { ...given, config: business.config() }
  const { config } = context
  const refresh = async () => void (await Promise.all([settings.refresh(), business.refresh()]))
  undo.push(followSettings({ refresh }, log).stop)
  const mails = await startMails(context, { secret, settings, business })
  let pages: Pages | undefined
  // With a bucket, replicas need not share a folder, so the bucket also holds the scripts of other versions.
  const assets =
    config.s3 && bundle
      ? sharedAssets(files, () => pages?.release?.loaded(), bundle.folder)
      : undefined
  const avifs = startAvifs(files, log)
  undo.push(avifs.stop)
  const payments = livePayments(business)
  startJobs(context, { ...mails, files, assets, payments, settings })
  const storePicture = pictureStore(files, avifs.make)
  undo.push(startEditions({ files, storePicture, log }).stop)
  pages = await openPages(context)
  const shop = { payments, business }
  const made = { db, files, publications, settings, assets, makeAvif: avifs.make, ...shop }
  const { router, opened } = await listen(context, { ...made, ...mails, pages, publisher })
  const started = {
    publicUrl: config.publicUrl,
    databaseUrl,
    publisher,
    hasDemo: wantsDemo(config),
    ...(publisher.madePassword && { begin: () => begin(config.publicUrl) }),
    payments: payments(),
    leave: opened.leave,
    stop: context.stop,
  }
  context.answering?.(started)

  if (assets) await step('Storing scripts and styles', assets.store)
  await buildPages(context, pages, { router, settings })
  await pages.release?.look()
  if (config.cache && pages.release && !context.isStopping()) {
    const served = () => findCurrentRelease(config.dataDir)?.madeFrom
    const purging = startPurging({ purge: purgeCache(config.cache), release: served, log })
    undo.push(purging.stop)
  }
  await giveMemoryBack()
  return started
}

/** The database of the settings, or the embedded one, with the tables of this version. */
async function startDatabase({ config, root, log, undo, step }: StartContext) {
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
  return { db, databaseUrl }
}

/** `auto`: on one's own machine alone. */
const wantsDemo = ({ demoContent, databaseUrl }: Config) =>
  demoContent === 'on' || (demoContent === 'auto' && !databaseUrl)

async function begin(publicUrl: string): Promise<string> {
  const owner = await findOwner()
  if (!owner) throw new Error('The magazine has no owner')
  return oneTimeAddress(owner.id, publicUrl)
}

async function addDemoContent({ config, root, step }: StartContext, db: Database, files: Files) {
  if (!wantsDemo(config)) return
  await step('Looking for content', () =>
    loadDemo(db, join(root, 'content'), {
      pdf: (path) => storePdf(files, path, { isDemo: true }),
      epub: (path) => storeEpub(files, path),
    }),
  )
}

async function syncPublisher({ dataDir, publisher }: Config): Promise<Service['publisher']> {
  const { username, password } = publisher
  const isConfigured = password !== undefined
  if (isConfigured) await syncOwner({ username: username ?? usualName, password })
  const madePassword = isConfigured ? undefined : await syncOwnerAlone(username, dataDir)
  const { name = '' } = (await findOwner()) ?? {}
  return { username: name, madePassword, isConfigured, passwordFile: firstPasswordFile(dataDir) }
}

async function startMails(
  { config, log, undo }: StartContext,
  {
    secret,
    settings,
    business,
  }: { secret: Uint8Array; settings: LiveSettings; business: LiveBusiness },
) {
  const { publicUrl } = config
  // Without an address of its own, what mails name is the one that they come from; the outbox reaches nobody.
  const brand = liveBrand(settings, () => business.config().smtp?.from ?? 'publisher@localhost')
  const dkim = config.dkim && (await readDkimKey(config.dkim))
  const { mailer, bulkMailer } = liveMail(business, { brand, dkim, log })
  const vat = liveVat(business)
  const mailing = await startMailing({
    mailer,
    composeWith: {
      publicUrl,
      brand,
      vat,
      get publisherEmail() {
        return business.config().publisherEmail ?? brand.email
      },
      orderSecret: secret,
      texts: mailsByKind,
      get words() {
        return settings.current().mails
      },
    },
    log,
  })
  undo.push(mailing.stop)
  const renderIssue: RenderIssue = (issue) => {
    return sendableMail(issue, { brand, publicUrl, isMailOff: isMailOff(business) })
  }
  const issueSending = await startIssueSending({
    mailer: bulkMailer,
    rate: config.issues,
    render: renderIssue,
    addressesOf: (recipient) => issueLinks(recipient, { publicUrl, orderSecret: secret }),
    log,
  })
  undo.push(issueSending.stop)
  undo.push(startMailEvents(log).stop)
  return { brand, dkim, secret, renderIssue, vat }
}

type Mails = Awaited<ReturnType<typeof startMails>>

interface JobsOptions extends Mails {
  files: Files
  assets: ReturnType<typeof sharedAssets> | undefined
  payments(): readonly Payments[]
  settings: LiveSettings
}

function startJobs({ config, log, undo }: StartContext, outside: JobsOptions) {
  const { files, assets, payments, brand, secret, settings } = outside
  const cleanup = startCleanup(log, [
    ...cleanups(),
    ...(assets ? [assets.cleanUp] : []),
    () => cleanUpUploads(files),
    () => cleanUpLogos(files),
    () => cleanUpBookFiles(files),
    () => cleanUpPublications(files),
    () => files.removeLeftovers(),
  ])
  undo.push(cleanup.stop)
  undo.push(startSchedule(log).stop)
  undo.push(startStats(log).stop)
  undo.push(startDigests({ brand, times: () => settings.current().digest }, log).stop)
  const shop = shopWith(payments, secret, () => settings.current().prices.unpaidMail === 'on')
  undo.push(startOrderChecks({ ...shop, log }).stop)
  undo.push(startReconciliation({ ...shop, payments, log }).stop)
  undo.push(startPresents(log).stop)
  undo.push(startLedgers(log).stop)
  undo.push(startReminders(log).stop)
  undo.push(startReportClock(log).stop)
  const making = { publicUrl: config.publicUrl, settings: settings.current, drawPdf: drawEdition }
  undo.push(startWeekEditions(making, log).stop)
}

/** Whatever pages are served from: the release, or Astro's own server in development. */
async function openPages({ config, bundle, devServer, log, undo }: StartContext) {
  const render = bundle && (await loadBundle(bundle.folder))
  const { pageDifferences: differ } = config
  const hasDifferences = differ === 'on'
  const encoder = render && differ !== 'off' ? zstdEncoder(log) : undefined
  if (encoder) undo.push(encoder.stop)
  const note = () => metrics?.noteDifference()
  const differences =
    encoder && pageDifferences({ ...encoder, log, isTrial: differ === 'trial', note })
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
  return { render, hasDifferences, differences, release, dev, site, metrics }
}

type Pages = Awaited<ReturnType<typeof openPages>>

interface ListenOptions extends JobsOptions, Pick<Integrations, 'publications' | 'makeAvif'> {
  db: Database
  settings: LiveSettings
  business: LiveBusiness
  pages: Pages
  publisher: Service['publisher']
}

/** The app behind its port. */
async function listen({ config, root, log, undo }: StartContext, outside: ListenOptions) {
  const { db, pages, publisher, secret, renderIssue, dkim, assets, ...parts } = outside
  const { publicUrl, dataDir, oidc, trustProxy } = config
  const { metrics, dev } = pages
  let server: OpenServer | undefined
  const { answer, router, sendFile, doctor } = buildApp({
    ...parts,
    publicUrl,
    cache: config.cache?.kind,
    differences: pages.differences,
    site: pages.site,
    sharedAssets: assets?.serve,
    devAssets: dev?.assets,
    isLeaving: () => server?.isLeaving() ?? false,
    trustProxy,
    ownerPassword: {
      isConfigured: publisher.isConfigured,
      forgetFirst: () => forgetFirstPassword(dataDir),
    },
    orderSecret: secret,
    issues: {
      render: renderIssue,
      perMinute: config.issues.perMinute,
      dkim,
      reports: reportsOf(config),
    },
    provider: oidc && oidcProvider({ ...oidc, callback: `${publicUrl}/api/auth/callback` }),
    invoicing: () => parts.business.config().invoicing,
    hasOwnBrand: () => isOwnBrand(parts.settings.current().contact),
    demo: wantsDemo(config) ? () => readDemo(join(root, 'content')) : undefined,
    examine: () => examine(subjectOf(parts.business, { root, db: async () => db })),
    log,
    note: metrics?.note,
  })
  const redirect = redirectToOwnHost(publicUrl)
  const opened = await openServer(
    (request, response) => {
      if (redirect(request, response)) return
      if (sendFile(request, response)) metrics?.noteBuilt()
      else void answer(request, response)
    },
    { port: config.port, host: config.host, isBehind: trustProxy > 0 },
  )
  server = opened
  undo.push(opened.close)
  // A key that dies is a task before anybody looks.
  const failure = 'the checks could not be made'
  const work = async () => void doctor.examine()
  undo.push(startLoop({ work, everyMs: checksMs, isDelayed: true, log, failure }).stop)
  return { router, opened }
}

/** Unless another replica does, keeps the site up to date, and waits for the first build. */
async function buildPages(
  { config, bundle, isReplica, log, undo, step, isStopping }: StartContext,
  { render, hasDifferences }: Pages,
  { router, settings }: { router: Router } & Pick<Integrations, 'settings'>,
) {
  if (!bundle || !render || isReplica || isStopping()) return
  const { publicUrl } = config
  const call = callInProcess(router, anonymous)
  const builder = await startBuilder({
    dataDir: config.dataDir,
    publicUrl,
    bundle,
    cache: config.cache?.kind,
    differences: hasDifferences,
    readSettings: settings.read,
    prerender: (addresses, settings) =>
      prerenderPages(render, addresses, { call, publicUrl, settings }),
    log,
  })
  if (isStopping()) await builder.stop()
  undo.push(builder.stop)
  await step('Building the site, unless it is current', builder.buildIfStale)
}

function reportsOf({ mailEvents: { sesTopicArn, postmark } }: Config): MailReports[] {
  return [
    ...(sesTopicArn ? [sesReports(sesTopicArn)] : []),
    ...(postmark ? [postmarkReports(postmark)] : []),
  ]
}

async function migrateAt(url: string, folder: string, note: (sentence: string) => void) {
  const db = openDatabase(url, { max: 1 })
  try {
    await migrate(db, folder, { note })
  } finally {
    await db.end({ timeout: 5 })
  }
}
