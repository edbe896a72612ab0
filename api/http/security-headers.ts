import type { Middleware } from 'koa'

/**
 * Of every answer whatsoever, and all that scripts, fonts and pictures need. `publicUrl` says whether readers come over
 * https: then a browser that was here once asks for nothing else for a year. Other hosts of the domain are not
 * spoken for.
 */
export function headersOfAll(publicUrl: string): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    ...(publicUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000' }),
  }
}

/** Of pages too, beside the Content-Security-Policy that comes with each of them (astro.config.mjs, page-policy.ts). */
export const pageHeaders = {
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** Of the API: an answer that is opened as a document may do nothing at all. */
const apiHeaders = {
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

/** As strict as can be: of the API, and of whatever answers in its place. */
export function strictHeadersFor(publicUrl: string) {
  return { ...headersOfAll(publicUrl), ...apiHeaders }
}

/** First as strict as can be; a page takes its own in their place. */
export function strictHeaders(publicUrl: string): Middleware {
  const headers = strictHeadersFor(publicUrl)
  return (ctx, next) => {
    ctx.set(headers)
    return next()
  }
}
