import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import { redirection, time } from '#contract/endpoints/fields.ts'
import { paymentMethods } from '#contract/states.ts'
import { orderReference } from './order-fields.ts'

const onePayment = {
  who: 'anyone',
  input: z.object({ reference: orderReference }),
  missing: 'orderNotFound',
} as const

/** 404 when the built-in checkout is off. */
export const testCheckout = {
  /** The reference is enough; everybody who has it sees the same. */
  'GET /test-checkout/:reference': endpoint({
    ...onePayment,
    shared: true,
    output: z.object({
      reference: z.string(),
      title: z.string(),
      /** The amount is in naira. */
      amount: z.number(),
      method: z.enum(paymentMethods),
      status: z.enum(['open', 'success', 'failed', 'abandoned', 'reversed']),
      /** When a pending transfer arrives. */
      arrivesAt: z.nullable(time),
    }),
  }),
  /** Redirects to the shop, as a provider does. */
  'POST /test-checkout/:reference': endpoint({
    ...onePayment,
    input: z.object({
      reference: orderReference,
      outcome: z.enum(['pay', 'fail', 'cancel', 'transfer'], 'Please choose what should happen'),
    }),
    // Payments limit themselves.
    limited: 'elsewhere',
    ...redirection,
  }),
}
