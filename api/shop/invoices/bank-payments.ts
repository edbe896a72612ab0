import type { Payments, VerifiedPayment } from '#api/integrations/integrations.ts'
import { bankTransfer } from '#contract/payment-providers.ts'
import { first, sql } from '#db/sql.ts'

/**
 * What staff have written down of transfers, behind the interface of every provider: an order of an invoice is paid by what
 * this says of it. It needs no settings, so that an invoice is settled whatever they are by then.
 */
export const bankPayments: Payments<typeof bankTransfer> = {
  provider: bankTransfer,
  isTest: false,

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
      amountKobo: found?.amountKobo ?? 0,
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
  /** The last day on which it is open has passed. */
  isLate: boolean
  /** Null while no transfer is written down. */
  amountKobo: number | null
  isConfirmed: boolean
  isReturned: boolean
  /** Never before the order, nor after it was written down. */
  paidAt: string | null
}

function findInvoicePayment(reference: string) {
  return first(sql<InvoicePayment[]>`
    select i.withdrawn_at is not null as is_withdrawn,
      i.open_until < (now() at time zone 'Africa/Lagos')::date as is_late,
      t.amount_kobo, coalesce(t.confirmed_at is not null, false) as is_confirmed,
      coalesce(t.returned_on is not null, false) as is_returned,
      greatest(o.created_at, least(t.recorded_at,
        (t.paid_on + time '12:00') at time zone 'Africa/Lagos')) as paid_at
    from orders o join invoices i on i.order_id = o.id
      left join bank_transfers t on t.order_id = o.id and t.rejected_at is null
    where o.reference = ${reference}`)
}

function statusOf(
  found: InvoicePayment | undefined,
): Pick<VerifiedPayment, 'status' | 'providerStatus' | 'isOver'> {
  if (!found) return { status: 'unknown', providerStatus: 'no invoice' }
  const { isWithdrawn, isLate, amountKobo, isConfirmed, isReturned } = found
  if (isReturned) return { status: 'reversed', providerStatus: 'sent back' }
  if (isConfirmed) return { status: 'success', providerStatus: 'confirmed' }
  const isOver = amountKobo === null && (isWithdrawn || isLate)
  if (amountKobo !== null) return { status: 'waiting', providerStatus: 'to confirm', isOver }
  const providerStatus = isWithdrawn ? 'withdrawn' : isLate ? 'lapsed' : 'no transfer yet'
  return { status: 'waiting', providerStatus, isOver }
}
