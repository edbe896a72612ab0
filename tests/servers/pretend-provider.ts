import type {
  CheckoutRequest,
  ListedPayment,
  Payments,
  VerifiedPayment,
} from '#api/integrations/integrations.ts'
import type { PaymentProvider } from '#contract/shop/payment-providers.ts'
import { sql } from '#db/sql.ts'
import { aBook } from '../people.ts'

type Says = Partial<VerifiedPayment> | 'nothing'

/**
 * A provider of payments that does as it is told: it can be slow, wrong or dead, and says what the test lets it say.
 * What it never heard of it does not know; what was opened with it is waiting.
 */
export function aPretendProvider({
  isTest = false,
  provider = 'paystack',
}: {
  isTest?: boolean
  provider?: PaymentProvider
} = {}) {
  const opened = new Map<string, CheckoutRequest>()
  const answers = new Map<string, Says>()
  const refunds: string[] = []
  const listed: ListedPayment[] = []
  let asked = 0
  /** Awaited before every answer, and may throw. */
  let before = async (
    _what: 'startCheckout' | 'verify' | 'refund' | 'list',
    _reference: string,
  ) => {}

  const payments: Payments = {
    provider,
    isTest,
    async startCheckout(request) {
      await before('startCheckout', request.reference)
      if (opened.has(request.reference)) throw new Error('duplicate_reference')
      opened.set(request.reference, request)
      return { checkoutUrl: `https://pay.example/${request.reference}` }
    },
    async verify(reference) {
      asked++
      await before('verify', reference)
      const request = opened.get(reference)
      const says =
        answers.get(reference) ?? (request ? { status: 'waiting' } : { status: 'unknown' })
      if (says === 'nothing') throw new Error('The provider does not answer')
      return {
        status: 'success',
        providerStatus: says.status ?? 'success',
        reference,
        amountKobo: request?.amountKobo ?? 0,
        currency: 'NGN',
        isTest,
        paidAt: '2026-11-20T10:00:00.000Z',
        lastDigits: '4081',
        ...says,
      }
    },
    async refund(reference) {
      await before('refund', reference)
      refunds.push(reference)
      return { isDone: true }
    },
    async listPayments() {
      await before('list', '')
      return [...listed]
    },
    readWebhook(body, signature) {
      if (signature !== 'signed') return undefined
      return JSON.parse(Buffer.from(body).toString())
    },
  }
  return {
    payments,
    opened,
    /** The references that were refunded, as often as that was asked for. */
    refunds,
    /** Its list of every day. */
    listed,
    asked: () => asked,
    says: (reference: string, what: Says) => answers.set(reference, what),
    /** From now on this comes before every answer. */
    first(what: typeof before) {
      before = what
    },
  }
}

/** A published book that has its PDF. The file itself lies nowhere. */
export async function aBookOnSale(fields: Parameters<typeof aBook>[0] = {}) {
  const book = await aBook(fields)
  await sql`
    update books set pdf_id = gen_random_uuid(), pdf_bytes = 1000, pdf_pages = 12, pdf_uploaded_at = now()
    where id = ${book.id}`
  return book
}
