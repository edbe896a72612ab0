import { shop } from '#contract/roles.ts'
import type { InvoiceState } from '#contract/shop/invoices.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import type { Kind } from './kind.ts'

export const invoice = {
  one: 'invoice',
  many: 'Invoices',
  roles: shop,
  tab: { label: 'Invoices', path: staffPaths.invoices },
  create: { label: 'New invoice', path: staffPaths.invoice('new'), text: 'For a school' },
  icon: 'file',
  states: {
    toConfirm: 'To confirm',
    mismatch: 'Wrong amount',
    overdue: 'Overdue',
    waiting: 'Waiting',
    paid: 'Paid',
    lapsed: 'Ended',
    withdrawn: 'Withdrawn',
    returned: 'Returned',
  } satisfies Record<InvoiceState, string>,
} satisfies Kind
