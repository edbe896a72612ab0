import type { OutputOf } from '#contract/endpoints/contract.ts'
import { forget, readJson, writeJson } from '#site/lib/web-storage.ts'
import { storedMember } from '../token.ts'

type Group = OutputOf<'GET /admin/search'>[number]

/** What the search found and somebody opened. */
export type Opened = Group['items'][number] & { kind: Group['kind'] }

const key = 'ascend.last-opened'
const most = 6

/** Latest first. What another member of staff opened on this device is not shown. */
export function lastOpened(): Opened[] {
  return readJson(key, toOwn) ?? []
}

function toOwn(json: unknown): Opened[] {
  const { by, items } = json as { by?: string; items: Opened[] }
  return by && by === storedMember()?.id && Array.isArray(items) ? items : []
}

export function rememberOpened(opened: Opened) {
  const others = lastOpened().filter(({ path }) => path !== opened.path)
  const items = [opened, ...others].slice(0, most)
  writeJson(key, { by: storedMember()?.id, items })
}

/** On logout nothing is left for the next user of the device. */
export function clearLastOpened() {
  forget(key)
}
