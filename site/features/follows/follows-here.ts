import { followsKey } from '#site/lib/reader-keys.ts'
import { forget, readJson, writeJson } from '#site/lib/web-storage.ts'

// What is followed on this device alone: the server stores nothing of it.

interface Here {
  title: string
  path: string
  /** When its newest story was last seen (ISO 8601). */
  seen: string
}

export type FollowsHere = Record<string, Here>

function toFollows(json: unknown): FollowsHere {
  if (typeof json !== 'object' || json === null) return {}
  return Object.fromEntries(
    Object.entries(json).filter(([, here]) => typeof here?.seen === 'string'),
  )
}

export const readFollows = (): FollowsHere => readJson(followsKey, toFollows) ?? {}

function write(follows: FollowsHere) {
  if (Object.keys(follows).length > 0) writeJson(followsKey, follows)
  else forget(followsKey)
}

export const followHere = (key: string, here: Here) => write({ ...readFollows(), [key]: here })

export function unfollowHere(key: string) {
  const { [key]: _, ...others } = readFollows()
  write(others)
}
