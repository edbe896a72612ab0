import { formatNaira } from '#contract/money.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { priceClass } from '#site/admin/ui/classes.ts'
import { LinkedRow } from '#site/admin/ui/lists/LinkedRow.tsx'
import { type AdminInvoice, describeDue, stateClasses, stateLabels } from './invoice-labels.ts'

export const rowId = (reference: string) => `invoice-${reference}`

interface Props {
  invoice: AdminInvoice
  onOpen(): void
}

export function InvoiceRow({ invoice, onOpen }: Props) {
  const { reference, number, school, bookTitle, quantity, amount, state } = invoice
  const due = describeDue(invoice)
  return (
    <LinkedRow
      id={rowId(reference)}
      href={staffPaths.invoice(reference)}
      onOpen={onOpen}
      title={school || number}
      byline={`${number} · ${bookTitle} ×\u00a0${quantity}`}
      facts={
        <>
          <span className={stateClasses[state]}>{stateLabels[state]}</span>
          {due && <span className="text-ink-2">{due}</span>}
        </>
      }
    >
      <b className={`${priceClass} self-start`}>{formatNaira(amount)}</b>
    </LinkedRow>
  )
}
