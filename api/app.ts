import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Router } from '@koa/router'
import Koa from 'koa'
import type { Logger } from 'pino'
import type { readPublications } from '#content/read-content.ts'
import { apiError } from '#contract/errors.ts'
import { withName } from '#contract/pages/named-text.ts'
import { errorHandler } from './http/answers/error-handler.ts'
import type { FrontCache } from './http/answers/front-cache.ts'
import { sameOrigin, strictHeaders } from './http/answers/security-headers.ts'
import { isPublic } from './http/open-server.ts'
import { anonymous, requestContext } from './http/request-context.ts'
import { filePartRoutes } from './http/requests/file-parts.routes.ts'
import { formMethod } from './http/requests/read-input.ts'
import {
  type LoggedRequest,
  requestId,
  requestLogger,
  responseLogger,
} from './http/requests/request-logger.ts'
import { callInProcess, type Routes, routesOn } from './http/serve.ts'
import type { Files } from './integrations/files.ts'
import type { DkimKey, MailReports, Payments, SignInProvider } from './integrations/integrations.ts'
import { adminAuthorsRoutes } from './magazine/authors/authors.admin.routes.ts'
import { authorsRoutes } from './magazine/authors/authors.routes.ts'
import { draftsRoutes } from './magazine/drafts/drafts.admin.routes.ts'
import { editsRoutes } from './magazine/drafts/edits.routes.ts'
import { likesRoutes } from './magazine/likes/likes.routes.ts'
import { logosRoutes } from './magazine/logos/logos.admin.routes.ts'
import { picturesRoutes } from './magazine/pictures/pictures.routes.ts'
import { takeDownStoriesOf } from './magazine/stories/story-lifecycle.ts'
import { adminStoriesRoutes } from './magazine/story-pages/stories.admin.routes.ts'
import { storiesRoutes } from './magazine/story-pages/stories.routes.ts'
import { storyListRoutes } from './magazine/story-pages/story-list.admin.routes.ts'
import { submissionsRoutes } from './magazine/submissions/submissions.routes.ts'
import type { MakeAvif } from './magazine/uploads/make-avifs.ts'
import { pictureStore } from './magazine/uploads/store-picture.ts'
import { serveUploads, uploadsRoutes } from './magazine/uploads/uploads.routes.ts'
import { weekEditionsRoutes } from './magazine/week-editions/week-editions.routes.ts'
import type { Brand } from './mails/render-mail.ts'
import { importsRoutes } from './newsletter/imports/imports.admin.routes.ts'
import { issueDraftsRoutes } from './newsletter/issues/issue-drafts.admin.routes.ts'
import { mailEventsRoutes } from './newsletter/mail-events/mail-events.routes.ts'
import { type LookUp, lookUpTxt } from './newsletter/sending/check-domain.ts'
import { issuesRoutes } from './newsletter/sending/issues.admin.routes.ts'
import type { RenderIssue } from './newsletter/sending/send-issue.ts'
import { followsRoutes } from './newsletter/subscribers/follows.routes.ts'
import { adminNewsletterRoutes } from './newsletter/subscribers/subscribers.admin.routes.ts'
import { newsletterRoutes } from './newsletter/subscribers/subscribers.routes.ts'
import { accountDataRoutes } from './operations/account-data/account-data.routes.ts'
import { backupsRoutes } from './operations/backup/backups.admin.routes.ts'
import { businessRoutes } from './operations/business/business.admin.routes.ts'
import type { LiveBusiness } from './operations/business/live-business.ts'
import { isMailOff } from './operations/business/live-mail.ts'
import { findOff } from './operations/dashboard/find-off.ts'
import {
  type FirstStepsWith,
  firstStepsRoutes,
} from './operations/dashboard/first-steps.admin.routes.ts'
import { tasksRoutes } from './operations/dashboard/tasks.admin.routes.ts'
import { countWaiting } from './operations/dashboard/waiting.queries.ts'
import { dataRequestsRoutes } from './operations/data-requests/data-requests.routes.ts'
import { deletedRoutes } from './operations/deleted/deleted.admin.routes.ts'
import { type Doctor, isProblem, openDoctor } from './operations/doctor/doctor.ts'
import type { Finding } from './operations/doctor/judge.ts'
import {
  doctorRoutes,
  operationsRoutes,
  siteBuildsRoutes,
} from './operations/health/health.routes.ts'
import { publishingRoutes } from './operations/publishing/publishing.admin.routes.ts'
import { reportsRoutes } from './operations/reports/reports.routes.ts'
import { adminSearchRoutes } from './operations/search/search.admin.routes.ts'
import { undoRoutes } from './operations/undo/undo.admin.routes.ts'
import type { LoadedSite } from './pages/building/release-loader.ts'
import type { PageDifferences } from './pages/differences/page-differences.ts'
import { servePages } from './pages/serve-pages.ts'
import { accountSettingsRoutes } from './readers/accounts/account-settings.routes.ts'
import { accountsRoutes } from './readers/accounts/accounts.routes.ts'
import { readerSessions } from './readers/accounts/sessions.ts'
import { isMailboxOfGuardian } from './readers/guardians/guardians.queries.ts'
import { guardiansRoutes } from './readers/guardians/guardians.routes.ts'
import { readingRoutes } from './readers/reading/reading.routes.ts'
import { deletedThings, finders, undoers, waiting } from './registry.ts'
import { findDrafted, type LiveSettings } from './settings/live-settings.ts'
import { mailPreviewRoutes } from './settings/mails.admin.routes.ts'
import { isPreviewToken } from './settings/preview-link.queries.ts'
import { settingsRoutes } from './settings/settings.admin.routes.ts'
import { adminBooksRoutes } from './shop/books/books.admin.routes.ts'
import { findOpenBook } from './shop/books/books.queries.ts'
import { booksRoutes } from './shop/books/books.routes.ts'
import { chaptersRoutes } from './shop/chapters/chapters.routes.ts'
import { keptBooksRoutes } from './shop/chapters/kept-books.routes.ts'
import { notesRoutes } from './shop/chapters/notes.routes.ts'
import { pdfTextsRoutes } from './shop/chapters/pdf-texts.admin.routes.ts'
import { adminDiscountsRoutes } from './shop/discounts/discounts.admin.routes.ts'
import { discountsRoutes } from './shop/discounts/discounts.routes.ts'
import { downloadsRoutes } from './shop/downloads/downloads.routes.ts'
import { adminInvoicesRoutes } from './shop/invoices/invoices.admin.routes.ts'
import { invoicesRoutes } from './shop/invoices/invoices.routes.ts'
import type { InvoiceWith } from './shop/invoices/place-invoice.ts'
import { adminAuthorAccountsRoutes } from './shop/ledgers/author-accounts.admin.routes.ts'
import { statementsRoutes } from './shop/ledgers/statements.routes.ts'
import { codesRoutes } from './shop/order-pages/codes.routes.ts'
import { adminOrdersRoutes } from './shop/order-pages/orders.admin.routes.ts'
import { ordersRoutes } from './shop/order-pages/orders.routes.ts'
import { noVat, type Vat } from './shop/orders/vat.ts'
import { drawEdition } from './shop/pdf/draw-pdf.ts'
import { presentsRoutes } from './shop/presents/presents.routes.ts'
import { publicationFinder } from './shop/publications/publication.kind.ts'
import { adminPublicationsRoutes } from './shop/publications/publications.admin.routes.ts'
import { publicationsRoutes } from './shop/publications/publications.routes.ts'
import { bookRatingsRoutes } from './shop/ratings/book-ratings.routes.ts'
import { receiptsRoutes } from './shop/receipts/receipts.routes.ts'
import { reconciliationRoutes } from './shop/reconciliation/reconciliation.admin.routes.ts'
import { adminRequestsRoutes } from './shop/requests/requests.admin.routes.ts'
import { requestsRoutes } from './shop/requests/requests.routes.ts'
import { adminReviewsRoutes } from './shop/reviews/reviews.admin.routes.ts'
import { savedRoutes } from './shop/saved/saved.routes.ts'
import { orderParts, shopWith } from './shop/shop.ts'
import { prepareStamp } from './shop/stamps/prepare-stamp.ts'
import { testCheckoutRoutes } from './shop/test-checkout/test-checkout.routes.ts'
import { adminPeopleRoutes } from './staff/people/people.admin.routes.ts'
import { findStaffByToken } from './staff/people/staff-sessions.queries.ts'
import { relyingParty } from './staff/second-step/passkeys.ts'
import { adminAccountRoutes } from './staff/sign-in/account.admin.routes.ts'
import { joinRoutes } from './staff/sign-in/join.admin.routes.ts'
import { staffSignInRoutes } from './staff/sign-in/sign-in.admin.routes.ts'
import type { OwnerPassword } from './staff/sign-in/sync-owner.ts'
import { countStat } from './stats/counts.queries.ts'
import { adminStatsRoutes, dashboardRoutes } from './stats/stats.admin.routes.ts'
import { statsRoutes } from './stats/stats.routes.ts'

/** What the service gives the app. */
export interface Integrations {
  publicUrl: string
  /** Who sends mails and sells books. */
  brand: Brand
  settings: LiveSettings
  business: LiveBusiness
  files: Files
  /** Undefined: pictures are served as WebP until a service makes the AVIF. */
  makeAvif?: MakeAvif
  /** The shared cache in front of the service. */
  cache?: FrontCache | undefined
  publications: Awaited<ReturnType<typeof readPublications>>
  /** Undefined: every page is sent whole. */
  differences?: PageDifferences | undefined
  /** The release being served; it changes under a running app. */
  site(): LoadedSite | undefined
  isLeaving?(): boolean
  trustProxy: number
  provider?: SignInProvider | undefined
  /** At present: the first takes the money of new orders; each settles its own. None: nothing can be bought. */
  payments?(): readonly Payments[]
  /** Undefined: schools cannot pay by invoice. */
  invoicing?: InvoiceWith['invoicing']
  vat?: Vat
  issues: {
    render: RenderIssue
    perMinute: number
    dkim: DkimKey | undefined
    reports: MailReports[]
    /** By default the real DNS is asked. */
    lookUp?: LookUp
  }
  /** Runs the health checks that the admin shows. Never rejects. */
  examine(): Promise<Finding[]>
  /** Whether the brand is the owner's; undefined: the dashboard asks for no first steps. */
  hasOwnBrand?(): boolean
  /** What came with the program; undefined: nothing. */
  demo?: FirstStepsWith['demo'] | undefined
  ownerPassword?: OwnerPassword | undefined
  /** Order keys, download links and gift codes are derived from it; never stored in the database. */
  orderSecret: Uint8Array
  /** Scripts and styles of other versions, where replicas share no folder. */
  sharedAssets?: Koa.Middleware | undefined
  /** Development: serves scripts, styles and pictures. */
  devAssets?: Koa.Middleware | undefined
  log: Logger
  note?: ((request: LoggedRequest) => void) | undefined
}

interface App {
  answer: RequestListener
  /** Answers a request for a file of the release; false for everything else. */
  sendFile(request: IncomingMessage, response: ServerResponse): boolean
  router: Router
  doctor: Doctor
}

/** The folders of publications, whose authors may be called after the magazine. */
function foldersOf({ publications, settings }: Pick<Integrations, 'publications' | 'settings'>) {
  return publications.map((folder) => ({
    ...folder,
    get author() {
      return withName(folder.author, settings.current().look.name)
    },
  }))
}

/** The whole service as one Koa app; read it from top to bottom to follow a request. */
export function buildApp(outside: Integrations): App {
  const { publicUrl, log, site, trustProxy } = outside
  const router = new Router()
  const routes = routesOn(router)
  serveReaders(routes, outside)
  serveMagazine(routes, outside)
  serveShop(routes, outside)
  serveNewsletter(routes, outside)
  serveStaff(routes, outside)
  const { business, examine } = outside
  const doctor = openDoctor(examine, business.config)
  serveOperations(routes, outside, doctor)

  const api = new Router({ prefix: '/api' })
  api.use(sameOrigin(publicUrl))
  api.use(router.routes())

  const sessions = readerSessions({ secure: publicUrl.startsWith('https:') })
  const pages = servePages({
    site,
    publicUrl,
    cache: outside.cache,
    differences: outside.differences,
    localsFor: (context, settings) => ({
      call: callInProcess(router, context),
      publicUrl,
      // A page for everybody may be older than the mail server.
      isMailOff: context !== anonymous && isMailOff(business),
      settings: outside.settings.worn(settings),
    }),
    draftedFor: async (token) =>
      (await isPreviewToken(token)) ? findDrafted(outside.settings) : undefined,
  })
  const app = new Koa({ proxy: trustProxy > 0, maxIpsCount: trustProxy })
  app.use(requestId)
  const logRequest = responseLogger(log, outside.note)
  app.use(requestLogger(logRequest))
  app.use(strictHeaders(publicUrl))
  app.use(requestContext({ publicUrl, sessions, findStaff: findStaffByToken }))
  app.use(errorHandler(log, pages.showRefusedForm))
  app.use(formMethod)
  app.use((ctx, next) => {
    ctx.state.cache = outside.cache
    return next()
  })
  app.use(api.routes())
  app.use(rejectUnrouted(api))
  app.use(serveUploads(outside.files, outside.cache))
  if (outside.sharedAssets) app.use(outside.sharedAssets)
  if (outside.devAssets) app.use(outside.devAssets)
  app.use(pages.middleware)
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (!isCausedByClient(error)) log.error({ err: error }, 'response failed')
  })
  const answer = app.callback()
  return {
    router,
    doctor,
    sendFile: pages.sendFile,
    /** A cached page skips Koa and its middleware. */
    async answer(request, response) {
      const [began, requestId] = [performance.now(), randomUUID()]
      const route = await pages.sendCached(request, response, requestId)
      if (route) {
        return logRequest({ response, requestId, method: 'GET', began, routeOf: () => route })
      }
      await answer(request, response)
    },
  }
}

function serveReaders(routes: Routes, outside: Integrations) {
  const { orderSecret } = outside
  accountsRoutes(routes, outside)
  accountSettingsRoutes(routes, { orderSecret, isMailboxOfGuardian })
  guardiansRoutes(routes, { orderSecret, takeDownStories: takeDownStoriesOf })
  readingRoutes(routes)
}

function serveMagazine(routes: Routes, { files, makeAvif, orderSecret, ...outside }: Integrations) {
  const storePicture = pictureStore(files, makeAvif)
  storiesRoutes(routes, {
    orderSecret,
    countEmptySearch: () => countStat('noResult', 'stories'),
  })
  likesRoutes(routes)
  authorsRoutes(routes, { storePicture })
  submissionsRoutes(routes, { storePicture })
  editsRoutes(routes)
  uploadsRoutes(routes, { storePicture })
  logosRoutes(routes, { files })
  picturesRoutes(routes, { files, look: () => outside.settings.current().look, findOpenBook })
  const publications = foldersOf(outside)
  publicationsRoutes(routes, { publications, files })
  adminPublicationsRoutes(routes, { publications, files, storePicture })
  const { publicUrl, settings } = outside
  weekEditionsRoutes(routes, { publicUrl, settings: settings.current, drawPdf: drawEdition })
  filePartRoutes(routes)
  adminStoriesRoutes(routes)
  storyListRoutes(routes)
  adminAuthorsRoutes(routes, { storePicture })
  draftsRoutes(routes, { storePicture })
}

function serveShop(routes: Routes, outside: Integrations) {
  const { files, log, payments = () => [], vat = noVat, orderSecret } = outside
  const moving = { parts: orderParts, orderSecret }
  const shop = shopWith(payments, orderSecret)
  booksRoutes(routes, {
    // A page that says so is kept until the data changes: what was set by then counts, wherever it was set.
    async findPayments() {
      await outside.business.refresh()
      return payments()
    },
    isInvoicing: () => outside.invoicing?.() !== undefined,
    priceBounds: () => outside.settings.current().prices,
  })
  savedRoutes(routes)
  bookRatingsRoutes(routes, outside)
  requestsRoutes(routes)
  ordersRoutes(routes, { ...outside, ...moving, payments, vat, settling: { ...shop, log } })
  invoicesRoutes(routes, { ...outside, ...moving, vat })
  discountsRoutes(routes)
  downloadsRoutes(routes, { isPublic: isPublic(outside.publicUrl), ...moving, files })
  presentsRoutes(routes, moving)
  notesRoutes(routes)
  chaptersRoutes(routes, { isPublic: isPublic(outside.publicUrl) })
  keptBooksRoutes(routes, { isPublic: isPublic(outside.publicUrl) })
  receiptsRoutes(routes, { brand: outside.brand, vat })
  codesRoutes(routes, outside)
  testCheckoutRoutes(routes, () => payments()[0]?.testCheckout)
  pdfTextsRoutes(routes)
  adminBooksRoutes(routes, {
    files,
    storePicture: pictureStore(files, outside.makeAvif),
    prepareStamp: (pdfId) => prepareStamp(files, pdfId),
  })
  adminOrdersRoutes(routes, { ...shop, log })
  reconciliationRoutes(routes, { ...moving, payments, log })
  adminInvoicesRoutes(routes, { ...outside, ...shop, vat })
  adminDiscountsRoutes(routes)
  adminReviewsRoutes(routes)
  adminRequestsRoutes(routes)
  adminAuthorAccountsRoutes(routes, { ...outside, vat })
  statementsRoutes(routes, { ...outside, vat })
}

function serveNewsletter(routes: Routes, outside: Integrations) {
  const { perMinute, render, dkim, reports, lookUp = lookUpTxt } = outside.issues
  newsletterRoutes(routes, outside)
  followsRoutes(routes, outside)
  adminNewsletterRoutes(routes, outside)
  importsRoutes(routes, { ...outside, perMinute })
  issueDraftsRoutes(routes, outside)
  const domain = {
    get smtp() {
      return outside.business.config().smtp
    },
    dkim,
    reports: reports.map(({ provider }) => provider),
  }
  issuesRoutes(routes, { perMinute, render, domain, lookUp })
  mailEventsRoutes(routes, reports)
}

function serveStaff(routes: Routes, { publicUrl, orderSecret, ownerPassword }: Integrations) {
  const secondStep = {
    party: relyingParty(publicUrl),
    secret: orderSecret,
    issuer: new URL(publicUrl).hostname,
  }
  staffSignInRoutes(routes, secondStep)
  joinRoutes(routes, secondStep, ownerPassword)
  adminAccountRoutes(routes, secondStep, ownerPassword)
  adminPeopleRoutes(routes)
}

/** What stands over all domains, the stats included. */
function serveOperations(routes: Routes, outside: Integrations, doctor: Doctor) {
  const { business, hasOwnBrand } = outside
  const known = {
    config: business.config,
    orderSecret: outside.orderSecret,
    hasOwnBrand: hasOwnBrand ?? (() => false),
    doctor,
    name: () => outside.settings.current().look.name,
  }
  const arePaymentsTests = () => outside.payments?.()[0]?.isTest === true
  statsRoutes(routes)
  adminStatsRoutes(routes)
  dashboardRoutes(routes, {
    arePaymentsTests,
    findOff: (role) => findOff(role, { business, doctor }),
    countWaiting: (staff) => countWaiting(waiting, staff),
    countFailedChecks: () => doctor.last()?.findings.filter(isProblem).length,
  })
  accountDataRoutes(routes, outside)
  siteBuildsRoutes(routes, outside)
  doctorRoutes(routes, doctor)
  adminSearchRoutes(routes, {
    ...finders,
    publications: [publicationFinder(foldersOf(outside))],
  })
  reportsRoutes(routes)
  dataRequestsRoutes(routes, outside)
  undoRoutes(routes, undoers)
  deletedRoutes(routes, deletedThings)
  const digestTimes = () => outside.settings.current().digest
  publishingRoutes(routes, {
    ...outside,
    look: () => outside.settings.current().look,
    digestTimes,
  })
  tasksRoutes(routes, {
    waiting,
    arePaymentsTests,
    business,
    doctor,
    known: hasOwnBrand && known,
    digestTimes,
    registration: () => outside.settings.current().dataProtection,
  })
  const nothing = async () => ({ stories: [], books: [] })
  firstStepsRoutes(routes, { business, doctor, known, demo: outside.demo ?? nothing })
  settingsRoutes(routes, outside.settings)
  businessRoutes(routes, outside)
  backupsRoutes(routes, { ...outside, examine: doctor.examine })
  mailPreviewRoutes(routes, outside)
  operationsRoutes(routes, { isUp: () => outside.site() !== undefined && !outside.isLeaving?.() })
}

/** Closed tabs and clients that send invalid HTTP (HPE) are no failures of the service. */
function isCausedByClient({ code = '' }: NodeJS.ErrnoException): boolean {
  const known = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']
  return known.includes(code) || code.startsWith('HPE_')
}

function rejectUnrouted(api: Router): Koa.Middleware {
  return (ctx, next) => {
    if (ctx.path !== '/api' && !ctx.path.startsWith('/api/')) return next()
    const methods = api.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods)
    if (methods.length === 0) throw apiError('notFound')
    ctx.set('Allow', [...new Set(methods)].join(', '))
    throw apiError('methodNotAllowed')
  }
}
