import { expect } from 'vitest'
import type { Mail } from '#api/integrations/integrations.ts'
import {
  type MailData,
  type MailKind,
  markSent,
  queueMail,
  takeMail,
} from '#api/mails/mails.queries.ts'
import { composeMail } from '#api/mails/send-mails.ts'
import { insertReader } from '#api/readers/accounts/accounts.queries.ts'
import { slugOf, storyCategories } from '#contract/magazine/categories.ts'
import { followKey } from '#contract/newsletter/follows.ts'
import { sql, transaction } from '#db/sql.ts'
import { composeWith } from '#tests/fixtures/mail-sender.ts'
import { aBook } from '#tests/people.ts'

export const anAnswer = {
  author: 'Kele Umez-Ray',
  title: 'The Quiet Ledger',
  reference: 'PR-0C2C4A3E',
}

export const storyId = '0c2c4a3e-7f53-4a3c-9a55-3a2a1d4c9b10'
export const aReceipt = {
  orderId: storyId,
  reference: 'ASC-0123456789ABCDEFGHJKMNPQRS',
  bookTitle: 'The Quiet Ledger',
  buyerName: 'Simi',
  quantity: 3,
  amountKobo: 1050075,
  lastDigits: '4081',
  isTest: false,
  paidAt: '2026-11-20T23:30:00.000Z',
}

/** Whose guardian the address last asked for is. */
const guardedId = '6c1d3a52-0d2e-4c5e-8a70-0f5b1f0f3d13'

/** An order that is a present for the address last asked for. */
const presentId = '6c1d3a52-0d2e-4c5e-8a70-0f5b1f0f3d14'

/** An order that is not paid, of the address last asked for. */
const begunId = '6c1d3a52-0d2e-4c5e-8a70-0f5b1f0f3d16'

/** An order by invoice, of the address last asked for. */
const invoiceId = '6c1d3a52-0d2e-4c5e-8a70-0f5b1f0f3d15'

/** Two of the staff, of whom the address last asked for is one. */
const invitedId = '6c1d3a52-0d2e-4c5e-8a70-0f5b1f0f3d11'
const activeId = '6c1d3a52-0d2e-4c5e-8a70-0f5b1f0f3d12'

export const written: { [K in MailKind]: MailData[K] } = {
  welcome: { firstName: 'Simi' },
  emailChange: { readerId: guardedId },
  emailChanged: { from: 'simi@readers.example', to: 'odu@readers.example' },
  passwordChanged: {},
  reset: {},
  submission: { firstName: 'Simi', title: 'The borehole' },
  submissionNotice: {
    title: 'The borehole',
    authorName: 'Simi Odu-Bello',
    category: 'Lifestyle and Culture',
    storyId,
  },
  storyPublished: { firstName: 'Simi', title: 'The borehole', storyId },
  storyEdit: { firstName: 'Simi', title: 'The borehole', storyId, note: 'We made it shorter.' },
  editAnswer: { title: 'The borehole', storyId, agrees: false, answer: 'Keep the goat.' },
  storyLeftSchedule: { staffName: 'Amara', title: 'The borehole', storyId },
  storyReturned: { firstName: 'Simi', title: 'The borehole', storyId, note: 'Who paid for it?' },
  storyDeclined: { firstName: 'Simi', title: 'The borehole', note: 'We had three of these.' },
  guardianRequest: { guardianId: storyId },
  guardianAskedAnew: { guardianId: storyId },
  guardianAnswer: { firstName: 'Simi', agrees: true },
  guardianNotice: {
    readerId: guardedId,
    agrees: false,
    givenBy: 'guardian',
    titles: ['The borehole'],
  },
  request: { author: 'Kele Umez-Ray', title: 'The Quiet Ledger', reference: 'PR-0C2C4A3E' },
  requestNotice: {
    author: 'Kele Umez-Ray',
    title: 'The Quiet Ledger',
    reference: 'PR-0C2C4A3E',
    category: 'Novel',
    price: 3500,
    authorEmail: 'kele@authors.example',
    authorPhone: '+234 000 111 2222',
    description: 'Who keeps the accounts of a village.\nAnd who reads them.',
    publishingReason: 'It belongs in schools.',
  },
  reportReceived: { title: 'The borehole' },
  reportDecided: { title: 'The borehole', status: 'kept', message: 'She agreed to the picture.' },
  dataRequest: { requestId: storyId },
  dataRequestAnswered: { message: 'We hold your address alone.' },
  reportUrgent: { title: 'The borehole', reason: 'private', decideBy: '2026-11-21T23:30:00.000Z' },
  reportNotice: { title: 'The borehole', reason: 'wrong', decideBy: '2026-11-21T23:30:00.000Z' },
  reviewAge: { orderId: presentId },
  reviewNotice: { bookTitle: 'The Quiet Ledger', name: 'Simi A.', rating: 4 },
  requestAccepted: { ...anAnswer, message: 'We love the third chapter.' },
  requestDeclined: { ...anAnswer, message: null },
  requestQuestion: { ...anAnswer, message: 'Is it finished?\nHow many pages has it?' },
  newsletter: {},
  follow: { key: followKey('category', slugOf(storyCategories[0])) },
  imported: {},
  letterTest: { subject: 'What the river took', html: '<p>It was high.</p>', text: 'It was high.' },
  staffInvitation: { staffId: invitedId, invitedBy: 'publisher' },
  staffPassword: {},
  staffSecondStep: { staffId: activeId },
  staffReader: { staffId: activeId },
  staffNewDevice: {
    name: 'Simi',
    sessionId: storyId,
    browser: 'Chrome on Android',
    at: '2026-11-20T23:30:00.000Z',
  },
  staffProgramSignIn: { name: 'Simi', sessionId: storyId, at: '2026-11-20T23:30:00.000Z' },
  staffPasswordChanged: { name: 'Simi', at: '2026-11-20T23:30:00.000Z' },
  businessChanged: {
    part: 'Bank account',
    by: 'Simi',
    at: '2026-11-20T23:30:00.000Z',
    hours: 24,
    change: { part: 'bank', version: 2 },
  },
  mailTest: { token: 'of-the-test-mail' },
  receipt: { ...aReceipt, discountCode: 'HARMATTAN-25', discountKobo: 350_025 },
  freeReceipt: { ...aReceipt, amountKobo: 0, lastDigits: null },
  orderLinks: { orderId: null },
  orderReview: {
    orderId: storyId,
    reference: aReceipt.reference,
    bookTitle: 'The Quiet Ledger',
    buyerName: 'Simi',
  },
  giftEnded: {
    orderId: storyId,
    reference: aReceipt.reference,
    bookTitle: 'The Quiet Ledger',
    buyerName: 'Simi',
  },
  refunded: {
    orderId: storyId,
    reference: aReceipt.reference,
    bookTitle: 'The Quiet Ledger',
    buyerName: 'Simi',
    amountKobo: 350_000,
  },
  orderBegun: { orderId: begunId },
  refundDeclined: { orderId: presentId, refusal: 'The book was downloaded three times.' },
  orderReviewNotice: {
    reference: aReceipt.reference,
    bookTitle: 'The Quiet Ledger',
    buyerName: 'Simi',
    buyerEmail: 'simi@readers.example',
    problem: 'Paid ₦1 instead of ₦3,500.',
  },
  orderConcern: {
    reference: aReceipt.reference,
    bookTitle: 'The Quiet Ledger',
    buyerName: 'Simi',
    buyerEmail: 'simi@readers.example',
    concern: 'refund failed',
  },
  invoiceProof: { orderId: invoiceId },
  invoice: { orderId: invoiceId, isChanged: false },
  invoicePart: { orderId: invoiceId },
  invoiceReminder: { orderId: invoiceId },
  invoiceWithdrawn: { orderId: invoiceId },
  invoiceNotice: { orderId: invoiceId },
  present: { orderId: presentId, generation: 1 },
  giftCode: { orderId: presentId, number: 1, generation: 1 },
  bookLive: { accountId: storyId, bookId: storyId },
  firstSale: { accountId: storyId, bookId: storyId },
  payout: { accountId: storyId, payoutId: storyId },
  statementLink: { accountId: storyId },
  statement: { accountId: storyId, month: '2026-10' },
  gift: {
    orderId: storyId,
    reference: 'ASC-0123456789ABCDEFGHJKMNPQRS',
    name: 'Simi',
    title: 'The Quiet Ledger',
  },
}
/** The kinds that are written from texts; a letter on trial is written already. */
export const kinds = (Object.keys(written) as MailKind[]).filter((kind) => kind !== 'letterTest')

/** Somebody with an account, and a proven address, who also asked for the newsletter: every kind of mail has something to say to them. */
export async function aKnownAddress(kind?: MailKind) {
  const email = `simi-${crypto.randomUUID()}@readers.example`
  const emailProvenAt = new Date()
  await insertReader({
    email,
    firstName: 'Simi',
    lastName: 'Odu',
    passwordHash: null,
    emailProvenAt,
  })
  await sql`delete from guardians where id = ${storyId}`
  await sql`
    insert into readers (id, email, first_name, last_name)
    values (${guardedId}, 'young@readers.example', 'Simi', 'Odu') on conflict do nothing`
  await sql`
    insert into guardians ${sql({ id: storyId, readerId: guardedId, name: 'Ngozi Odu', email })}`
  await sql`
    insert into guardian_answers (guardian_id, agrees, given_by, wording)
    values (${storyId}, true, 'guardian', 1)`
  await sql`insert into subscribers (email) values (${email})`
  await sql`
    insert into data_requests (id, kind, email, words) values (${storyId}, 'see', ${email}, '')
    on conflict (id) do update set email = excluded.email`
  await sql`
    insert into author_accounts (id, name, email, token_hash) values (${storyId}, 'Simi', ${email}, 'hash')
    on conflict (id) do update set email = excluded.email`
  await aShareOf(storyId)
  const member = { name: `Simi ${email}`, email, role: 'editor', passwordHash: '' }
  const isInvited = kind === 'staffInvitation'
  await sql`delete from bank_transfers where order_id = ${invoiceId}`
  await sql`delete from staff where id in (${invitedId}, ${activeId})`
  await sql`insert into staff ${sql(
    isInvited
      ? { ...member, id: invitedId, state: 'invited' }
      : { ...member, id: activeId, state: 'active' },
  )}`
  await sql`delete from orders where id = ${begunId}`
  await sql`insert into orders ${sql({
    id: begunId,
    reference: `ASC-${crypto.randomUUID()}`,
    keyHash: crypto.randomUUID(),
    bookId: (await aBook()).id,
    bookTitle: 'The Quiet Ledger',
    authorName: 'Kele Umez-Ray',
    unitKobo: 350000,
    quantity: 1,
    amountKobo: 350000,
    paymentMethod: 'card',
    provider: 'paystack',
    isTest: false,
    buyerName: 'Simi',
    buyerEmail: email,
  })}`
  if (['present', 'giftCode', 'refundDeclined', 'reviewAge'].includes(kind ?? ''))
    await aPresentTo(email)
  if (kind?.startsWith('invoice')) await anInvoiceOf(email, kind === 'invoiceProof')
  return email
}

/** A published book with a share of the account of the same id, and a payout. */
async function aShareOf(id: string) {
  const [book] = await sql`select from books where id = ${id}`
  if (book) return
  await aBook({ id })
  await sql`insert into book_shares ${sql({ bookId: id, accountId: id, basisPoints: 4000 })}`
  await sql`insert into payouts ${sql({ id, accountId: id, kobo: 40_000, paidOn: new Date(), reference: 'GTB 0042' })}`
}

async function aPresentTo(recipientEmail: string) {
  await sql`delete from orders where id = ${presentId}`
  await sql`insert into orders ${sql({
    id: presentId,
    reference: `ASC-${crypto.randomUUID()}`,
    keyHash: crypto.randomUUID(),
    bookId: (await aBook()).id,
    bookTitle: 'The Quiet Ledger',
    authorName: 'Kele Umez-Ray',
    unitKobo: 350000,
    quantity: 1,
    amountKobo: 350000,
    paymentMethod: 'card',
    provider: 'test',
    isTest: true,
    buyerName: 'Bisi Ade-Cole',
    buyerEmail: 'bisi@buyers.example',
    state: 'paid',
    paidAt: new Date(),
  })}`
  await sql`insert into presents ${sql({
    orderId: presentId,
    recipientName: 'Simi',
    recipientEmail,
    greeting: 'Read it before the rain: https://cheap.example',
    sendAt: new Date(),
    tokenHash: crypto.randomUUID(),
  })}`
  const code = { orderId: presentId, number: 1, codeHash: crypto.randomUUID() }
  await sql`insert into gift_codes ${sql(code)}`
}

async function anInvoiceOf(buyerEmail: string, isUnproven: boolean) {
  await sql`delete from bank_transfers where order_id = ${invoiceId}`
  await sql`delete from invoices where order_id = ${invoiceId}`
  await sql`delete from orders where id = ${invoiceId}`
  await sql`insert into orders ${sql({
    id: invoiceId,
    reference: `ASC-${crypto.randomUUID()}`,
    keyHash: crypto.randomUUID(),
    bookId: (await aBook()).id,
    bookTitle: 'The Quiet Ledger',
    authorName: 'Kele Umez-Ray',
    unitKobo: 350000,
    quantity: 30,
    amountKobo: 10_500_000,
    paymentMethod: 'transfer',
    provider: 'bank',
    isTest: false,
    buyerName: 'Simi',
    buyerEmail,
  })}`
  await sql`insert into invoices ${sql({
    orderId: invoiceId,
    number: isUnproven ? null : 'INV-2026-0001',
    school: 'Cheap books: https://cheap.example',
    schoolAddress: '',
    purchaseNumber: '',
    dueOn: new Date(Date.now() + 5 * 24 * 60 * 60_000),
    openUntil: new Date(Date.now() + 12 * 24 * 60 * 60_000),
    bankName: 'Example Bank',
    accountName: 'Ascend Publishing Ltd',
    accountNumber: '0123456789',
  })}`
  await sql`insert into bank_transfers ${sql({
    orderId: invoiceId,
    paidOn: new Date(),
    bankReference: 'FT 1',
    amountKobo: 100_000,
    recordedBy: activeId,
    needsSecond: false,
    confirmedBy: activeId,
    confirmedAt: new Date(Date.now() - 60_000),
  })}`
}

/** Queued, taken and composed as the sender does it. */
export async function compose<K extends MailKind>(
  kind: K,
  recipient: string,
  data: MailData[K],
  words = composeWith.words,
) {
  await queueMail(kind, recipient, data)
  return transaction(async () => {
    const queued = await takeMail()
    if (!queued) throw new Error('Nothing was queued')
    const mail = await composeMail(queued, { ...composeWith, words })
    await markSent(queued.id)
    return mail
  })
}

export async function composed<K extends MailKind>(
  kind: K,
  data: MailData[K] = written[kind],
  words = composeWith.words,
) {
  const mail = await compose(kind, await aKnownAddress(kind), data, words)
  if (!mail) throw new Error(`No ${kind} was composed`)
  return mail
}

/** The one link of a mail; both parts must have the same. */
export function linkOf({ text, html }: Mail) {
  const href = /href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
  expect(text).toContain(`\n${href}\n`)
  return new URL(href ?? '')
}
