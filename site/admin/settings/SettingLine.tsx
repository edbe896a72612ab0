import type { UseFormReturn } from 'react-hook-form'
import type { FieldErrors } from '#contract/api-error.ts'
import { Field } from '#site/ui/forms/Field.tsx'
import type { SettingField } from './setting-fields.ts'

export type Typed = Record<string, string>

interface Props {
  field: SettingField
  form: UseFormReturn<Typed>
  errors: FieldErrors
}

/** A field of words, with its count. */
export function SettingLine({ field, form, errors }: Props) {
  const { name, label, kind, type, most, hint, prefix, rows, isOptional = false } = field
  const typed = form.watch(name) ?? ''
  const error = errors[name]?.[0]
  return (
    <Field
      name={name}
      label={label}
      kind={kind === 'text' || kind === 'lines' ? 'textarea' : (type ?? 'text')}
      rows={rows ?? (kind === 'lines' ? 4 : 3)}
      isOptional={isOptional}
      control={form.register(name)}
      error={error}
      hint={hint ?? (most && `${[...typed].length} of ${most} characters`)}
      {...(prefix && { prefix })}
      {...(kind === 'number' && { inputMode: 'numeric' as const })}
      autoComplete="off"
    />
  )
}
