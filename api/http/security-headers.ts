import type { Middleware } from 'koa'

/** Headers of every answer. A page's own Content-Security-Policy comes with the page and replaces this one. */
const always = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  // For what is not a page: an answer opened as a document may do nothing at all.
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

export const securityHeaders: Middleware = (ctx, next) => {
  ctx.set(always)
  return next()
}
