import { useEffect, useRef, useState } from 'react'
import { searchLength } from '#contract/limits.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'

/** A search waits for a pause in the typing. */
const afterMs = 300

interface Props {
  /** The plural of what is searched, as in "Search books". */
  label: string
  value: string
  onSearch(text: string): void
}

export function SearchBox({ label, value, onSearch }: Props) {
  const [typed, setTyped] = useState(value)
  const box = useRef<HTMLInputElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    // Text that was typed before hydration is only in the element.
    const early = isFirst.current && box.current?.value
    isFirst.current = false
    // A trailing space does not change the search, and stays for the next word.
    setTyped((before) => early || (before.trim() === value ? before : value))
  }, [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the typing alone starts the clock.
  useEffect(() => {
    if (typed.trim() === value) return
    const timer = setTimeout(() => onSearch(typed.trim()), afterMs)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <label className="relative block">
      <span className="sr-only">{label}</span>
      <Icon name="search" className="pointer-events-none absolute left-14 top-14" />
      <input
        ref={box}
        type="search"
        className="field pl-44"
        placeholder={label}
        maxLength={searchLength}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </label>
  )
}
