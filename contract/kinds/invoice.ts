import { shop } from '#contract/roles.ts'
import type { InvoiceState } from '#contract/shop/invoices.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { Kind } from './kind.ts'

export const invoice = {
  one: 'invoice',
  many: 'Invoices',
  roles: shop,
  path: staffPaths.invoice,
  tabs: [{ name: 'invoices', place: 'shop', label: 'Invoices', path: staffPaths.invoices }],
  tasks: {
    transfersToConfirm: {
      thing: ['Transfer to confirm', 'Transfers to confirm'],
      action: 'Open',
      why: ['{name}: {due}'],
      path: (reference, count) =>
        count === 1 ? staffPaths.invoice(reference) : staffPaths.invoicesIn('toConfirm'),
    },
    invoicesOverdue: {
      thing: ['Invoice overdue', 'Invoices overdue'],
      action: 'Open',
      why: ['{name}: {due} was due {dueOn}'],
      path: (reference, count) =>
        count === 1 ? staffPaths.invoice(reference) : staffPaths.invoicesIn('overdue'),
    },
  },
  create: { label: 'New invoice', path: staffPaths.invoice('new'), text: 'For a school' },
  guide: {
    text: 'Schools that buy a class set may pay it by bank transfer. Their invoices stand here.',
    steps: [
      'A school asks for an invoice on the page of a book, and gets it by mail.',
      'When its money is on your account, record the transfer here.',
      'The codes go to the school by mail.',
    ],
  },
  look: { icon: 'file' },
  states: {
    toConfirm: 'To confirm',
    mismatch: 'Too much',
    overdue: 'Overdue',
    waiting: 'Waiting',
    paid: 'Paid',
    lapsed: 'Ended',
    withdrawn: 'Withdrawn',
    returned: 'Sent back',
  } satisfies Record<InvoiceState, string>,
  undo: 'transfer',
  activity: {
    labels: {
      invoiceMade: 'Made an invoice for',
      transferRecorded: 'Wrote down a transfer for',
      transferConfirmed: 'Confirmed the transfer for',
      transferRejected: 'Rejected the transfer for',
      invoiceExtended: 'Moved the due day of the invoice for',
      invoiceWithdrawn: 'Withdrew the invoice for',
      invoiceReturned: 'Wrote down money sent back to',
    },
  },
} as const satisfies Kind
