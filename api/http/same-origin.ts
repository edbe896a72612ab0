import type { Middleware } from 'koa'
import { apiError } from '#contract/errors.ts'
import { parseUrl } from '#contract/parse-url.ts'

const safe = ['GET', 'HEAD', 'OPTIONS']

/** Rejects writes that another site's page caused. Programs send neither header and pass: they have no cookie. */
export function sameOrigin(publicUrl: string): Middleware {
  const publicHost = new URL(publicUrl).host
  return (ctx, next) => {
    if (safe.includes(ctx.method)) return next()
    const origin = ctx.get('Origin')
    const host = parseUrl(origin)?.host
    const site = ctx.get('Sec-Fetch-Site')
    // A page without a referrer names no origin; the browser's Sec-Fetch-Site decides.
    const isOwnForm = origin === 'null' && site === 'same-origin'
    const foreignOrigin = origin !== '' && host !== publicHost && host !== ctx.get('Host')
    if ((foreignOrigin && !isOwnForm) || site === 'cross-site') throw apiError('crossSite')
    return next()
  }
}
