import type { Middleware } from 'koa'
import { apiError } from '#contract/errors.ts'
import { parseUrl } from '#contract/parse-url.ts'

/** Headers of every response. Under https, HSTS for a year and for this host only. */
export function headersOfAll(publicUrl: string): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(publicUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  }
}

/** Beside the Content-Security-Policy that comes with each page (page-html.ts). */
export const pageHeaders = {
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** For responses that are no pages: opened as a document, they may load and run nothing. */
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
  const publicHost = new URL(publicUrl).host
  return (ctx, next) => {
    if (safe.includes(ctx.method)) return next()
    const origin = ctx.get('Origin')
    const host = parseUrl(origin)?.host
    const site = ctx.get('Sec-Fetch-Site')
    // Pages with `no-referrer` send no origin, so Sec-Fetch-Site decides.
    const isOwnForm = origin === 'null' && site === 'same-origin'
    const foreignOrigin = origin !== '' && host !== publicHost && host !== ctx.get('Host')
    if ((foreignOrigin && !isOwnForm) || site === 'cross-site') throw apiError('crossSite')
    return next()
  }
}
