import * as z from 'zod/mini'

/** Without the spaces and line ends that come along when a key is copied on a phone. */
const pasted = z.string().check(z.overwrite((text: string) => text.replace(/\s+/g, '')))

const paystackKey = 'The secret key begins with sk_test_ or sk_live_. Copy it anew.'
const flutterwaveKey = 'The secret key begins with FLWSECK_TEST- or FLWSECK-. Copy it anew.'
const percentMessage =
  'The percentage is above 0 and below 100, with at most two decimals, such as 7.5'

function keyOf({
  secret,
  open,
  begins,
  message,
}: Record<'secret' | 'open', RegExp> & Record<'begins' | 'message', string>) {
  const isOpen = `That is the public key. Paste the secret key, which begins with ${begins}`
  return pasted.check(
    z.refine((key) => !open.test(key), isOpen),
    z.refine((key) => open.test(key) || secret.test(key), message),
  )
}

/**
 * Parts of the business that the owner sets at the admin. Fields are called as the server's variables are, which come
 * first: .env.example explains each.
 */
export const businessSchemas = {
  paystack: z.object({
    PAYSTACK_SECRET_KEY: keyOf({
      secret: /^sk_(test|live)_[\w-]+$/,
      open: /^pk_/,
      begins: 'sk_',
      message: paystackKey,
    }),
  }),
  flutterwave: z.object({
    FLUTTERWAVE_SECRET_KEY: keyOf({
      secret: /^FLWSECK(_TEST)?-[\w-]+$/,
      open: /^FLWPUBK/,
      begins: 'FLWSECK',
      message: flutterwaveKey,
    }),
    FLUTTERWAVE_WEBHOOK_HASH: pasted.check(
      z.regex(/^\S{16,200}$/, 'The secret hash has 16 to 200 characters without spaces'),
    ),
  }),
  vat: z.object({
    VAT_PERCENT: pasted.check(
      z.refine((text) => /^\d{1,2}(\.\d{1,2})?$/.test(text) && Number(text) > 0, percentMessage),
    ),
    SELLER_TAX_ID: z
      .string()
      .check(z.trim(), z.maxLength(40, 'The tax number has at most 40 characters')),
  }),
} as const

export type BusinessPart = keyof typeof businessSchemas

export const businessParts = Object.keys(businessSchemas) as BusinessPart[]

/** The variables of a part. */
export const variablesOf = (part: BusinessPart) => Object.keys(businessSchemas[part].shape)

/** What a part is called, and what is said when it does not go with the others. */
export const businessTexts: Record<BusinessPart, { label: string; conflict: string }> = {
  paystack: {
    label: 'Paystack',
    conflict: 'Paystack and Flutterwave need live keys both, or test keys both.',
  },
  flutterwave: {
    label: 'Flutterwave',
    conflict: 'Paystack and Flutterwave need live keys both, or test keys both.',
  },
  vat: { label: 'VAT', conflict: 'This does not go with what the server sets.' },
}

/** It is never shown again. */
export const isSecret = (variable: string) => /_(KEY|HASH)$/.test(variable)
