import { dayOf } from '#contract/dates.ts'
import { returnFields } from '#contract/endpoints/shop/invoices.admin.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { FormActions } from '#site/admin/ui/FormActions.tsx'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Field } from '#site/ui/forms/Field.tsx'
import { formClass, pairClass } from '#site/ui/forms/form-classes.ts'
import type { OneInvoiceProps } from './invoice-labels.ts'

/** What was sent back to the school from the bank. */
export function ReturnForm({ invoice, onChanged }: OneInvoiceProps) {
  const { reference, state } = invoice
  const form = useSubmit(
    returnFields,
    (typed) => adminCall('POST /admin/invoices/:reference/returned', { reference, ...typed }),
    {
      id: 'return-form',
      labels: { returnedOn: 'Day at the bank', bankReference: 'Reference of the bank' },
      blank: { returnedOn: dayOf(new Date()), bankReference: '' },
      onSent: (changed) => onChanged(changed, adminMessages.moneyReturned),
    },
  )
  return (
    <form {...form.form} className={`${formClass} pb-20 pt-4`} method="dialog">
      <FormProblem problem={form.problem} summary={form.summary} />
      <p className="text-15 text-ink-2">
        Send the whole amount from your bank first.{' '}
        {state === 'paid' && 'Recording it here ends the codes and downloads of the order. '}
        The school is told by mail. This cannot be undone.
      </p>
      <div className={pairClass}>
        <Field {...form.field('returnedOn')} kind="date" />
        <Field {...form.field('bankReference')} autoComplete="off" />
      </div>
      <FormActions form={form} label="Record it" busyLabel="Recording…" />
    </form>
  )
}
