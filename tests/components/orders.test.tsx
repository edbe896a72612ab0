import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { Sales } from '#site/admin/operations/dashboard/Sales.tsx'
import { Orders } from '#site/admin/shop/orders/Orders.island.tsx'
import { click, held, requests, toasts, type, whenAsked } from './page.tsx'
import { aList, renderForOwner } from './staff.tsx'

const at = '2026-11-20T10:00:00.000Z'
const order = {
  reference: 'ASC-1',
  orderNumber: '1042',
  status: 'paid',
  provider: 'test',
  bookTitle: 'First Salary',
  authorName: 'Kele Umez-Ray',
  bookCategory: 'Novel',
  coverImageUrl: null,
  quantity: 1,
  unitPrice: 2000,
  amount: 2000,
  discount: 0,
  buyerName: 'Ngozi Bassey-Udo',
  buyerEmail: 'ngozi@buyers.example',
  problem: null,
  createdAt: at,
  paidAt: at,
  paymentMethod: 'card',
  isTest: true,
  isPaidTwice: false,
  downloads: 0,
  codesRedeemed: 0,
  parts: [],
  codes: [],
  present: null,
  hasReceipt: false,
  events: [] as object[],
  timeline: [{ at, what: 'pending', by: 'buyer', note: null }],
}
const ofOrder = '/api/admin/orders/ASC-1'

beforeEach(() => {
  whenAsked('GET /api/admin/orders', () => aList(order))
  whenAsked('GET /api/admin/order-days', () => ({ status: 200, body: [] }))
  whenAsked('GET /api/admin/payment-days', () => ({
    status: 200,
    body: { days: [], differences: [], totalDifferences: 0 },
  }))
  whenAsked(`GET ${ofOrder}`, () => ({ status: 200, body: order }))
  whenAsked('GET /api/admin/stats', () => ({ status: 200, body: { off: {} } }))
})

const heading = (name: string) => screen.findByRole('heading', { name })
const nothingIs = 'That did not work, and nothing has changed. Please try again in a while.'

test('the list of orders shows loading, failure and nothing', async () => {
  const answer = held()
  whenAsked('GET /api/admin/orders', async () => {
    await answer.promise
    return { status: 500 }
  })
  renderForOwner(<Orders />, '/admin/orders')
  await screen.findByRole('status', { name: 'Loading the orders' })
  answer.resolve()
  const alert = await screen.findByText(/^The orders could not be loaded\./)
  expect(alert.textContent).toContain('This is our mistake.')
  whenAsked('GET /api/admin/orders', () => aList())
  click('Try again')
  await heading('No orders yet')
})

test('a filter or a search without orders leads back to all of them', async () => {
  whenAsked('GET /api/admin/orders', ({ path }) =>
    /status=expired|search=zzzz/.test(path) ? aList() : aList(order),
  )
  renderForOwner(<Orders />, '/admin/orders?search=ASC-1')
  await heading('Ngozi Bassey-Udo')
  click('More')
  fireEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: /^Expired/ }),
  )
  await heading('No orders found')
  expect(
    screen.getByText('There is no order with “ASC-1” among those marked “Expired”.'),
  ).toBeTruthy()
  click('Search all orders')
  await heading('Ngozi Bassey-Udo')
  expect(location.search).toBe('?search=ASC-1')
  type('Search orders', 'zzzz')
  await heading('No orders found')
  click('Show all orders')
  await heading('Ngozi Bassey-Udo')
  expect(location.search).toBe('')
})

test('a refund or a mail that fails shows its error in place', async () => {
  whenAsked(`POST ${ofOrder}/refund`, () => ({ status: 503 }))
  whenAsked(`POST ${ofOrder}/resend`, () => ({ status: 503 }))
  renderForOwner(<Orders />, '/admin/orders?order=ASC-1')
  await heading('Timeline')
  click('Refund')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/\) gets/).textContent).toContain(
    'Ngozi Bassey-Udo (ngozi@buyers.example) gets ₦2,000 back for “First Salary” (1 copy).',
  )
  fireEvent.click(dialog.getByRole('button', { name: 'Refund' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(nothingIs)
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  click('Send links')
  expect((await screen.findByRole('alert')).textContent).toBe(nothingIs)
})

test('a refund that takes its time is on its way, and is looked after without a question', async () => {
  const asked = {
    ...order,
    events: [{ at, what: 'refund asked', by: 'publisher', note: null }],
  }
  whenAsked(`POST ${ofOrder}/refund`, () => ({ status: 200, body: asked }))
  renderForOwner(<Orders />, '/admin/orders?order=ASC-1')
  await heading('Timeline')
  whenAsked(`GET ${ofOrder}`, () => ({ status: 200, body: asked }))
  click('Refund')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Refund' }))
  await screen.findByText('The refund was requested. The money is on its way back.')
  await waitFor(() => expect(toasts).toMatchObject([{ title: 'Refund Requested' }]))
  const refunded = { status: 200, body: { ...order, status: 'refunded' } }
  whenAsked(`POST ${ofOrder}/refund`, () => refunded)
  whenAsked(`GET ${ofOrder}`, () => refunded)
  click('Check the refund')
  await waitFor(() => expect(toasts[1]).toMatchObject({ title: 'Order Refunded' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(requests.filter(({ path }) => path === `${ofOrder}/refund`)).toHaveLength(2)
})

test('the sales are a sentence, a chart and a table, or an error, or none', async () => {
  const months = Array.from({ length: 12 }, (_, index) => ({
    month: `2026-${String(index + 1).padStart(2, '0')}`,
    copies: 0,
    revenue: 0,
  }))
  const sold = months.map((month, index) =>
    index === 10 ? { ...month, copies: 3, revenue: 10_500 } : month,
  )
  whenAsked('GET /api/admin/sales', () => ({ status: 500 }))
  renderForOwner(<Sales />)
  await screen.findByText(/^The sales could not be loaded\./)
  whenAsked('GET /api/admin/sales', () => ({ status: 200, body: months }))
  click('Try again')
  await screen.findByText(/^Nothing was sold in the last twelve months\./)
  whenAsked('GET /api/admin/sales', () => ({ status: 200, body: sold }))
  const { container } = renderForOwner(<Sales />)
  await waitFor(() =>
    expect(container.querySelector('section p')?.textContent).toMatch(
      /^₦10,500.* from 3 copies in twelve months; the best was Nov.* with ₦10,500/,
    ),
  )
  expect(container.querySelectorAll('rect')).toHaveLength(12)
  const rows = [...container.querySelectorAll('tr')].map(({ textContent }) => textContent)
  expect(rows).toHaveLength(13)
  expect(rows[2]).toMatch(/^Nov.*3₦10,500/)
})
