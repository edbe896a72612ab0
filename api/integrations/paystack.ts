import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type {
  CheckoutRequest,
  PaymentFailure,
  PaymentIssue,
  Payments,
  VerifiedPayment,
} from './integrations.ts'
import { withReference } from './with-reference.ts'

/** A provider that says nothing for this long is given up for now. */
const patienceMs = 10_000

/** After so many silences in a row nobody is made to wait for it for a while. */
const silencesInARow = 4
const restMs = 15_000

export interface PaystackOptions {
  secretKey: string
  apiUrl: string
  /** Shorter in tests. */
  patienceMs?: number
  restMs?: number
}

/** Its word for a channel. */
const channels = { card: 'card', transfer: 'bank_transfer' } as const

/** Where a payment stands, by the word that Paystack has for it. */
const statuses = new Map<string, VerifiedPayment['status']>([
  ['success', 'success'],
  ['failed', 'failed'],
  ['abandoned', 'abandoned'],
  ['ongoing', 'waiting'],
  ['pending', 'waiting'],
  ['processing', 'waiting'],
  ['queued', 'waiting'],
  ['reversed', 'reversed'],
])

/** Nobody at the provider knows the reference. */
const unknown: VerifiedPayment = {
  status: 'unknown',
  said: 'unknown',
  amountKobo: 0,
  currency: 'NGN',
  isTest: false,
  paidAt: null,
  lastDigits: null,
}

/** Kobo; some of its answers have numbers as text. */
const kobo = z.pipe(
  z.union([z.int(), z.string().check(z.regex(/^\d{1,15}$/))]),
  z.pipe(
    z.transform((amount: string | number) => Number(amount)),
    z.int().check(z.minimum(0)),
  ),
)

const opened = z.object({ data: z.object({ authorization_url: z.url({ protocol: /^https?$/ }) }) })

const verified = z.object({
  data: z.object({
    status: z.string().check(z.maxLength(50)),
    reference: z.string(),
    amount: kobo,
    currency: z.string().check(z.maxLength(10)),
    domain: z.enum(['test', 'live']),
    channel: z.catch(z.nullish(z.string()), null),
    paid_at: z.catch(z.nullish(z.string()), null),
    // It may be missing, empty or anything else that nobody needs.
    authorization: z.catch(z.nullish(z.object({ last4: z.nullish(z.string()) })), null),
  }),
})

const refunded = z.object({ data: z.object({ status: z.string() }) })

const refusal = z.object({
  message: z.string(),
  code: z.catch(z.optional(z.string()), undefined),
})

const idOrNone = z.catch(z.nullish(z.union([z.string(), z.number()])), null)
const textOrNone = z.catch(z.nullish(z.string().check(z.regex(/^[\w.=-]{1,100}$/))), null)
const notice = z.object({
  event: z.string().check(z.regex(/^[\w.-]{1,100}$/)),
  data: z.object({
    id: idOrNone,
    reference: textOrNone,
    // Of refunds, whose own reference is another one.
    transaction_reference: textOrNone,
    // Of disputes.
    transaction: z.catch(z.nullish(z.object({ reference: textOrNone })), null),
  }),
})

/** Events that move no order, and that somebody has to look at. */
const concerns: Record<string, PaymentIssue | undefined> = {
  'refund.failed': 'refund failed',
  'refund.needs-attention': 'refund needs attention',
  'charge.dispute.create': 'disputed',
}

type Answer = { status: number; body: unknown }

/**
 * Takes money through Paystack (reference: payments.md). The reference is the key of everything there: what is said
 * of it is believed only in an answer to our own question, never in a notice.
 */
export function paystackPayments({
  secretKey,
  apiUrl,
  patienceMs: patience = patienceMs,
  restMs: rest = restMs,
}: PaystackOptions): Payments {
  let silences = 0
  let restsUntil = 0

  /** What it answers, whatever that is; rejects when it does not answer, or with a fault of its own. */
  const ask = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> => {
    if (Date.now() < restsUntil) throw failure('Paystack has been silent and is let rest')
    try {
      const answer = await send(method, path, body)
      silences = 0
      return answer
    } catch (error) {
      if ((error as Failure).isTimeOut && ++silences >= silencesInARow)
        restsUntil = Date.now() + rest
      throw error
    }
  }

  const send = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> => {
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
      signal: AbortSignal.timeout(patience),
    }).catch(giveUp)
    const text = await response.text().catch(giveUp)
    if (response.status >= 500 || response.status === 429) {
      throw failure(`Paystack answered ${response.status}`)
    }
    return { status: response.status, body: fromJson(text) }
  }

  const verify = async (reference: string): Promise<VerifiedPayment> => {
    const answer = await ask('GET', `/transaction/verify/${encodeURIComponent(reference)}`)
    if (isUnknown(answer)) return unknown
    const { data } = readAnswer(verified, answer)
    if (data.reference !== reference) throw failure('Paystack spoke of another payment')
    const status = statuses.get(data.status)
    if (!status) throw failure(`Paystack says "${data.status}" of a payment`)
    const last4 = data.channel === 'card' ? data.authorization?.last4 : undefined
    return {
      status,
      said: data.status,
      amountKobo: data.amount,
      currency: data.currency,
      isTest: data.domain === 'test',
      paidAt: readTime(data.paid_at),
      lastDigits: last4 && /^\d{4}$/.test(last4) ? last4 : null,
    }
  }

  /** What to do when opening a payment left open whether it is: nothing is opened twice. */
  const lookAgain = async (
    { reference, returnUrl }: CheckoutRequest,
    reason: Error,
  ): Promise<{ checkoutUrl: string }> => {
    const { status } = await verify(reference)
    if (status === 'success' || status === 'waiting') {
      return { checkoutUrl: withReference(returnUrl, reference) }
    }
    if (status === 'unknown') throw reason
    // Its address is said once only, and this reference cannot be opened again.
    throw failure('The payment is open, but where it is paid went lost', { isCheckoutLost: true })
  }

  return {
    provider: 'paystack',
    isTest: secretKey.startsWith('sk_test_'),

    async startCheckout(request) {
      const { reference, amountKobo, currency, email, method, returnUrl, title } = request
      const body = {
        reference,
        amount: amountKobo,
        currency,
        email,
        channels: [channels[method]],
        callback_url: returnUrl,
        metadata: {
          // Whoever cancels is sent here, and nothing is added to it.
          cancel_action: withReference(returnUrl, reference),
          custom_fields: [{ display_name: 'Book', variable_name: 'book', value: title }],
        },
      }
      let answer: Answer
      try {
        answer = await ask('POST', '/transaction/initialize', body)
      } catch (error) {
        // It may have been opened all the same.
        if ((error as Failure).isTimeOut) return lookAgain(request, error as Error)
        throw error
      }
      const said = refusal.safeParse(answer.body).data
      if (answer.status >= 400 && said?.code === 'duplicate_reference') {
        return lookAgain(request, failure('Paystack knows the reference, and does not'))
      }
      return { checkoutUrl: readAnswer(opened, answer).data.authorization_url }
    },

    verify,

    async refund(reference) {
      const answer = await ask('POST', '/refund', { transaction: reference })
      // Asked for a second time, it refuses: what is so already is done.
      if (answer.status >= 400 && (await verify(reference)).status === 'reversed') {
        return { isDone: true }
      }
      const { status } = readAnswer(refunded, answer).data
      if (status === 'failed') throw failure('Paystack could not give the money back')
      return { isDone: status === 'processed' }
    },

    readNotice(body, signature) {
      if (!isSigned(body, signature, secretKey)) return undefined
      const read = notice.safeParse(fromJson(Buffer.from(body).toString()))
      // Theirs, but nothing that we know how to read.
      if (!read.success) return { notice: 'unreadable', reference: undefined }
      const { event, data } = read.data
      const reference =
        data.transaction_reference ?? data.reference ?? data.transaction?.reference ?? undefined
      const told = {
        notice: `${event} ${data.id ?? reference ?? ''}`.trim().slice(0, 250),
        reference,
      }
      const concern = concerns[event]
      return concern ? { ...told, concern } : told
    },
  }
}

/** HMAC-SHA-512 over the raw bytes, in hex, compared in constant time. */
function isSigned(body: Uint8Array, signature: string, secretKey: string): boolean {
  if (!/^[0-9a-f]{128}$/i.test(signature)) return false
  const expected = createHmac('sha512', secretKey).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

interface Failure extends PaymentFailure {
  isTimeOut: boolean
}

/** The one kind of error that leaves this file. */
function failure(message: string, beside: Partial<Failure> = {}): Failure {
  return Object.assign(new Error(message), { isCheckoutLost: false, isTimeOut: false, ...beside })
}

/** The errors of `fetch` say why in their cause; only that word is kept. */
function giveUp(error: unknown): never {
  const { name, cause } = error as { name: string; cause?: { code?: string } }
  throw failure(`Paystack did not answer: ${cause?.code ?? name}`, {
    isTimeOut: name === 'TimeoutError',
  })
}

/** 404 as it is documented, and the code that it sends with 400 in practice. */
function isUnknown({ status, body }: Answer): boolean {
  const said = refusal.safeParse(body).data
  return said !== undefined && (status === 404 || said.code === 'transaction_not_found')
}

/** The good answer that was hoped for; anything else is a failure, in Paystack's words. */
function readAnswer<S extends z.ZodMiniType>(schema: S, { status, body }: Answer): z.output<S> {
  if (status < 300) {
    const read = schema.safeParse(body)
    if (read.success) return read.data
    throw failure(`Paystack's answer has an odd ${read.error.issues[0]?.path.join('.') || 'shape'}`)
  }
  const message = refusal.safeParse(body).data?.message.slice(0, 200)
  throw failure(`Paystack answered ${status}${message ? `: ${message}` : ''}`)
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** As our own times are written; what is no time is none. */
function readTime(text: string | null | undefined): string | null {
  const time = text ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}
