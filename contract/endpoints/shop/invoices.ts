import * as z from 'zod/mini'
import { forAnyone } from '#contract/endpoints/endpoint.ts'
import { between, email, id, numeric } from '#contract/endpoints/fields.ts'
import { quantity as limits } from '#contract/form-limits.ts'
import { invoiceLimits, invoiceStates, unproven } from '#contract/shop/invoices.ts'
import { discountCode } from './discounts.ts'
import { orderKey, orderReference, placed, shownTotal } from './order-fields.ts'

const copies = `Copies must be a whole number from ${invoiceLimits.copies} to ${limits.max}`
const optional = (length: number, name: string) =>
  z._default(
    z.string().check(z.trim(), z.maxLength(length, `${name} must be at most ${length} characters`)),
    '',
  )

export const invoiceFields = z.object({
  bookId: id,
  school: between(
    2,
    invoiceLimits.school,
    'Please enter the name of the school',
    `The name of the school must be at most ${invoiceLimits.school} characters`,
  ),
  schoolAddress: optional(invoiceLimits.address, 'The address'),
  buyerName: between(
    1,
    100,
    'Please enter the name of a person at the school',
    'Names have at most 100 characters',
  ),
  buyerEmail: email,
  purchaseNumber: optional(invoiceLimits.purchaseNumber, 'The purchase order number'),
  quantity: z.pipe(
    numeric(copies),
    z.int(copies).check(z.minimum(invoiceLimits.copies, copies), z.maximum(limits.max, copies)),
  ),
  discountCode,
  /** Unlike that of a purchase it is always compared. */
  shownTotal,
})

export const invoicedSchool = z.object({
  /** Null while its e-mail address is not proven. */
  number: z.nullable(z.string()),
  school: z.string(),
  schoolAddress: z.string(),
  purchaseNumber: z.string(),
})

/** The invoice as a school sees it on the page of its order. */
export const buyersInvoice = z.extend(invoicedSchool, {
  state: z.enum([...invoiceStates, unproven]),
  /** Days of Lagos, YYYY-MM-DD: to pay until, and until when it is open. */
  dueOn: z.string(),
  openUntil: z.string(),
  bankName: z.string(),
  accountName: z.string(),
  accountNumber: z.string(),
  /** Naira: what has come, and what is still missing. */
  paid: z.number(),
  missing: z.number(),
})

export const invoices = {
  /**
   * An order that waits for a transfer. The invoice is made when the school opens the mailed link, or at once for the proven
   * address of a reader. Handles `Idempotency-Key` itself, as `POST /orders`.
   */
  'POST /invoices': forAnyone({
    input: invoiceFields,
    output: placed,
    status: 201,
    // As every order.
    limited: 'elsewhere',
    form: { page: '/book/{bookId}/invoice', done: '{checkoutUrl}' },
  }),
  /** The invoice of an order that is paid by one, in whatever state. */
  'GET /orders/:reference/invoice': forAnyone({
    input: z.object({ reference: orderReference, key: orderKey }),
    isPrivate: true,
    file: 'application/pdf',
    missing: 'invoiceNotFound',
  }),
}
