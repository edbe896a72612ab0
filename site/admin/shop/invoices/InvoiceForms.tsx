import { dayOf } from '#contract/days.ts'
import { dueFields, returnFields, transferFields } from '#contract/endpoints/shop/invoices.admin.ts'
import { formatNaira } from '#contract/money.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { useSubmit } from '#site/lib/use-submit.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Field } from '#site/ui/Field.tsx'
import { formActionsClass, formClass, pairClass } from '#site/ui/form-classes.ts'
import { SubmitButton } from '#site/ui/SubmitButton.tsx'
import type { OneProps } from './InvoicePage.tsx'

const today = () => dayOf(new Date())

/** What the bank says of the money that came. */
export function TransferForm({ invoice, onChanged }: OneProps) {
  const { reference, amount } = invoice
  const form = useSubmit(
    transferFields,
    (typed) => adminCall('POST /admin/invoices/:reference/transfers', { reference, ...typed }),
    {
      id: 'transfer-form',
      labels: {
        amount: 'Amount in naira',
        paidOn: 'Day at the bank',
        bankReference: 'Reference of the bank',
      },
      blank: { amount: String(amount), paidOn: today(), bankReference: '' },
      onSent: (changed) =>
        onChanged(
          changed,
          {
            toConfirm: adminMessages.transferRecorded,
            mismatch: adminMessages.transferMismatch,
          }[changed.state as string] ?? adminMessages.transferConfirmed,
        ),
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
            typed !== amount && typed > 0
              ? `The invoice is of ${formatNaira(amount)}: another amount delivers nothing.`
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
      <div className={formActionsClass}>
        <SubmitButton
          label="Record the transfer"
          busyLabel="Recording…"
          isBusy={form.isBusy}
          isDisabled={!form.isLive}
        />
      </div>
    </form>
  )
}

/** What was sent back to the school from the bank. */
export function ReturnForm({ invoice, onChanged }: OneProps) {
  const { reference, state } = invoice
  const form = useSubmit(
    returnFields,
    (typed) => adminCall('POST /admin/invoices/:reference/returned', { reference, ...typed }),
    {
      id: 'return-form',
      labels: { returnedOn: 'Day at the bank', bankReference: 'Reference of the bank' },
      blank: { returnedOn: today(), bankReference: '' },
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
      <div className={formActionsClass}>
        <SubmitButton
          label="Record it"
          busyLabel="Recording…"
          isBusy={form.isBusy}
          isDisabled={!form.isLive}
        />
      </div>
    </form>
  )
}

/** More time, or less, for the school. */
export function DueForm({ invoice, onChanged }: OneProps) {
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
      <div className={formActionsClass}>
        <SubmitButton
          label="Move the due day"
          busyLabel="Moving…"
          isBusy={form.isBusy}
          isDisabled={!form.isLive}
        />
      </div>
    </form>
  )
}
