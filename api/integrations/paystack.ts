import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import { fromJson } from '#api/http/requests/from-json.ts'
import {
  type CheckoutRequest,
  channelsOf,
  type ListedPayment,
  type PaymentChannel,
  type PaymentIssue,
  type Payments,
  type VerifiedPayment,
  withReference,
} from './integrations.ts'
import {
  errorOf,
  failure,
  isSameBytes,
  type ProviderFailure,
  type ProviderOptions,
  type ProviderResponse,
  providerClient,
  readPages,
  readResponse,
  readTime,
} from './provider-client.ts'

const name = 'Paystack'

/** The channels by Paystack's names; OPay is not among them. */
const channelNames = { card: 'card', transfer: 'bank_transfer', ussd: 'ussd', opay: undefined }

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

const unknown = {
  status: 'unknown',
  providerStatus: 'unknown',
  amountKobo: 0,
  currency: 'NGN',
  isTest: false,
  paidAt: null,
  lastDigits: null,
} as const

/** Some responses have numbers as text. */
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
    amount: z.catch(z.nullable(kobo), null),
    currency: z.string().check(z.maxLength(10)),
    domain: z.enum(['test', 'live']),
    channel: z.catch(z.nullish(z.string()), null),
    paid_at: z.catch(z.nullish(z.string()), null),
    // It may be missing or empty; only the digits are needed.
    authorization: z.catch(z.nullish(z.object({ last4: z.nullish(z.string()) })), null),
  }),
})

const pageSize = 100
const listed = z.object({
  meta: z.catch(z.nullish(z.object({ pageCount: z.nullish(z.int()) })), null),
  data: z.array(
    z.object({
      status: z.string().check(z.maxLength(50)),
      reference: z.catch(z.string(), ''),
      amount: z.catch(z.nullable(kobo), null),
      currency: z.string().check(z.maxLength(10)),
    }),
  ),
})

const refunded = z.object({ data: z.object({ status: z.string() }) })

const idOrNone = z.catch(z.nullish(z.union([z.string(), z.number()])), null)
const textOrNone = z.catch(z.nullish(z.string().check(z.regex(/^[\w.=-]{1,100}$/))), null)
const notice = z.object({
  event: z.string().check(z.regex(/^[\w.-]{1,100}$/)),
  data: z.object({
    id: idOrNone,
    reference: textOrNone,
    // Refunds have a reference of their own.
    transaction_reference: textOrNone,
    transaction: z.catch(z.nullish(z.object({ reference: textOrNone })), null),
  }),
})

/** Events that change no order and that the publisher has to look at. */
const issueEvents: Record<string, PaymentIssue | undefined> = {
  'refund.failed': 'refund failed',
  'refund.needs-attention': 'refund needs attention',
  'charge.dispute.create': 'disputed',
}

/** A payment's state is believed only in a response to our own request, never in a webhook. */
export function paystackPayments({
  channels,
  ...options
}: ProviderOptions & { channels?: readonly PaymentChannel[] }): Payments {
  const { secretKey } = options
  const ask = providerClient(name, options)

  const verify = async (reference: string): Promise<VerifiedPayment> => {
    const response = await ask('GET', `/transaction/verify/${encodeURIComponent(reference)}`)
    if (isUnknown(response)) return { ...unknown, reference }
    const { data } = readResponse(name, verified, response)
    const status = statuses.get(data.status)
    if (!status) throw failure(`Paystack returned the unknown payment status "${data.status}"`)
    const last4 = data.channel === 'card' ? data.authorization?.last4 : undefined
    return {
      status,
      providerStatus: data.status,
      reference: data.reference,
      amountKobo: data.amount,
      currency: data.currency,
      isTest: data.domain === 'test',
      paidAt: readTime(data.paid_at),
      lastDigits: last4 && /^\d{4}$/.test(last4) ? last4 : null,
    }
  }

  /** Follows an unclear response: nothing is opened twice. */
  const checkOpened = async (
    { reference, returnUrl }: CheckoutRequest,
    reason: Error,
  ): Promise<{ checkoutUrl: string }> => {
    const verified = await verify(reference)
    if (verified.reference !== reference) throw reason
    const { status } = verified
    if (status === 'success' || status === 'waiting') {
      return { checkoutUrl: withReference(returnUrl, reference) }
    }
    if (status === 'unknown') throw reason
    // Paystack sends the checkout address once, and this reference cannot be opened again.
    throw failure('The payment is open, but its checkout address is lost', { isCheckoutLost: true })
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
        channels: channelsOf(method, channels, channelNames),
        callback_url: returnUrl,
        metadata: {
          // A buyer who cancels is sent here as it is, so it carries the reference.
          cancel_action: withReference(returnUrl, reference),
          custom_fields: [{ display_name: 'Book', variable_name: 'book', value: title }],
        },
      }
      let response: ProviderResponse
      try {
        response = await ask('POST', '/transaction/initialize', body)
      } catch (error) {
        // It may have been opened all the same.
        if ((error as ProviderFailure).isTimeOut) return checkOpened(request, error as Error)
        throw error
      }
      const error = errorOf(response)
      if (response.status >= 400 && error?.code === 'duplicate_reference') {
        const lost = failure('Paystack reports a duplicate reference, but does not know it')
        return checkOpened(request, lost)
      }
      return { checkoutUrl: readResponse(name, opened, response).data.authorization_url }
    },

    verify,

    async refund(reference) {
      const response = await ask('POST', '/refund', { transaction: reference })
      // Paystack answers a second request with an error: the payment may be reversed already.
      if (response.status >= 400) {
        const payment = await verify(reference)
        const isReversed = payment.status === 'reversed' && payment.reference === reference
        if (isReversed) return { isDone: true }
      }
      const { status } = readResponse(name, refunded, response).data
      if (status === 'failed') throw failure('Paystack refund failed')
      return { isDone: status === 'processed' }
    },

    listPayments: (from, to) => listPayments(ask, from, to),

    readWebhook(body, signature) {
      return isSigned(body, signature, secretKey) ? readNotice(body) : undefined
    },
  }
}

type Ask = ReturnType<typeof providerClient>

async function listPayments(ask: Ask, from: Date, to: Date): Promise<ListedPayment[]> {
  const items = await readPages(name, async (page) => {
    const query = new URLSearchParams({
      from: from.toISOString(),
      // Its end is included.
      to: new Date(to.getTime() - 1).toISOString(),
      perPage: String(pageSize),
      page: String(page),
    })
    const { data, meta } = readResponse(name, listed, await ask('GET', `/transaction?${query}`))
    // Pages may have fewer than were asked for.
    const isLast = meta?.pageCount ? page >= meta.pageCount : data.length < pageSize
    return { items: data, isLast }
  })
  return items.map(({ status, reference, amount, currency }) => ({
    status: statuses.get(status) ?? 'unknown',
    providerStatus: status,
    reference,
    amountKobo: amount,
    currency,
  }))
}

function readNotice(body: Uint8Array) {
  const read = notice.safeParse(fromJson(Buffer.from(body).toString()))
  // Signed by Paystack, but of an unknown shape.
  if (!read.success) return { notice: 'unreadable', reference: undefined }
  const { event, data } = read.data
  const reference =
    data.transaction_reference ?? data.reference ?? data.transaction?.reference ?? undefined
  const notified = {
    notice: `${event} ${data.id ?? reference ?? ''}`.trim().slice(0, 250),
    reference,
  }
  const concern = issueEvents[event]
  return concern ? { ...notified, concern } : notified
}

/** HMAC-SHA-512 over the raw bytes, in hex, compared in constant time. */
function isSigned(body: Uint8Array, signature: string, secretKey: string): boolean {
  if (!/^[0-9a-f]{128}$/i.test(signature)) return false
  const expected = createHmac('sha512', secretKey).update(body).digest()
  return isSameBytes(expected, Buffer.from(signature, 'hex'))
}

/** Paystack documents 404, and in practice sends 400 with this code. */
function isUnknown(response: ProviderResponse): boolean {
  const error = errorOf(response)
  return error !== undefined && (response.status === 404 || error.code === 'transaction_not_found')
}
