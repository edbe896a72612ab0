import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { FieldNote } from './FieldNote.tsx'
import { checkboxClass, fieldClass } from './form-classes.ts'

interface Props {
  name: string
  children: ReactNode
  error?: string | undefined
  value?: string
  isOptional?: boolean
  isChecked?: boolean
  control?: Omit<UseFormRegisterReturn, 'name'>
}

const labelClass =
  'flex gap-12 justify-self-start py-10 text-16/150 [&_a]:text-link [&_a]:underline ' +
  '[&_a]:underline-offset-3 [&_b]:text-danger'
/** A box that must be ticked before the form is sent, unless it is optional. */
export function Checkbox({ name, children, error, value, isOptional, isChecked, control }: Props) {
  const noteId = `${name}-note`
  return (
    <div className={fieldClass} data-field="">
      <label className={labelClass} htmlFor={name} data-block="">
        <input
          className={checkboxClass}
          type="checkbox"
          id={name}
          name={name}
          value={value}
          required={!isOptional}
          defaultChecked={isChecked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? noteId : undefined}
          {...control}
        />
        <span>{children}</span>
      </label>
      <FieldNote id={noteId} error={error} />
    </div>
  )
}
