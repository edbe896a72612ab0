import type { ServerResponse } from 'node:http'
import type { Context, Middleware } from 'koa'
import type { Logger } from 'pino'

/** A request that was answered, without anything of who asked. */
export interface LoggedRequest {
  method: string
  /** The address with its parts named (`/api/stories/:id`): what stands in their place may be a secret. */
  route: string
  status: number
  ms: number
}

/** Pages with something in their address that is somebody's own business, or one of very many. */
const withMore =
  /^\/(story|book|order|publications|test-checkout|uploads|_astro|live|sitemap)\/[^/]/

type Note = (request: LoggedRequest) => void

interface Answering {
  response: ServerResponse
  requestId: string
  method: string
  /** By `performance.now()`. */
  began: number
  /** Asked when the answer is out. */
  routeOf(): string
}

/** A line of the log for each request, and whatever else is to be noted of it, when its answer is out or cut off. */
export function responseLogger(log: Logger, note: Note = () => {}) {
  return ({ response, requestId, method, began, routeOf }: Answering) => {
    response.once('close', () => {
      const ms = Math.round((performance.now() - began) * 10) / 10
      const request = { method, route: routeOf(), status: response.statusCode, ms }
      note(request)
      const isCut = !response.writableFinished
      log.info({ requestId, ...request, ...(isCut && { isCut }) }, 'request')
    })
  }
}

export function requestLogger(logRequest: ReturnType<typeof responseLogger>): Middleware {
  return (ctx, next) => {
    logRequest({
      response: ctx.res,
      requestId: ctx.state['requestId'],
      method: ctx.method,
      began: performance.now(),
      routeOf: () => routeOf(ctx),
    })
    return next()
  }
}

/** One of a few: what anybody can make up is not repeated. */
function routeOf(ctx: Context): string {
  if (ctx.path.startsWith('/api/')) return String(ctx['_matchedRoute'] ?? 'unknown')
  return pageRoute(ctx.path) ?? (ctx.res.statusCode < 400 ? ctx.path : 'unknown')
}

/** Of a page with something in its address that is not to be told. */
export function pageRoute(path: string): string | undefined {
  const [, kind] = withMore.exec(path) ?? []
  return kind && `/${kind}/:more`
}
