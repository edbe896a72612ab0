import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dayOf } from '#contract/dates.ts'
import { payoutForm } from '#contract/endpoints/shop/author-accounts.admin.ts'
import { formatBalance } from '#contract/money.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { formatDay } from '#site/admin/lib/format.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { badgeClasses } from '#site/admin/ui/classes.ts'
import { FormActions } from '#site/admin/ui/FormActions.tsx'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { ErrorSummary } from '#site/ui/forms/ErrorSummary.tsx'
import { Field } from '#site/ui/forms/Field.tsx'
import { formClass, pairClass } from '#site/ui/forms/form-classes.ts'
import type { Account } from './account.ts'

type Payout = Account['payouts'][number]

const labels = { amount: 'Amount', paidOn: 'Paid on', reference: 'Reference' }

interface Props {
  account: Account
  onSaved(account: Account): void
}

/** What was paid out, and the form to write down a payout. */
export function Payouts({ account, onSaved }: Props) {
  const { balance, payouts } = account
  const [asking, setAsking] = useState<Payout>()
  const takeBack = useMutation({
    mutationFn: (payout: Payout) => adminCall('POST /admin/payouts/:id/take-back', payout),
    onSuccess(changed) {
      setAsking(undefined)
      onSaved(changed)
      void showToast(adminMessages.payoutTakenBack)
    },
    onError: () => void showToast(adminMessages.notDone),
  })
  return (
    <>
      {balance > 0 ? (
        <PayoutForm
          key={balance}
          account={account}
          onSaved={(changed) => {
            onSaved(changed)
            void showToast(adminMessages.payoutRecorded)
          }}
        />
      ) : (
        <p className="text-ink-2">Nothing is owed, so there is nothing to pay out.</p>
      )}
      {payouts.length > 0 && (
        <ul className="mt-20 border-t border-line" aria-label="Payouts so far">
          {payouts.map((payout) => (
            <li
              key={payout.id}
              className="flex flex-wrap items-center gap-x-16 gap-y-8 border-b border-line py-12"
            >
              <div className="mr-auto min-w-0 [overflow-wrap:anywhere]">
                <b className={payout.isTakenBack ? 'line-through' : ''}>
                  {formatBalance(payout.amount)}
                </b>
                <span className="block text-14 text-ink-2">
                  {formatDay(payout.paidOn)}, {payout.reference}
                </span>
              </div>
              {payout.isTakenBack ? (
                <span className={badgeClasses.plain}>Taken back</span>
              ) : (
                <Button look="danger" onClick={() => setAsking(payout)}>
                  Take back
                  <span className="sr-only"> the payout {payout.reference}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {asking && (
        <ConfirmDialog
          title="Take the payout back?"
          confirm="Take it back"
          confirming="Taking it back…"
          isBusy={takeBack.isPending}
          isDangerous
          onConfirm={() => takeBack.mutate(asking)}
          onClose={() => setAsking(undefined)}
        >
          <p>
            The {formatBalance(asking.amount)} of {formatDay(asking.paidOn)} count as never paid.
            The statement keeps both, the payout and that it was taken back.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

function PayoutForm({ account: { id, balance }, onSaved }: Props) {
  const form = useSubmit(
    payoutForm,
    (fields, key) => adminCall('POST /admin/author-accounts/:id/payouts', { id, ...fields }, key),
    {
      id: 'payout-form',
      labels,
      blank: { amount: balance.toFixed(2), paidOn: dayOf(new Date()), reference: '' },
      onSent: onSaved,
    },
  )
  return (
    <form {...form.form} className={formClass} method="dialog">
      {form.wrong.length > 0 && <ErrorSummary fields={form.wrong} />}
      <FormProblem problem={form.problem} summary={form.summary} />
      <div className={`${pairClass} [&_input]:min-w-0`}>
        <Field
          {...form.field('amount')}
          prefix="₦"
          inputMode="decimal"
          hint={`At most ${formatBalance(balance)}. No money is sent from here.`}
        />
        <Field {...form.field('paidOn')} kind="date" hint="The day of the transfer." />
      </div>
      <Field
        {...form.field('reference')}
        autoComplete="off"
        hint="Of your bank; the author sees it."
      />
      <FormActions form={form} label="Record the payout" />
    </form>
  )
}
