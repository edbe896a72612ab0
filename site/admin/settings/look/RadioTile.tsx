import type { ReactNode } from 'react'

interface Props {
  /** Of the group. */
  name: string
  isChecked: boolean
  onChoose(): void
  /** What it is called where it shows no words. */
  label?: string
  className: string
  children: ReactNode
}

const tileClass =
  'cursor-pointer has-[:checked]:border-3 has-[:checked]:border-ink has-[:focus-visible]:[outline:3px_solid_var(--focus)]'

/** One of several choices, shown as what it stands for. */
export function RadioTile({ name, isChecked, onChoose, label, className, children }: Props) {
  return (
    <label className={`${tileClass} ${className}`} title={label}>
      <input
        type="radio"
        name={name}
        className="sr-only"
        aria-label={label}
        checked={isChecked}
        onChange={onChoose}
      />
      {children}
    </label>
  )
}
