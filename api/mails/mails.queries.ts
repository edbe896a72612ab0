import { hashToken, makeToken } from '#api/http/secrets.ts'
import type { PaymentIssue } from '#api/integrations/integrations.ts'
import { linkMinutes } from '#contract/form-limits.ts'
import { sql } from '#db/sql.ts'

/** What each kind of mail needs to be written. A kind with no data looks up what it needs when it is sent. */
export interface MailData {
  /** To a reader who has just created an account. */
  welcome: { firstName: string | null }
  /** The link for a new password; nothing is sent to an address without an account. */
  reset: Record<string, never>
  /** To a contributor whose story has arrived. */
  submission: { firstName: string | null; title: string }
  /** To a contributor, once: the first time that the story is published. */
  storyPublished: { firstName: string | null; title: string; storyId: string }
  /** To a contributor who is asked to change the story. */
  storyReturned: { firstName: string | null; title: string; storyId: string; note: string }
  /** To a contributor whose story will not be published. */
  storyDeclined: { firstName: string | null; title: string; note: string | null }
  /** To the publisher, of a story that waits for review. */
  submissionNotice: { title: string; authorName: string; category: string; storyId: string }
  /** To an author whose publishing request has arrived. */
  request: { author: string; title: string; reference: string }
  /** To the publisher, of a publishing request. */
  requestNotice: {
    author: string
    title: string
    reference: string
    category: string
    /** Naira. */
    price: number
    authorEmail: string
    authorPhone: string
    description: string
    publishingReason: string
  }
  /** To an author: what became of their request, or a question about it. */
  requestAccepted: RequestAnswer
  requestDeclined: RequestAnswer
  requestQuestion: RequestAnswer & { message: string }
  /** The link that confirms a subscription; not sent to a confirmed subscriber. */
  newsletter: Record<string, never>
  /** To the person who redeemed a gift code: the page of the order that it became. */
  gift: { orderId: string; reference: string; name: string; title: string }
  /** To the holder of a copy that ended because the order that it came from was refunded. */
  giftEnded: { orderId: string; reference: string; bookTitle: string; buyerName: string }
  /** To a buyer whose order is paid. */
  receipt: Receipt
  /** The same of a book for ₦0, which anybody can order to anybody's address. */
  freeReceipt: Receipt
  /** To a buyer who looks for their orders: the one, or all of the last year. */
  orderLinks: { orderId: string | null }
  /** To a buyer whose payment is not what was ordered. */
  orderReview: { orderId: string; reference: string; bookTitle: string; buyerName: string }
  /** To a buyer whose money has gone back. */
  refunded: {
    orderId: string
    reference: string
    bookTitle: string
    buyerName: string
    /** Null where it is not what was ordered. */
    amountKobo: number | null
  }
  /** To the publisher, of a payment that is not what was ordered. */
  orderReviewNotice: {
    reference: string
    bookTitle: string
    buyerName: string
    buyerEmail: string
    /** What did not match, in words. */
    problem: string
  }
  /** To the publisher, of an order that the provider has trouble with. */
  orderConcern: {
    reference: string
    bookTitle: string
    buyerName: string
    buyerEmail: string
    concern: PaymentIssue
  }
}

interface Receipt {
  orderId: string
  reference: string
  bookTitle: string
  buyerName: string
  quantity: number
  amountKobo: number
  /** Of the card. */
  lastDigits: string | null
  isTest: boolean
  paidAt: string
}

interface RequestAnswer {
  author: string
  title: string
  reference: string
  /** What the publisher writes beside it. */
  message: string | null
}

export type MailKind = keyof MailData

/** In the place of a recipient: the publisher, whose address is configuration, not data. */
export const toPublisher = 'publisher'

/** Call it in the transaction that causes the mail: then both happen, or neither. */
export async function queueMail<K extends MailKind>(kind: K, recipient: string, data: MailData[K]) {
  await sql`
    insert into mails (kind, recipient, data)
    values (${kind}, ${recipient}, ${sql.json(data as never)})`
}

/** A mail that waits to be sent. */
export interface QueuedMail<K extends MailKind = MailKind> {
  id: string
  kind: K
  recipient: string
  data: MailData[K]
  createdAt: string
  /** How often it was tried in vain. */
  attempts: number
}

/** The next mail that is due, held until the transaction ends: no other sender takes it meanwhile. */
export async function takeMail() {
  const [mail] = await sql<QueuedMail[]>`
    select id, kind, recipient, data, created_at, attempts from mails
    where next_try_at <= now()
    order by next_try_at, created_at limit 1
    for update skip locked`
  return mail
}

/** That it was sent is remembered for a while; its content is deleted. */
export async function markSent(id: string) {
  await sql`
    update mails set sent_at = now(), next_try_at = null, last_error = null, data = '{}' where id = ${id}`
}

/** Days after which a mail that no server accepts is given up. */
const giveUpDays = 3

/**
 * Counts an attempt in vain, unless another sender was quicker. Resolves to whether the mail is given up.
 * `reason` is kept: it must not hold anything personal.
 */
export async function noteFailure(mail: QueuedMail, reason: string, pauseSeconds: number) {
  const [noted] = await sql<{ isGivenUp: boolean }[]>`
    update mails set attempts = attempts + 1, last_error = ${reason}, next_try_at = case
      when created_at > now() - make_interval(days => ${giveUpDays})
      then now() + make_interval(secs => ${pauseSeconds})
    end
    where id = ${mail.id} and attempts = ${mail.attempts} and next_try_at is not null
    returning next_try_at is null as is_given_up`
  return noted?.isGivenUp ?? false
}

export async function deleteMail(id: string) {
  await sql`delete from mails where id = ${id}`
}

/**
 * How many mails of this kind their recipient got in the last hour, with those on their way before this one.
 * What is being tried again does not count: it must not keep a fresh link from somebody who waits for one.
 */
export async function countAlike(id: string): Promise<number> {
  const [counted] = await sql<{ count: number }[]>`
    select count(*) from mails this join mails other
      on other.recipient = this.recipient and other.kind = this.kind and other.id <> this.id
    where this.id = ${id} and (
      other.sent_at > now() - interval '1 hour'
      or (other.next_try_at is not null and other.attempts = 0
        and (other.created_at, other.id) < (this.created_at, this.id)))`
  return counted?.count ?? 0
}

/** A fresh secret for the link that confirms a subscription, unless there is nothing to confirm. */
export async function insertConfirmation(email: string) {
  const token = makeToken()
  const [subscriber] = await sql<{ unsubscribeToken: string }[]>`
    update subscribers
    set confirm_hash = ${hashToken(token)},
      confirm_until = now() + make_interval(mins => ${linkMinutes.newsletter})
    where email = ${email} and confirmed_at is null
    returning unsubscribe_token`
  return subscriber && { token, ...subscriber }
}

/** How many are to be sent, and how many were given up and not yet forgotten. */
export async function countMails(): Promise<{ waiting: number; givenUp: number }> {
  const [row] = await sql<{ waiting: number; givenUp: number }[]>`
    select
      count(*) filter (where next_try_at is not null) as waiting,
      count(*) filter (where next_try_at is null and sent_at is null) as given_up
    from mails where sent_at is null`
  return row ?? { waiting: 0, givenUp: 0 }
}

/** Sent or given up a month ago; called by the hourly cleanup. */
export async function forgetOldMails() {
  await sql`
    delete from mails where next_try_at is null and created_at < now() - interval '30 days'`
}
