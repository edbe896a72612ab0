import { addressHash } from '#api/http/secrets/secrets.ts'
import { deleteMailsTo } from '#api/mails/mails.queries.ts'
import {
  deleteSubscriberWith,
  listConsent,
} from '#api/newsletter/subscribers/subscribers.queries.ts'
import { findReaderByEmail } from '#api/readers/accounts/accounts.queries.ts'
import { forgetSchools } from '#api/shop/invoices/invoices.queries.ts'
import { deleteUnpaidBuyers } from '#api/shop/orders/orders.queries.ts'
import { forgetRecipients } from '#api/shop/presents/presents.queries.ts'
import { deleteReviewsWith, isGivenWith } from '#api/shop/reviews/reviews.queries.ts'
import { contract } from '#contract/endpoints/contract.ts'
import { keptDays } from '#contract/retention.ts'
import { countRows, sql, transaction } from '#db/sql.ts'
import { deleteReportersWith } from '../reports/reports.queries.ts'
import { deleteReader } from './account-data.queries.ts'
import { exportAccount } from './export-account.ts'
import { type AddressTable, addressTables, heldByAddress, rowsBelow } from './personal-columns.ts'

/** The rows of an address. Of ratings and reviews the column holds a made-up one. */
const rowsOf = (table: AddressTable, email: string) =>
  table === 'book_ratings' || table === 'book_reviews'
    ? sql`${sql(table)} where ${isGivenWith(email)}`
    : sql`${sql(table)} where ${sql(heldByAddress[table].address)} = ${email}`

/** What opens something, or only recognizes it, says nothing about anybody. */
const withoutSecrets = (row: object) =>
  Object.fromEntries(
    Object.entries(row).filter(([column]) => !/hash|token|key|secret|password/i.test(column)),
  )

/** What all tables hold by an address that was proven: of an account its own export, of the others whole rows. */
export async function exportByAddress(email: string, orderSecret: Uint8Array) {
  const reader = await findReaderByEmail(email)
  const account = reader
    ? contract['GET /account/export'].output.parse(await exportAccount(reader))
    : null
  const held: Record<string, object[]> = {}
  for (const [table] of addressTables)
    if (table !== 'readers') held[table] = await sql`select * from ${rowsOf(table, email)}`
  for (const [table, above, by] of rowsBelow)
    held[`${above}.${table}`] = await sql`
      select * from ${sql(table)} where ${sql(by)} in (select id from ${rowsOf(above, email)})`
  const tables = Object.entries(held).map(([name, rows]) => [name, rows.map(withoutSecrets)])
  // Of who left there is a hash alone, which only somebody with the address finds.
  const newsletterConsent = await listConsent(email, addressHash(orderSecret, email))
  return { address: email, account, newsletterConsent, ...Object.fromEntries(tables) }
}

type Erasure = (email: string) => Promise<unknown>

/** What erases the rows of an address, if anything does, and why some may stay. */
const erasures: Record<AddressTable, [erase: Erasure | undefined, whyKept?: string]> = {
  readers: [
    async (email) => {
      const reader = await findReaderByEmail(email)
      if (reader) await deleteReader(reader.id)
    },
  ],
  guardians: [
    (email) => sql`
      delete from guardians g where email = ${email} and (
        select agrees from guardian_answers where guardian_id = g.id order by number desc limit 1
      ) is not true`,
    'Published stories stand by the agreement. The link in their mail takes it back.',
  ],
  orders: [
    (email) => deleteUnpaidBuyers(email).then(forgetSchools),
    'The books must keep what was paid, with name and address; what may be paid yet ends by itself.',
  ],
  presents: [
    forgetRecipients,
    `Nobody has opened it, and its buyer may name somebody else. It goes ${keptDays.present} days after that.`,
  ],
  book_ratings: [undefined, 'Stars stay with their order.'],
  book_reviews: [deleteReviewsWith],
  publishing_requests: [
    async (email) => {
      await sql`
        delete from publishing_requests where author_email = ${email} and status <> 'accepted'`
      await sql`delete from mails where kind = 'requestNotice' and data ->> 'authorEmail' = ${email}`
    },
    'What was agreed about a book.',
  ],
  author_accounts: [undefined, 'The books must keep what was earned and paid out.'],
  subscribers: [deleteSubscriberWith],
  suppressions: [undefined, `It keeps letters away, and goes after ${keptDays.suppression} days.`],
  reporters: [deleteReportersWith],
  staff: [undefined, 'Who works here: end their access on Staff.'],
  mails: [deleteMailsTo, 'Being sent at this moment.'],
  data_requests: [
    undefined,
    `Proof that they were answered. It goes ${keptDays.answeredDataRequest} days after that.`,
  ],
}

/**
 * Erases what may go, by the rule of `DELETE /account` and of each table. Resolves to what that was and what stays, counted
 * afterwards, in words for the owner.
 */
export function eraseByAddress(email: string): Promise<string[]> {
  return transaction(async () => {
    const before = await countByAddress(email)
    for (const [erase] of Object.values(erasures)) await erase?.(email)
    const after = await countByAddress(email)
    return addressTables.flatMap(([table, { who }], at) => {
      const [had = 0, kept = 0] = [before[at], after[at]]
      const whyKept = kept > 0 ? `, ${kept} kept. ${erasures[table][1] ?? ''}` : ''
      return had > 0 ? [`${who}: ${had - kept} erased${whyKept}`] : []
    })
  })
}

/** In the order of the tables, one after the other: they share a transaction. */
async function countByAddress(email: string): Promise<number[]> {
  const counts: number[] = []
  for (const [table] of addressTables) counts.push(await countRows(rowsOf(table, email)))
  return counts
}
