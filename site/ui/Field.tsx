import './form.css'
import type { HTMLInputTypeAttribute, ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { FieldNote } from './FieldNote.tsx'
import { Icon } from './Icon.tsx'

interface Props {
  label: string
  name: string
  /** The element's id, when the page has another field of this name. */
  id?: string
  kind?: HTMLInputTypeAttribute | 'textarea' | 'select'
  isOptional?: boolean
  /** What the field holds at first. What somebody typed before script arrived stays. */
  value?: string | undefined
  hint?: ReactNode
  /** Takes the place of the hint. */
  error?: string | undefined
  /** Stands before what is typed, such as ₦. */
  prefix?: string
  placeholder?: string
  /** Of a select. */
  options?: readonly string[]
  /** Lines of a textarea. */
  rows?: number
  min?: number
  max?: number
  step?: number | 'any'
  autoComplete?: string
  inputMode?: 'url' | 'numeric' | 'decimal'
  /** How a form with script listens to it. */
  control?: Omit<UseFormRegisterReturn, 'name'>
}

const fieldClass = 'field'

/** One field of a form with its label, hint and error: whole as HTML, and the same with script. */
export function Field({
  label,
  name,
  id = name,
  kind = 'text',
  isOptional = false,
  value,
  hint,
  error,
  prefix,
  placeholder,
  options = [],
  rows = 4,
  min,
  max,
  step,
  autoComplete,
  inputMode,
  control,
}: Props) {
  const noteId = `${id}-note`
  const shared = {
    id,
    name,
    className: fieldClass,
    required: !isOptional,
    defaultValue: value,
    autoComplete,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || hint ? noteId : undefined,
    ...control,
  }
  return (
    <div className="form-field">
      <label htmlFor={id}>
        {label} {isOptional ? <small>(optional)</small> : <b aria-hidden="true">*</b>}
      </label>
      <div className="form-control">
        {prefix && <span aria-hidden="true">{prefix}</span>}
        {kind === 'textarea' && <textarea {...shared} rows={rows} placeholder={placeholder} />}
        {kind === 'select' && (
          <select {...shared}>
            <option value="">{placeholder}</option>
            {options.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        )}
        {kind === 'select' && <Icon name="chevronDown" />}
        {kind !== 'textarea' && kind !== 'select' && (
          <input
            {...shared}
            type={kind}
            placeholder={placeholder}
            min={min}
            max={max}
            step={step}
            inputMode={inputMode}
          />
        )}
      </div>
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  )
}
