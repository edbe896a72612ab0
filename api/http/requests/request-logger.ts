import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Context, Middleware } from 'koa'
import { type Logger, pino } from 'pino'
import { findRoute } from './find-route.ts'

/** A log entry, in which nothing identifies the sender. */
export interface LoggedRequest {
  method: string
  /** The route's pattern (`/api/stories/:id`), since the values of parameters may be secrets. */
  route: string
  status: number
  ms: number
}

const manyFiles = /^\/(uploads|_astro)\/[^/]/

type Note = (request: LoggedRequest) => void

interface Answering {
  response: ServerResponse
  requestId: string
  method: string
  /** A moment of `performance.now()`. */
  began: number
  routeOf(): string
}

/** Logs each request when its response is sent or cut off. */
export function responseLogger(log: Logger, note: Note = () => {}) {
  const writeLine = lineWriter(log)
  return ({ response, requestId, method, began, routeOf }: Answering) => {
    response.once('close', () => {
      const ms = Math.round((performance.now() - began) * 10) / 10
      const request = { method, route: routeOf(), status: response.statusCode, ms }
      note(request)
      const isCut = !response.writableFinished
      if (log.isLevelEnabled('info')) writeLine(requestId, request, isCut)
    })
  }
}

/** Writes the line of `log.info` in a sixth of the time, since each request has one. */
function lineWriter(log: Logger) {
  const { streamSym, chindingsSym } = pino.symbols
  const inside = log as unknown as Record<symbol, unknown>
  const output = inside[streamSym] as { write(line: string): void } | undefined
  const before = `{"level":${pino.levels.values['info']},"time":`
  // Process and host, as at the start of pino's lines.
  const bindings = String(inside[chindingsSym])
  return (requestId: string, { method, route, status, ms }: LoggedRequest, isCut: boolean) =>
    output?.write(
      `${before}${Date.now()}${bindings},"requestId":"${requestId}","method":${JSON.stringify(method)},"route":${JSON.stringify(route)},"status":${status},"ms":${ms}${isCut ? ',"isCut":true' : ''},"msg":"request"}\n`,
    )
}

export function requestLogger(logRequest: ReturnType<typeof responseLogger>): Middleware {
  return (ctx, next) => {
    logRequest({
      response: ctx.res,
      requestId: ctx.state.requestId,
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

/** A known route: arbitrary paths are not logged. */
function routeName(path: string, { statusCode }: ServerResponse): string {
  const [, folder] = manyFiles.exec(path) ?? []
  if (folder) return `/${folder}/:name`
  return findRoute(path)?.pattern ?? (statusCode < 400 ? path : 'unknown')
}

/** Gives the request the id that the response header, the error body and the log line show. */
export const requestId: Middleware = (ctx, next) => {
  const id = randomUUID()
  ctx.state.requestId = id
  ctx.set('X-Request-Id', id)
  return next()
}
