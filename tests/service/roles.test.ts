import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeReference } from '#api/shop/orders/order-secrets.ts'
import { contract } from '#contract/endpoints/contract.ts'
import type { Endpoint } from '#contract/endpoints/endpoint.ts'
import { roles } from '#contract/roles.ts'
import { openAdminLines } from '#tests/open-admin-lines.ts'
import { aVisitor, theStaff } from '#tests/people.ts'

const lines = Object.entries(contract as Record<string, Endpoint>)
const staffLines = lines.filter(([, { who }]) => typeof who !== 'string')
const readerLines = lines.filter(([, { who }]) => who === 'reader')

type Send = Awaited<ReturnType<typeof aVisitor>>['send']

async function statusOf(send: Send, address: string) {
  const [method = '', path = ''] = address.split(' ')
  const response = await send(
    `/api${path.replace(/:reference/, makeReference()).replace(/:\w+/g, () => randomUUID())}`,
    {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(method !== 'GET' && { body: '{}' }),
    },
  )
  await response.arrayBuffer()
  return response.status
}

describe('an endpoint', () => {
  test('below /admin names its roles, and no other endpoint does', () => {
    const below = lines.map(([address]) => address).filter((address) => / \/admin\//.test(address))
    expect(staffLines.map(([address]) => address).sort()).toEqual(
      below.filter((address) => !openAdminLines.includes(address)).sort(),
    )
    for (const [address, { who }] of staffLines) expect(who, address).toContain('owner')
  })

  test.each(staffLines)('%s is open only to the roles that it names', async (address, { who }) => {
    const { send } = await aVisitor()
    expect(await statusOf(send, address)).toBe(401)
    for (const role of roles) {
      const status = await statusOf((await theStaff(role)).send, address)
      if (who.includes(role as never)) expect([401, 403], role).not.toContain(status)
      else expect(status, role).toBe(403)
    }
  })

  test('shows each role only its own stats', async () => {
    const ofAll = ['off', 'publishedBooks', 'totalBooks']
    const ofTheShop = ['openRequests', 'ordersToReview', 'overdueRequests', 'waitingReviews']
    const ofEditors = ['openReports', 'waitingStories']
    const ofOwner = ['failedChecks', 'openDataRequests']
    const sales = ['totalRevenue', 'totalSales']
    const figures = {
      owner: [...ofAll, ...ofTheShop, ...sales, ...ofEditors, ...ofOwner],
      editor: [...ofAll, ...ofEditors],
      author: ofAll,
      shopkeeper: [...ofAll, ...ofTheShop, ...sales],
    }
    for (const role of roles) {
      const { call } = await theStaff(role)
      const shown = Object.keys(await call('GET /admin/stats', {})).sort()
      expect(shown, role).toEqual(figures[role].sort())
    }
  })

  test('for readers is closed to staff sessions', async () => {
    const people = await Promise.all(roles.map((role) => theStaff(role)))
    for (const [address] of readerLines) {
      for (const { send } of people) expect(await statusOf(send, address), address).toBe(401)
    }
  })
})
