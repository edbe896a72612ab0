import { useCallback, useEffect, useState } from 'react'
import { refreshCounts } from './show-counts.ts'
import { currentStats, type Stats } from './stats.ts'

type Figure = { [name in keyof Stats]: Stats[name] extends number ? name : never }[keyof Stats]

/** A figure of what waits for the publisher, undefined while it is not known, and how to ask for it anew, for the navigation as well. */
export function useStat(name: Figure): [value: number | undefined, refresh: () => void] {
  const [value, setValue] = useState<number>()
  const show = useCallback(
    (stats: Promise<Stats>) =>
      void stats.then(
        (now) => setValue(now[name]),
        () => setValue(undefined),
      ),
    [name],
  )
  // Once a page; later changes are counted by whoever makes them.
  useEffect(() => show(currentStats()), [show])
  return [value, useCallback(() => show(refreshCounts()), [show])]
}
