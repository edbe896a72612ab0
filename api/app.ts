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
import { adminActivityRoutes } from './admin/activity/activity.routes.ts'
import { adminBooksRoutes } from './admin/books/admin-books.routes.ts'
import { bookFile } from './admin/books/store-book-file.ts'
import { adminNewsletterRoutes } from './admin/newsletter/admin-newsletter.routes.ts'
import { adminOrdersRoutes } from './admin/orders/admin-orders.routes.ts'
import { adminRequestsRoutes } from './admin/requests/admin-requests.routes.ts'
import { findPublisherByToken } from './admin/sign-in/publisher.queries.ts'
import { publisherSignInRoutes } from './admin/sign-in/publisher.routes.ts'
import { siteBuildsRoutes } from './admin/site-builds/site-builds.routes.ts'
import { adminStoriesRoutes } from './admin/stories/admin-stories.routes.ts'
import { bookRatingsRoutes } from './book-ratings/book-ratings.routes.ts'
import { booksRoutes } from './books/books.routes.ts'
import { dataSaverRoutes } from './data-saver/data-saver.routes.ts'
import { downloadsRoutes } from './downloads/downloads.routes.ts'
import { errorHandler } from './http/error-handler.ts'
import { formMethod } from './http/form-method.ts'
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
import type { Payments, SignInProvider } from './integrations/integrations.ts'
import { likesRoutes } from './likes/likes.routes.ts'
import { isLoopback } from './loopback.ts'
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
import { requestsRoutes } from './requests/requests.routes.ts'
import { savedRoutes } from './saved/saved.routes.ts'
import { searchRoutes } from './search/search.routes.ts'
import { storiesRoutes } from './stories/stories.routes.ts'
import { submissionsRoutes } from './submissions/submissions.routes.ts'
import { testCheckoutRoutes } from './test-checkout/test-checkout.routes.ts'
import { serveUploads } from './uploads/serve-uploads.ts'
import { pictureStore } from './uploads/store-picture.ts'
import { uploadsRoutes } from './uploads/uploads.routes.ts'

/** What the service gives the app. */
export interface Integrations {
  publicUrl: string
  /** Books and pictures. */
  files: Files
  publications: Awaited<ReturnType<typeof readPublications>>
  /** The release being served; it changes under a running app. */
  site(): LoadedSite | undefined
  isLeaving?(): boolean
  trustProxy: number
  /** Undefined: local accounts alone. */
  provider?: SignInProvider | undefined
  /** Undefined: nothing can be bought. */
  payments?: Payments | undefined
  /** Keys of orders, links and codes are derived from it; never stored in the database. */
  orderSecret: Uint8Array
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
  storiesRoutes(router)
  searchRoutes(router)
  dataSaverRoutes(router)
  submissionsRoutes(router, { storePicture })
  uploadsRoutes(router, { storePicture })
  booksRoutes(router, { isBuyingOpen: outside.payments !== undefined })
  savedRoutes(router)
  bookRatingsRoutes(router, outside)
  requestsRoutes(router)
  newsletterRoutes(router)
  accountDataRoutes(router, outside)
  readingRoutes(router)
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
  publisherSignInRoutes(router)
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
  siteBuildsRoutes(router, outside)
  adminRequestsRoutes(router)
  adminNewsletterRoutes(router, { publicUrl })
  adminActivityRoutes(router)
  operationsRoutes(router, { isUp: () => site() !== undefined && !outside.isLeaving?.() })

  const api = new Router({ prefix: '/api' })
  api.use(sameOrigin(publicUrl))
  api.use(router.routes())

  const sessions = readerSessions({ secure: publicUrl.startsWith('https:') })
  const pages = servePages({
    site,
    publicUrl,
    localsFor: (context) => ({ call: callInProcess(router, context), publicUrl }),
  })
  const app = new Koa({ proxy: trustProxy > 0, maxIpsCount: trustProxy })
  app.use(requestId)
  const logRequest = responseLogger(log, outside.note)
  app.use(requestLogger(logRequest))
  app.use(strictHeaders(publicUrl))
  app.use(requestContext({ publicUrl, sessions, findPublisher: findPublisherByToken }))
  app.use(errorHandler(log, pages.showRefusedForm))
  app.use(formMethod)
  app.use(api.routes())
  app.use(rejectUnrouted(api))
  app.use(serveUploads(outside.files))
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
