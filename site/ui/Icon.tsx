import { type IconName, icons, isFilled } from './icons.ts'

/** The same drawing as Icon.astro, for islands. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  const look = isFilled(name)
    ? { fill: 'currentColor' }
    : ({
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
      } as const)
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" {...look}>
      <path d={icons[name]} />
    </svg>
  )
}
