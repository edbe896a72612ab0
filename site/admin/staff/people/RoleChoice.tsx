import { invitedRoles, roleTexts } from '#contract/roles.ts'
import { FieldNote } from '#site/ui/FieldNote.tsx'
import { fieldClass, labelClass } from '#site/ui/form-classes.ts'

type InvitedRole = (typeof invitedRoles)[number]

interface Props {
  value: InvitedRole | undefined
  error?: string | undefined
  onChoose(role: InvitedRole): void
}

/** The roles that can be given, each with what it may do. */
export function RoleChoice({ value, error, onChoose }: Props) {
  return (
    <fieldset className={fieldClass} aria-describedby={error ? 'role-note' : undefined}>
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
      <FieldNote id="role-note" error={error} />
    </fieldset>
  )
}
