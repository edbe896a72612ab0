import { request } from 'node:http'
import type { Middleware } from 'koa'
import type { RequestContext } from '#api/http/request-context.ts'
import { twinOf } from './pages.ts'

/** Development only: every page comes from Astro's own server, so that a change is seen at once. */
export function pagesFrom(address: string): Middleware {
  return async (ctx) => {
    const reader =
      ctx.path === '/' ? await (ctx.state['context'] as RequestContext).findReader() : undefined
    const twin = twinOf(ctx.path, ctx.query, reader && { for: 'reader' })
    await new Promise<void>((resolve, reject) => {
      const url = new URL(twin ?? ctx.url, address)
      const forwarded = request(url, { method: ctx.method, headers: ctx.headers }, (answer) => {
        ctx.status = answer.statusCode ?? 502
        ctx.remove('Content-Security-Policy')
        for (const [name, value] of Object.entries(answer.headers)) if (value) ctx.set(name, value)
        ctx.body = answer
        resolve()
      })
      forwarded.on('error', reject)
      ctx.req.pipe(forwarded)
    })
  }
}
