import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { expect, vi } from 'vitest'
import type { Integrations } from '#api/app.ts'
import type { Payments } from '#api/integrations/integrations.ts'
import { orderKey } from '#api/shop/orders/order-secrets.ts'
import { type ProblemFacts, problemOf } from '#api/shop/orders/orders.queries.ts'
import { shopWith } from '#api/shop/shop.ts'
import { toKobo } from '#contract/money.ts'
import { sql } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { aVisitor, startApp } from '#tests/people.ts'
import { aBookOnSale, aPretendProvider } from '#tests/servers/pretend-provider.ts'
import { aBundle } from '#tests/shop/bundles.ts'

export const { orderSecret } = composeWith
export const log = pino({ level: 'silent' })

/** `others`: providers beside the first. */
export async function aShop(
  options: Parameters<typeof aPretendProvider>[0] = {},
  others: Payments[] = [],
  outside: Pick<Integrations, 'vat'> = {},
) {
  const provider = aPretendProvider(options)
  const payments = [provider.payments, ...others]
  const base = await startApp({ payments, ...outside })
  return {
    ...provider,
    settling: { ...shopWith(() => payments, orderSecret), log },
    ...(await aVisitor(base)),
  }
}
export type Shop = Awaited<ReturnType<typeof aShop>>

/** An order that waits for its money. */
export async function aPendingOrder(
  shop: Shop,
  { quantity = 3, price = 1250.75, isBundle = false, isPresent = false } = {},
) {
  const { id: bookId } = isBundle ? await aBundle({ price }) : await aBookOnSale({ price })
  const { reference } = await shop.call('POST /orders', {
    bookId,
    quantity,
    buyerName: 'Bisi Ade-Cole',
    buyerEmail: `bisi-${randomUUID()}@buyers.example`,
    ...(isPresent && {
      isPresent,
      presentName: 'Ada Obi',
      presentEmail: `ada-${randomUUID()}@friends.example`,
    }),
  })
  const [row] = await sql<{ id: string; buyerEmail: string }[]>`
    select id, buyer_email from orders where reference = ${reference}`
  const { id, buyerEmail } = row as { id: string; buyerEmail: string }
  return {
    id,
    bookId,
    reference,
    key: orderKey(orderSecret, id),
    buyerEmail,
    amountKobo: quantity * toKobo(price),
  }
}
export type Pending = Awaited<ReturnType<typeof aPendingOrder>>

export const notice = (shop: Shop, reference: string, fields: object = {}, signature = 'signed') =>
  shop.send(`/api/webhooks/${shop.payments.provider}`, {
    method: 'POST',
    headers: {
      [shop.payments.provider === 'paystack' ? 'x-paystack-signature' : 'verif-hash']: signature,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ notice: `charge.success ${reference}`, reference, ...fields }),
  })

/** All that ever became of an order. */
export async function outcomeOf({ id, buyerEmail }: { id: string; buyerEmail: string }) {
  const [row] = await sql<(ProblemFacts & { state: string })[]>`
    select state, problem_code, problem_kobo, problem_currency, problem_reference, amount_kobo, 'NGN' as currency,
      paid_at, refunded_at, last_digits,
      (select count(*) from download_links where order_id = orders.id) as links,
      (select count(*) from gift_codes where order_id = orders.id) as codes,
      (select count(*) from order_parts where order_id = orders.id) as parts,
      (select array_agg(what order by id) from order_events where order_id = orders.id) as events
    from orders where id = ${id}`
  const mails = await sql<{ kind: string }[]>`
    select kind from mails where recipient = ${buyerEmail} order by created_at`
  const problem = row && problemOf(row)
  return { ...row, problem, mails: mails.map(({ kind }) => kind) } as Record<string, unknown>
}

export const paidOnce = {
  state: 'paid',
  links: 1,
  codes: 2,
  mails: ['receipt'],
  events: ['pending', 'paid'],
}
export const untouched = { state: 'pending', links: 0, codes: 0, mails: [], events: ['pending'] }
export const inReview = {
  state: 'needs_review',
  links: 0,
  codes: 0,
  mails: ['orderReview'],
  events: ['pending', 'needs_review'],
  paidAt: null,
}

export const untilSettled = () =>
  vi.waitFor(
    async () =>
      expect(await sql`select 1 from payment_notices where settled_at is null`).toHaveLength(0),
    // A busy machine draws a receipt meanwhile.
    { timeout: 10_000 },
  )
