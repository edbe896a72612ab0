import '#site/ui/form.css'
import type { ReactNode } from 'react'

interface Props {
  label: string
  /** The same while it is being done. */
  busy: string
  isBusy: boolean
  kind?: 'submit' | 'button'
  look?: 'btn' | 'btn btn-outline'
  icon?: ReactNode
  onPress?(): void
}

/** Does something that takes a moment. Its width stays, so that a second press meets the same button. */
export function ActionButton({
  label,
  busy,
  isBusy,
  kind = 'button',
  look = 'btn',
  icon,
  onPress,
}: Props) {
  return (
    <button type={kind} className={look} aria-busy={isBusy || undefined} onClick={onPress}>
      {icon}
      <span className="form-submit" aria-busy={isBusy || undefined}>
        <span>{label}</span>
        <span>{busy}</span>
      </span>
    </button>
  )
}
