import type { ReactNode } from 'react'
import { withoutKeys } from '#site/lib/engaged/without-keys.ts'
import { bylineClass, factsClass, selectRowClass } from '../classes.ts'

interface Props {
  /** Of the link. */
  id: string
  href: string
  onOpen(): void
  title: string
  byline: ReactNode
  facts: ReactNode
  /** What stands at the end of the row, such as an amount. */
  children?: ReactNode
}

/** A row that is one link, to what opens over the list. */
export function LinkedRow({ id, href, onOpen, title, byline, facts, children }: Props) {
  return (
    <li
      className={`${selectRowClass} py-14 has-[a:focus-visible]:[outline:3px_solid_var(--focus)] has-[a:focus-visible]:outline-offset-[-3px]`}
    >
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <h3 className="font-sans text-17/130 font-semibold tracking-[0]">
          <a
            id={id}
            className="after:absolute after:inset-0 focus-visible:outline-none"
            href={href}
            onClick={withoutKeys(onOpen)}
          >
            {title}
          </a>
        </h3>
        <p className={bylineClass}>{byline}</p>
        <p className={factsClass}>{facts}</p>
      </div>
      {children}
    </li>
  )
}
