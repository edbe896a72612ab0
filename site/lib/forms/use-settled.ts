import { useEffect, useState } from 'react'

/** `value` (what JSON can write), once it has not changed for `ms`. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  const written = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(written)), ms)
    return () => clearTimeout(timer)
  }, [written, ms])
  return settled
}
