import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { $member } from '#site/admin/lib/member.ts'
import { queryClient } from '#site/admin/lib/query-client.ts'
import { storeMember } from '#site/admin/lib/token.ts'

/** Renders a part of the admin pages at an address, for the owner, with nothing loaded yet. */
export function renderForOwner(page: ReactElement, address = '/admin/dashboard') {
  const owner = { id: 'a', name: 'Publisher', role: 'owner' } as const
  history.replaceState(null, '', address)
  localStorage.setItem('adminToken', 'a token')
  storeMember(owner)
  $member.set(owner)
  queryClient.clear()
  return render(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>)
}

/** One page of a list. */
export const aList = (...items: object[]) => ({
  status: 200,
  body: items,
  headers: { 'X-Total-Count': String(items.length) },
})
