import type { UseFormReturn } from 'react-hook-form'
import type { FieldErrors } from '#contract/api-error.ts'
import { Field } from '#site/ui/forms/Field.tsx'
import type { SettingField, Typed } from './setting-fields.ts'

interface Props {
  field: SettingField
  form: UseFormReturn<Typed>
  errors: FieldErrors
}

const controlOf: Partial<Record<SettingField['kind'], 'text' | 'textarea' | 'select'>> = {
  text: 'textarea',
  lines: 'textarea',
  choice: 'select',
}

/** A field of words, with its count. */
export function SettingLine({ field, form, errors }: Props) {
  const { name, label, kind, type, most, hint, prefix, rows, options, isOptional = false } = field
  const typed = form.watch(name) ?? ''
  const error = errors[name]?.[0]
  return (
    <Field
      name={name}
      label={label}
      kind={type ?? controlOf[kind] ?? 'text'}
      rows={rows ?? (kind === 'lines' ? 4 : 3)}
      isOptional={isOptional}
      control={form.register(name)}
      error={error}
      hint={hint ?? (most && `${[...typed].length} of ${most} characters`)}
      {...(prefix && { prefix })}
      {...(options && { options, placeholder: 'Choose' })}
      {...(kind === 'number' && { inputMode: 'numeric' as const })}
      autoComplete="off"
    />
  )
}
