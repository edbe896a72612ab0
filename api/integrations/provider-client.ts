import { timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { withinTime } from '#api/http/load/within-time.ts'
import { fromJson } from '#api/http/requests/from-json.ts'
import type { PaymentFailure } from './integrations.ts'

const defaultTimeoutMs = 10_000

/** After so many timeouts in a row requests fail at once for a while. */
const timeoutsInARow = 4
const defaultRestMs = 15_000

export interface ProviderOptions {
  secretKey: string
  apiUrl: string
  /** Tests wait for a shorter time. */
  timeoutMs?: number
  restMs?: number
}

export interface ProviderResponse {
  status: number
  body: unknown
}

export interface ProviderFailure extends PaymentFailure {
  isTimeOut: boolean
}

export type ProviderClient = (
  method: 'GET' | 'POST',
  path: string,
  body?: object,
) => Promise<ProviderResponse>

/** The one kind of error that the integrations of payment providers throw. */
export function failure(message: string, beside: Partial<ProviderFailure> = {}): ProviderFailure {
  return Object.assign(new Error(message), { isCheckoutLost: false, isTimeOut: false, ...beside })
}

/** Resolves to responses below 500 except 429; rejects with a ProviderFailure otherwise. `name`: in errors. */
export function providerClient(
  name: string,
  {
    secretKey,
    apiUrl,
    timeoutMs: timeout = defaultTimeoutMs,
    restMs: rest = defaultRestMs,
  }: ProviderOptions,
): ProviderClient {
  let timeouts = 0
  let restsUntil = 0

  /** `fetch` names the cause by a code; only the code is passed on. */
  const giveUp = (error: unknown): never => {
    const { name: kind, cause } = error as { name: string; cause?: { code?: string } }
    throw failure(`${name} did not answer: ${cause?.code ?? kind}`, {
      isTimeOut: kind === 'TimeoutError',
    })
  }

  const send: ProviderClient = async (method, path, body) => {
    const { status, text } = await withinTime(timeout, async (signal) => {
      const response = await fetch(`${apiUrl}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${secretKey}`,
          Accept: 'application/json',
          ...(body && { 'Content-Type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        // The key goes to this address and to no other.
        redirect: 'error',
        signal,
      })
      return { status: response.status, text: await response.text() }
    }).catch(giveUp)
    if (status >= 500 || status === 429) throw failure(`${name} answered ${status}`)
    return { status, body: fromJson(text) }
  }

  return async (method, path, body) => {
    if (Date.now() < restsUntil) throw failure(`${name} requests are paused after timeouts`)
    try {
      const response = await send(method, path, body)
      timeouts = 0
      return response
    } catch (error) {
      if ((error as ProviderFailure).isTimeOut && ++timeouts >= timeoutsInARow)
        restsUntil = Date.now() + rest
      throw error
    }
  }
}

/** More than any shop of ours has in a day, and an end for a provider that never says which page is the last. */
const mostPages = 500

/** All items of all pages, counted from 1, until `readPage` says that one was the last. */
export async function readPages<T>(
  name: string,
  readPage: (page: number) => Promise<{ items: T[]; isLast: boolean }>,
): Promise<T[]> {
  const all: T[] = []
  for (let page = 1; page <= mostPages; page++) {
    const { items, isLast } = await readPage(page)
    all.push(...items)
    if (isLast || items.length === 0) return all
  }
  throw failure(`${name} lists more than ${mostPages} pages`)
}

const errorBody = z.object({
  message: z.string(),
  code: z.catch(z.optional(z.string()), undefined),
})

/** What a provider says of an error; undefined for anything else. */
export function errorOf({ body }: ProviderResponse) {
  return errorBody.safeParse(body).data
}

/** Throws a failure with the provider's message for a bad response. */
export function readResponse<S extends z.ZodMiniType>(
  name: string,
  schema: S,
  response: ProviderResponse,
): z.output<S> {
  const { status, body } = response
  if (status < 300) {
    const read = schema.safeParse(body)
    if (read.success) return read.data
    throw failure(
      `${name}'s response has an unexpected ${read.error.issues[0]?.path.join('.') || 'shape'}`,
    )
  }
  const message = errorOf(response)?.message.slice(0, 200)
  throw failure(`${name} answered ${status}${message ? `: ${message}` : ''}`)
}

/** ISO, or null for what is no time. */
export function readTime(text: string | null | undefined): string | null {
  const time = text ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** Compares in constant time. */
export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
