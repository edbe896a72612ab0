import { dayOf } from '#contract/dates.ts'
import { transferFields } from '#contract/endpoints/shop/invoices.admin.ts'
import { formatNaira } from '#contract/money.ts'
import { callWithUndo } from '#site/admin/lib/undo.ts'
import { FormActions } from '#site/admin/ui/FormActions.tsx'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { Field } from '#site/ui/forms/Field.tsx'
import { formClass, pairClass } from '#site/ui/forms/form-classes.ts'
import { messageOf, type OneInvoiceProps } from './invoice-labels.ts'

/** What the bank says of the money that came. */
export function TransferForm({ invoice, onChanged }: OneInvoiceProps) {
  const { reference, missing } = invoice
  const form = useSubmit(
    transferFields,
    (typed) => callWithUndo('POST /admin/invoices/:reference/transfers', { reference, ...typed }),
    {
      id: 'transfer-form',
      labels: {
        amount: 'Amount in naira',
        paidOn: 'Day at the bank',
        bankReference: 'Reference of the bank',
      },
      blank: { amount: String(missing), paidOn: dayOf(new Date()), bankReference: '' },
      onSent: ({ answer, undo }) => onChanged(answer, messageOf(answer), undo),
    },
  )
  const typed = Number(form.watch('amount'))
  return (
    <form {...form.form} className={formClass} method="dialog">
      <FormProblem problem={form.problem} summary={form.summary} />
      <div className={pairClass}>
        <Field
          {...form.field('amount')}
          prefix="₦"
          inputMode="decimal"
          autoComplete="off"
          hint={
            typed > missing
              ? `Only ${formatNaira(missing)} is due: more delivers nothing.`
              : typed < missing && typed > 0
                ? `${formatNaira(missing)} is due: the school is told what is still missing.`
                : 'As it stands on the account.'
          }
        />
        <Field {...form.field('paidOn')} kind="date" />
      </div>
      <Field
        {...form.field('bankReference')}
        autoComplete="off"
        hint="As the bank names the transfer, so that it can be found again."
      />
      <FormActions form={form} label="Record the transfer" busyLabel="Recording…" />
    </form>
  )
}
