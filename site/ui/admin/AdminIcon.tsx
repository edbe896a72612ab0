import { type IconName, icons } from '../icons.ts'
import { adminIcons } from './icons.ts'

export type AdminIconName = IconName | keyof typeof adminIcons

interface Props {
  name: AdminIconName
  size?: number
  className?: string
}

/** A drawing beside a word. */
export function AdminIcon({ name, size = 20, className }: Props) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={{ ...icons, ...adminIcons }[name]} />
    </svg>
  )
}
