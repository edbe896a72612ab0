import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseUnavailableError } from '#db/sql.ts'

export interface RenderedPage {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** Undefined when no page answers to the address. `locals` is what `Astro.locals` holds. */
export type Render = (url: string, locals: object) => Promise<RenderedPage | undefined>

export type AstroHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
  locals: object,
) => Promise<void>

/** Loads the server part of a bundle. */
export async function loadBundle(folder: string): Promise<Render> {
  const before = new Set(process.listeners('unhandledRejection'))
  const entry = pathToFileURL(join(folder, 'server', 'entry.mjs')).href
  const { handler } = (await import(entry)) as { handler: AstroHandler }
  // The entry adds a listener that would hide our own faults.
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
  // Nothing of the visitor's request: the page may be shown to anybody.
  const request = { method: 'GET', url, headers: {}, socket: {} } as unknown as IncomingMessage
  const response = new CapturedResponse()
  let isUnknown = false
  // Astro turns every error into a 500.
  let unavailable: DatabaseUnavailableError | undefined
  const { call } = locals as { call?: (...input: unknown[]) => Promise<unknown> }
  const watched = call && {
    call: (...input: unknown[]) =>
      call(...input).catch((error: unknown) => {
        if (error instanceof DatabaseUnavailableError) unavailable = error
        throw error
      }),
  }
  await handler(request, response as unknown as ServerResponse, () => (isUnknown = true), {
    ...locals,
    ...watched,
  })
  return isUnknown ? undefined : response.page(unavailable)
}

/** As much of a ServerResponse as Astro writes to. */
class CapturedResponse {
  statusMessage = ''
  headersSent = false
  private status = 200
  private headers: Record<string, string> = {}
  private readonly chunks: Buffer[] = []
  private error: Error | undefined

  writeHead(status: number, headers: unknown) {
    this.status = status
    this.headersSent = true
    if (typeof headers === 'object') this.headers = headers as Record<string, string>
    return this
  }
  write(chunk: Uint8Array | string) {
    this.chunks.push(Buffer.from(chunk))
    return true
  }
  end(chunk?: Uint8Array | string) {
    if (chunk) this.write(chunk)
    return this
  }
  on() {
    return this
  }
  destroy(error?: Error) {
    this.error = error ?? new Error('The page could not be rendered')
  }
  page(unavailable: DatabaseUnavailableError | undefined): RenderedPage {
    if (this.error) throw unavailable ?? this.error
    if (this.status >= 500) throw unavailable ?? new Error(`A page answered ${this.status}`)
    return { status: this.status, headers: this.headers, body: Buffer.concat(this.chunks) }
  }
}
