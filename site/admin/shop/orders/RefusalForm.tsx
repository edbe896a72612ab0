import { useQueryClient } from '@tanstack/react-query'
import { refusalFields } from '#contract/endpoints/shop/orders.admin.ts'
import { refundReasonLength } from '#contract/form-limits.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { callWithUndo } from '#site/admin/lib/undo.ts'
import { useLeaveWarning } from '#site/admin/lib/use-leave-warning.ts'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { NoteField } from '#site/admin/ui/NoteField.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import type { AdminOrder } from './order-labels.ts'

interface Props {
  order: AdminOrder
  onSent(): void
  onClose(): void
}

/** Asks why the money does not go back, for the buyer. */
export function RefusalForm({ order, onSent, onClose }: Props) {
  const client = useQueryClient()
  const { reference, buyerName, buyerEmail } = order
  const form = useSubmit(
    refusalFields,
    (typed) =>
      callWithUndo('POST /admin/orders/:reference/refund-request/decline', { reference, ...typed }),
    {
      blank: { refusal: '' },
      onSent({ undo }) {
        for (const key of [['order', reference], ['orders'], ['tasks']])
          void client.invalidateQueries({ queryKey: key })
        void showToast(adminMessages.refundDeclined, undo)
        onSent()
      },
    },
  )
  const { control, error } = form.field('refusal')
  useLeaveWarning(form.isDirty())
  return (
    <ConfirmDialog
      title="Decline the refund"
      confirm="Decline"
      confirming="Declining..."
      isBusy={form.isBusy}
      isMailed
      isDangerous
      onConfirm={form.submit}
      onClose={onClose}
    >
      <FormProblem problem={form.problem} summary={form.summary} />
      <p>
        <b>{buyerName}</b> ({buyerEmail}) gets an e-mail with your words, and keeps the order.
      </p>
      <NoteField
        id="refusal"
        label="Why not"
        need="required"
        error={error}
        hint="It stands in the mail as you write it."
        rows={4}
        maxLength={refundReasonLength}
        aria-required
        {...control}
        disabled={false}
        readOnly={form.isBusy}
      />
    </ConfirmDialog>
  )
}
