import { editors, isAmong, newsroom, type Role, shop } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { $member } from '#site/admin/lib/member.ts'
import { adminPlaces } from '#site/admin/lib/places.ts'

/** How long a second letter is waited for. */
const waitMs = 1500

const creates: Record<string, { path: string; roles: readonly Role[] }> = {
  s: { path: staffPaths.newStory, roles: newsroom },
  n: { path: staffPaths.newIssue, roles: editors },
  b: { path: staffPaths.newBook, roles: shop },
}
const goes: Record<string, string> = {
  d: staffPaths.dashboard,
  s: staffPaths.stories,
  o: staffPaths.orders,
  a: staffPaths.stats,
  n: staffPaths.issues,
}

let first: { letter: string; at: number } | undefined

/** A key that was pressed outside of fields. */
export function pressKey(key: string) {
  const before = first && Date.now() - first.at < waitMs ? first.letter : undefined
  first = undefined
  if (before) {
    const path = before === 'n' ? creates[key]?.path : goes[key]
    if (path && mayOpen(path)) return location.assign(path)
  }
  if (key === 'g' || key === 'n') first = { letter: key, at: Date.now() }
  else if (key === '/') filter()
  else if (key === 'arrowdown') moveBy(1)
  else if (key === 'arrowup') moveBy(-1)
  else if (key === 'x') rowOf()?.querySelector<HTMLElement>('input[type="checkbox"]')?.click()
  else if (key === 'e') editOf(rowOf())?.click()
}

/** Others are sent to the dashboard by their page. */
function mayOpen(path: string): boolean {
  const role = $member.get()?.role
  if (!role) return false
  const created = Object.values(creates).find((entry) => entry.path === path)
  const section = adminPlaces.flatMap(({ sections }) => sections).find((it) => it.path === path)
  return isAmong(created?.roles ?? section?.roles ?? [], role)
}

function filter() {
  const field = document.querySelector<HTMLElement>('main input[type="search"]')
  const opener = document.querySelector<HTMLElement>('[data-open-search]')
  if (field?.checkVisibility()) field.focus()
  else opener?.click()
}

const rowsNow = () => [...document.querySelectorAll<HTMLElement>('[data-rows] > *')]

const rowOf = () => rowsNow().find((row) => row.contains(document.activeElement))

/** What Enter opens: a row's first link or button. */
const openerOf = (row: HTMLElement | undefined) =>
  row?.querySelector<HTMLElement>('[data-open], a[href], button, summary')

const editOf = (row: HTMLElement | undefined) =>
  row?.querySelector<HTMLElement>('[data-edit], a[href$="/edit"]')

function moveBy(step: number) {
  const rows = rowsNow().filter((row) => openerOf(row))
  const focused = rowOf()
  const at = focused ? rows.indexOf(focused) + step : step > 0 ? 0 : -1
  const next = rows[at]
  if (!next) return
  openerOf(next)?.focus()
  next.scrollIntoView({ block: 'nearest' })
}
