import * as z from 'zod/mini'
import { providerNames } from '../shop/payment-providers.ts'

/** Without the spaces and line ends that come along when a key is copied on a phone. */
const pasted = z.string().check(z.overwrite((text: string) => text.replace(/\s+/g, '')))

/** What a variable may hold, wherever it is set. */
export const businessPatterns = {
  PAYSTACK_SECRET_KEY: /^sk_(test|live)_[\w-]+$/,
  FLUTTERWAVE_SECRET_KEY: /^FLWSECK(_TEST)?-[\w-]+$/,
  FLUTTERWAVE_WEBHOOK_HASH: /^\S{16,200}$/,
  VAT_PERCENT: /^(?!0{1,2}(\.0{1,2})?$)\d{1,2}(\.\d{1,2})?$/,
  SELLER_TAX_ID: /^.{1,40}$/,
}

const paystackKey = 'The secret key begins with sk_test_ or sk_live_. Copy it anew.'
const flutterwaveKey = 'The secret key begins with FLWSECK_TEST- or FLWSECK-. Copy it anew.'
const percentMessage =
  'The percentage is above 0 and below 100, with at most two decimals, such as 7.5'

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
} as const

export type BusinessPart = keyof typeof businessSchemas

export const businessParts = Object.keys(businessSchemas) as BusinessPart[]

/** The variables of a part. */
export const variablesOf = (part: BusinessPart) => Object.keys(businessSchemas[part].shape)

export const businessLabels: Record<BusinessPart, string> = { ...providerNames, vat: 'VAT' }

/** It is never shown again. */
export const isSecret = (variable: string) => /_(KEY|HASH)$/.test(variable)
