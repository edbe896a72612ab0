import { listsPrefix, storedMember } from '../token.ts'

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
  try {
    if (text.length <= mostCharacters) localStorage.setItem(listsPrefix + name, text)
    else localStorage.removeItem(listsPrefix + name)
  } catch {
    // Storage is forbidden or full: then there is no list without a network.
  }
}

/** Undefined: there is none, or somebody else saw it. */
export function lastList<T>(name: string): LastList<T> | undefined {
  try {
    const { by, at, data } = JSON.parse(localStorage.getItem(listsPrefix + name) ?? '{}')
    return by && by === storedMember()?.id ? { data, at } : undefined
  } catch {
    return undefined
  }
}
