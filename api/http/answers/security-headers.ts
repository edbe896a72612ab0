import type { Middleware } from 'koa'
import { apiError } from '#contract/errors.ts'
import { parseUrl } from '#contract/pages/parse-url.ts'
import { isLoopback } from '../open-server.ts'

/** Headers of every response. Under https HSTS holds for a year and for this host only. */
export function headersOfAll(publicUrl: string): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(publicUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  }
}

/** They come beside the Content-Security-Policy of each page (page-html.ts). */
export const pageHeaders = {
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** These are for responses that are no pages: opened as a document, they may load and run nothing. */
const apiHeaders = {
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

export function strictHeadersFor(publicUrl: string) {
  return { ...headersOfAll(publicUrl), ...apiHeaders }
}

/** Starts with the strictest policy, which a page replaces by its own. */
export function strictHeaders(publicUrl: string): Middleware {
  const headers = strictHeadersFor(publicUrl)
  return (ctx, next) => {
    ctx.set(headers)
    return next()
  }
}

const safe = ['GET', 'HEAD', 'OPTIONS']

/** Rejects writes that another site's page caused. Programs send neither header and pass: they have no cookie. */
export function sameOrigin(publicUrl: string): Middleware {
  const own = new URL(publicUrl)
  // One machine under two names: the browser calls them cross-site.
  const isOwnMachine = (from: URL | undefined) =>
    from?.port === own.port && isLoopback(own.hostname) && isLoopback(from.hostname)
  return (ctx, next) => {
    if (safe.includes(ctx.method)) return next()
    const origin = ctx.get('Origin')
    const from = parseUrl(origin)
    if (isOwnMachine(from)) return next()
    const host = from?.host
    const site = ctx.get('Sec-Fetch-Site')
    // Pages with `no-referrer` send no origin, so Sec-Fetch-Site decides.
    const isOwnForm = origin === 'null' && site === 'same-origin'
    const foreignOrigin = origin !== '' && host !== own.host && host !== ctx.get('Host')
    if ((foreignOrigin && !isOwnForm) || site === 'cross-site') throw apiError('crossSite')
    return next()
  }
}
