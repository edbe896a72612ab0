import type { Find } from '#api/operations/search/find.ts'
import type { ServedKind } from '#api/operations/served-kind.ts'
import { formatKobo } from '#contract/money.ts'
import { shop } from '#contract/roles.ts'
import { firstInvoiceDue, listFoundInvoices } from './invoices.admin.queries.ts'
import { snapshotTransfers } from './invoices.queries.ts'
import { undoTransfer } from './undo-transfer.ts'

const find: Find = async (words, most) => {
  const invoices = await listFoundInvoices(words, most)
  return invoices.map(({ reference, number, school, amountKobo, state }) => ({
    id: reference,
    title: school || number,
    fact: `${formatKobo(amountKobo)}, ${number}`,
    state,
  }))
}

export const invoiceKind = {
  find,
  waiting: {
    transfersToConfirm: { rows: () => firstInvoiceDue('toConfirm') },
    invoicesOverdue: { rows: () => firstInvoiceDue('overdue') },
  },
  undo: { transfer: { snapshot: snapshotTransfers, undo: undoTransfer, roles: shop } },
} satisfies ServedKind
