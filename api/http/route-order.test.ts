import { Router } from '@koa/router'
import { expect, test } from 'vitest'
import { type Address, contract } from '#contract/endpoints/contract.ts'
import { serve } from './serve.ts'

const addresses = Object.keys(contract) as Address[]

test.each([
  { order: 'as the contract names them', registered: addresses },
  { order: 'the other way round', registered: addresses.toReversed() },
])('each address reaches its own endpoint, registered $order', ({ registered }) => {
  const router = new Router()
  for (const address of registered) serve(router, address, async () => ({}) as never)
  for (const address of addresses) {
    const [method = '', path = ''] = address.split(' ')
    const asked = path.replace(/:\w+/g, 'b5a1ee40-7f5e-4a53-9d4b-b1a3c6f7f0aa')
    expect(router.match(asked, method).pathAndMethod[0]?.path, address).toBe(path)
  }
})

test('an address of a list is never taken for the id of a story', () => {
  for (const registered of [
    ['GET /stories/featured', 'GET /stories/:id'],
    ['GET /stories/:id', 'GET /stories/featured'],
  ] as const) {
    const router = new Router()
    for (const address of registered) serve(router, address, async () => ({}) as never)
    const reached = (path: string) => router.match(path, 'GET').pathAndMethod[0]?.path
    expect(reached('/stories/featured')).toBe('/stories/featured')
    expect(reached('/stories/featured-on-monday')).toBe('/stories/:id')
  }
})
