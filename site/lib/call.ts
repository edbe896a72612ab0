import { ApiError, type FieldErrors } from '#contract/api-error.ts'
import type {
  Address,
  FileAddress,
  InputOf,
  OutputOf,
  PagedAddress,
  RedirectAddress,
} from '#contract/endpoints/contract.ts'

/** Endpoints that answer with data: files and redirects are linked to. */
export type Callable = Exclude<Address, FileAddress | RedirectAddress>

/** The type of `Astro.locals.call`: the browser's call answered in-process; lists have their total. */
export type CallOnServer = <A extends Callable>(
  address: A,
  input: InputOf<A>,
) => Promise<{ output: OutputOf<A>; total?: number }>

type Send = (path: string, init: RequestInit) => Promise<Response>

/**
 * Browsers fail a request with `keepalive` whose body is over 64 KB, and one character may take three bytes:
 * a long story is sent without it.
 */
const keptAliveLength = 20_000

/** The client of the API over any transport; tests pass their own. */
export function clientOver(send: Send) {
  async function ask(
    address: string,
    input: Record<string, unknown>,
    key?: string,
  ): Promise<Response> {
    const [method, pattern] = address.split(' ') as [string, string]
    const rest = { ...input }
    const path = pattern.replace(/:(\w+)/g, (_, name) => {
      const value = String(rest[name])
      delete rest[name]
      return encodeURIComponent(value)
    })
    const init = { method, credentials: 'same-origin' } as const
    if (method === 'GET') {
      return accepted(await send(`/api${path}${toQuery(rest)}`, { ...init, keepalive: false }))
    }
    const body = JSON.stringify(rest)
    return accepted(
      await send(`/api${path}`, {
        ...init,
        // A share or a view is still reported when the reader has already left the page.
        keepalive: body.length <= keptAliveLength,
        headers: {
          'Content-Type': 'application/json',
          ...(key && { 'Idempotency-Key': key }),
        },
        body,
      }),
    )
  }

  return {
    /**
     * Throws an ApiError when the answer is not ok; never repeats a call by itself. A second call with the same
     * `key` gets the first one's answer and has no second effect.
     */
    async call<A extends Callable>(
      address: A,
      input: InputOf<A>,
      key?: string,
    ): Promise<OutputOf<A>> {
      return (await ask(address, input as Record<string, unknown>, key)).json()
    },

    /** One page of a list, and the total. */
    async callPage<A extends PagedAddress>(
      address: A,
      input: InputOf<A>,
    ): Promise<{ items: OutputOf<A>; total: number }> {
      const response = await ask(address, input as Record<string, unknown>)
      return { items: await response.json(), total: Number(response.headers.get('X-Total-Count')) }
    },

    /** A fragment of a page as HTML, rendered by the server, so that its markup is defined once. */
    async loadPart(address: string): Promise<string> {
      return (await accepted(await send(address, { credentials: 'same-origin' }))).text()
    },
  }
}

/** The only use of fetch. */
export const { call, callPage, loadPart } = clientOver((path, init) => fetch(path, init))

function toQuery(fields: Record<string, unknown>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return given.length > 0 ? `?${new URLSearchParams(given as [string, string][])}` : ''
}

async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response
  throw toApiError(response.status, response.statusText, await response.text())
}

export function toApiError(status: number, statusText: string, body: string): ApiError {
  let parsed: Record<string, unknown> & { message?: string; errors?: FieldErrors } = {}
  try {
    parsed = JSON.parse(body) ?? {}
  } catch {
    // It is not from our API, but from a proxy.
  }
  const text = body || statusText
  return new ApiError(status, parsed.message ?? text, parsed.errors, text, undefined, parsed)
}
