import { forget, readJson, writeText } from '#site/lib/web-storage.ts'
import { adminKeys, storedMember } from '../token.ts'

/** What a list showed when it was last loaded on this device. */
export interface LastList<T> {
  data: T
  /** When. ISO */
  at: string
}

/** Longer ones are not worth the room that a reader's data shares. */
const mostCharacters = 200_000

export function keepLastList(name: string, data: unknown) {
  const by = storedMember()?.id
  if (!by) return
  const text = JSON.stringify({ by, at: new Date().toISOString(), data })
  if (text.length <= mostCharacters) writeText(adminKeys.lists + name, text)
  else forget(adminKeys.lists + name)
}

/** Undefined: there is none, or somebody else saw it. */
export function lastList<T>(name: string): LastList<T> | undefined {
  return readJson(adminKeys.lists + name, (json) => {
    const { by, at, data } = json as LastList<T> & { by?: string }
    return by && by === storedMember()?.id ? { data, at } : undefined
  })
}
