import { QueryObserver } from '@tanstack/react-query'
import { isAmong, publishing, type Role } from '#contract/roles.ts'
import { staffPaths } from '#contract/staff-paths.ts'
import { isFromSteps } from '#site/admin/lib/addresses.ts'
import { leaveAdmin, logOut } from '#site/admin/lib/call.ts'
import { formatTime } from '#site/admin/lib/format.ts'
import { $member, type Member, readMember } from '#site/admin/lib/member.ts'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { flushToasts, queueToast } from '#site/admin/lib/queue-toast.ts'
import { type Stats, statsQuery } from '#site/admin/lib/stats-query.ts'
import { storedToken } from '#site/admin/lib/token.ts'
import { clearTypedText } from '#site/admin/lib/typed-text.ts'
import { isBehind, watchedSiteBuild } from '#site/admin/lib/use-release.ts'
import '#site/admin/operations/command-menu/open-search.enhance.ts'
import '#site/admin/operations/keys/keys.enhance.ts'
import { adminMessages, pageOfOthers } from '#site/messages/admin-messages.ts'
import './stay-offline.enhance.ts'

// The quick check (specification 7.1.5); the first call finds out whether the token is still valid.
if (storedToken()) {
  flushToasts()
  $member.subscribe(showMember)
  readMember().catch(console.warn)
  new QueryObserver(queryClient, statsQuery).subscribe(({ data, isError }) =>
    showCounts(isError ? undefined : data),
  )
} else {
  leaveAdmin()
}

for (const opener of document.querySelectorAll<HTMLElement>('[data-open-new]')) {
  opener.addEventListener('click', async () => {
    const { openNewMenu } = await import('./new-menu.ts')
    openNewMenu(opener)
  })
}

// Whoever comes from the first steps finds the way back to them, and no other (FirstSteps.island.tsx).
const back = document.querySelector<HTMLElement>('[data-back-to-steps]')
if (back && isFromSteps()) {
  back.hidden = false
  document.querySelector('[data-up]')?.remove()
}

/** The tabs behind More close as a menu does. */
const more = document.querySelector<HTMLDetailsElement>('[data-more]')
if (more) {
  addEventListener('click', ({ target }) => {
    if (!more.contains(target as Node)) more.open = false
  })
  more.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    more.open = false
    more.querySelector('summary')?.focus()
  })
}

/** Removes links of other roles, and greets everybody but the owner by name. */
function showMember(member: Member | undefined) {
  if (!member) return
  document.documentElement.dataset['role'] = member.role
  if (isAmong(publishing, member.role)) watchBuild()
  for (const place of document.querySelectorAll<HTMLElement>('[data-admin-roles]')) {
    const roles = (place.dataset['adminRoles']?.split(' ') ?? []) as Role[]
    // The role may not use this page: the server would refuse all its calls. A door is for some of a place's roles, and a
    // list of pages for the roles of all of them.
    const isHere =
      place.localName === 'main' ||
      place.querySelector(':scope > a[aria-current="page"]:not([data-door])')
    if (isAmong(roles, member.role) || !isHere) continue
    queueToast(pageOfOthers(document.title.split(' · ')[0] ?? '', roles))
    return location.replace(staffPaths.dashboard)
  }
  const name = document.querySelector<HTMLElement>('[data-admin-name]')
  // An owner who has chosen no name is called what they are.
  if (!name || member.name === 'publisher') return
  name.textContent = member.name
  name.dataset['adminName'] = 'known'
}

/** Shows the number of pending items beside each name in the navigation, and that payments are tests; nothing where it is not known. */
function showCounts(stats: Stats | undefined) {
  for (const place of document.querySelectorAll<HTMLElement>('[data-admin-count]')) {
    const names = place.dataset['adminCount']?.split(' ') as (keyof Stats)[]
    const count = names.reduce((sum, name) => sum + Number(stats?.[name] ?? 0), 0)
    place.hidden = count === 0
    place.textContent = String(count)
  }
  const badge = document.querySelector<HTMLElement>('[data-test-mode]')
  if (badge) badge.hidden = stats?.off.payments?.why !== 'test'
}

/** The state of the readers' pages in a laptop's top bar. */
function watchBuild() {
  const place = document.querySelector<HTMLElement>('[data-site-build]')
  if (!place?.checkVisibility() || place.dataset['siteBuild'] === 'watched') return
  place.dataset['siteBuild'] = 'watched'
  new QueryObserver(queryClient, watchedSiteBuild).subscribe(({ data }) => {
    if (!data?.last) return
    const { error, finishedAt } = data.last
    const state = error ? 'failed' : isBehind(data) ? 'behind' : 'fine'
    const texts = {
      failed: 'Build failed',
      behind: 'Updating the site…',
      fine: `Up to date, ${formatTime(finishedAt)}`,
    }
    place.dataset['state'] = state
    place.textContent = texts[state]
  })
}

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-admin-logout]')) {
  button.addEventListener('click', async () => {
    if (button.ariaBusy) return
    button.ariaBusy = 'true'
    await logOut()
    clearTypedText()
    queueToast(adminMessages.loggedOut)
    location.assign(staffPaths.login())
  })
}
