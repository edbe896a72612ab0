import { useAdminForm } from '#site/admin/lib/use-admin-form.ts'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { Field } from '#site/ui/Field.tsx'
import { passwordSchema } from './account-form.ts'

interface Props {
  title: string
  confirm: string
  text: string
  isDangerous?: boolean
  onPassword(password: string): Promise<unknown>
  onClose(): void
}

/** Asks for the password: who finds an open browser changes nothing here. */
export function PasswordDialog({ title, confirm, text, isDangerous, onPassword, onClose }: Props) {
  const { submit, field, isBusy, problem, summary } = useAdminForm(passwordSchema, ({ password }) =>
    onPassword(password),
  )
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      confirming="One moment..."
      isBusy={isBusy}
      {...(isDangerous && { isDangerous })}
      onConfirm={submit}
      onClose={onClose}
    >
      <p>{text}</p>
      <FormProblem problem={problem} summary={summary} />
      <Field
        {...field('password')}
        label="Your password"
        kind="password"
        autoComplete="current-password"
      />
    </ConfirmDialog>
  )
}
