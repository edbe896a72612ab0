import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { fromJson } from '#api/http/requests/from-json.ts'
import { dayMs } from '#contract/days.ts'
import { toNaira } from '#contract/money.ts'
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
  type ProviderOptions,
  type ProviderResponse,
  providerClient,
  readPages,
  readResponse,
  readTime,
} from './provider-client.ts'

const name = 'Flutterwave'

const channelNames = { card: 'card', transfer: 'banktransfer', ussd: 'ussd', opay: 'opay' }

/** Our status by Flutterwave's name for it, in lower case. */
const statuses = new Map<string, VerifiedPayment['status']>([
  ['successful', 'success'],
  ['failed', 'failed'],
  ['cancelled', 'abandoned'],
  ['pending', 'waiting'],
  ['refunded', 'reversed'],
  ['reversed', 'reversed'],
])

/** Naira with at most two decimals, as a number or text, become kobo without a multiplication of floats. */
const kobo = z.pipe(
  z.union([z.number(), z.string()]),
  z.pipe(
    z.transform((amount: number | string) => {
      const [, naira, decimals = ''] = /^(\d{1,13})(?:\.(\d{1,2})0*)?$/.exec(String(amount)) ?? []
      return naira === undefined ? Number.NaN : Number(naira + decimals.padEnd(2, '0'))
    }),
    z.int(),
  ),
)
const koboOrNone = z.catch(z.nullable(kobo), null)
const textOrNone = z.catch(z.nullish(z.string()), null)
const idOrNone = z.catch(z.nullish(z.union([z.string(), z.number()])), null)

const opened = z.object({ data: z.object({ link: z.url({ protocol: /^https?$/ }) }) })

const transaction = z.object({
  id: z.union([z.int(), z.string().check(z.regex(/^\d{1,20}$/))]),
  tx_ref: z.string(),
  status: z.string().check(z.maxLength(50)),
  amount: koboOrNone,
  currency: z.string().check(z.maxLength(10)),
  created_at: textOrNone,
  // It may be missing or empty; only the digits are needed.
  card: z.catch(z.nullish(z.object({ last_4digits: z.nullish(z.string()) })), null),
})
type Transaction = z.output<typeof transaction>
const verified = z.object({ data: transaction })

const refund = z.object({
  status: z.string(),
  amount_refunded: koboOrNone,
  // Both names are documented.
  tx_id: idOrNone,
  transaction_id: idOrNone,
})
type Refund = z.output<typeof refund>
const refunded = z.object({ data: refund })
const refunds = z.object({
  data: z.nullable(z.array(refund)),
  meta: z.catch(z.nullish(z.object({ page_info: z.object({ total_pages: z.int() }) })), null),
})

const pageInfo = z.object({
  meta: z.object({ page_info: z.object({ total_pages: z.int() }) }),
})
const listed = z.object({ ...pageInfo.shape, data: z.array(transaction) })
const listedRefunds = z.object({ ...pageInfo.shape, data: z.array(refund) })

/** completed, completed-mpgs, completed-bank-transfer and others. */
const isDone = ({ status }: { status: string }) => status.startsWith('completed')

const reference = z.catch(z.nullish(z.string().check(z.regex(/^[\w.=-]{1,100}$/))), null)
const notice = z.object({
  event: z.string().check(z.regex(/^[\w.-]{1,100}$/)),
  data: z.object({
    id: idOrNone,
    tx_ref: reference,
    status: z.catch(z.nullish(z.string().check(z.regex(/^[\w-]{1,50}$/))), null),
  }),
})

/** Events that change no order and that the publisher has to look at. */
const issueEvents: Record<string, PaymentIssue | undefined> = {
  'refund.failed': 'refund failed',
  'chargeback.created': 'disputed',
}

export interface FlutterwaveOptions extends ProviderOptions {
  /** The secret that each webhook has in its header, as entered in Flutterwave's dashboard. */
  webhookHash: string
  channels?: readonly PaymentChannel[]
}

/**
 * Flutterwave's API, version 3. A payment's state is believed only in a response to our own request, never in a webhook: a
 * webhook has a secret, but no signature of its contents.
 */
export function flutterwavePayments({
  webhookHash,
  channels,
  ...options
}: FlutterwaveOptions): Payments {
  const ask = providerClient(name, options)
  const isTest = options.secretKey.startsWith('FLWSECK_TEST')

  const verify = async (reference: string): Promise<VerifiedPayment> => {
    const found = await findTransaction(ask, reference)
    if (!found) {
      const none = { amountKobo: 0, currency: 'NGN', paidAt: null, lastDigits: null }
      return { ...none, status: 'unknown', providerStatus: 'unknown', reference, isTest }
    }
    const status = statusOf(found)
    if (status === 'unknown') {
      throw failure(`${name} returned the unknown payment status "${found.status}"`)
    }
    const isPaid = status === 'success'
    const last4 = found.card?.last_4digits
    return {
      ...paymentOf(found, isPaid ? await listRefunds(ask, found) : []),
      // A key sees payments of its own mode only.
      isTest,
      paidAt: isPaid ? readTime(found.created_at) : null,
      lastDigits: last4 && /^\d{4}$/.test(last4) ? last4 : null,
    }
  }

  /** Follows an unclear response, a 503 too: a payment that is known there is not opened a second time. */
  const checkOpened = async (
    { reference, returnUrl }: CheckoutRequest,
    reason: unknown,
  ): Promise<{ checkoutUrl: string }> => {
    const found = await verify(reference).catch(() => {
      throw reason
    })
    if (found.status === 'success' || found.status === 'waiting') {
      return { checkoutUrl: withReference(returnUrl, reference) }
    }
    // Nobody has the address, so nobody can pay there.
    throw failure('The payment may be open, but its checkout address is lost', {
      isCheckoutLost: true,
    })
  }

  return {
    provider: 'flutterwave',
    isTest,

    async startCheckout(request) {
      const { reference, amountKobo, currency, email, method, returnUrl, title } = request
      const body = {
        tx_ref: reference,
        // The nearest number is written with at most two decimals, up to billions of naira.
        amount: toNaira(amountKobo),
        currency,
        // It adds its own name of the reference only.
        redirect_url: withReference(returnUrl, reference),
        payment_options: channelsOf(method, channels, channelNames).join(','),
        customer: { email },
        customizations: { title: title.slice(0, 100) },
      }
      let response: ProviderResponse
      try {
        response = await ask('POST', '/v3/payments', body)
      } catch (error) {
        return checkOpened(request, error)
      }
      return { checkoutUrl: readResponse(name, opened, response).data.link }
    },

    verify,

    async refund(reference) {
      const found = await findTransaction(ask, reference)
      if (!found || found.tx_ref !== reference) throw failure(`${name} does not know the payment`)
      const asked = (await listRefunds(ask, found)).filter(({ status }) => !isFailed(status))
      // A second request would be a second refund.
      if (asked.length > 0) return { isDone: isReversedBy(found, asked) }
      const response = await ask('POST', `/v3/transactions/${found.id}/refund`, {
        ...(found.amount !== null && { amount: toNaira(found.amount) }),
      })
      const { data } = readResponse(name, refunded, response)
      if (isFailed(data.status)) throw failure(`${name} refund failed`)
      return { isDone: isDone(data) }
    },

    listPayments: (from, to) => listPayments(ask, from, to),

    readWebhook(body, signature) {
      // Hashed, so that the lengths are equal and the time reveals nothing.
      if (!isSameBytes(digest(signature), digest(webhookHash))) return undefined
      return readNotice(body)
    },
  }
}

type Ask = ReturnType<typeof providerClient>

/** Undefined: unknown there, which it is until its buyer has tried to pay. */
async function findTransaction(ask: Ask, reference: string): Promise<Transaction | undefined> {
  const query = new URLSearchParams({ tx_ref: reference })
  const response = await ask('GET', `/v3/transactions/verify_by_reference?${query}`)
  return isUnknown(response) ? undefined : readResponse(name, verified, response).data
}

/**
 * All refunds of a payment. Its own status does not tell. They are what keeps a second one from being asked for, so only
 * an answer that says that there are none is read as none.
 */
async function listRefunds(ask: Ask, found: Transaction): Promise<Refund[]> {
  const from = Date.parse(found.created_at ?? '') || Date.now() - 30 * dayMs
  const all = await readPages(name, async (page) => {
    const query = new URLSearchParams({
      id: String(found.id),
      from: dayOf(from - dayMs),
      to: dayOf(Date.now() + dayMs),
      page: String(page),
    })
    const response = await ask('GET', `/v3/refunds?${query}`)
    if (saysNoRefunds(response)) return { items: [], isLast: true }
    const { data, meta } = readResponse(name, refunds, response)
    return { items: data ?? [], isLast: page >= (meta?.page_info.total_pages ?? 1) }
  })
  return refundsOf(found, all)
}

async function listPayments(ask: Ask, from: Date, to: Date): Promise<ListedPayment[]> {
  const readAll = <T>(
    path: string,
    schema: z.ZodMiniType<{ data: T[] } & z.output<typeof pageInfo>>,
    until: number,
  ) =>
    readPages(name, async (page) => {
      const query = new URLSearchParams({
        // Days of whichever time zone: what is outside is left out below.
        from: dayOf(from.getTime() - dayMs),
        to: dayOf(until + dayMs),
        page: String(page),
      })
      const { data, meta } = readResponse(name, schema, await ask('GET', `${path}?${query}`))
      return { items: data, isLast: page >= meta.page_info.total_pages }
    })
  const payments = await readAll('/v3/transactions', listed, to.getTime())
  const given = await readAll('/v3/refunds', listedRefunds, Date.now())
  const isWithin = ({ created_at }: Transaction) => {
    const at = Date.parse(created_at ?? '')
    return at >= from.getTime() && at < to.getTime()
  }
  return payments.filter(isWithin).map((one) => paymentOf(one, refundsOf(one, given)))
}

const statusOf = ({ status }: Transaction): VerifiedPayment['status'] =>
  statuses.get(status.toLowerCase()) ?? 'unknown'

const refundsOf = ({ id }: Transaction, list: Refund[]) =>
  list.filter((one) => String(one.transaction_id ?? one.tx_id) === String(id))

/** A payment with what became of it: its own status does not tell that it was given back. */
function paymentOf(found: Transaction, given: Refund[]): ListedPayment {
  const status = statusOf(found)
  const isGivenBack = status === 'success' && isReversedBy(found, given)
  return {
    status: isGivenBack ? 'reversed' : status,
    providerStatus: isGivenBack ? 'refunded' : found.status,
    reference: found.tx_ref,
    amountKobo: found.amount,
    currency: found.currency,
  }
}

function readNotice(body: Uint8Array) {
  const read = notice.safeParse(fromJson(Buffer.from(body).toString()))
  if (!read.success) return { notice: 'unreadable', reference: undefined }
  const { event, data } = read.data
  const reference = data.tx_ref ?? undefined
  const what = [event, data.id ?? reference, data.status].filter(Boolean).join(' ')
  const notified = { notice: what.slice(0, 250), reference }
  const concern = issueEvents[event]
  return concern ? { ...notified, concern } : notified
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

const isFailed = (status: string) => status.startsWith('failed')

/** Whether finished refunds have given back the whole payment. */
function isReversedBy({ amount }: Transaction, list: Refund[]): boolean {
  const done = list.filter(isDone)
  const given = done.reduce((sum, one) => sum + (one.amount_refunded ?? 0), 0)
  return done.length > 0 && given >= (amount ?? 0)
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** It answers 404, or 400 with a message: there is no code. */
function isUnknown(response: ProviderResponse): boolean {
  const error = errorOf(response)
  if (!error || response.status < 400) return false
  return response.status === 404 || /no transaction was found/i.test(error.message)
}

/** It answers 404, or 400 with a message that says so; any other 400 says nothing of refunds. */
function saysNoRefunds(response: ProviderResponse): boolean {
  const error = errorOf(response)
  if (!error || response.status < 400) return false
  return response.status === 404 || /\bno refunds?\b|\brefunds? not found/i.test(error.message)
}
