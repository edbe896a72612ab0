import type { BusinessPart } from '#contract/settings/business.ts'
import type { PaymentProvider } from '#contract/shop/payment-providers.ts'
import type { Database } from '#db/driver/open-database.ts'
import { first, hasRows, type Row, sql } from '#db/sql.ts'

export type BusinessRow = Row<'business_settings'> & { part: BusinessPart }

export function listBusiness(db: Database = sql) {
  return db<BusinessRow[]>`select * from business_settings order by part`
}

/** `server`: the hash of the token of its test mails. */
export async function setArrived(server: string) {
  await sql`
    insert into test_mails (server) values (${server})
    on conflict (server) do update set arrived_at = now()`
}

export async function findArrived(server: string): Promise<string | null> {
  const [row] = await sql<Row<'test_mails', 'arrivedAt'>[]>`
    select arrived_at from test_mails where server = ${server}`
  return row?.arrivedAt ?? null
}

interface Change extends Pick<BusinessRow, 'version'> {
  sealed: Buffer | null
  by: string
  /** The change holds after so many hours; the first value of a part at once. */
  hours: number
  /** It takes changes back: nothing is left to go back to. */
  isTakenBack?: boolean
}

/** Resolves to false when it was changed since `version`. Null takes it away. */
export function setBusiness(
  part: BusinessPart,
  { sealed, version, by, hours, isTakenBack = false }: Change,
): Promise<boolean> {
  if (version === 0) {
    return hasRows(sql`
      insert into business_settings (part, sealed, changed_by) values (${part}, ${sealed}, ${by})
      on conflict do nothing`)
  }
  // A change of a change that waits leaves in force what is. One that holds at once can be taken back with those of the day
  // before it: whoever stole a session would change it twice.
  const isKept = sql`(holds_from > now()
    or ${hours} = 0 and before_version is not null and changed_at > now() - interval '1 day')`
  return hasRows(sql`
    update business_settings
    set before = case when ${isTakenBack}::boolean then null when ${isKept} then before else sealed end,
      before_version = case when ${isTakenBack}::boolean then null when ${isKept} then before_version else version end,
      holds_from = now() + make_interval(hours => ${hours}),
      sealed = ${sealed}, version = version + 1, changed_at = now(), changed_by = ${by}
    where part = ${part} and version = ${version}`)
}

/** When a payment at the provider was last reported, of tests or real ones; `since`: null for ever. */
export async function findHeard(provider: PaymentProvider, isTest: boolean, since: string | null) {
  const [row] = await sql<{ at: string | null }[]>`
    select max(received_at) as at from payment_notices join orders using (provider, reference)
    where provider = ${provider} and is_test = ${isTest}
      and received_at >= coalesce(${since}::timestamptz, '-infinity')`
  return row?.at ?? null
}

/** The newest order that was paid at the provider by a test, and what is known of it. */
export function findTestOrder(provider: PaymentProvider, since: string | null) {
  return first(sql<
    { reference: string; hasWebhook: boolean; hasReceipt: boolean; isRefunded: boolean }[]
  >`
    select reference, state = 'refunded' as is_refunded,
      exists (
        select from payment_notices notice
        where notice.provider = orders.provider and notice.reference = orders.reference) as has_webhook,
      exists (
        select from mails
        where recipient = buyer_email and kind = 'receipt' and data ->> 'orderId' = orders.id::text
          and sent_at is not null and not was_kept) as has_receipt
    from orders
    where provider = ${provider} and is_test and paid_at is not null
      and created_at >= coalesce(${since}::timestamptz, '-infinity')
    order by created_at desc limit 1`)
}

/** One of at least ₦100, if there is one: providers take no few naira. */
export function findCheapestBook() {
  return first(sql<(Row<'books', 'id' | 'title'> & { priceKobo: number })[]>`
    select id, title, price_kobo from books
    where is_published and deleted_at is null and price_kobo > 0 and pdf_bytes is not null
    order by price_kobo < 10000, price_kobo, id limit 1`)
}
