import type { ReactNode } from 'react'
import { Icon } from '#site/ui/icons/Icon.tsx'

interface Props {
  title: string
  /** It has what is wrong. */
  isAlert?: boolean
  /** What stands at the end of the line: a sum, or the names of columns. */
  children?: ReactNode
}

export function GroupHead({ title, isAlert = false, children }: Props) {
  return (
    <div
      className={`flex items-end justify-between gap-16 border-b-2 pb-8 ${isAlert ? 'border-danger text-danger' : 'border-ink'}`}
    >
      <h2 className="flex items-center gap-8 font-sans text-15/140 font-semibold tracking-[0]">
        {isAlert && <Icon name="alert" size={18} />}
        {title}
      </h2>
      {children}
    </div>
  )
}
