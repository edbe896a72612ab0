import type { Context, Middleware } from 'koa'
import type { Logger } from 'pino'

/** A request that was answered, without anything of who asked. */
export interface AnsweredRequest {
  method: string
  /** The address with its parts named (`/api/stories/:id`): what stands in their place may be a secret. */
  route: string
  status: number
  ms: number
}

/** Pages with something in their address that is somebody's own business, or one of very many. */
const withMore =
  /^\/(story|book|order|publications|test-checkout|uploads|_astro|live|sitemap)\/[^/]/

/** A line of the log for each request that comes this far, and whatever else is to be noted of it. */
export function noteRequests(
  log: Logger,
  note: (request: AnsweredRequest) => void = () => {},
): Middleware {
  return (ctx, next) => {
    const began = performance.now()
    ctx.res.once('close', () => {
      const ms = Math.round((performance.now() - began) * 10) / 10
      const request = { method: ctx.method, route: routeOf(ctx), status: ctx.res.statusCode, ms }
      note(request)
      const isCut = !ctx.res.writableFinished
      log.info(
        { requestId: ctx.state['requestId'], ...request, ...(isCut && { isCut }) },
        'request',
      )
    })
    return next()
  }
}

/** One of a few: what anybody can make up is not repeated. */
function routeOf(ctx: Context): string {
  if (ctx.path.startsWith('/api/')) return String(ctx['_matchedRoute'] ?? 'unknown')
  const [, kind] = withMore.exec(ctx.path) ?? []
  if (kind) return `/${kind}/:more`
  return ctx.res.statusCode < 400 ? ctx.path : 'unknown'
}
