import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import { Refusal, type RefusalName, refuse } from '#contract/refusals.ts'

/** What a constraint of the database is called to a person. */
const constraints: Record<string, RefusalName> = {
  shares_of_a_story: 'storyNotFound',
  views_of_a_story: 'storyNotFound',
}

/** When a service that is starting may be asked again. */
const retrySeconds = 3

/** The only catch: every refusal and every fault becomes the error body of product section 5 here. */
export function answerErrors(log: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next()
      if (ctx.status === 404 && ctx.body === undefined && ctx.respond !== false) {
        throw refuse('notFound')
      }
    } catch (error) {
      const refusal = toRefusal(error)
      const requestId = ctx.state['requestId'] as string
      if (!refusal)
        log.error({ err: error, requestId, method: ctx.method, path: ctx.path }, 'request failed')
      ctx.status = refusal?.status ?? 500
      ctx.set('Cache-Control', 'no-store')
      ctx.remove('Content-Encoding')
      ctx.remove('Content-Disposition')
      const message = refusal?.sentence ?? 'Something went wrong on our side. Please try again.'
      if (ctx.status === 503) ctx.set('Retry-After', String(retrySeconds))
      if (ctx.path.startsWith('/api') || ctx.accepts('json', 'html') !== 'html') {
        ctx.body = { message, ...(refusal?.fields && { errors: refusal.fields }), requestId }
      } else {
        ctx.type = 'html'
        ctx.body = plainPage(message, requestId, ctx.status === 503)
      }
    }
  }
}

/** For a person, when there is no page of the site to show: as plain as can be, and tried again by itself. */
function plainPage(message: string, requestId: string, isTriedAgain: boolean): string {
  const again = isTriedAgain ? `<meta http-equiv="refresh" content="${retrySeconds}">` : ''
  return `<!doctype html><html lang="en-NG"><meta charset="utf-8"><meta name="viewport" content="width=device-width">${again}<title>One moment</title><h1>${message}</h1><p><a href="/">Back to the start</a></p><p>${requestId}</p></html>`
}

/** A fault that the caller can mend, or undefined: then it is ours. */
function toRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  const {
    constraint_name: constraint,
    status,
    httpCode,
    code,
  } = error as {
    constraint_name?: string
    code?: string
    status?: number
    /** formidable's name for the status. */
    httpCode?: number
  }
  const name = constraint ? constraints[constraint] : undefined
  if (name) return refuse(name)
  // zlib's and Brotli's names for a body that claims to be compressed and is not.
  if (code && /^(Z_|ERR__ERROR_)/.test(code)) return refuse('notJson')
  switch (status ?? httpCode) {
    case 400:
      return refuse('notJson')
    case 413:
      return refuse('tooLarge')
    case 415:
      return refuse('wrongMediaType')
  }
  return undefined
}
