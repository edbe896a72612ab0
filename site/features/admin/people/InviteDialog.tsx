import { useState } from 'react'
import type { InputOf, OutputOf } from '#contract/endpoints/contract.ts'
import { adminCall } from '#site/lib/admin/call.ts'
import { showToast } from '#site/lib/admin/queue-toast.ts'
import { useAdminForm } from '#site/lib/admin/use-admin-form.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { ConfirmDialog } from '#site/ui/admin/ConfirmDialog.tsx'
import { FormProblem } from '#site/ui/admin/FormProblem.tsx'
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
