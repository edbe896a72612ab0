import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { Router } from '@koa/router'
import Koa from 'koa'
import type { Logger } from 'pino'
import type { readPublications } from '#content/read-content.ts'
import { refuse } from '#contract/refusals.ts'
import { accountsRoutes } from './accounts/accounts.routes.ts'
import { readerSessions } from './accounts/sessions.ts'
import { activityRoutes } from './activity/activity.routes.ts'
import { belongingsRoutes } from './belongings/belongings.routes.ts'
import { bookRatingsRoutes } from './book-ratings/book-ratings.routes.ts'
import { booksRoutes } from './books/books.routes.ts'
import { insertBook } from './catalogue/catalogue.queries.ts'
import { catalogueRoutes } from './catalogue/catalogue.routes.ts'
import { bookFile } from './catalogue/keep-book-file.ts'
import { dataSaverRoutes } from './data-saver/data-saver.routes.ts'
import { deskOrdersRoutes } from './desk-orders/desk-orders.routes.ts'
import { downloadsRoutes } from './downloads/downloads.routes.ts'
import { answerErrors } from './http/answer-errors.ts'
import { pagesFrom } from './http/dev-pages.ts'
import { formMethod } from './http/form-method.ts'
import { isSameForAll } from './http/kept-pages.ts'
import type { LoadedSite } from './http/live-site.ts'
import { type AnsweredRequest, noteAnswers, noteRequests, pageRoute } from './http/note-requests.ts'
import { formPages, pages } from './http/pages.ts'
import { type Caller, readCaller } from './http/read-caller.ts'
import { requestId } from './http/request-id.ts'
import { sameOrigin } from './http/same-origin.ts'
import { strictHeaders } from './http/security-headers.ts'
import { callInProcess } from './http/serve.ts'
import { likesRoutes } from './likes/likes.routes.ts'
import { newsletterRoutes } from './newsletter/newsletter.routes.ts'
import { operationsRoutes } from './operations/operations.routes.ts'
import { findAgain } from './orders/find-again.ts'
import { ordersRoutes } from './orders/orders.routes.ts'
import { settleOrder } from './orders/settle-order.ts'
import type { Files } from './outside/files.ts'
import type { Payments, SignInProvider } from './outside/outside.ts'
import { picturesRoutes } from './pictures/pictures.routes.ts'
import { publicationsRoutes } from './publications/publications.routes.ts'
import { findPublisherByToken } from './publisher/publisher.queries.ts'
import { publisherRoutes } from './publisher/publisher.routes.ts'
import { readingRoutes } from './reading/reading.routes.ts'
import { requestsRoutes } from './requests/requests.routes.ts'
import { reviewRoutes } from './review/review.routes.ts'
import { savedRoutes } from './saved/saved.routes.ts'
import { searchRoutes } from './search/search.routes.ts'
import { siteBuildsRoutes } from './site-builds/site-builds.routes.ts'
import { storiesRoutes } from './stories/stories.routes.ts'
import { submissionsRoutes } from './submissions/submissions.routes.ts'
import { testCheckoutRoutes } from './test-checkout/test-checkout.routes.ts'
import { picturesIn } from './uploads/keep-picture.ts'
import { serveUploads } from './uploads/serve-uploads.ts'
import { uploadsRoutes } from './uploads/uploads.routes.ts'

/** What the app is given from outside itself. */
export interface Outside {
  publicUrl: string
  /** What is kept beside the rows: books and pictures. */
  files: Files
  publications: Awaited<ReturnType<typeof readPublications>>
  /** The release being served; it changes under a running app. */
  site(): LoadedSite | undefined
  /** Whether the service has been told to stop. */
  isLeaving?(): boolean
  /** How many proxies in front of us are believed when they say who asks. */
  trustProxy: number
  /** Signing in elsewhere; undefined: local accounts alone. */
  provider?: SignInProvider | undefined
  /** Who takes the money; undefined: nothing can be bought. */
  payments?: Payments | undefined
  /** What the keys of orders, links and codes are derived from; it never stands in the database. */
  orderSecret: Uint8Array
  /** Development only: pages come from Astro's own server at this address, with hot reload. */
  devPages?: string | undefined
  log: Logger
  /** Told of every request that was answered. */
  note?: ((request: AnsweredRequest) => void) | undefined
}

/** The whole service as one Koa app; read it from top to bottom to follow a request. */
export function buildApp(outside: Outside): { answer: RequestListener; router: Router } {
  const { publicUrl, log, site, trustProxy } = outside
  const keepPicture = picturesIn(outside.files)
  const router = new Router()
  accountsRoutes(router, outside)
  // Before the stories: /stories/engagement is not a story's id.
  likesRoutes(router)
  storiesRoutes(router)
  searchRoutes(router)
  dataSaverRoutes(router)
  submissionsRoutes(router, { keepPicture })
  uploadsRoutes(router, { keepPicture })
  booksRoutes(router, { isBuyingOpen: outside.payments !== undefined })
  savedRoutes(router)
  bookRatingsRoutes(router)
  requestsRoutes(router, { insertDraft: insertBook })
  newsletterRoutes(router, { publicUrl })
  belongingsRoutes(router, outside)
  readingRoutes(router)
  publicationsRoutes(router, outside.publications)
  picturesRoutes(router, outside)
  ordersRoutes(router, outside)
  downloadsRoutes(router, {
    orderSecret: outside.orderSecret,
    files: outside.files,
    bookFile,
  })
  testCheckoutRoutes(router, outside.payments?.testCheckout)
  publisherRoutes(router)
  catalogueRoutes(router, {
    files: outside.files,
    keepPicture,
    countsTestSales: outside.payments?.isTest === true,
  })
  deskOrdersRoutes(router, {
    payments: outside.payments,
    settle: (reference) => settleOrder(reference, 'publisher', outside),
    mailLinks: (reference) => findAgain({ reference }, outside),
  })
  reviewRoutes(router)
  siteBuildsRoutes(router, outside)
  activityRoutes(router)
  operationsRoutes(router, { isUp: () => site() !== undefined && !outside.isLeaving?.() })

  const api = new Router({ prefix: '/api' })
  api.use(sameOrigin(publicUrl))
  api.use(router.routes())

  const localsFor = (caller: Caller) => ({ call: callInProcess(router, caller) })
  const sessions = readerSessions({ secure: publicUrl.startsWith('https:') })

  const { answerKept, all } = pages({ site, localsFor })
  const app = new Koa({ proxy: trustProxy > 0, maxIpsCount: trustProxy })
  app.use(requestId)
  const noteAnswer = noteAnswers(log, outside.note)
  app.use(noteRequests(noteAnswer))
  app.use(strictHeaders(publicUrl))
  app.use(readCaller({ publicUrl, sessions, findPublisher: findPublisherByToken }))
  app.use(answerErrors(log, formPages({ site, localsFor })))
  app.use(formMethod)
  app.use(api.routes())
  app.use(refuseUnrouted(api))
  app.use(serveUploads(outside.files))
  if (outside.devPages) app.use(pagesFrom(outside.devPages))
  app.use(all)
  app.on('error', (error: NodeJS.ErrnoException) => {
    // A reader who closed the tab is not our fault, nor is a program that sends what is no HTTP (HPE).
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
    /** A page that was made before is half the work when nothing of the above is asked. */
    async answer(request, response) {
      if (isSameForAll(request)) {
        const [began, requestId] = [performance.now(), randomUUID()]
        const routeOf = () => pageRoute(request.url ?? '') ?? ''
        if (await answerKept(request, response, requestId)) {
          return noteAnswer({ response, requestId, method: 'GET', began, routeOf })
        }
      }
      await answer(request, response)
    },
  }
}

/** Below `/api`, what no line answers is missing, or is there for other methods. */
function refuseUnrouted(api: Router): Koa.Middleware {
  return (ctx, next) => {
    if (ctx.path !== '/api' && !ctx.path.startsWith('/api/')) return next()
    const methods = api.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods)
    if (methods.length === 0) throw refuse('notFound')
    ctx.set('Allow', [...new Set(methods)].join(', '))
    throw refuse('methodNotAllowed')
  }
}
