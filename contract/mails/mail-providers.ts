/** A provider whose mail server is known by its name. */
export interface MailProvider {
  name: string
  server: string
  port: number
  /** All its servers end with it. */
  domain: string
  /** What the SPF record of a domain includes. */
  spf: string
  /** Where it lets a domain publish its key of DKIM; none where each domain has names of its own. */
  selectors: readonly string[]
  /** What it calls the user and the password of its server, and where it shows them. */
  login: readonly [user: string, password: string, where: string]
}

/** As their help pages say, November 2026. */
export const mailProviders: readonly MailProvider[] = [
  {
    name: 'Brevo',
    server: 'smtp-relay.brevo.com',
    port: 587,
    domain: 'brevo.com',
    spf: 'spf.brevo.com',
    selectors: ['brevo1', 'mail'],
    login: ['Login', 'SMTP key', 'SMTP & API'],
  },
  {
    name: 'Zoho',
    server: 'smtp.zoho.com',
    port: 465,
    domain: 'zoho.com',
    spf: 'zoho.com',
    selectors: [],
    login: ['Your Zoho address', 'App password', 'My Account, Security, App Passwords'],
  },
  {
    name: 'Amazon SES',
    server: 'email-smtp.eu-west-1.amazonaws.com',
    port: 587,
    domain: 'amazonaws.com',
    spf: 'amazonses.com',
    selectors: [],
    login: ['SMTP user name', 'SMTP password', 'SMTP settings, Create SMTP credentials'],
  },
  {
    name: 'Postmark',
    server: 'smtp.postmarkapp.com',
    port: 587,
    domain: 'postmarkapp.com',
    spf: 'spf.mtasv.net',
    selectors: [],
    login: ['Server API token', 'Server API token again', 'your server, API Tokens'],
  },
  {
    name: 'Gmail',
    server: 'smtp.gmail.com',
    port: 465,
    domain: 'gmail.com',
    spf: '_spf.google.com',
    selectors: ['google'],
    login: ['Your Gmail address', 'App password', 'Google Account, Security, App passwords'],
  },
]

export const mailProviderOf = (server: string): MailProvider | undefined =>
  mailProviders.find(({ domain }) => server.toLowerCase().endsWith(`.${domain}`))
