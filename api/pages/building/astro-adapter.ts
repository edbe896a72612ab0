import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ApiError } from '#contract/api-error.ts'
import { DatabaseUnavailableError } from '#db/sql.ts'

// All that the service knows of Astro while it runs (decision 59): where a bundle has its entry, how that is called and what
// it does to the process. What the build and the pages' scripts know of it is in site/astro/. What each line here relies
// on is held by tests/service/astro-adapter.test.ts.

/** The exports of @astrojs/node in `middleware` mode. */
export type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
  locals: object,
) => Promise<void>

export async function loadBundle(folder: string): Promise<Render> {
  const before = new Set(process.listeners('unhandledRejection'))
  const entry = pathToFileURL(join(folder, 'server', 'entry.mjs')).href
  const { handler, ...others } = (await import(entry)) as { handler: AstroHandler }
  if (typeof handler !== 'function') {
    const found = Object.keys(others).join(', ') || 'nothing'
    throw new Error(
      `Expected of ${entry} a function \`handler\`, found ${found}: see api/pages/building/astro-adapter.ts`,
    )
  }
  // The entry adds a listener that would hide unhandled rejections of the service.
  for (const listener of process.listeners('unhandledRejection')) {
    if (!before.has(listener)) process.off('unhandledRejection', listener)
  }
  return (url, locals) => renderWith(handler, url, locals)
}

/** Runs Astro's handler against a response that is captured. */
export async function renderWith(
  handler: AstroHandler,
  url: string,
  locals: object,
): Promise<RenderedPage | undefined> {
  // It has nothing of the visitor's request, since the page may be cached for everybody.
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url })
  const response = new CapturedResponse(request)
  let isUnknown = false
  // Astro turns every error into a 500. Whoever may come back later is told so.
  let refusal: Error | undefined
  const { call } = locals as { call?: (...input: unknown[]) => Promise<unknown> }
  const watched = call && {
    call: (...input: unknown[]) =>
      call(...input).catch((error: unknown) => {
        const isTooOften = error instanceof ApiError && error.status === 429
        if (isTooOften || error instanceof DatabaseUnavailableError) refusal = error
        throw error
      }),
  }
  await handler(request, response, () => (isUnknown = true), { ...locals, ...watched })
  return isUnknown ? undefined : response.page(refusal)
}

/** A Node response without a connection, which collects what Astro writes. */
class CapturedResponse extends ServerResponse {
  private headers: OutgoingHttpHeaders = {}
  private readonly chunks: Buffer[] = []
  private isWhole = false
  private error: Error | undefined

  override writeHead(status: number, ...rest: unknown[]) {
    const headers = rest.at(-1) as OutgoingHttpHeaders | undefined
    this.headers = { ...this.getHeaders(), ...headers }
    return super.writeHead(status, headers)
  }
  override write(chunk: Uint8Array | string, ...rest: unknown[]) {
    this.chunks.push(Buffer.from(chunk))
    const done = rest.at(-1)
    if (typeof done === 'function') done()
    return true
  }
  override end(chunk?: unknown) {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.write(chunk)
    this.isWhole = true
    return this
  }
  override destroy(error?: Error) {
    this.error = error
    return this
  }
  page(refusal: Error | undefined): RenderedPage {
    if (!this.isWhole) throw refusal ?? this.error ?? new Error('A page broke off')
    if (this.statusCode >= 500) throw refusal ?? new Error(`A page answered ${this.statusCode}`)
    return {
      status: this.statusCode,
      headers: this.headers as Record<string, string>,
      body: Buffer.concat(this.chunks),
    }
  }
}

export interface RenderedPage {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** Undefined when there is no page at the address. `locals`: the value of `Astro.locals`. */
export type Render = (url: string, locals: object) => Promise<RenderedPage | undefined>
