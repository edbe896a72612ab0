import type { ReactNode } from 'react'
import { actionClass, outlineClass } from './classes.ts'

interface Props {
  label: string
  /** Its label while the action runs. */
  busy: string
  isBusy: boolean
  kind?: 'submit' | 'button'
  isOutline?: boolean
  className?: string
  icon?: ReactNode
  onPress?(): void
}

/** A button for an asynchronous action. Its width does not change, so that a second click hits the same button. */
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
