import { useState } from 'react'
import type { InputOf, OutputOf } from '#contract/endpoints/contract.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { useAdminForm } from '#site/admin/lib/use-admin-form.ts'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Field } from '#site/ui/Field.tsx'
import { inviteSchema } from './people-form.ts'
import { RoleChoice } from './RoleChoice.tsx'

interface Props {
  onChanged(people: OutputOf<'GET /admin/people'>): void
  onClose(): void
}

/** Name, address and role of somebody who is to join. */
export function InviteDialog({ onChanged, onClose }: Props) {
  const [role, setRole] = useState<InputOf<'POST /admin/people'>['role']>('author')
  const { submit, field, isBusy, problem, summary } = useAdminForm(inviteSchema, async (person) => {
    onChanged(await adminCall('POST /admin/people', { ...person, role }))
    void showToast(adminMessages.personInvited)
    onClose()
  })
  return (
    <ConfirmDialog
      title="Invite somebody"
      confirm="Send the invitation"
      confirming="Sending..."
      isBusy={isBusy}
      onConfirm={submit}
      onClose={onClose}
    >
      <FormProblem problem={problem} summary={summary} />
      <Field {...field('name')} label="Name" autoComplete="off" />
      <Field
        {...field('email')}
        label="E-mail address"
        kind="email"
        autoComplete="off"
        hint="The link in the mail works once, within seven days."
      />
      <RoleChoice value={role} onChoose={setRole} />
    </ConfirmDialog>
  )
}
