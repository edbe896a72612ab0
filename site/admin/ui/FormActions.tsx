import type { ReactNode } from 'react'
import { formActionsClass } from '#site/ui/forms/form-classes.ts'
import { SubmitButton } from '#site/ui/forms/SubmitButton.tsx'

interface Props {
  form: { isBusy: boolean; isLive: boolean }
  label: string
  busyLabel?: string
  /** What else can be done with the form. */
  children?: ReactNode
}

export function FormActions({ form, label, busyLabel = 'Saving...', children }: Props) {
  return (
    <div className={formActionsClass}>
      <SubmitButton
        label={label}
        busyLabel={busyLabel}
        isBusy={form.isBusy}
        isDisabled={!form.isLive}
      />
      {children}
    </div>
  )
}
