import type { PaymentProvider, SettlingProvider } from '#contract/shop/payment-providers.ts'

export interface Mail {
  /** The same for the same mail, so that a repeat is recognized. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** Only newsletters have one (RFC 8058). */
  unsubscribeUrl?: string
  /** The files are PDFs. */
  attachments?: { name: string; content: Buffer }[]
  /** It goes by the mail server that was set before, to the publisher's address of then. */
  isByBefore?: true
}

/** A rejection means that the mail is to be tried again. */
export interface Mailer {
  /** Its mails are files here, and reach nobody. */
  isKeeping?: true | undefined
  send(mail: Mail): Promise<void>
}

/** How handing over one mail of many ended. `reason`: codes and stage, without any address. */
export type Delivery =
  /** `id`: what the server calls the mail, where it says so. `isKept`: it is a file here, and reaches nobody. */
  | { result: 'taken'; id?: string | undefined; isKept?: true }
  /** `isGone`: there is no such mailbox, or it is closed for good. */
  | { result: 'refused'; reason: string; isGone: boolean }
  /** Not sent. `isServer`: no recipient is why. */
  | { result: 'later'; reason: string; isServer: boolean }
  /** Not sent, and our own fault. `isAtRecipient`: told only once the recipient was named. `words`: the server's own. */
  | { result: 'ours'; reason: string; words: string; isAtRecipient: boolean }
  /** Cut off between handing over and the answer: it may have arrived. */
  | { result: 'uncertain'; reason: string }

/** One connection for many mails, one after the other. It opens, and opens again, by itself. */
export interface MailConnection {
  deliver(mail: Mail): Promise<Delivery>
  close(): void
}

export interface BulkMailer {
  connect(): MailConnection
}

export interface MailReport {
  email: string
  kind: 'bounced' | 'complained'
  /** Codes of the provider; no address. */
  detail: string
  /** What the mail server called the mail when it took it. */
  mailId: string | undefined
}

export interface MailReports {
  provider: 'ses' | 'postmark'
  /** Undefined for a forged one. Rejects when it cannot be checked at present. `authorization`: that header. */
  read(
    body: Uint8Array,
    authorization: string,
  ): Promise<{ id: string; reports: MailReport[] } | undefined>
}

export interface DkimKey {
  domain: string
  selector: string
  /** The key is written in PEM. */
  privateKey: string
}

export interface Identity {
  /** Issuer and subject, which never change. */
  subject: string
  email: string | undefined
  isEmailVerified: boolean
  firstName: string | null
  lastName: string | null
}

export interface SignInProvider {
  /** Where the browser goes, and the secret that it holds until it comes back. */
  start(): Promise<{ url: string; secret: string }>
  /** Rejects when the query does not belong to the sign-in that was started. */
  finish(query: string, secret: string): Promise<Identity>
}

export const paymentChannels = ['card', 'transfer', 'ussd', 'opay'] as const
export type PaymentChannel = (typeof paymentChannels)[number]

/** The chosen method and the channels of the settings, as a provider names them; undefined for what it does not have. */
export function channelsOf(
  method: 'card' | 'transfer',
  channels: readonly PaymentChannel[] = [],
  names: Record<PaymentChannel, string | undefined>,
): string[] {
  const named = [method, ...channels].map((channel) => names[channel])
  return [...new Set(named)].filter((channel) => channel !== undefined)
}

export interface CheckoutRequest {
  /** The same reference is the same payment. */
  reference: string
  amountKobo: number
  currency: 'NGN'
  email: string
  method: 'card' | 'transfer'
  /** The provider adds the reference. */
  returnUrl: string
  title: string
}

export interface VerifiedPayment {
  /** `waiting`: it may still come. `abandoned` is not final: Paystack reports it of every open payment. */
  status: 'success' | 'failed' | 'abandoned' | 'waiting' | 'reversed' | 'unknown'
  providerStatus: string
  /** The provider's name of the payment: another one proves nothing about the order. */
  reference: string
  /** Null for what is no whole number of kobo. */
  amountKobo: number | null
  currency: string
  isTest: boolean
  paidAt: string | null
  lastDigits: string | null
  /** Whether no money is expected any more. Undefined: a day after the order. */
  isOver?: boolean
}

export type ListedPayment = Pick<
  VerifiedPayment,
  'status' | 'providerStatus' | 'reference' | 'amountKobo' | 'currency'
>

/** It never contains the key. */
export interface PaymentFailure extends Error {
  /** The payment is open but its checkout address is lost. Any other failure leaves the state unknown. */
  isCheckoutLost: boolean
}

export interface TestPayment {
  reference: string
  amountKobo: number
  currency: string
  method: 'card' | 'transfer'
  title: string
  status: 'open' | 'success' | 'failed' | 'abandoned' | 'reversed'
  arrivesAt: string | null
  returnUrl: string
}

export interface TestCheckout {
  find(reference: string): Promise<TestPayment | undefined>
  /** Does nothing to a payment that has ended, or to a transfer under way. */
  press(
    reference: string,
    outcome: 'pay' | 'fail' | 'cancel' | 'transfer',
  ): Promise<TestPayment | undefined>
}

/** An issue that changes no order and that the publisher has to look at. */
export type PaymentIssue = 'refund failed' | 'refund needs attention' | 'disputed'

/** Calls reject with a PaymentFailure. */
export interface Payments<Provider extends SettlingProvider = PaymentProvider> {
  provider: Provider
  isTest: boolean
  /** What it knows is in our own database, so that it is asked in the transaction that settles. */
  isOurs?: true
  /** The address is sent once only and has to be stored; of a payment that is paid or under way it leads back. */
  startCheckout(request: CheckoutRequest): Promise<{ checkoutUrl: string }>
  verify(reference: string): Promise<VerifiedPayment>
  /** `isDone` is false while the provider is still working on it. */
  refund(reference: string): Promise<{ isDone: boolean }>
  /** Payments that were opened, or first tried, from one moment until before another. */
  listPayments(from: Date, to: Date): Promise<ListedPayment[]>
  /** Undefined for a forged webhook. */
  readWebhook(
    body: Uint8Array,
    signature: string,
  ): { notice: string; reference: string | undefined; concern?: PaymentIssue } | undefined
  /** Only the built-in checkout has it. */
  testCheckout?: TestCheckout
}

export function withReference(returnUrl: string, reference: string): string {
  const url = new URL(returnUrl)
  url.searchParams.set('reference', reference)
  return url.href
}
