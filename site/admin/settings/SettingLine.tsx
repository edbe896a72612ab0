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

const controlOf: Record<SettingField['kind'], 'text' | 'textarea' | 'select'> = {
  line: 'text',
  text: 'textarea',
  lines: 'textarea',
  words: 'text',
  number: 'text',
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
      kind={type ?? controlOf[kind]}
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
