import type { Context } from 'koa'

/** The browser opens it, with a name to save it by. */
export function sendPdf(ctx: Context, name: string, pdf: Buffer) {
  // The address may contain an order's key.
  ctx.set('Referrer-Policy', 'no-referrer')
  ctx.set('X-Robots-Tag', 'noindex')
  ctx.attachment(`${name}.pdf`, { type: 'inline' })
  ctx.type = 'application/pdf'
  ctx.body = pdf
}
