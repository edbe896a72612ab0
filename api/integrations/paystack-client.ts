import { fromJson } from '#api/http/from-json.ts'
import { withinTime } from '#api/http/within-time.ts'
import type { PaymentFailure } from './integrations.ts'

const defaultTimeoutMs = 10_000

/** After so many timeouts in a row requests fail at once for a while. */
const timeoutsInARow = 4
const defaultRestMs = 15_000

export interface PaystackOptions {
  secretKey: string
  apiUrl: string
  /** Shorter in tests. */
  timeoutMs?: number
  restMs?: number
}

export interface PaystackResponse {
  status: number
  body: unknown
}

export interface PaystackFailure extends PaymentFailure {
  isTimeOut: boolean
}

/** The one kind of error that the Paystack integration throws. */
export function failure(message: string, beside: Partial<PaystackFailure> = {}): PaystackFailure {
  return Object.assign(new Error(message), { isCheckoutLost: false, isTimeOut: false, ...beside })
}

/** `fetch` names the cause by a code; only the code is passed on. */
function giveUp(error: unknown): never {
  const { name, cause } = error as { name: string; cause?: { code?: string } }
  throw failure(`Paystack did not answer: ${cause?.code ?? name}`, {
    isTimeOut: name === 'TimeoutError',
  })
}

/** Resolves to responses below 500 except 429; rejects with a PaystackFailure otherwise. */
export function paystackClient({
  secretKey,
  apiUrl,
  timeoutMs: timeout = defaultTimeoutMs,
  restMs: rest = defaultRestMs,
}: PaystackOptions) {
  let timeouts = 0
  let restsUntil = 0

  const send = async (
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<PaystackResponse> => {
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
    if (status >= 500 || status === 429) throw failure(`Paystack answered ${status}`)
    return { status, body: fromJson(text) }
  }

  return async (method: 'GET' | 'POST', path: string, body?: object): Promise<PaystackResponse> => {
    if (Date.now() < restsUntil) throw failure('Paystack requests are paused after timeouts')
    try {
      const response = await send(method, path, body)
      timeouts = 0
      return response
    } catch (error) {
      if ((error as PaystackFailure).isTimeOut && ++timeouts >= timeoutsInARow)
        restsUntil = Date.now() + rest
      throw error
    }
  }
}
