import type { ReactNode } from 'react'

interface Props {
  /** The id of the heading, which takes the focus when the list shows another page. */
  id: string
  title: string
  children?: ReactNode
}

export function ListHead({ id, title, children }: Props) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-24 gap-y-16 border-b-2 border-ink pb-16">
      <h2 id={id} tabIndex={-1} className="text-25/110 tracking-close md:text-38">
        {title}
      </h2>
      {children}
    </div>
  )
}
