/** A mail as it is sent. */
export interface Mail {
  /** Always the same for the same mail, so that a repeat can be recognized. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  /** For newsletters: where one click unsubscribes (RFC 8058). */
  unsubscribeUrl?: string
}

/** Sends a mail; a rejection means that it is to be tried again. */
export interface Mailer {
  send(mail: Mail): Promise<void>
  close?(): void
}

/** A reader who signed in elsewhere, as the provider describes them. */
export interface Identity {
  /** Issuer and subject: the same for the same person for ever. */
  subject: string
  email: string | undefined
  /** Whether the provider has verified the e-mail address. */
  isEmailVerified: boolean
  firstName: string | null
  lastName: string | null
}

/** Signing in elsewhere, by OpenID Connect. */
export interface SignInProvider {
  /** Where the browser goes to sign in, and the secret that it holds until it comes back. */
  start(): Promise<{ url: string; secret: string }>
  /** The reader who came back with this query; rejects when it does not belong to the sign-in that was started. */
  finish(query: string, secret: string): Promise<Identity>
}

/** What a buyer is sent to pay. */
export interface CheckoutRequest {
  /** The key of everything at the provider: the same again is the same payment. */
  reference: string
  amountKobo: number
  currency: 'NGN'
  email: string
  method: 'card' | 'transfer'
  /** Where the provider sends the buyer back to; it adds the reference. */
  returnUrl: string
  /** What is bought, in words. */
  title: string
}

/** The state of a payment at the provider. */
export interface VerifiedPayment {
  /**
   * `waiting`: it may still come; `unknown`: the provider does not know it. `abandoned` is not final: Paystack reports it
   * of every payment from the moment that it is opened.
   */
  status: 'success' | 'failed' | 'abandoned' | 'waiting' | 'reversed' | 'unknown'
  /** Its own name for that. */
  providerStatus: string
  amountKobo: number
  currency: string
  /** No real money. */
  isTest: boolean
  paidAt: string | null
  /** Of the card. */
  lastDigits: string | null
}

/** What calls of Payments are rejected with. It never contains the key. */
export interface PaymentFailure extends Error {
  /**
   * The payment is open at the provider, but its checkout address is lost, unless another call has just stored it: this
   * reference cannot be paid any more. Any other failure leaves the state unknown: verify again later.
   */
  isCheckoutLost: boolean
}

/** A payment at the built-in test checkout. */
export interface TestPayment {
  reference: string
  amountKobo: number
  currency: string
  method: 'card' | 'transfer'
  title: string
  status: 'open' | 'success' | 'failed' | 'abandoned' | 'reversed'
  /** When the money arrives, or arrived; a transfer takes its time. */
  arrivesAt: string | null
  /** Back to the shop, the reference included. */
  returnUrl: string
}

/** What the pages of the built-in test checkout do. */
export interface TestCheckout {
  find(reference: string): Promise<TestPayment | undefined>
  /** A click on a payment that has ended, or on a transfer that is under way, changes nothing. */
  press(
    reference: string,
    outcome: 'pay' | 'fail' | 'cancel' | 'transfer',
  ): Promise<TestPayment | undefined>
}

/** An issue that no state of an order shows, and that the publisher has to look at. */
export type PaymentIssue = 'refund failed' | 'refund needs attention' | 'disputed'

/** A payment provider. Its calls reject with a PaymentFailure. */
export interface Payments {
  provider: 'paystack' | 'test'
  /** No real money is taken. */
  isTest: boolean
  /**
   * Opens the payment. The checkout address is sent once only and has to be stored; of a payment that is paid or under way
   * already it leads back to the shop.
   */
  startCheckout(request: CheckoutRequest): Promise<{ checkoutUrl: string }>
  verify(reference: string): Promise<VerifiedPayment>
  /** Refunds the whole payment; `isDone` is false while the provider is still working on it. */
  refund(reference: string): Promise<{ isDone: boolean }>
  /** What a signed webhook is about; undefined for a forged one. */
  readNotice(
    body: Uint8Array,
    signature: string,
  ): { notice: string; reference: string | undefined; concern?: PaymentIssue } | undefined
  /** Only of the built-in checkout. */
  testCheckout?: TestCheckout
}
