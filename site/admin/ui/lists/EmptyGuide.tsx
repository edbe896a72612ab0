import type { ReactNode } from 'react'
import type { Kind } from '#contract/kinds/kind.ts'
import { artPaths } from '#contract/magazine/art-paths.ts'
import stairs from './empty-stairs.svg?url'

interface Props {
  /** The level of the heading: 2 where nothing stands above it but the page's title. */
  level?: 2 | 3
  title: string
  text: string
  steps: readonly [string, string, string]
  children?: ReactNode
}

/** A place that nothing stands in yet: what it is for, and how that changes. */
export function EmptyGuide({ level = 2, title, text, steps, children }: Props) {
  const Heading = `h${level}` as const
  return (
    <div className="max-w-[640px] pb-20 pt-4">
      <img src={artPaths.site('empty-stairs', stairs)} alt="" width="132" height="97" />
      <Heading className="mt-16 text-28/115 tracking-close">{title}</Heading>
      <p className="mt-8 text-17 text-ink-2">{text}</p>
      <ol className="mt-20 border-t-2 border-ink">
        {steps.map((step, index) => (
          <li key={step} className="flex items-baseline gap-20 border-b border-line py-14">
            <span
              className="w-20 flex-none font-display text-25/120 font-heavy text-accent"
              aria-hidden="true"
            >
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
      {children && <div className="mt-20 flex flex-wrap items-center gap-16">{children}</div>}
    </div>
  )
}

interface NoneYetProps {
  kind: Pick<Kind, 'many'> & Required<Pick<Kind, 'guide'>>
  level?: 2 | 3
  children?: ReactNode
}

/** The place of a kind of which there is none yet. */
export function NoneYet({ kind: { many, guide }, level = 3, children }: NoneYetProps) {
  return (
    <EmptyGuide {...guide} level={level} title={`No ${many.toLowerCase()} yet`}>
      {children}
    </EmptyGuide>
  )
}
