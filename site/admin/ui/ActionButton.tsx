import type { ReactNode } from 'react'
import { actionClass, outlineClass } from './classes.ts'

interface Props {
  label: string
  /** The same while it is being done. */
  busy: string
  isBusy: boolean
  kind?: 'submit' | 'button'
  isOutline?: boolean
  className?: string
  icon?: ReactNode
  onPress?(): void
}

/** Does something that takes a moment. Its width stays, so that a second press meets the same button. */
export function ActionButton({
  label,
  busy,
  isBusy,
  kind = 'button',
  isOutline = false,
  className = '',
  icon,
  onPress,
}: Props) {
  return (
    <button
      type={kind}
      className={`${isOutline ? outlineClass : actionClass} ${className}`}
      aria-busy={isBusy || undefined}
      onClick={onPress}
    >
      {icon}
      <span className="inline-grid [&>span]:[grid-area:1/1]">
        <span className={isBusy ? 'invisible' : undefined}>{label}</span>
        <span className={isBusy ? undefined : 'invisible'}>{busy}</span>
      </span>
    </button>
  )
}
