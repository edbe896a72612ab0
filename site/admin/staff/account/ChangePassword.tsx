import { useQueryClient } from '@tanstack/react-query'
import { changedPassword } from '#contract/endpoints/staff/account.ts'
import { staffPasswordMin } from '#contract/form-limits.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useAdminCall } from '#site/admin/lib/use-admin-query.ts'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { AdminSkeleton } from '#site/admin/ui/frame/AdminSkeleton.tsx'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { ListHead } from '#site/admin/ui/lists/ListHead.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Field } from '#site/ui/forms/Field.tsx'
import { SubmitButton } from '#site/ui/forms/SubmitButton.tsx'

/** The member's own password; that of an owner may be a setting of the server. */
export function ChangePassword() {
  const query = useAdminCall(['password'], 'GET /admin/account/password', {})
  return (
    <section className="mt-28 md:mt-40" aria-labelledby="password-head">
      <ListHead id="password-head" title="Password" />
      <div className="max-w-[480px] py-18">
        <Loaded
          query={query}
          failed="Your password could not be looked up."
          skeleton={<AdminSkeleton label="Looking up your password" rows={1} />}
        >
          {({ isConfigured }) =>
            isConfigured ? (
              <p>Your password is among the settings of the server, and is changed there.</p>
            ) : (
              <PasswordForm />
            )
          }
        </Loaded>
      </div>
    </section>
  )
}

function PasswordForm() {
  const client = useQueryClient()
  const form = useSubmit(
    changedPassword,
    async (values) => {
      await adminCall('POST /admin/account/password', values)
      for (const name of ['password', 'newPassword']) form.reset(name, '')
      void client.invalidateQueries({ queryKey: ['sessions'] })
      void showToast(adminMessages.passwordChanged)
    },
    { blank: { password: '', newPassword: '' } },
  )
  return (
    <form noValidate className="grid gap-20 [&_label_b]:hidden" onSubmit={form.submit}>
      <FormProblem problem={form.problem} summary={form.summary} />
      <Field
        {...form.field('password')}
        label="Your password"
        kind="password"
        autoComplete="current-password"
      />
      <Field
        {...form.field('newPassword')}
        label="New password"
        kind="password"
        autoComplete="new-password"
        hint={`At least ${staffPasswordMin} characters. You are signed out everywhere else.`}
      />
      <SubmitButton label="Change password" busyLabel="Changing..." isBusy={form.isBusy} />
    </form>
  )
}
