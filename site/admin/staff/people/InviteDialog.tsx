import { useState } from 'react'
import * as z from 'zod/mini'
import type { InputOf, OutputOf } from '#contract/endpoints/contract.ts'
import { invitation } from '#contract/endpoints/staff/people.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { useSubmit } from '#site/lib/use-submit.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Field } from '#site/ui/Field.tsx'
import { RoleChoice } from './RoleChoice.tsx'

interface Props {
  onChanged(people: OutputOf<'GET /admin/people'>): void
  onClose(): void
}

const schema = z.pick(invitation, { name: true, email: true })

/** Name, address and role of somebody who is to join. */
export function InviteDialog({ onChanged, onClose }: Props) {
  const [role, setRole] = useState<InputOf<'POST /admin/people'>['role']>('author')
  const { submit, field, isBusy, problem, summary } = useSubmit(schema, async (person) => {
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
