import { hashToken, makeToken } from '#api/http/secrets/secrets.ts'
import type { PaymentIssue } from '#api/integrations/integrations.ts'
import { linkMinutes } from '#contract/form-limits.ts'
import type { ReportReason, ReportState } from '#contract/magazine/reports.ts'
import { keptDays } from '#contract/retention.ts'
import { json, type Row, sql } from '#db/sql.ts'

/** What each kind of mail needs to be written. A kind without data looks it up when it is sent. */
export interface MailData {
  welcome: { firstName: string | null }
  /** It goes to the address that an account is to have. */
  emailChange: { readerId: string }
  /** It goes to both addresses. */
  emailChanged: { from: string; to: string }
  passwordChanged: Record<string, never>
  /** Nothing is sent to an address without an account. */
  reset: Record<string, never>
  submission: { firstName: string | null; title: string }
  /** It goes out once: the first time that the story is published. */
  storyPublished: { firstName: string | null; title: string; storyId: string; slug?: string | null }
  storyReturned: { firstName: string | null; title: string; storyId: string; note: string }
  /** An edit that the contributor is asked to look at. */
  storyEdit: { firstName: string | null; title: string; storyId: string; note: string | null }
  storyDeclined: { firstName: string | null; title: string; note: string | null }
  /** It tells the publisher what the contributor thinks of it. */
  editAnswer: { title: string; storyId: string; agrees: boolean; answer: string | null }
  /** It tells whoever scheduled it, or the publisher, that its contributor has changed it. */
  storyLeftSchedule: { staffName: string | null; title: string; storyId: string }
  /** It goes to whom a contributor under 18 named. */
  guardianRequest: { guardianId: string }
  /** It goes to a guardian who agreed to an earlier text. */
  guardianAskedAnew: { guardianId: string }
  /** It goes to the contributor. */
  guardianAnswer: { firstName: string | null; agrees: boolean }
  guardianNotice: {
    readerId: string
    agrees: boolean
    givenBy: 'guardian' | 'contributor'
    /** The titles of the stories that were taken down. */
    titles: string[]
  }
  submissionNotice: { title: string; authorName: string; category: string; storyId: string }
  request: { author: string; title: string; reference: string }
  requestNotice: {
    author: string
    title: string
    reference: string
    category: string
    /** The price is in naira. */
    price: number
    authorEmail: string
    authorPhone: string
    description: string
    publishingReason: string
  }
  /** It goes to whoever left an address with a report. */
  reportReceived: { title: string }
  reportDecided: { title: string; status: Exclude<ReportState, 'open'>; message: string }
  /** A report of a child or private details; others are gathered. */
  reportUrgent: NoticeOfReport
  reportNotice: NoticeOfReport
  /** To whoever reviewed a book before anybody was asked for an age. */
  reviewAge: { orderId: string }
  /** To whoever asks about their data; its link proves the address. */
  dataRequest: { requestId: string }
  dataRequestAnswered: { message: string }
  reviewNotice: { bookTitle: string; name: string; rating: number }
  /** An answer, or a question, to an author. */
  requestAccepted: RequestAnswer
  requestDeclined: RequestAnswer
  requestQuestion: RequestAnswer & { message: string }
  /** To somebody invited. The link is made when it is sent, as in the next three. */
  staffInvitation: { staffId: string; invitedBy: string }
  /** Nothing is sent to an address that is none of the staff's. */
  staffPassword: Record<string, never>
  staffSecondStep: { staffId: string }
  /** It goes to a reader whose account is to be linked. */
  staffReader: { staffId: string }
  /** It goes to the owner or one of the staff. */
  staffNewDevice: { name: string; sessionId: string; browser: string; at: string }
  /** It is apart, so that a program that signs in often does not use up what may be said of browsers. */
  staffProgramSignIn: { name: string; sessionId: string; at: string }
  /** It goes to the colleague too. */
  staffPasswordChanged: { name: string; at: string }
  /** `part`: what it is called. */
  /** `hours`: until it holds; `change`: what the link takes back. */
  businessChanged: {
    part: string
    by: string
    at: string
    hours: number
    change: { part: string; version: number }
  }
  /** Its button proves that mail arrives. */
  mailTest: { token: string }
  /** It brings one of the staff a letter as it would arrive, written already. */
  letterTest: { subject: string; html: string; text: string }
  /** It is not sent to a confirmed subscriber. */
  newsletter: Record<string, never>
  /** It goes to whoever wants to follow this by mail. */
  follow: { key: string }
  /** To an address of an imported list, once; nothing is sent if it has left that list. */
  imported: Record<string, never>
  /** It goes to whoever redeemed a gift code. */
  gift: { orderId: string; reference: string; name: string; title: string }
  /** It goes to a buyer, or whom they give it; nothing is sent if it was used or replaced since. */
  giftCode: { orderId: string; number: number; generation: number }
  /** It goes to whom a present is for; nothing is sent if its link does not open it any more. */
  present: { orderId: string; generation: number }
  /** It goes to an author; nothing is sent if the account has another address by now. */
  statementLink: { accountId: string }
  /** It goes to whom a share of the book belongs; nothing is sent if it is not sold any more. */
  bookLive: { accountId: string; bookId: string }
  firstSale: { accountId: string; bookId: string }
  /** Nothing is sent if it was taken back. */
  payout: { accountId: string; payoutId: string }
  /** The sums of a month, `2026-11`. */
  statement: { accountId: string; month: string }
  /** The order that the copy came from was refunded. */
  giftEnded: BuyersMail
  receipt: Receipt
  /** Limited, because anybody can order a free book to anybody's address. */
  freeReceipt: Receipt
  /** One order, or with null all of the last year. */
  orderLinks: { orderId: string | null }
  /** It goes to the buyer of an order that is not paid; nothing is sent once that is paid, or cannot be any more. */
  orderBegun: { orderId: string }
  /** The payment is not what was ordered. */
  orderReview: BuyersMail & {
    /** Another order of the same purchase was paid. */
    isPaidTwice?: boolean
  }
  refunded: BuyersMail & {
    /** Null where it is not what was ordered. */
    amountKobo: number | null
  }
  /** Nothing is sent if the money went back meanwhile. */
  refundDeclined: { orderId: string; refusal: string }
  /** It goes to whoever typed this address, or had it typed; its link proves it. Nothing is sent once that is done. */
  invoiceProof: { orderId: string }
  /** To a school. `isChanged`: it is due on another day than before. */
  invoice: { orderId: string; isChanged: boolean }
  /** It goes to a school that has sent a part. */
  invoicePart: { orderId: string }
  /** Nothing is sent once its money is there, or it is withdrawn. */
  invoiceReminder: { orderId: string }
  invoiceWithdrawn: { orderId: string }
  invoiceNotice: { orderId: string }
  orderReviewNotice: NoticeOfOrder & {
    /** What did not match, in words. */
    problem: string
    isPaidTwice?: boolean
  }
  orderConcern: NoticeOfOrder & {
    concern: PaymentIssue | 'refund wanted'
    /** What a buyer says who wants the money back. */
    reason?: string
  }
}

interface OrderNames {
  reference: string
  bookTitle: string
  buyerName: string
}

type BuyersMail = OrderNames & { orderId: string }
type NoticeOfOrder = OrderNames & { buyerEmail: string }

interface Receipt extends BuyersMail {
  quantity: number
  amountKobo: number
  /** It is left out without a discount. */
  discountCode?: string
  discountKobo?: number
  lastDigits: string | null
  isTest: boolean
  paidAt: string
}

interface NoticeOfReport {
  title: string
  reason: ReportReason
  decideBy: string
}

interface RequestAnswer {
  author: string
  title: string
  reference: string
  /** What the publisher writes beside it. */
  message: string | null
}

export type MailKind = keyof MailData

/** Stands for the publisher, whose address is configuration. */
export const toPublisher = 'publisher'

/** Call it in the transaction that causes the mail. With the id of an Undo it waits until that ends. */
export async function queueMail<K extends MailKind>(
  kind: K,
  recipients: string | string[],
  data: MailData[K],
  undo?: string,
) {
  await sql`
    insert into mails (kind, recipient, data, undo_id, next_try_at)
    select ${kind}, recipient, ${json(data)}, ${undo ?? null},
      coalesce((select until from undos where id = ${undo ?? null}), now())
    from unnest(${[recipients].flat()}::text[]) as recipient`
}

/** Its attempts are those that failed. */
export interface QueuedMail<K extends MailKind = MailKind>
  extends Row<'mails', 'id' | 'kind' | 'recipient' | 'data' | 'createdAt' | 'attempts'> {
  kind: K
  data: MailData[K]
}

/** Somebody waits for them at the screen. Free receipts are not among them: anybody can cause those. */
const first: MailKind[] = ['receipt', 'reset', 'staffPassword', 'staffSecondStep']

/** They go to the publisher at once, then at most hourly, all that waits in one mail: hundreds may be sent in. */
const gathered: MailKind[] = [
  'submissionNotice',
  'requestNotice',
  'reviewNotice',
  'reportNotice',
  'invoiceNotice',
]

const isDue = () => sql`
  next_try_at <= now() and not (kind in ${sql(gathered)} and exists (
    select 1 from mails earlier
    where earlier.kind = mails.kind and earlier.sent_at > now() - interval '1 hour'))`

/** Letters to subscribers wait while there is one. */
export const dueMails = () => sql`select 1 from mails where ${isDue()}`

export async function isMailDue(): Promise<boolean> {
  const [due] = await sql`${dueMails()} limit 1`
  return due !== undefined
}

export async function takeMail() {
  const [mail] = await sql<QueuedMail[]>`
    select id, kind, recipient, data, created_at, attempts from mails where ${isDue()}
    order by kind in ${sql(first)} desc, kind = 'imported', next_try_at, created_at limit 1
    for update skip locked`
  return mail
}

/** Takes out what one mail is to tell besides `mail`, the oldest first. It has no effect if the transaction fails. */
export async function takeGathered<K extends MailKind>({ id, kind }: QueuedMail<K>) {
  if (!gathered.includes(kind)) return []
  const others = await sql<(Row<'mails', 'data'> & { data: MailData[K] })[]>`
    with others as (
      select id from mails
      where kind = ${kind} and id <> ${id} and next_try_at is not null
      for update skip locked),
    taken as (delete from mails where id in (select id from others) returning data, created_at, id)
    select data from taken order by created_at, id`
  return others.map(({ data }) => data)
}

/** The row stays for a while without its content, for the history of its order. `wasKept`: it is a file here. */
export async function markSent(id: string, { wasKept = false } = {}) {
  await sql`
    update mails set sent_at = now(), was_kept = ${wasKept}, next_try_at = null, last_error = null,
      data = jsonb_strip_nulls(jsonb_build_object('orderId', data -> 'orderId'))
    where id = ${id}`
}

const giveUpDays = 3

/** Resolves to whether the mail is given up; false if another sender was quicker. `reason` must hold nothing personal. */
export async function recordFailure(mail: QueuedMail, reason: string, pauseSeconds: number) {
  const [noted] = await sql<{ isGivenUp: boolean }[]>`
    update mails set attempts = attempts + 1, last_error = ${reason}, next_try_at = case
      when created_at > now() - make_interval(days => ${giveUpDays})
      then now() + make_interval(secs => ${pauseSeconds})
    end
    where id = ${mail.id} and attempts = ${mail.attempts} and next_try_at is not null
    returning next_try_at is null as is_given_up`
  return noted?.isGivenUp ?? false
}

/** Whether a mail to this address is known to reach who typed it. */
export async function isProvenAddress(email: string): Promise<boolean> {
  const [reader] = await sql`
    select 1 from readers where email = ${email} and email_proven_at is not null`
  return reader !== undefined
}

export async function deleteMail(id: string) {
  await sql`delete from mails where id = ${id}`
}

/** All, or those of some kinds. A mail that is being sent cannot be recalled. */
export async function deleteMailsTo(email: string, kinds?: MailKind[]) {
  await sql`
    delete from mails
    where id in (
      select id from mails
      where recipient = ${email} ${kinds ? sql`and kind in ${sql(kinds)}` : sql``}
      for update skip locked
    )`
}

/** Mails of this kind to the same mailbox in the last hour; those being tried again do not count. */
export async function countAlike(id: string): Promise<number> {
  const [counted] = await sql<{ count: number }[]>`
    select count(*) from mails this join mails other
      on mailbox_of(other.recipient) = mailbox_of(this.recipient) and other.kind = this.kind and other.id <> this.id
    where this.id = ${id} and (
      other.sent_at > now() - interval '1 hour'
      or (other.next_try_at is not null and other.attempts = 0
        and (other.created_at, other.id) < (this.created_at, this.id)))`
  return counted?.count ?? 0
}

/** The secret of a confirmation link, unless there is nothing to confirm. */
export async function insertConfirmation(email: string, minutes: number = linkMinutes.newsletter) {
  const token = makeToken()
  const [subscriber] = await sql<Row<'subscribers', 'unsubscribeToken'>[]>`
    update subscribers
    set confirm_hash = ${hashToken(token)},
      confirm_until = now() + make_interval(mins => ${minutes})
    -- Whoever only follows may still ask for the newsletter.
    where email = ${email} and (confirmed_at is null or not takes_letters and digest is null)
    returning unsubscribe_token`
  return subscriber && { token, ...subscriber }
}

export async function countMails(): Promise<{ waiting: number; givenUp: number }> {
  const [row] = await sql<{ waiting: number; givenUp: number }[]>`
    select
      count(*) filter (where next_try_at is not null) as waiting,
      count(*) filter (where next_try_at is null and sent_at is null) as given_up
    from mails where sent_at is null`
  return row ?? { waiting: 0, givenUp: 0 }
}

export async function deleteOldMails() {
  await sql`
    delete from mails where next_try_at is null and created_at < now() - make_interval(days => ${keptDays.sentMail})`
}
