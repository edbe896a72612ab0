import * as z from 'zod/mini'
import { parseUrl } from '../pages/parse-url.ts'
import { dueDays } from '../shop/invoices.ts'
import { providerNames } from '../shop/payment-providers.ts'

/** Without the spaces and line ends that come along when a key is copied on a phone. */
const pasted = z.string().check(z.overwrite((text: string) => text.replace(/\s+/g, '')))

/** What a variable may hold, wherever it is set. */
export const businessPatterns = {
  PAYSTACK_SECRET_KEY: /^sk_(test|live)_[\w-]+$/,
  FLUTTERWAVE_SECRET_KEY: /^FLWSECK(_TEST)?-[\w-]+$/,
  FLUTTERWAVE_WEBHOOK_HASH: /^\S{16,200}$/,
  PUBLIC_URL: /^https:\/\/[a-z0-9-]+(\.[a-z0-9-]+)+$/,
  VAT_PERCENT: /^(?!0{1,2}(\.0{1,2})?$)\d{1,2}(\.\d{1,2})?$/,
  SELLER_TAX_ID: /^.{1,40}$/,
  BANK_ACCOUNT_NUMBER: /^\d{10}$/,
  BACKUP_S3_BUCKET: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
}

const paystackKey = 'The secret key begins with sk_test_ or sk_live_. Copy it anew.'
const flutterwaveKey = 'The secret key begins with FLWSECK_TEST- or FLWSECK-. Copy it anew.'
const percentMessage =
  'The percentage is above 0 and below 100, with at most two decimals, such as 7.5'

/** `smtps://user:password@host:465`, each part percent-encoded. */
export function isMailServer(text: string): boolean {
  return /^smtps?:/.test(text) && !!parseUrl(text)?.hostname
}

/**
 * Server and login alone: what may follow in the server's own variable are options of the connection, such as a proxy or no TLS.
 */
const isPlainServer = (text: string) => isMailServer(text) && !/[?#]/.test(text)

/** The origin of an address, which storage companies show without its scheme, too. */
function storageOrigin(text: string): string {
  const url = parseUrl(text.includes('://') ? text : `https://${text}`)
  return url?.href === `${url?.origin}/` ? url.origin : text
}

/** What stands beside the service needs no TLS. */
const storage = pasted.check(
  z.overwrite(storageOrigin),
  z.regex(
    /^https:\/\/[^/?#@]+$|^http:\/\/(127\.0\.0\.1|localhost)(:\d+)?$/,
    'Please type the address of the storage alone, such as https://s3.eu-central-1.amazonaws.com',
  ),
)

const storageKey = (message: string) => pasted.check(z.regex(/^[\x21-\x7e]{1,200}$/, message))

const address = (message: string) => z.string().check(z.trim(), z.email(message))

const name = (message: string) => z.string().check(z.trim(), z.regex(/^.{1,100}$/, message))

/** `open`: how the public key begins, which is often pasted instead. */
function keyOf(secret: RegExp, open: string, message: string) {
  const isOpen = (key: string) => key.startsWith(open)
  return pasted.check(
    z.refine((key) => !isOpen(key), `That is the public key. ${message}`),
    z.refine((key) => isOpen(key) || secret.test(key), message),
  )
}

/**
 * Parts of the business that the owner sets at the admin. Fields are called as the server's variables are, which come
 * first: .env.example explains each.
 */
export const businessSchemas = {
  /** Set by whoever runs the server, as the certificate is. */
  domain: z.object({
    PUBLIC_URL: z
      .string()
      .check(z.regex(businessPatterns.PUBLIC_URL, 'The address is like https://ascend.example')),
  }),
  paystack: z.object({
    PAYSTACK_SECRET_KEY: keyOf(businessPatterns.PAYSTACK_SECRET_KEY, 'pk_', paystackKey),
  }),
  flutterwave: z.object({
    FLUTTERWAVE_SECRET_KEY: keyOf(
      businessPatterns.FLUTTERWAVE_SECRET_KEY,
      'FLWPUBK',
      flutterwaveKey,
    ),
    FLUTTERWAVE_WEBHOOK_HASH: pasted.check(
      z.regex(
        businessPatterns.FLUTTERWAVE_WEBHOOK_HASH,
        'The secret hash has 16 to 200 characters without spaces',
      ),
    ),
  }),
  /** Where both are set. */
  turns: z.object({
    PAYMENTS: z.enum(['paystack,flutterwave', 'flutterwave,paystack'], 'Please choose one'),
  }),
  mail: z.object({
    SMTP_URL: pasted.check(z.refine(isPlainServer, 'Please type the name of the mail server')),
    MAIL_FROM: address('Please type the address that mails come from'),
    PUBLISHER_EMAIL: address('Please type the address where the magazine writes to you'),
  }),
  bank: z.object({
    BANK_NAME: name('Please type the name of the bank, in at most 100 characters'),
    BANK_ACCOUNT_NUMBER: pasted.check(
      z.regex(businessPatterns.BANK_ACCOUNT_NUMBER, 'The account number has ten digits'),
    ),
    BANK_ACCOUNT_NAME: name('Please type the name of the account, in at most 100 characters'),
    INVOICE_DAYS: pasted.check(
      z.refine(
        (days) => !days || (/^\d{1,3}$/.test(days) && +days >= dueDays.min && +days <= dueDays.max),
        `Please type a number of days from ${dueDays.min} to ${dueDays.max}`,
      ),
    ),
  }),
  vat: z.object({
    VAT_PERCENT: pasted.check(z.regex(businessPatterns.VAT_PERCENT, percentMessage)),
    SELLER_TAX_ID: z.string().check(
      z.trim(),
      z.refine(
        (text) => !text || businessPatterns.SELLER_TAX_ID.test(text),
        'The tax number has at most 40 characters',
      ),
    ),
  }),
  backups: z.object({
    BACKUP_S3_ENDPOINT: storage,
    BACKUP_S3_BUCKET: pasted.check(
      z.regex(
        businessPatterns.BACKUP_S3_BUCKET,
        'The name of the bucket has 3 to 63 lower-case letters, digits, dots and hyphens',
      ),
    ),
    BACKUP_S3_ACCESS_KEY: storageKey('Please paste the key'),
    BACKUP_S3_SECRET_KEY: storageKey('Please paste the secret key'),
  }),
} as const

export type BusinessPart = keyof typeof businessSchemas

export const businessParts = Object.keys(businessSchemas) as BusinessPart[]

/** Those that the owner sets at the admin. */
export const ownParts = businessParts.filter((part) => part !== 'domain')
export type OwnPart = (typeof ownParts)[number]

/** The variables of a part. */
export const variablesOf = (part: BusinessPart) => Object.keys(businessSchemas[part].shape)

export const businessLabels: Record<BusinessPart, string> = {
  domain: 'Domain',
  ...providerNames,
  turns: 'Who takes the money first',
  mail: 'Mail server',
  bank: 'Bank account',
  vat: 'VAT',
  backups: 'Backups',
}

/** Until then the account before is named: whoever is mailed has the time to stop what was not theirs. */
export const bankHours = 24

/** It is never shown again. */
export const isSecret = (variable: string) => /_(KEY|HASH)$|^SMTP_URL$/.test(variable)
