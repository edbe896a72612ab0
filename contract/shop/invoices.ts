/** The limits of a class set; the most copies are those of every order. Lengths are in characters. */
export const invoiceLimits = {
  copies: 2,
  school: 200,
  address: 500,
  purchaseNumber: 60,
  bankReference: 100,
} as const

/** Days after the due day for which an invoice stays open: a transfer of the last day is seen later. */
export const openDays = 7

/** Days before the due day on which the school is reminded. */
export const reminderDays = 3

/** Days until a new invoice is due, and the latest day that staff may choose: days from today. */
export const dueDays = { min: 1, max: 120, default: 14 } as const

/**
 * They stand in their order in the list. `toConfirm`: a transfer is written down that a second person looks at, or that
 * can still be undone; `mismatch`: more came than was due; what has been paid in part is waiting or overdue; `lapsed`:
 * its time is over, but a transfer still pays it; `returned`: the money went back.
 */
export const invoiceStates = [
  'toConfirm',
  'mismatch',
  'overdue',
  'waiting',
  'paid',
  'lapsed',
  'withdrawn',
  'returned',
] as const
export type InvoiceState = (typeof invoiceStates)[number]

export interface TypedInvoice {
  school: string
  schoolAddress: string
  purchaseNumber: string
}

/** Asked for, and no invoice yet: the e-mail address is not proven. Staff do not see it. */
export const unproven = 'unproven'

/** Hours in which a school opens the link that proves its e-mail address; only then it has an invoice. */
export const proofHours = 48

/** The account that schools transfer to. */
export interface BankAccount {
  bankName: string
  accountName: string
  /** A NUBAN has ten digits. */
  accountNumber: string
}
