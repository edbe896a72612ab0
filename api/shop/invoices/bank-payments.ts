import type { Payments, VerifiedPayment } from '#api/integrations/integrations.ts'
import { proofHours } from '#contract/shop/invoices.ts'
import { bankTransfer } from '#contract/shop/payment-providers.ts'
import { inLagos, lagosDay } from '#db/lagos.ts'
import { first, sql } from '#db/sql.ts'
import { transferSums } from './invoices.queries.ts'

/**
 * What staff have written down of transfers, behind the interface of every provider: an order of an invoice is paid by what
 * this says of it. It needs no settings, so that an invoice is settled whatever they are by then.
 */
export const bankPayments: Payments<typeof bankTransfer> = {
  provider: bankTransfer,
  isTest: false,
  isOurs: true,

  // Nobody pays online: the page of the order tells the account.
  async startCheckout({ reference, returnUrl }) {
    const page = new URL(returnUrl)
    page.searchParams.set('reference', reference)
    return { checkoutUrl: page.href }
  },

  async verify(reference): Promise<VerifiedPayment> {
    const found = await findInvoicePayment(reference)
    return {
      ...statusOf(found),
      reference,
      amountKobo: found?.paidKobo ?? 0,
      currency: 'NGN',
      isTest: false,
      paidAt: found?.paidAt ?? null,
      lastDigits: null,
    }
  },

  // Staff send it from their bank, and write that down (api/shop/invoices).
  async refund(reference) {
    return { isDone: (await findInvoicePayment(reference))?.isReturned ?? false }
  },

  // It has no list but ours.
  async listPayments() {
    return []
  },

  readWebhook: () => undefined,
}

interface InvoicePayment {
  isWithdrawn: boolean
  /** The last day on which it is open has passed, or the hours in which its e-mail address was to be proven. */
  isLate: boolean
  amountKobo: number
  /** The sums of all transfers that stand, and of those that count. */
  recordedKobo: number
  paidKobo: number
  isReturned: boolean
  /** It is never before the order, nor after it was written down. */
  paidAt: string | null
}

/** Locks the invoice until the transaction ends, so that what is settled by is what stands. */
async function findInvoicePayment(reference: string) {
  // A statement of its own: the one that waits for the lock would still see the transfers as they were before.
  await sql`
    select 1 from invoices i join orders o on o.id = i.order_id
    where o.reference = ${reference} for update of i`
  return first(sql<InvoicePayment[]>`
    select i.withdrawn_at is not null as is_withdrawn,
      i.open_until < ${lagosDay()} or (i.number is null
        and i.created_at < now() - make_interval(hours => ${proofHours})) as is_late,
      o.amount_kobo, t.recorded_kobo, t.paid_kobo, t.is_returned,
      greatest(o.created_at, least(t.recorded_at,
        ${inLagos(sql`(t.paid_on + time '12:00')`)})) as paid_at
    from orders o join invoices i on i.order_id = o.id
      cross join lateral (${transferSums(sql`o.id`)}) as t
    where o.reference = ${reference}`)
}

function statusOf(
  found: InvoicePayment | undefined,
): Pick<VerifiedPayment, 'status' | 'providerStatus' | 'isOver'> {
  if (!found) return { status: 'unknown', providerStatus: 'no invoice' }
  const { isWithdrawn, isLate, amountKobo, recordedKobo, paidKobo, isReturned } = found
  if (isReturned) return { status: 'reversed', providerStatus: 'sent back' }
  // Only the sum pays.
  if (paidKobo >= amountKobo) return { status: 'success', providerStatus: 'confirmed' }
  if (recordedKobo > 0) {
    const providerStatus = recordedKobo > paidKobo ? 'to confirm' : 'paid in part'
    return { status: 'waiting', providerStatus, isOver: false }
  }
  const isOver = isWithdrawn || isLate
  const providerStatus = isWithdrawn ? 'withdrawn' : isLate ? 'lapsed' : 'no transfer yet'
  return { status: 'waiting', providerStatus, isOver }
}
