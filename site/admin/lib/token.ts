import { isRole, type Role } from '#contract/roles.ts'

/**
 * The storage keys of the token (specification 7.1.5), and of what ends with it: its owner, the last dashboard
 * (dashboard.enhance.ts) and the last lists (last-lists.ts).
 */
const key = 'adminToken'
const memberKey = 'adminMember'
const tasksKey = 'adminTasks'
export const listsPrefix = 'adminList.'

/** The token, if there is one; only the server knows whether it is still valid. */
export function storedToken(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage is forbidden: nobody can sign in here.
    return null
  }
}

/** Throws where storage is full or forbidden. */
export function storeToken(token: string) {
  removeWhatEnds()
  localStorage.setItem(key, token)
}

/** Calls back when another tab has signed in; returns the function that ends it. */
export function whenSignedInElsewhere(run: () => void): () => void {
  const look = (event: StorageEvent) => {
    if (event.key === key && event.newValue) run()
  }
  addEventListener('storage', look)
  return () => removeEventListener('storage', look)
}

export function clearToken() {
  try {
    localStorage.removeItem(key)
    removeWhatEnds()
  } catch {
    // Nothing was stored.
  }
}

function removeWhatEnds() {
  for (const name of Object.keys(localStorage)) {
    if (name === memberKey || name === tasksKey || name.startsWith(listsPrefix)) {
      localStorage.removeItem(name)
    }
  }
}

interface Member {
  id: string
  name: string
  role: Role
}

/** The token's owner, as far as this browser knows. */
export function storedMember(): Member | undefined {
  try {
    const { id, name, role } = JSON.parse(localStorage.getItem(memberKey) ?? '{}')
    return typeof name === 'string' && isRole(role) ? { id, name, role } : undefined
  } catch {
    return undefined
  }
}

export function storeMember(member: Member) {
  try {
    localStorage.setItem(memberKey, JSON.stringify(member))
  } catch {
    // Then the next page fetches it again.
  }
}
