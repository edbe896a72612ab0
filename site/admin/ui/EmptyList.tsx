import type { ReactNode } from 'react'

interface Props {
  title: string
  text: string
  children?: ReactNode
}

/** The empty state of a list. */
export function EmptyList({ title, text, children }: Props) {
  return (
    <div className="py-32">
      <h3 className="text-25/110">{title}</h3>
      <p className="mb-20 mt-8 text-ink-2">{text}</p>
      {children}
    </div>
  )
}
