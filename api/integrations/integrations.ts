/** A mail as it leaves the house. */
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

/** Takes a mail away; a rejection means that it is to be tried again. */
export interface Mailer {
  send(mail: Mail): Promise<void>
  close?(): void
}

/** A reader who signed in elsewhere, as the provider describes them. */
export interface Identity {
  /** Issuer and subject: the same for the same person for ever. */
  subject: string
  email: string | undefined
  /** Whether the provider has seen that the e-mail address is theirs. */
  isEmailVerified: boolean
  firstName: string | null
  lastName: string | null
}

/** Signing in elsewhere, by OpenID Connect. */
export interface SignInProvider {
  /** Where the browser goes to sign in, and the secret that it holds until it comes back. */
  start(): Promise<{ url: string; secret: string }>
  /** Who came back with this query; a rejection means that it was not what was started. */
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
   * `waiting`: it may still come; `unknown`: the provider has never heard of it. `abandoned` is no end: Paystack says
   * so of every payment that nobody has begun, from the moment that it is opened.
   */
  status: 'success' | 'failed' | 'abandoned' | 'waiting' | 'reversed' | 'unknown'
  /** Its own word for that. */
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
   * The payment is open at the provider, but where it is paid went lost on the way, unless another call has just
   * heard it: then nobody can pay under this reference any more. Everything else means that nothing is known: ask
   * again later.
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
   * Opens the payment and says where it is paid: keep that, it is said only once. One that is paid or under way
   * already leads back to the shop at once.
   */
  startCheckout(request: CheckoutRequest): Promise<{ checkoutUrl: string }>
  verify(reference: string): Promise<VerifiedPayment>
  /** Gives everything back; `isDone` is false while the provider is still at it. */
  refund(reference: string): Promise<{ isDone: boolean }>
  /** What a signed webhook is about; undefined for a forged one. */
  readNotice(
    body: Uint8Array,
    signature: string,
  ): { notice: string; reference: string | undefined; concern?: PaymentIssue } | undefined
  /** Only of the built-in checkout. */
  testCheckout?: TestCheckout
}
