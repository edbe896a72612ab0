import type { OutputOf } from '#contract/endpoints/contract.ts'
import { type BusinessPart, bankHours, type OwnPart } from '#contract/settings/business.ts'
import { dueDays } from '#contract/shop/invoices.ts'

export const businessKey = ['business']

export type Part = OutputOf<'GET /admin/business'>[number]

/** One that is changed here. */
export type Own = Part & { part: OwnPart }
export const isOwn = (part: Part): part is Own => part.part !== 'domain'

interface BusinessField {
  label: string
  hint: string
  isOptional?: true
  /** It is made up here, and copied to the provider. */
  isMade?: true
  options?: { value: string; label: string }[]
}

/** How the page calls what is set, by the server's variables. */
export const businessFields: Record<string, BusinessField> = {
  PUBLIC_URL: { label: 'Address', hint: '' },
  PAYSTACK_SECRET_KEY: {
    label: 'Secret key',
    hint: 'At Paystack: Settings, API Keys & Webhooks. It begins with sk_test_ or sk_live_; with a live one the shop sells at once.',
  },
  FLUTTERWAVE_SECRET_KEY: {
    label: 'Secret key',
    hint: 'At Flutterwave: Settings, API keys. It begins with FLWSECK_TEST- or FLWSECK-.',
  },
  FLUTTERWAVE_WEBHOOK_HASH: {
    label: 'Secret hash',
    hint: 'Made for you. Copy it to Flutterwave, Settings, Webhooks, before you save: it is not shown again.',
    isMade: true,
  },
  PAYMENTS: {
    label: 'First',
    hint: 'The other takes over when it does not answer.',
    options: [
      { value: 'paystack,flutterwave', label: 'Paystack' },
      { value: 'flutterwave,paystack', label: 'Flutterwave' },
    ],
  },
  SMTP_URL: { label: 'Server', hint: 'Such as smtp-relay.brevo.com.' },
  port: { label: 'Port', hint: '587, or 465.' },
  user: { label: 'User', hint: 'As your mail provider names it, often an address.' },
  secret: { label: 'Password of the mail server', hint: 'Some providers call it SMTP key.' },
  MAIL_FROM: { label: 'Mails come from', hint: 'An address of your own domain.' },
  PUBLISHER_EMAIL: {
    label: 'The magazine writes to you at',
    hint: 'New stories, orders to review and the like.',
  },
  BANK_NAME: { label: 'Bank', hint: 'As the bank is called, such as Guaranty Trust Bank.' },
  BANK_ACCOUNT_NUMBER: { label: 'Account number', hint: 'Ten digits.' },
  BANK_ACCOUNT_NAME: {
    label: 'Name of the account',
    hint: 'As the bank has it. It is compared with what Paystack says, where that is set.',
  },
  INVOICE_DAYS: {
    label: 'Days until an invoice is due',
    hint: `${dueDays.default} if you leave it empty.`,
    isOptional: true,
  },
  VAT_PERCENT: {
    label: 'VAT in percent',
    hint: 'It is contained in each price, and named on receipts and invoices.',
  },
  BACKUP_S3_ENDPOINT: {
    label: 'Address of the storage',
    hint: 'The S3 endpoint that the storage company names, such as https://s3.eu-central-1.amazonaws.com.',
  },
  BACKUP_S3_BUCKET: { label: 'Bucket', hint: 'Private, and for backups alone.' },
  BACKUP_S3_ACCESS_KEY: {
    label: 'Key',
    hint: 'The access key ID. It must be allowed to list, read, write and delete in this bucket.',
  },
  BACKUP_S3_SECRET_KEY: {
    label: 'Secret key',
    hint: 'Most companies show it only once, when the key is made.',
  },
  SELLER_TAX_ID: { label: 'Tax number', hint: 'On receipts and invoices.', isOptional: true },
}

export const businessLeads: Record<BusinessPart, string> = {
  domain:
    'Where readers find the magazine. Whoever runs the server sets it there, with its certificate, by “ascend begin” and the name.',
  paystack: 'Takes the money of orders, by card and by transfer.',
  flutterwave: 'Takes the money where Paystack is not set, or does not answer.',
  turns: 'Without it Paystack comes first.',
  mail: 'Sends receipts, newsletters and all else that the magazine writes.',
  bank: `Schools transfer to it when they pay by invoice. Another account is named on invoices only after ${bankHours} hours, so that there is time to stop what was not you.`,
  vat: 'Without it no tax is named.',
  backups:
    'Copies of everything, best in a bucket at another company than the server’s: whoever loses the server loses what is on it.',
}

/** Where at the provider the address that payments are reported to is pasted. */
export const webhookPlaces: Partial<Record<BusinessPart, (mode: 'Test' | 'Live') => string>> = {
  paystack: (mode) => `Settings, API Keys & Webhooks, ${mode} Webhook URL`,
  flutterwave: (mode) => `in ${mode} mode, Settings, Webhooks, URL`,
}
