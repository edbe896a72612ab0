import type { ReactNode } from 'react'

interface Props {
  title: string
  text: string
  children?: ReactNode
}

/** What stands where a list has nothing. */
export function EmptyList({ title, text, children }: Props) {
  return (
    <div className="desk-empty">
      <h3>{title}</h3>
      <p>{text}</p>
      {children}
    </div>
  )
}
