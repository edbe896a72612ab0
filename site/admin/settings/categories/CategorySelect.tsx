import type { ReactNode } from 'react'
import { controlClass } from '#site/ui/forms/form-classes.ts'

interface Props {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChoose(value: string): void
  children?: ReactNode
}

export function CategorySelect({ label, value, options, onChoose, children }: Props) {
  return (
    <label className="grid gap-6 text-15 font-semibold">
      {label}
      <select
        className={`${controlClass} font-normal`}
        value={value}
        onChange={({ target }) => onChoose(target.value)}
      >
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
      {children}
    </label>
  )
}
