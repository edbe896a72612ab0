import type { Context, Middleware } from 'koa'

/** Headers of every answer that is not a built file. A page's own Content-Security-Policy replaces this one. */
const always = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  // For what is not a page: an answer opened as a document may do nothing at all.
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

export const securityHeaders: Middleware = (ctx, next) => {
  ctx.set(always)
  return next()
}

/** What only documents need. */
export function setPageHeaders(ctx: Context) {
  ctx.set({
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
  })
}

/** Scripts, styles, fonts and pictures are fetched by the dozen: they carry only what a browser heeds on them. */
export function setAssetHeaders(ctx: Context) {
  for (const name of ['Referrer-Policy', 'X-Request-Id']) ctx.remove(name)
}
