import { call } from '#site/lib/call.ts'
import { dot } from './dot.ts'
import { markSeen, readFollows } from './follows-here.ts'

/** A dot beside the name of what this device follows and has something new; its own page has seen it. */
async function markNew() {
  const follows = Object.entries(readFollows())
  const here = follows.filter(([, { path }]) => document.querySelector(`a[href="${path}"]`))
  const open = follows.filter(([, { path }]) => path === location.pathname)
  const keys = [...new Set([...here, ...open].map(([key]) => key))]
  if (keys.length === 0) return
  for (const { key, path, newest } of await call('GET /follows', { of: keys.join(',') })) {
    const seen = readFollows()[key]?.seen ?? ''
    if (!newest || newest.at <= seen) continue
    const name =
      document.querySelector(`main a[href="${path}"]`) ??
      (path === location.pathname ? document.querySelector('h1') : null)
    name?.append(dot())
    if ([path, newest.path].includes(location.pathname)) markSeen(key, newest.at)
  }
}

markNew().catch(console.warn)
