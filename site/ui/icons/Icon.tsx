import { type IconName, icons } from './icons.ts'

type Props = {
  size?: number
  className?: string
  /** Filled instead of drawn as a line, as the logos of other sites are. */
  isFilled?: boolean
} & ({ name: IconName; shape?: never } | { name?: never; shape: string })

/** An icon of the shared set, by name, or a shape of another set. In .astro files it is plain HTML. */
export function Icon({ name, shape, size = 20, className, isFilled = false }: Props) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill={isFilled ? 'currentColor' : 'none'}
      stroke={isFilled ? 'none' : 'currentColor'}
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={shape === undefined ? icons[name] : shape} />
    </svg>
  )
}
