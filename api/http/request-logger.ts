import type { ServerResponse } from 'node:http'
import type { Context, Middleware } from 'koa'
import type { Logger } from 'pino'
import { findRoute } from '#api/pages/routes.ts'

/** A request that was answered, without anything of who asked. */
export interface LoggedRequest {
  method: string
  /** The address with its parts named (`/api/stories/:id`): what stands in their place may be a secret. */
  route: string
  status: number
  ms: number
}

/** Files with names of their own, of which there are very many. */
const manyFiles = /^\/(uploads|_astro)\/[^/]/

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

function routeOf(ctx: Context): string {
  if (ctx.path.startsWith('/api/')) return String(ctx['_matchedRoute'] ?? 'unknown')
  return routeName(ctx.path, ctx.res)
}

/** The route of a page as the table writes it: one of a few, because what anybody can make up is not repeated. */
export function routeName(path: string, { statusCode }: ServerResponse): string {
  const [, folder] = manyFiles.exec(path) ?? []
  if (folder) return `/${folder}/:name`
  return findRoute(path)?.pattern ?? (statusCode < 400 ? path : 'unknown')
}
