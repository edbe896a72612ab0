import { type IconName, icons } from '../icons.ts'
import { adminIcons } from './icons.ts'

export type AdminIconName = IconName | keyof typeof adminIcons

/** A drawing beside a word of the desk. */
export function AdminIcon({ name, size = 20 }: { name: AdminIconName; size?: number }) {
  return (
    <svg
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
