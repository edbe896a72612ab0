import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'

/** For the response header, the error body and the log line. */
export const requestId: Middleware = (ctx, next) => {
  const id = randomUUID()
  ctx.state.requestId = id
  ctx.set('X-Request-Id', id)
  return next()
}
