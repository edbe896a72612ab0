import { useMutation } from '@tanstack/react-query'
import { accountForm } from '#contract/endpoints/shop/author-accounts.admin.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useLeaveWarning } from '#site/admin/lib/use-leave-warning.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { FormActions } from '#site/admin/ui/FormActions.tsx'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { Off } from '#site/admin/ui/frame/Off.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { ErrorSummary } from '#site/ui/forms/ErrorSummary.tsx'
import { Field } from '#site/ui/forms/Field.tsx'
import { formClass } from '#site/ui/forms/form-classes.ts'
import type { Account } from './account.ts'

const labels = { name: 'Name', email: 'E-mail address' }

interface Props {
  /** Undefined for a new one. */
  account: Account | undefined
  onSaved(account: Account): void
}

/** Name and address of an account, and another link to its statements. */
export function AccountForm({ account, onSaved }: Props) {
  const form = useSubmit(
    accountForm,
    (fields, key) => {
      if (!account) return adminCall('POST /admin/author-accounts', fields, key)
      const { id, revision } = account
      return adminCall('PUT /admin/author-accounts/:id', { id, revision, ...fields })
    },
    {
      id: 'account-form',
      labels,
      blank: { name: account?.name ?? '', email: account?.email ?? '' },
      onSent: onSaved,
    },
  )
  useLeaveWarning(form.isDirty())
  return (
    <form {...form.form} className={formClass} method="dialog">
      <Off name="mail" />
      {form.wrong.length > 0 && <ErrorSummary fields={form.wrong} />}
      <FormProblem problem={form.problem} summary={form.summary} />
      <Field {...form.field('name')} autoComplete="off" hint="As it stands on the statements." />
      <Field
        {...form.field('email')}
        kind="email"
        autoComplete="off"
        hint="Statements are mailed to it each month. Staff who were invited under it as an author see them here. Another address ends the link that was mailed."
      />
      <FormActions form={form} label={account ? 'Save' : 'Open the account'}>
        {account && <AnotherLink account={account} />}
      </FormActions>
    </form>
  )
}

function AnotherLink({ account: { id } }: { account: Account }) {
  const send = useMutation({
    mutationFn: () => adminCall('POST /admin/author-accounts/:id/link', { id }),
    onSuccess: () => void showToast(adminMessages.statementLinkSent),
    onError: () => void showToast(adminMessages.notDone),
  })
  return (
    <Button isBusy={send.isPending} onClick={() => send.isPending || send.mutate()}>
      {send.isPending ? 'Sending…' : 'Mail another link'}
    </Button>
  )
}
