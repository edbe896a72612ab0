import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { Router } from '@koa/router'
import Koa from 'koa'
import type { Logger } from 'pino'
import type { readPublications } from '#content/read-content.ts'
import { apiError } from '#contract/errors.ts'
import { accountDataRoutes } from './account-data/account-data.routes.ts'
import { accountsRoutes } from './accounts/accounts.routes.ts'
import { readerSessions } from './accounts/sessions.ts'
import { recordActivity } from './admin/activity/activity.queries.ts'
import { adminActivityRoutes } from './admin/activity/activity.routes.ts'
import { adminAuthorsRoutes } from './admin/authors/admin-authors.routes.ts'
import { adminBooksRoutes } from './admin/books/admin-books.routes.ts'
import { bookFile } from './admin/books/store-book-file.ts'
import { draftsRoutes } from './admin/drafts/drafts.routes.ts'
import { adminFiguresRoutes } from './admin/figures/admin-figures.routes.ts'
import { type LookUp, lookUpTxt } from './admin/letters/check-domain.ts'
import { letterDraftsRoutes } from './admin/letters/letter-drafts.routes.ts'
import { lettersRoutes } from './admin/letters/letters.routes.ts'
import { adminNewsletterRoutes } from './admin/newsletter/admin-newsletter.routes.ts'
import { adminOrdersRoutes } from './admin/orders/admin-orders.routes.ts'
import { adminPeopleRoutes } from './admin/people/admin-people.routes.ts'
import { adminRequestsRoutes } from './admin/requests/admin-requests.routes.ts'
import { adminAccountRoutes } from './admin/sign-in/admin-account.routes.ts'
import { joinRoutes } from './admin/sign-in/join.routes.ts'
import { relyingParty } from './admin/sign-in/relying-party.ts'
import { staffSignInRoutes } from './admin/sign-in/staff-sign-in.routes.ts'
import { siteBuildsRoutes } from './admin/site-builds/site-builds.routes.ts'
import { adminStoriesRoutes } from './admin/stories/admin-stories.routes.ts'
import { authorsRoutes } from './authors/authors.routes.ts'
import { bookRatingsRoutes } from './book-ratings/book-ratings.routes.ts'
import { booksRoutes } from './books/books.routes.ts'
import { dataSaverRoutes } from './data-saver/data-saver.routes.ts'
import { doctorRoutes } from './doctor/doctor.routes.ts'
import type { Finding } from './doctor/judge.ts'
import { downloadsRoutes } from './downloads/downloads.routes.ts'
import { editsRoutes } from './drafts/edits.routes.ts'
import { figuresRoutes } from './figures/figures.routes.ts'
import { guardiansRoutes } from './guardians/guardians.routes.ts'
import { errorHandler } from './http/error-handler.ts'
import { formMethod } from './http/form-method.ts'
import type { FrontCache } from './http/front-cache.ts'
import { rememberOwnWrites } from './http/own-writes.ts'
import { requestContext } from './http/request-context.ts'
import { requestId } from './http/request-id.ts'
import {
  type LoggedRequest,
  requestLogger,
  responseLogger,
  routeName,
} from './http/request-logger.ts'
import { sameOrigin } from './http/same-origin.ts'
import { strictHeaders } from './http/security-headers.ts'
import { callInProcess } from './http/serve.ts'
import type { Files } from './integrations/files.ts'
import type { DkimKey, MailReports, Payments, SignInProvider } from './integrations/integrations.ts'
import { previewLetter } from './letters/preview-letter.ts'
import { type RenderLetter, startSending } from './letters/start-sending.ts'
import { likesRoutes } from './likes/likes.routes.ts'
import { isLoopback } from './loopback.ts'
import { mailEventsRoutes } from './mail-events/mail-events.routes.ts'
import type { Brand } from './mails/render-mail.ts'
import { newsletterRoutes } from './newsletter/newsletter.routes.ts'
import { operationsRoutes } from './operations/operations.routes.ts'
import { ordersRoutes } from './orders/orders.routes.ts'
import { resendOrderLinks } from './orders/resend-order-links.ts'
import { settleOrder, trySettling } from './orders/settle-order.ts'
import type { LoadedSite } from './pages/release-loader.ts'
import { servePages } from './pages/serve-pages.ts'
import { picturesRoutes } from './pictures/pictures.routes.ts'
import { publicationsRoutes } from './publications/publications.routes.ts'
import { readingRoutes } from './reading/reading.routes.ts'
import { relatedRoutes } from './related/related.routes.ts'
import { requestsRoutes } from './requests/requests.routes.ts'
import { savedRoutes } from './saved/saved.routes.ts'
import { searchRoutes } from './search/search.routes.ts'
import { seriesRoutes } from './series/series.routes.ts'
import { findStaffByToken } from './staff/staff-sessions.queries.ts'
import { storiesRoutes } from './stories/stories.routes.ts'
import { submissionsRoutes } from './submissions/submissions.routes.ts'
import { testCheckoutRoutes } from './test-checkout/test-checkout.routes.ts'
import { serveUploads } from './uploads/serve-uploads.ts'
import { pictureStore } from './uploads/store-picture.ts'
import { uploadsRoutes } from './uploads/uploads.routes.ts'

/** What the service gives the app. */
export interface Integrations {
  publicUrl: string
  /** Whose letters are sent. */
  brand: Brand
  /** Books and pictures. */
  files: Files
  /** In front of the service. */
  cache?: FrontCache | undefined
  /** Public reads may go to databases that follow the primary. */
  readsStandbys?: boolean | undefined
  publications: Awaited<ReturnType<typeof readPublications>>
  /** The release being served; it changes under a running app. */
  site(): LoadedSite | undefined
  isLeaving?(): boolean
  trustProxy: number
  /** Undefined: local accounts alone. */
  provider?: SignInProvider | undefined
  /** Undefined: nothing can be bought. */
  payments?: Payments | undefined
  letters: {
    render: RenderLetter
    perMinute: number
    /** Undefined: mails go to the outbox. */
    from: string | undefined
    dkim: DkimKey | undefined
    reports: MailReports[]
    /** Undefined: the real DNS. */
    lookUp?: LookUp
  }
  /** Looks at everything that the site needs. Never rejects. */
  examine(): Promise<Finding[]>
  /** Keys of orders, links and codes are derived from it; never stored in the database. */
  orderSecret: Uint8Array
  /** Scripts and styles of other versions, where replicas share no folder. */
  sharedAssets?: Koa.Middleware | undefined
  /** Development: serves scripts, styles and pictures. */
  devAssets?: Koa.Middleware | undefined
  log: Logger
  note?: ((request: LoggedRequest) => void) | undefined
}

export interface App {
  answer: RequestListener
  /** Answers a request for a file of the release; false for everything else. */
  sendFile(request: IncomingMessage, response: ServerResponse): boolean
  router: Router
}

/** The whole service as one Koa app; read it from top to bottom to follow a request. */
export function buildApp(outside: Integrations): App {
  const { publicUrl, log, site, trustProxy } = outside
  const storePicture = pictureStore(outside.files)
  const router = new Router()
  accountsRoutes(router, outside)
  // Before the stories: /stories/engagement is not a story's id.
  likesRoutes(router)
  storiesRoutes(router, outside)
  relatedRoutes(router)
  authorsRoutes(router, { storePicture })
  searchRoutes(router)
  dataSaverRoutes(router)
  submissionsRoutes(router, { storePicture, recordActivity })
  editsRoutes(router, { recordActivity })
  uploadsRoutes(router, { storePicture })
  booksRoutes(router, { isBuyingOpen: outside.payments !== undefined })
  savedRoutes(router)
  bookRatingsRoutes(router, outside)
  requestsRoutes(router)
  newsletterRoutes(router, outside)
  accountDataRoutes(router, outside)
  guardiansRoutes(router, { orderSecret: outside.orderSecret, recordActivity })
  readingRoutes(router)
  figuresRoutes(router)
  publicationsRoutes(router, outside.publications)
  picturesRoutes(router, outside)
  ordersRoutes(router, outside)
  downloadsRoutes(router, {
    isPublic: !isLoopback(new URL(publicUrl).hostname),
    orderSecret: outside.orderSecret,
    files: outside.files,
    bookFile,
  })
  testCheckoutRoutes(router, outside.payments?.testCheckout)
  const secondStep = {
    party: relyingParty(publicUrl),
    secret: outside.orderSecret,
    issuer: new URL(publicUrl).hostname,
  }
  staffSignInRoutes(router, secondStep)
  joinRoutes(router, secondStep)
  adminAccountRoutes(router, secondStep)
  adminPeopleRoutes(router)
  adminBooksRoutes(router, {
    files: outside.files,
    storePicture,
    countsTestSales: outside.payments?.isTest === true,
  })
  adminOrdersRoutes(router, {
    payments: outside.payments,
    settle: (reference) => settleOrder(reference, 'publisher', outside),
    mailLinks: (reference) =>
      resendOrderLinks({ reference }, (open) => trySettling(open, 'check', outside)),
  })
  adminStoriesRoutes(router)
  seriesRoutes(router)
  adminAuthorsRoutes(router, { storePicture })
  draftsRoutes(router, { storePicture })
  letterDraftsRoutes(router, {
    ...outside,
    previewLetter: (letter) => previewLetter(letter, outside),
  })
  siteBuildsRoutes(router, outside)
  doctorRoutes(router, outside.examine)
  adminRequestsRoutes(router)
  adminNewsletterRoutes(router, outside)
  const { letters } = outside
  lettersRoutes(router, {
    perMinute: letters.perMinute,
    render: letters.render,
    startSending: (id, revision) => startSending(id, letters.render, revision),
    domain: {
      from: letters.from,
      dkim: letters.dkim,
      reports: letters.reports.map(({ provider }) => provider),
    },
    lookUp: letters.lookUp ?? lookUpTxt,
  })
  mailEventsRoutes(router, letters.reports)
  adminActivityRoutes(router)
  adminFiguresRoutes(router, { countsTestSales: outside.payments?.isTest === true })
  operationsRoutes(router, { isUp: () => site() !== undefined && !outside.isLeaving?.() })

  const api = new Router({ prefix: '/api' })
  api.use(sameOrigin(publicUrl))
  if (outside.readsStandbys) api.use(rememberOwnWrites)
  api.use(router.routes())

  const sessions = readerSessions({ secure: publicUrl.startsWith('https:') })
  const pages = servePages({
    site,
    publicUrl,
    cache: outside.cache,
    localsFor: (context) => ({ call: callInProcess(router, context), publicUrl }),
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
    ctx.state['cache'] = outside.cache
    return next()
  })
  app.use(api.routes())
  app.use(rejectUnrouted(api))
  app.use(serveUploads(outside.files, outside.cache))
  if (outside.sharedAssets) app.use(outside.sharedAssets)
  if (outside.devAssets) app.use(outside.devAssets)
  app.use(pages.middleware)
  app.on('error', (error: NodeJS.ErrnoException) => {
    // A closed tab is no fault of ours, nor is a client that sends invalid HTTP (HPE).
    if (
      error.code !== 'ECONNRESET' &&
      error.code !== 'EPIPE' &&
      !error.code?.startsWith('HPE_') &&
      error.code !== 'ERR_STREAM_PREMATURE_CLOSE'
    ) {
      log.error({ err: error }, 'response failed')
    }
  })
  const answer = app.callback()
  return {
    router,
    sendFile: pages.sendFile,
    /** A cached page needs nothing of the above. */
    async answer(request, response) {
      const [began, requestId] = [performance.now(), randomUUID()]
      if (await pages.sendCached(request, response, requestId)) {
        const route = routeName(request.url ?? '', response)
        return logRequest({ response, requestId, method: 'GET', began, routeOf: () => route })
      }
      await answer(request, response)
    },
  }
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
