import { formatNaira } from '#contract/money.ts'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { bylineClass, factsClass, priceClass, selectRowClass } from '#site/admin/ui/classes.ts'
import { withoutKeys } from '#site/admin/ui/PageBar.tsx'
import { type AdminInvoice, describeDue, stateClasses, stateLabels } from './invoice-labels.ts'

/** The id of the row's link. */
export const rowId = (reference: string) => `invoice-${reference}`

interface Props {
  invoice: AdminInvoice
  onOpen(): void
}

/** An invoice in the list: school, book, amount, and what it waits for. */
export function InvoiceRow({ invoice, onOpen }: Props) {
  const { reference, number, school, bookTitle, quantity, amount, state } = invoice
  const due = describeDue(invoice)
  return (
    <li
      className={`${selectRowClass} py-14 has-[a:focus-visible]:[outline:3px_solid_var(--focus)] has-[a:focus-visible]:outline-offset-[-3px]`}
    >
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <h3 className="font-sans text-17/130 font-semibold tracking-[0]">
          <a
            id={rowId(reference)}
            className="after:absolute after:inset-0 focus-visible:outline-none"
            href={adminPaths.invoice(reference)}
            onClick={withoutKeys(onOpen)}
          >
            {school || number}
          </a>
        </h3>
        <p className={bylineClass}>
          {number} · {bookTitle} ×{'\u00a0'}
          {quantity}
        </p>
        <p className={factsClass}>
          <span className={stateClasses[state]}>{stateLabels[state]}</span>
          {due && <span className="text-ink-2">{due}</span>}
        </p>
      </div>
      <b className={`${priceClass} self-start`}>{formatNaira(amount)}</b>
    </li>
  )
}
