import * as z from 'zod/mini'
import { passwordLength } from '#contract/form-limits.ts'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { useSubmit } from '#site/lib/use-submit.ts'
import { Field } from '#site/ui/Field.tsx'

const message = 'Please enter your password'
const schema = z.object({
  password: z
    .string(message)
    .check(z.minLength(1, message), z.maxLength(passwordLength.max, message)),
})

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
  const { submit, field, isBusy, problem, summary } = useSubmit(schema, ({ password }) =>
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
