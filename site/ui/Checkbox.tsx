import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { FieldNote } from './FieldNote.tsx'
import { fieldClass } from './form-classes.ts'

interface Props {
  name: string
  /** The label; it may hold links. */
  children: ReactNode
  error?: string | undefined
  isChecked?: boolean
  control?: Omit<UseFormRegisterReturn, 'name'>
}

const labelClass =
  'flex gap-12 justify-self-start py-10 text-16/150 [&_a]:text-link [&_a]:underline ' +
  '[&_a]:underline-offset-3 [&_b]:text-danger'
const boxClass =
  'grid size-24 flex-none scroll-mt-116 appearance-none place-items-center rounded-2 border-2 ' +
  'border-line-2 bg-surface checked:border-brand checked:bg-brand ' +
  'aria-invalid:border-danger aria-invalid:bg-danger-bg'
const tickClass =
  'checked:before:size-18 checked:before:bg-on-brand ' +
  'checked:before:[clip-path:polygon(9%_47%,21%_36%,38%_53%,79%_13%,91%_25%,38%_78%)]'

/** A box to tick before a form may be sent. */
export function Checkbox({ name, children, error, isChecked, control }: Props) {
  const noteId = `${name}-note`
  return (
    <div className={fieldClass} data-field="">
      <label className={labelClass} htmlFor={name} data-block="">
        <input
          className={`${boxClass} ${tickClass}`}
          type="checkbox"
          id={name}
          name={name}
          required
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
