import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { Requests } from '#site/admin/shop/requests/Requests.island.tsx'
import { click, held, whenAsked } from './page.tsx'
import { aList, renderForOwner } from './staff.tsx'

const at = '2026-11-20T10:00:00.000Z'
const request = {
  id: '00000000-0000-4000-8000-000000000001',
  reference: 'PR-00000000',
  revision: 1,
  title: 'Harmattan Arithmetic',
  author: 'Folake Ezenwa-Audu',
  status: 'received',
  authorEmail: 'folake@ascend.example',
  authorPhone: '+234 800 000 0000',
  price: 1500.5,
  description: 'Forty exercises.',
  category: 'Educational',
  coverImageUrl: null,
  publishingReason: 'My pupils copy it by hand.',
  message: null,
  messageSentAt: null,
  isOverdue: false,
  dueOn: '2026-11-27',
  note: null,
  bookId: null,
  createdAt: at,
}
const heading = (name: string) => screen.findByRole('heading', { name })

beforeEach(() => whenAsked('GET /api/admin/requests', () => aList(request)))

test('the inbox shows loading and failure', async () => {
  const answer = held()
  whenAsked('GET /api/admin/requests', async () => {
    await answer.promise
    return { status: 500 }
  })
  renderForOwner(<Requests />, '/admin/requests')
  await screen.findByRole('status', { name: 'Loading the requests' })
  answer.resolve()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('The requests could not be loaded.')
  whenAsked('GET /api/admin/requests', () => aList(request))
  click('Try again')
  await heading('Harmattan Arithmetic')
})

test('a search without requests leads to all of them, and an empty inbox says what will be there', async () => {
  whenAsked('GET /api/admin/requests', ({ path }) =>
    path.includes('status=accepted') ? aList() : aList(request),
  )
  renderForOwner(<Requests />, '/admin/requests?search=PR-00000000')
  await heading('Harmattan Arithmetic')
  click('Accepted')
  await heading('Nothing found')
  click('Search all requests')
  await heading('Harmattan Arithmetic')
  whenAsked('GET /api/admin/requests', () => aList())
  const { unmount } = renderForOwner(<Requests />, '/admin/requests')
  await heading('No requests yet')
  unmount()
  renderForOwner(<Requests />, '/admin/requests?status=open')
  await heading('No open requests')
})
