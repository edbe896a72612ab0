import { type IconName, icons } from '../icons.ts'
import { deskIcons } from './icons.ts'

export type DeskIconName = IconName | keyof typeof deskIcons

/** A drawing beside a word of the desk. */
export function DeskIcon({ name, size = 20 }: { name: DeskIconName; size?: number }) {
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
      <path d={{ ...icons, ...deskIcons }[name]} />
    </svg>
  )
}
