import { isRole, type Role } from '#contract/roles.ts'

/** Where the token lies (specification 7.1.5), and whose it is. */
const key = 'adminToken'
const memberKey = 'adminMember'

/** The token, if there is one: whether it still works, the server says. */
export function storedToken(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage is forbidden: nobody can be signed in here.
    return null
  }
}

/** Throws where storage is full or forbidden. */
export function storeToken(token: string) {
  localStorage.removeItem(memberKey)
  localStorage.setItem(key, token)
}

/** Calls back when another tab has signed in; returns what ends it. */
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
    localStorage.removeItem(memberKey)
  } catch {
    // Nothing was kept.
  }
}

interface Member {
  id: string
  name: string
  role: Role
}

/** Whose the token is, as far as this browser knows. */
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
    // Then it is asked for on the next page, too.
  }
}
