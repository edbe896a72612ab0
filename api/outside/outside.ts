/** A mail as it leaves the house. */
export interface Mail {
  /** Always the same for the same mail: whoever gets it twice can tell. */
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

/** Whoever signed in elsewhere, as their provider names them. */
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
  /** Where the browser goes to sign in, and what has to be kept in it until it comes back. */
  start(): Promise<{ url: string; secret: string }>
  /** Who came back with this query; a rejection means that it was not what was started. */
  finish(query: string, secret: string): Promise<Identity>
}
