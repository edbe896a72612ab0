import './dashboard.css'
import { useCallback, useState } from 'react'
import { currentStats, freshStats } from '#site/lib/admin/stats.ts'
import { useLoad } from '#site/lib/admin/use-load.ts'
import { BookList } from './BookList.tsx'
import { Sales } from './Sales.tsx'
import { SiteState } from './SiteState.tsx'
import { Stats } from './Stats.tsx'

/** Why an island? The books are the publisher's own: only their token opens them, and each is changed in place. */
export function Dashboard() {
  const [changes, setChanges] = useState(0)
  const [builds, setBuilds] = useState(0)
  const figures = useLoad(String(changes), changes === 0 ? currentStats : freshStats)
  const onChanged = useCallback(() => setChanges((before) => before + 1), [])
  const onBuilt = useCallback(() => setBuilds((before) => before + 1), [])
  return (
    <>
      <Stats figures={figures} />
      <Sales />
      <SiteState builds={builds} />
      <BookList onChanged={onChanged} onBuilt={onBuilt} />
    </>
  )
}
