import type { Middleware } from 'koa'
import { apiError } from '#contract/errors.ts'

const safe = ['GET', 'HEAD', 'OPTIONS']

/**
 * Rejects a write that another site made the reader's browser send.
 * Programs send neither header and pass: they carry no reader's cookie that they should not have.
 */
export function sameOrigin(publicUrl: string): Middleware {
  const publicHost = new URL(publicUrl).host
  return (ctx, next) => {
    if (safe.includes(ctx.method)) return next()
    const origin = ctx.get('Origin')
    const host = URL.canParse(origin) ? new URL(origin).host : undefined
    const site = ctx.get('Sec-Fetch-Site')
    // A form on a page that sends no referrer names no origin either; the browser vouches for it all the same.
    const isOwnForm = origin === 'null' && site === 'same-origin'
    const foreignOrigin = origin !== '' && host !== publicHost && host !== ctx.get('Host')
    if ((foreignOrigin && !isOwnForm) || site === 'cross-site') throw apiError('crossSite')
    return next()
  }
}
