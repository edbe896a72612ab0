import type { ListedPayment } from '#api/integrations/integrations.ts'
import { type OrderRow, orderColumns } from '#api/shop/orders/orders.queries.ts'
import type { PaymentDifference, PaymentProvider } from '#contract/shop/payment-providers.ts'
import type { OrderState } from '#contract/states.ts'
import { hasRows, type Row, sql, transaction } from '#db/sql.ts'

/** The day in Lagos, YYYY-MM-DD. */
export interface PaymentDay {
  provider: PaymentProvider
  day: string
}

/** One of several calls gets the day, for longer than a comparison takes; nobody does if it was compared since then. */
export function claimDay({ provider, day }: PaymentDay, notSince: Date): Promise<boolean> {
  return hasRows(sql`
    insert into payment_days as known (provider, day, claimed_until)
    values (${provider}, ${day}, now() + interval '10 minutes')
    on conflict (provider, day) do update set claimed_until = excluded.claimed_until
    where (known.claimed_until is null or known.claimed_until < now())
      and (known.compared_at is null or known.compared_at < ${notSince})
    returning 1`)
}

export interface Difference extends ListedPayment {
  kind: PaymentDifference
}

/** What was found takes the place of what was found of the day before. */
export function setCompared(
  { provider, day }: PaymentDay,
  result: { payments: number; settled: number; differences: Difference[] },
) {
  const { payments, settled, differences } = result
  return transaction(async () => {
    await sql`
      update payment_days set compared_at = now(), payments = ${payments},
        settled = payment_days.settled + ${settled}, failure = null, claimed_until = null
      where provider = ${provider} and day = ${day}`
    const references = differences.map(({ reference }) => reference)
    await sql`
      delete from payment_differences
      where provider = ${provider} and day = ${day} and reference <> all (${references})`
    for (const { reference, kind, amountKobo, currency, providerStatus } of differences) {
      await sql`
        insert into payment_differences as known
          (provider, reference, day, kind, amount_kobo, currency, provider_status)
        values (${provider}, ${reference}, ${day}, ${kind}, ${amountKobo}, ${currency}, ${providerStatus})
        on conflict (provider, reference) do update set day = excluded.day, kind = excluded.kind,
          amount_kobo = excluded.amount_kobo, currency = excluded.currency,
          provider_status = excluded.provider_status`
    }
  })
}

/** It may be compared again at once. */
export async function setNotCompared({ provider, day }: PaymentDay, failure: string) {
  await sql`
    update payment_days set failure = ${failure}, claimed_until = null
    where provider = ${provider} and day = ${day}`
}

export function listOrdersAt(provider: PaymentProvider, references: string[]) {
  return sql<OrderRow[]>`
    select ${sql(orderColumns)} from orders
    where provider = ${provider} and reference = any (${references})`
}

/** Orders of a provider that were paid within some time, and still are; tests alone, or none of them. */
export function listPaidWithin(
  { provider, isTest }: { provider: PaymentProvider; isTest: boolean },
  from: Date,
  to: Date,
) {
  return sql<OrderRow[]>`
    select ${sql(orderColumns)} from orders
    where provider = ${provider} and is_test = ${isTest} and state = 'paid'
      and paid_at >= ${from} and paid_at < ${to}
    order by paid_at, id`
}

export type PaymentDayRow = Row<
  'payment_days',
  'provider' | 'comparedAt' | 'payments' | 'settled' | 'failure'
> & { day: string; isRunning: boolean }

export function listPaymentDays(limit: number) {
  return sql<PaymentDayRow[]>`
    select provider, day::text, compared_at, payments, settled, failure,
      coalesce(claimed_until > now(), false) as is_running
    from payment_days order by payment_days.day desc, provider limit ${limit}`
}

export type DifferenceRow = Row<
  'payment_differences',
  'reference' | 'kind' | 'amountKobo' | 'currency' | 'providerStatus' | 'foundAt'
> &
  Row<'payment_days', 'provider'> & {
    day: string
    /** Null where there is no such order. */
    state: OrderState | null
    orderKobo: number | null
    orderNumber: string | null
    buyerName: string | null
  }

/** Lists those that nothing has settled since, the newest days first, with how many there are. */
export function listDifferences(limit: number) {
  return sql<(DifferenceRow & { total: number })[]>`
    select d.provider, d.reference, d.kind, d.amount_kobo, d.currency, d.provider_status, d.found_at,
      d.day::text, state, orders.amount_kobo as order_kobo, order_number, buyer_name, count(*) over () as total
    from payment_differences as d left join orders using (provider, reference)
    where case kind
      when 'paidThere' then state in ('pending', 'failed', 'abandoned', 'expired')
      when 'paidHere' then state = 'paid'
      when 'otherAmount' then state <> 'refunded'
      when 'refundedThere' then state in ('paid', 'needs_review')
      when 'refundedHere' then state = 'refunded'
      else state is null
    end
    order by d.day desc, d.provider, d.reference limit ${limit}`
}
