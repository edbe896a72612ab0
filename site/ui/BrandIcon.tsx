import { type BrandName, brandIcons } from './brand-icons.ts'

/** The same drawing as BrandIcon.astro, for islands. */
export function BrandIcon({ name, size }: { name: BrandName; size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
      <path d={brandIcons[name]} />
    </svg>
  )
}
