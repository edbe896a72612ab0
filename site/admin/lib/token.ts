import { isRole, type Role } from '#contract/roles.ts'
import { storedKeys } from '#site/lib/stored-keys.ts'
import { forget, readJson, readText, writeJson, writeText } from '#site/lib/web-storage.ts'

/**
 * The storage keys of the token (specification 7.1.5), and of what ends with it: its owner, the last dashboard
 * (preload-tasks.enhance.ts) and the last lists (last-lists.ts). Scripts that may import nothing repeat them, and a test
 * compares.
 */
export const adminKeys = {
  token: 'adminToken',
  member: 'adminMember',
  tasks: 'adminTasks',
  lists: 'adminList.',
}

interface Member {
  id: string
  name: string
  role: Role
}

/** The token, if there is one; only the server knows whether it is still valid. */
export function storedToken(): string | undefined {
  return readText(adminKeys.token)
}

/** It throws where storage is full or forbidden: nobody can sign in there. */
export function storeToken(token: string) {
  clearWhatEnds()
  if (!writeText(adminKeys.token, token)) throw new Error('The browser does not store the token.')
}

/** Calls back when another tab has signed in; returns the function that ends it. */
export function whenSignedInElsewhere(run: () => void): () => void {
  const look = (event: StorageEvent) => {
    if (event.key === adminKeys.token && event.newValue) run()
  }
  addEventListener('storage', look)
  return () => removeEventListener('storage', look)
}

export function clearToken() {
  forget(adminKeys.token)
  clearWhatEnds()
}

function clearWhatEnds() {
  const { member, tasks, lists } = adminKeys
  for (const key of [member, tasks, ...storedKeys(lists)]) forget(key)
}

/** The token's owner, as far as this browser knows. */
export function storedMember(): Member | undefined {
  return readJson(adminKeys.member, (json) => {
    const { id, name, role } = json as Member
    return typeof name === 'string' && isRole(role) ? { id, name, role } : undefined
  })
}

/** Where the browser refuses, the next page fetches it again. */
export function storeMember(member: Member) {
  writeJson(adminKeys.member, member)
}
