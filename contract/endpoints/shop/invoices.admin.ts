import * as z from 'zod/mini'
import { dayOf } from '#contract/dates.ts'
import { addDays } from '#contract/days.ts'
import { endpoint } from '#contract/endpoints/endpoint.ts'
import {
  between,
  count,
  day,
  id,
  numeric,
  paging,
  searched,
  time,
} from '#contract/endpoints/fields.ts'
import { forShop } from '#contract/endpoints/for-staff.ts'
import { shop } from '#contract/roles.ts'
import { dueDays, invoiceLimits, invoiceStates } from '#contract/shop/invoices.ts'
import { buyersInvoice, invoiceFields } from './invoices.ts'
import { orderReference } from './order-fields.ts'
import { order } from './orders.ts'

const transfer = z.object({
  id,
  /** The day in Lagos, YYYY-MM-DD. */
  paidOn: z.string(),
  bankReference: z.string(),
  /** The amount is in naira. */
  amount: z.number(),
  /** The names of staff. */
  recordedBy: z.string(),
  recordedAt: time,
  confirmedBy: z.nullable(z.string()),
  confirmedAt: z.nullable(time),
  rejectedBy: z.nullable(z.string()),
  rejectedAt: z.nullable(time),
  returnedOn: z.nullable(z.string()),
  returnReference: z.nullable(z.string()),
  returnedBy: z.nullable(z.string()),
})

export const adminInvoice = z.extend(
  z.pick(order, {
    reference: true,
    orderNumber: true,
    status: true,
    bookId: true,
    bookTitle: true,
    quantity: true,
    unitPrice: true,
    discount: true,
    discountCode: true,
    amount: true,
    buyerName: true,
    buyerEmail: true,
    createdAt: true,
    paidAt: true,
  }),
  {
    ...buyersInvoice.def.shape,
    number: z.string(),
    state: z.enum(invoiceStates),
    remindedAt: z.nullable(time),
    withdrawnAt: z.nullable(time),
  },
)

const wholeInvoice = z.extend(adminInvoice, {
  /** How the transfer differs from the order. */
  problem: z.nullable(z.string()),
  /** Somebody asked for the money back: it is to be sent from the bank. */
  isRefundAsked: z.boolean(),
  /** The newest stand first. */
  transfers: z.array(transfer),
  /** Whoever asks may confirm the transfer that waits for it. */
  mayConfirm: z.boolean(),
})

const dayMessage = 'Please choose a day'
/** Whether it is before the order is for the server to say. */
const pastDay = day(dayMessage).check(
  z.refine((typed) => typed <= dayOf(new Date()), 'This day is still to come'),
)
const latestDue = `Please choose today or a later day, at most ${dueDays.max} days from now`
const isInTime = (typed: string) => {
  const today = dayOf(new Date())
  return typed >= today && typed <= addDays(today, dueDays.max)
}
const bankReference = between(
  1,
  invoiceLimits.bankReference,
  'Please type the reference of the bank',
  `The reference must be at most ${invoiceLimits.bankReference} characters`,
).check(z.regex(/[\p{L}\p{N}]/u, 'Please type the reference of the bank'))

const amount = 'Please type the amount that came, in naira'
/** 500 copies at the highest price. */
const mostNaira = 50_000_000_000

export const transferFields = z.object({
  paidOn: pastDay,
  bankReference,
  amount: z.pipe(
    numeric(amount),
    z
      .number(amount)
      .check(
        z.minimum(0.01, amount),
        z.maximum(mostNaira, 'Please look at the amount again'),
        z.multipleOf(0.01, 'An amount may have two decimals at most'),
      ),
  ),
})

export const returnFields = z.object({ returnedOn: pastDay, bankReference })

export const dueFields = z.object({ dueOn: day(dayMessage).check(z.refine(isInTime, latestDue)) })

const oneInvoice = {
  who: shop,
  input: z.object({ reference: orderReference }),
  output: wholeInvoice,
  missing: 'invoiceNotFound',
} as const

const oneTransfer = { ...oneInvoice, input: z.object({ reference: orderReference, id }) } as const

export const adminInvoices = {
  /** Lists invoices by state, each newest first. */
  'GET /admin/invoices': forShop({
    input: z.object({
      /** Matches number, school, purchase order number, contact, e-mail address or order. */
      search: searched('Search'),
      status: z.optional(
        z.enum(invoiceStates, `Status must be one of ${invoiceStates.join(', ')}`),
      ),
      ...paging,
    }),
    output: z.array(adminInvoice),
  }),
  'GET /admin/invoice-counts': forShop({
    output: z.record(z.enum(['all', ...invoiceStates]), count),
  }),
  /** This is for a school that has written or called; it gets the invoice by mail. */
  'POST /admin/invoices': forShop({
    input: z.omit(invoiceFields, { shownTotal: true }),
    output: wholeInvoice,
    status: 201,
    once: true,
  }),
  'GET /admin/invoices/:reference': endpoint(oneInvoice),
  'GET /admin/invoices/:reference/pdf': endpoint({ ...oneInvoice, file: 'application/pdf' }),
  /**
   * Confirmed at once where nobody else could. It counts when Undo does not hold any more; several pay by their sum, late ones
   * too.
   */
  'POST /admin/invoices/:reference/transfers': endpoint({
    ...oneInvoice,
    input: z.extend(transferFields, { reference: orderReference }),
  }),
  /** Another person confirms than the one who wrote it down. */
  'POST /admin/invoices/:reference/transfers/:id/confirm': endpoint(oneTransfer),
  /** It may be one that was confirmed, while nothing was delivered; its reference may be recorded again. */
  'POST /admin/invoices/:reference/transfers/:id/reject': endpoint(oneTransfer),
  /** The invoice waits; the school is told by mail. */
  'PUT /admin/invoices/:reference/due': endpoint({
    ...oneInvoice,
    input: z.extend(dueFields, { reference: orderReference }),
  }),
  /** It is withdrawn for good; it keeps its number, and the school is told by mail. */
  'POST /admin/invoices/:reference/withdraw': endpoint(oneInvoice),
  /** The transfer was confirmed: its return ends the order and its codes. */
  'POST /admin/invoices/:reference/returned': endpoint({
    ...oneInvoice,
    input: z.extend(returnFields, { reference: orderReference }),
  }),
}
