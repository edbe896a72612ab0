import type { ReactNode } from 'react'

const stageClasses = {
  hero: 'bg-hero px-16 py-28 text-hero-fg [--focus:var(--hero-fg)] sm:px-24',
  plain: 'px-16 sm:px-24',
}

interface Props {
  kind: keyof typeof stageClasses
  children: ReactNode
}

/** The ground on which words stand on their page. */
export function Stage({ kind, children }: Props) {
  return (
    <div className={stageClasses[kind]}>
      <div className="max-w-text">{children}</div>
    </div>
  )
}
