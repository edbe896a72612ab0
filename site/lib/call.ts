import type {
  Address,
  FileAddress,
  InputOf,
  OutputOf,
  PagedAddress,
} from '#contract/endpoints/contract.ts'
import { Refusal } from '#contract/refusals.ts'

type Callable = Exclude<Address, FileAddress>
type Send = (path: string, init: RequestInit) => Promise<Response>

/** The client of the API over any way of sending; tests bring their own. */
export function clientOver(send: Send) {
  async function ask(address: string, input: Record<string, unknown>): Promise<Response> {
    const [method, pattern] = address.split(' ') as [string, string]
    const rest = { ...input }
    const path = pattern.replace(/:(\w+)/g, (_, name) => {
      const value = String(rest[name])
      delete rest[name]
      return encodeURIComponent(value)
    })
    const isReading = method === 'GET'
    return accepted(
      await send(`/api${path}${isReading ? toQuery(rest) : ''}`, {
        method,
        credentials: 'same-origin',
        // A share or a view is still told of when the reader has already gone on.
        keepalive: !isReading,
        ...(isReading
          ? {}
          : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(rest) }),
      }),
    )
  }

  return {
    /** Throws a Refusal when the answer is not ok; never repeats a call by itself. */
    async call<A extends Callable>(address: A, input: InputOf<A>): Promise<OutputOf<A>> {
      return (await ask(address, input as Record<string, unknown>)).json()
    },

    /** One page of a list, and how many there are in all. */
    async callPage<A extends PagedAddress>(
      address: A,
      input: InputOf<A>,
    ): Promise<{ items: OutputOf<A>; total: number }> {
      const response = await ask(address, input as Record<string, unknown>)
      return { items: await response.json(), total: Number(response.headers.get('X-Total-Count')) }
    },

    /** A piece of a page as HTML, rendered by the server: the same markup has one home. */
    async loadPart(address: string): Promise<string> {
      return (await accepted(await send(address, { credentials: 'same-origin' }))).text()
    },
  }
}

/** The only fetch. */
export const { call, callPage, loadPart } = clientOver((path, init) => fetch(path, init))

function toQuery(fields: Record<string, unknown>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return given.length > 0 ? `?${new URLSearchParams(given as [string, string][])}` : ''
}

async function accepted(response: Response): Promise<Response> {
  if (response.ok) return response
  const body = await response.text()
  let told: { message?: string; errors?: Record<string, string[]> } = {}
  try {
    told = JSON.parse(body) ?? {}
  } catch {
    // Not from our API: a proxy's page, say.
  }
  const text = body || response.statusText
  throw new Refusal(response.status, told.message ?? text, told.errors, text)
}
