import { formatNaira } from '#contract/money.ts'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { FieldNote } from '#site/ui/FieldNote.tsx'
import { type AdminOrder, copiesOf, describeUse } from './order-labels.ts'

interface Props {
  order: AdminOrder
  isBusy: boolean
  problem: string | undefined
  onConfirm(): void
  onClose(): void
}

/** Says whose money goes back, and what ends with it. */
export function RefundDialog({ order, isBusy, problem, onConfirm, onClose }: Props) {
  const { bookTitle, buyerName, buyerEmail, quantity, amount, status } = order
  return (
    <ConfirmDialog
      title="Refund this order?"
      confirm="Refund"
      confirming="Refunding..."
      isBusy={isBusy}
      isDangerous
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <b>{buyerName}</b> ({buyerEmail}) gets{' '}
        <b>{status === 'paid' ? formatNaira(amount) : 'what was paid'}</b> back for “{bookTitle}” (
        {copiesOf(order)}).
      </p>
      {status === 'paid' && (
        <p>
          {describeUse(order)}.{' '}
          {quantity > 1
            ? 'The download link and all gift codes stop working, and the copies that were redeemed with them go along.'
            : 'The download link stops working.'}
        </p>
      )}
      <p>The buyer gets an e-mail. This cannot be undone.</p>
      {problem && (
        <div role="alert">
          <FieldNote id="refund-problem" error={problem} />
        </div>
      )}
    </ConfirmDialog>
  )
}
