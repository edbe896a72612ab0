import type { OutputOf } from '#contract/endpoints/contract.ts'
import { storedMember } from '../token.ts'

type Group = OutputOf<'GET /admin/search'>[number]

/** What the search found and somebody opened. */
export type Opened = Group['items'][number] & { kind: Group['kind'] }

const key = 'ascend.last-opened'
const most = 6

/** Latest first. What another member of staff opened on this device is not shown. */
export function lastOpened(): Opened[] {
  try {
    const { by, items } = JSON.parse(localStorage.getItem(key) ?? '{}')
    return by && by === storedMember()?.id && Array.isArray(items) ? items : []
  } catch {
    // Storage is forbidden, or nothing readable was stored.
    return []
  }
}

export function rememberOpened(opened: Opened) {
  const by = storedMember()?.id
  const others = lastOpened().filter(({ path }) => path !== opened.path)
  try {
    localStorage.setItem(key, JSON.stringify({ by, items: [opened, ...others].slice(0, most) }))
  } catch {
    // Then it is not remembered.
  }
}

/** On logout nothing is left for the next user of the device. */
export function clearLastOpened() {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}
