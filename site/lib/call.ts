import type {
  Address,
  FileAddress,
  InputOf,
  OutputOf,
  PagedAddress,
} from '#contract/endpoints/contract.ts'
import { Refusal } from '#contract/refusals.ts'

type Callable = Exclude<Address, FileAddress>

/** The only fetch. Throws a Refusal when the answer is not ok; never repeats a call by itself. */
export async function call<A extends Callable>(address: A, input: InputOf<A>): Promise<OutputOf<A>> {
  const response = await send(address, input as Record<string, unknown>)
  return response.json()
}

/** One page of a list, and how many there are in all. */
export async function callPage<A extends PagedAddress>(
  address: A,
  input: InputOf<A>,
): Promise<{ items: OutputOf<A>; total: number }> {
  const response = await send(address, input as Record<string, unknown>)
  return {
    items: await response.json(),
    total: Number(response.headers.get('X-Total-Count')),
  }
}

/** A piece of a page, rendered by the server: the same markup has one home. Its first element is returned. */
export async function loadPart(address: string): Promise<HTMLElement> {
  const response = await fetch(address, { credentials: 'same-origin' })
  if (!response.ok) throw toRefusal(response, await response.text())
  const holder = document.createElement('template')
  holder.innerHTML = await response.text()
  const part = holder.content.firstElementChild
  if (!(part instanceof HTMLElement)) throw new Error(`${address} sent no part`)
  return part
}

async function send(address: string, input: Record<string, unknown>): Promise<Response> {
  const [method, pattern] = address.split(' ') as [string, string]
  const rest = { ...input }
  const path = pattern.replace(/:(\w+)/g, (_, name) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  const isReading = method === 'GET'
  const query = isReading ? toQuery(rest) : ''
  const response = await fetch(`/api${path}${query}`, {
    method,
    credentials: 'same-origin',
    // A share or a view is still told of when the reader has already gone on.
    keepalive: !isReading,
    ...(isReading ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(rest) }),
  })
  if (response.ok) return response
  throw toRefusal(response, await response.text())
}

function toQuery(fields: Record<string, unknown>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return given.length > 0 ? `?${new URLSearchParams(given as [string, string][])}` : ''
}

function toRefusal(response: Response, body: string): Refusal {
  let told: { message?: string; errors?: Record<string, string[]> } = {}
  try {
    told = JSON.parse(body)
  } catch {
    // Not from our API: a proxy's page, say.
  }
  const text = body || response.statusText
  return new Refusal(response.status, told.message ?? text, told.errors, text)
}
