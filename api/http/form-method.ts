import type { Middleware } from 'koa'
import { isFormPost } from './read-body.ts'

const others = ['PUT', 'DELETE']

/** `action="…?_method=DELETE"`: HTML forms can only POST. */
export const formMethod: Middleware = (ctx, next) => {
  const wanted = ctx.query['_method']
  if (
    ctx.method === 'POST' &&
    typeof wanted === 'string' &&
    others.includes(wanted) &&
    isFormPost(ctx)
  ) {
    ctx.method = wanted
  }
  return next()
}
