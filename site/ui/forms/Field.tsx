import type { HTMLInputTypeAttribute, ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Icon } from '../icons/Icon.tsx'
import { FieldNote } from './FieldNote.tsx'
import {
  controlClass,
  fieldClass,
  labelClass,
  optionalClass,
  textareaClass,
} from './form-classes.ts'

interface Props {
  label: string
  name: string
  /** The element's id, when the page has another field of this name. */
  id?: string
  kind?: HTMLInputTypeAttribute | 'textarea' | 'select'
  isOptional?: boolean
  /** Its value is still loading. */
  isReadOnly?: boolean
  /** The initial value. Text that was typed before script arrived is not overwritten. */
  value?: string | undefined
  hint?: ReactNode
  /** Replaces the hint. */
  error?: string | undefined
  /** It stands before the value, such as ₦. */
  prefix?: string
  placeholder?: string
  options?: readonly (string | { value: string; label: string })[]
  rows?: number
  min?: number
  max?: number
  step?: number | 'any'
  autoComplete?: string
  inputMode?: 'url' | 'numeric' | 'decimal'
  /** The id of a datalist with suggestions. */
  list?: string
  /** Handlers of a form with script. */
  control?: Omit<UseFormRegisterReturn, 'name'>
}

/** An empty select looks like a placeholder. */
const selectClass =
  "!bg-none has-[option[value='']:checked]:text-placeholder [&>option]:bg-surface " +
  '[&>option]:text-ink'
const chevronClass = '[&>svg]:pointer-events-none [&>svg]:absolute [&>svg]:right-14 [&>svg]:top-14'
const prefixClass =
  'pointer-events-none absolute left-14 top-0 font-display text-18 leading-[48px] font-heavy'
const prefixedClass = 'pl-38 aria-invalid:pl-[37.5px]'

/** One field of a form with its label, hint and error: the same HTML with and without script. */
export function Field({
  label,
  name,
  id = name,
  kind = 'text',
  isOptional = false,
  isReadOnly,
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
  list,
  control,
}: Props) {
  const noteId = `${id}-note`
  const shared = {
    id,
    name,
    required: !isOptional,
    readOnly: isReadOnly || undefined,
    defaultValue: value,
    autoComplete,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || hint ? noteId : undefined,
    ...control,
  }
  return (
    <div className={fieldClass} data-field="">
      <label className={labelClass} htmlFor={id} data-block="">
        {label}{' '}
        {isOptional ? (
          <small className={optionalClass}>(optional)</small>
        ) : (
          <b className="text-danger" aria-hidden="true">
            *
          </b>
        )}
      </label>
      <div className={`relative grid ${kind === 'select' ? chevronClass : ''}`} data-block="">
        {prefix && (
          <span className={prefixClass} aria-hidden="true">
            {prefix}
          </span>
        )}
        {kind === 'textarea' && (
          <textarea
            {...shared}
            className={`${controlClass} ${textareaClass}`}
            rows={rows}
            placeholder={placeholder}
          />
        )}
        {kind === 'select' && (
          <select {...shared} className={`${controlClass} ${selectClass}`}>
            <option value="">{placeholder}</option>
            {options.map((option) =>
              typeof option === 'string' ? (
                <option key={option}>{option}</option>
              ) : (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ),
            )}
          </select>
        )}
        {kind === 'select' && <Icon name="chevronDown" />}
        {kind !== 'textarea' && kind !== 'select' && (
          <input
            {...shared}
            className={prefix ? `${controlClass} ${prefixedClass}` : controlClass}
            type={kind}
            placeholder={placeholder}
            min={min}
            max={max}
            step={step}
            inputMode={inputMode}
            list={list}
          />
        )}
      </div>
      <FieldNote id={noteId} error={error} hint={hint} />
    </div>
  )
}
