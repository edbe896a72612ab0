import type { Middleware } from 'koa'

/** Of every answer whatsoever. */
const nosniff = { 'X-Content-Type-Options': 'nosniff' }

/** Of pages, beside the Content-Security-Policy that comes with each of them. */
export const pageHeaders = {
  ...nosniff,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** Of scripts, fonts and pictures, which are fetched by the dozen: only what a browser heeds on them. */
export const assetHeaders = nosniff

/** Of the API: an answer that is opened as a document may do nothing at all. */
const apiHeaders = {
  ...nosniff,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
}

export const securityHeaders: Middleware = (ctx, next) => {
  ctx.set(apiHeaders)
  return next()
}
