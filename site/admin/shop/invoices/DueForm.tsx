import { dueFields } from '#contract/endpoints/shop/invoices.admin.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { FormActions } from '#site/admin/ui/FormActions.tsx'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Field } from '#site/ui/forms/Field.tsx'
import { formClass } from '#site/ui/forms/form-classes.ts'
import type { OneInvoiceProps } from './invoice-labels.ts'

/** More time, or less, for the school. */
export function DueForm({ invoice, onChanged }: OneInvoiceProps) {
  const { reference, dueOn } = invoice
  const form = useSubmit(
    dueFields,
    (typed) => adminCall('PUT /admin/invoices/:reference/due', { reference, ...typed }),
    {
      id: 'due-form',
      labels: { dueOn: 'Due day' },
      blank: { dueOn },
      onSent: (changed) => onChanged(changed, adminMessages.dueDayMoved),
    },
  )
  return (
    <form {...form.form} className={`${formClass} pb-20 pt-4`} method="dialog">
      <FormProblem problem={form.problem} summary={form.summary} />
      <Field {...form.field('dueOn')} kind="date" hint="The school is told by mail." />
      <FormActions form={form} label="Move the due day" busyLabel="Moving…" />
    </form>
  )
}
