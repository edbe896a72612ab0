import { QueryObserver } from '@tanstack/react-query'
import { adminPaths } from '#site/admin/lib/admin-paths.ts'
import { leaveAdmin, logOut } from '#site/admin/lib/call.ts'
import { $member, type Member, readMember } from '#site/admin/lib/member.ts'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { flushToasts, queueToast } from '#site/admin/lib/queue-toast.ts'
import { type Stats, statsQuery } from '#site/admin/lib/stats-query.ts'
import { storedToken } from '#site/admin/lib/token.ts'
import { clearTypedText } from '#site/admin/lib/typed-text.ts'
import { adminMessages } from '#site/messages/admin-messages.ts'

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

// Scrolls the row of sections to the current one.
document
  .querySelector('nav [aria-current="page"]')
  ?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** Removes links of other roles, and greets everybody but the owner by name. */
function showMember(member: Member | undefined) {
  if (!member) return
  document.documentElement.dataset['role'] = member.role
  for (const place of document.querySelectorAll<HTMLElement>('[data-admin-roles]')) {
    const isAllowed = place.dataset['adminRoles']?.split(' ').includes(member.role)
    // The role may not use this page: the server would refuse all its calls.
    const isHere = place.matches('main') || place.querySelector('[aria-current="page"]')
    if (!isAllowed && isHere) location.replace(adminPaths.dashboard)
  }
  const name = document.querySelector<HTMLElement>('[data-admin-name]')
  if (!name || member.role === 'owner') return
  name.textContent = member.name
  name.dataset['adminName'] = 'known'
}

/** Shows the number of pending items beside each name in the navigation; nothing where it is not known. */
function showCounts(stats: Stats | undefined) {
  for (const place of document.querySelectorAll<HTMLElement>('[data-admin-count]')) {
    const count = stats?.[place.dataset['adminCount'] as keyof Stats]
    place.hidden = !count
    place.textContent = String(count ?? '')
  }
}

const button = document.querySelector<HTMLButtonElement>('[data-admin-logout]')
button?.addEventListener('click', async () => {
  if (button.ariaBusy) return
  button.ariaBusy = 'true'
  await logOut()
  clearTypedText()
  queueToast(adminMessages.loggedOut)
  location.assign(adminPaths.login())
})
