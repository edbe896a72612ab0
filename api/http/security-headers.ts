import type { Middleware } from 'koa'

/** Of every response. Under https HSTS lasts a year, without the other hosts of the domain. */
export function headersOfAll(publicUrl: string): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(publicUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  }
}

/** Beside the Content-Security-Policy that comes with each page (page-policy.ts). */
export const pageHeaders = {
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** A response opened as a document may do nothing. */
const apiHeaders = {
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

export function strictHeadersFor(publicUrl: string) {
  return { ...headersOfAll(publicUrl), ...apiHeaders }
}

/** The strictest first; a page replaces them by its own. */
export function strictHeaders(publicUrl: string): Middleware {
  const headers = strictHeadersFor(publicUrl)
  return (ctx, next) => {
    ctx.set(headers)
    return next()
  }
}
