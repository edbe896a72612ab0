import { Router } from '@koa/router'
import Koa from 'koa'
import { koaBody } from 'koa-body'
import type { Logger } from 'pino'
import type { readPublications } from '#content/read-content.ts'
import { jsonBodyBytes } from '#contract/limits.ts'
import { refuse } from '#contract/refusals.ts'
import { accountsRoutes } from './accounts/accounts.routes.ts'
import { booksRoutes } from './books/books.routes.ts'
import { answerErrors } from './http/answer-errors.ts'
import { pagesFrom } from './http/dev-pages.ts'
import type { LoadedSite } from './http/live-site.ts'
import { pages } from './http/pages.ts'
import { nobody, readCaller } from './http/read-caller.ts'
import { requestId } from './http/request-id.ts'
import { sameOrigin } from './http/same-origin.ts'
import { securityHeaders } from './http/security-headers.ts'
import { callInProcess } from './http/serve.ts'
import { operationsRoutes } from './operations/operations.routes.ts'
import { picturesRoutes } from './pictures/pictures.routes.ts'
import { publicationsRoutes } from './publications/publications.routes.ts'
import { storiesRoutes } from './stories/stories.routes.ts'

/** What the app is given from outside itself. */
export interface Outside {
  publicUrl: string
  /** Made pictures are kept below it. */
  dataDir: string
  publications: Awaited<ReturnType<typeof readPublications>>
  /** The release being served; it changes under a running app. */
  site(): LoadedSite | undefined
  /** Development only: pages come from Astro's own server at this address, with hot reload. */
  devPages?: string | undefined
  log: Logger
}

/** The whole service as one Koa app; read it from top to bottom to follow a request. */
export function buildApp(outside: Outside): { app: Koa; router: Router } {
  const { publicUrl, log, site } = outside
  const router = new Router()
  storiesRoutes(router)
  booksRoutes(router)
  accountsRoutes(router)
  publicationsRoutes(router, outside.publications)
  picturesRoutes(router, outside)
  operationsRoutes(router, { isUp: () => site() !== undefined })

  const api = new Router({ prefix: '/api' })
  api.use(
    sameOrigin(publicUrl),
    koaBody({ jsonLimit: jsonBodyBytes, text: false, urlencoded: false, multipart: false }),
    readCaller({ secure: publicUrl.startsWith('https:') }),
  )
  api.use(router.routes())

  const app = new Koa()
  app.use(requestId)
  app.use(securityHeaders)
  app.use(answerErrors(log))
  app.use(api.routes())
  app.use(refuseUnrouted(api))
  if (outside.devPages) app.use(pagesFrom(outside.devPages))
  app.use(pages({ site, locals: { call: callInProcess(router, nobody) } }))
  app.on('error', (error: NodeJS.ErrnoException) => {
    // A reader who closed the tab is not our fault.
    if (
      error.code !== 'ECONNRESET' &&
      error.code !== 'EPIPE' &&
      error.code !== 'ERR_STREAM_PREMATURE_CLOSE'
    ) {
      log.error({ err: error }, 'response failed')
    }
  })
  return { app, router }
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
