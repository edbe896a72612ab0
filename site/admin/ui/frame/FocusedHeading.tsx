import { type ReactNode, useEffect, useRef } from 'react'

/** The heading of a step that replaces another one: it takes the focus, for screen readers. */
export function FocusedHeading({ id, children }: { id: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 id={id} ref={heading} tabIndex={-1} className="text-22/120 outline-none">
      {children}
    </h2>
  )
}
