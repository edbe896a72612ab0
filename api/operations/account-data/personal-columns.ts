import type { Tables } from '#db/schema.ts'

interface Held {
  /** The column with the address. */
  address: string
  /** The columns of the name beside it. */
  names: readonly string[]
  /** What they are to the magazine. */
  who: string
  /** What else of them stands in the row. */
  more?: readonly string[]
}

/**
 * Every table that holds somebody's e-mail address: whoever is told of a leak (docs/breach.md), and what a request gets
 * to see and erases (docs/runbook.md). A test fails for a new column that looks personal and is not here.
 */
export const heldByAddress = {
  readers: { address: 'email', names: ['first_name', 'last_name'], who: 'account' },
  guardians: { address: 'email', names: ['name'], who: 'guardian' },
  orders: { address: 'buyer_email', names: ['buyer_name'], who: 'buyer', more: ['last_digits'] },
  presents: {
    address: 'recipient_email',
    names: ['recipient_name'],
    who: 'gets a present',
    more: ['greeting'],
  },
  book_ratings: { address: 'buyer_email', names: [], who: 'rated a book' },
  book_reviews: {
    address: 'buyer_email',
    names: [],
    who: 'reviewed a book',
    more: ['name', 'text'],
  },
  publishing_requests: {
    address: 'author_email',
    names: ['author'],
    who: 'asked to publish',
    more: ['author_phone', 'description', 'publishing_reason', 'note', 'message'],
  },
  author_accounts: { address: 'email', names: ['name'], who: 'author with a share' },
  subscribers: { address: 'email', names: [], who: 'newsletter', more: ['follows'] },
  suppressions: { address: 'email', names: [], who: 'left the newsletter', more: ['detail'] },
  reporters: { address: 'email', names: [], who: 'reported something', more: ['words'] },
  staff: { address: 'email', names: ['name'], who: 'works here' },
  mails: { address: 'recipient', names: [], who: 'got a mail', more: ['data'] },
  data_requests: { address: 'email', names: [], who: 'asked for data', more: ['words', 'answer'] },
} as const satisfies Partial<Record<keyof Tables, Held>>

export type AddressTable = keyof typeof heldByAddress
export const addressTables = Object.entries(heldByAddress) as [AddressTable, Held][]

/** Tables whose rows belong to those of another: the column that leads there, then those with words of people. */
export const rowsBelow: [keyof Tables, AddressTable, string, ...string[]][] = [
  ['guardian_answers', 'guardians', 'guardian_id'],
  ['order_parts', 'orders', 'order_id'],
  ['order_events', 'orders', 'order_id', 'by', 'note'],
  ['invoices', 'orders', 'order_id', 'school', 'school_address', 'purchase_number'],
  ['presents', 'orders', 'order_id', 'recipient_name', 'recipient_email', 'greeting'],
  ['letter_recipients', 'subscribers', 'subscriber_id'],
]
