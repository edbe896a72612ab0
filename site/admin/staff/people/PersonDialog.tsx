import { useState } from 'react'
import * as z from 'zod/mini'
import type { InputOf, OutputOf } from '#contract/endpoints/contract.ts'
import { email } from '#contract/endpoints/fields.ts'
import { invitation } from '#contract/endpoints/staff/people.ts'
import { invitedRoles, roleTexts } from '#contract/roles.ts'
import { adminCall } from '#site/admin/lib/call.ts'
import { showToast } from '#site/admin/lib/queue-toast.ts'
import { pressSchema } from '#site/admin/lib/sign-in.ts'
import { ConfirmDialog } from '#site/admin/ui/ConfirmDialog.tsx'
import { FormProblem } from '#site/admin/ui/FormProblem.tsx'
import { useSubmit } from '#site/lib/forms/use-submit.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'
import { Field } from '#site/ui/forms/Field.tsx'
import { fieldClass, labelClass } from '#site/ui/forms/form-classes.ts'

export type People = OutputOf<'GET /admin/people'>
export type Person = People[number]
export type PersonChange = 'role' | 'reader' | 'end'

const readerSchema = z.object({ email })

interface Props {
  person: Person
  onChanged(people: People): void
  onClose(): void
}

/** Actions on a member of staff that need confirmation. */
export function PersonDialog({ change, ...props }: Props & { change: PersonChange }) {
  if (change === 'role') return <ChangeRole {...props} />
  if (change === 'reader') return <LinkReader {...props} />
  return <EndAccess {...props} />
}

function ChangeRole({ person, onChanged, onClose }: Props) {
  const [role, setRole] = useState(invitedRoles.find((one) => one === person.role) ?? 'author')
  const { submit, isBusy, problem, summary } = useSubmit(pressSchema, async () => {
    onChanged(await adminCall('PATCH /admin/people/:id', { id: person.id, role }))
    void showToast(adminMessages.roleChanged)
    onClose()
  })
  return (
    <ConfirmDialog
      title={`The role of ${person.name}`}
      confirm="Change the role"
      confirming="Changing..."
      isBusy={isBusy}
      onConfirm={submit}
      onClose={onClose}
    >
      <FormProblem problem={problem} summary={summary} />
      <RoleChoice value={role} onChoose={setRole} />
      <p>They are signed out, and sign in again with the new role.</p>
    </ConfirmDialog>
  )
}

function LinkReader({ person, onChanged, onClose }: Props) {
  const { submit, field, isBusy, problem, summary } = useSubmit(readerSchema, async (values) => {
    onChanged(await adminCall('POST /admin/people/:id/reader', { id: person.id, ...values }))
    void showToast(adminMessages.readerAsked)
    onClose()
  })
  return (
    <ConfirmDialog
      title={`Link an account of ${person.name}`}
      confirm="Link the account"
      confirming="Linking..."
      isMailed
      isBusy={isBusy}
      onConfirm={submit}
      onClose={onClose}
    >
      <p>
        If {person.name} sent in stories as a reader, these can count as theirs here. Where the
        address is another one than theirs, its reader is asked by e-mail.
      </p>
      <FormProblem problem={problem} summary={summary} />
      <Field
        {...field('email')}
        label="E-mail address of the account"
        kind="email"
        autoComplete="off"
        {...(person.email && { value: person.email })}
      />
    </ConfirmDialog>
  )
}

function EndAccess({ person, onChanged, onClose }: Props) {
  const { submit, isBusy, problem, summary } = useSubmit(pressSchema, async () => {
    onChanged(await adminCall('DELETE /admin/people/:id', { id: person.id }))
    document.getElementById('people')?.focus()
    void showToast(adminMessages.accessEnded)
    onClose()
  })
  return (
    <ConfirmDialog
      title={`Remove ${person.name}?`}
      confirm="Remove"
      confirming="Removing..."
      isBusy={isBusy}
      isDangerous
      onConfirm={submit}
      onClose={onClose}
    >
      <FormProblem problem={problem} summary={summary} />
      <p>
        They are signed out at once and cannot sign in any more. Their address, password and
        two-step sign-in are deleted; their name stays with what they did.
      </p>
    </ConfirmDialog>
  )
}

type InvitedRole = (typeof invitedRoles)[number]

interface RoleChoiceProps {
  value: InvitedRole | undefined
  onChoose(role: InvitedRole): void
}

function RoleChoice({ value, onChoose }: RoleChoiceProps) {
  return (
    <fieldset className={fieldClass}>
      <legend className={labelClass}>Role</legend>
      {invitedRoles.map((role) => (
        <label key={role} className="flex min-h-44 items-center gap-10">
          <input
            type="radio"
            name="role"
            className="size-20 flex-none accent-accent"
            checked={value === role}
            onChange={() => onChoose(role)}
          />
          <span className="text-15">
            <b>{roleTexts[role].label}</b>: {roleTexts[role].sentence}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const schema = z.pick(invitation, { name: true, email: true })

export function InviteDialog({ onChanged, onClose }: Omit<Props, 'person'>) {
  const [role, setRole] = useState<InputOf<'POST /admin/people'>['role']>('author')
  const { submit, field, isBusy, problem, summary } = useSubmit(schema, async (person) => {
    onChanged(await adminCall('POST /admin/people', { ...person, role }))
    void showToast(adminMessages.personInvited)
    onClose()
  })
  return (
    <ConfirmDialog
      title="Invite to the staff"
      confirm="Send the invitation"
      confirming="Sending..."
      isMailed
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
