import type { Find } from '#api/operations/search/find.ts'
import { formatKobo } from '#contract/money.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { listFoundInvoices } from './invoices.admin.queries.ts'

export const findInvoices: Find = async (words, most) => {
  const invoices = await listFoundInvoices(words, most)
  return invoices.map(({ reference, number, school, amountKobo, state }) => ({
    id: reference,
    title: school || number,
    fact: `${formatKobo(amountKobo)}, ${number}`,
    state,
    path: staffPaths.invoice(reference),
  }))
}
