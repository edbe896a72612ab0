import { randomUUID } from 'node:crypto'
import { createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { json } from 'node:stream/consumers'
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import { findRoute } from '#api/http/requests/find-route.ts'
import { ApiError } from '#contract/api-error.ts'
import type { Render } from './astro-adapter.ts'
import type { LoadedSite } from './release-loader.ts'

type Call = (address: string, input: unknown) => Promise<{ output: unknown; total?: number }>

/** Hot reload adds scripts and styles of its own. */
const openPolicy = "default-src * 'unsafe-inline' 'unsafe-eval' data: blob: ws:"

/** Development: pages come from Astro's own server; their `call` returns to this process (scripts/dev-locals.mjs). */
export async function openDevSite(address: string, log: Logger) {
  const pages = new Map<string, { call: Call; others: object }>()
  const server = createServer(async (request, response) => {
    const { id, name, input } = (await json(request)) as {
      id: string
      /** Missing: the page asks for its other locals. */
      name?: string
      input?: unknown
    }
    const page = pages.get(id)
    const answer = await Promise.resolve()
      .then(() => (name === undefined ? page?.others : page?.call(name, input)))
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        return { error: { status: error.status, message: error.message, sentence: error.sentence } }
      })
      .catch((error: Error) => {
        // The page is told too, and Astro's server shows a page that failed without its cause.
        log.error({ err: error, call: name }, 'call of a page failed')
        return { error: { status: 500, message: error.message } }
      })
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const callsAt = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const render: Render = async (url, locals) => {
    const id = randomUUID()
    const { call, ...others } = locals as { call: Call }
    pages.set(id, { call, others })
    try {
      const given = encodeURIComponent(JSON.stringify({ id, callsAt }))
      const answer = await fetch(new URL(url, address), {
        headers: { 'X-Locals': given },
        redirect: 'manual',
      })
      const headers = {
        ...Object.fromEntries(answer.headers),
        'content-security-policy': openPolicy,
      }
      for (const name of [
        'connection',
        'keep-alive',
        'transfer-encoding',
        'content-length',
        'vary',
      ]) {
        delete (headers as Record<string, string>)[name]
      }
      return { status: answer.status, headers, body: Buffer.from(await answer.arrayBuffer()) }
    } finally {
      pages.delete(id)
    }
  }

  const site = (): LoadedSite => ({
    // A new id at each look: nothing is cached.
    id: randomUUID(),
    isLive: true,
    madeFrom: { siteId: '', version: 0 },
    files: new Map(),
    render,
  })

  /** Scripts, styles and pictures in the making, and the sandbox, which is no page of the site. */
  const assets: Middleware = async (ctx, next) => {
    const isFile = ctx.path === '/sandbox' || ctx.path.startsWith('/@') || extname(ctx.path) !== ''
    if (findRoute(ctx.path) || !isFile || !['GET', 'HEAD'].includes(ctx.method)) return next()
    const { host: _, 'accept-encoding': __, ...headers } = ctx.headers
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      httpRequest(new URL(ctx.url, address), { headers }, resolve).on('error', reject).end()
    })
    if (answer.statusCode === 404) {
      answer.resume()
      return next()
    }
    ctx.status = answer.statusCode ?? 502
    ctx.set(answer.headers as Record<string, string>)
    ctx.remove('Content-Security-Policy')
    ctx.body = answer
  }
  return { site, assets, stop: () => server.close() }
}
