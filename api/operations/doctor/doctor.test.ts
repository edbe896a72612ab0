import { expect, test } from 'vitest'
import { startApp, theStaff } from '#tests/people.ts'
import type { Finding } from './judge.ts'

const aFinding: Finding = { title: 'Disk', state: 'ok', found: 'There is room.', todo: null }

async function anAppThatCounts() {
  let looks = 0
  const app = await startApp({
    examine: async () => [{ ...aFinding, found: `Look ${++looks}.` }],
  })
  return { app, looks: () => looks }
}

test('the owner sees the findings of one shared check, and can run it again', async () => {
  const { app, looks } = await anAppThatCounts()
  const owner = await theStaff('owner', app)
  const both = await Promise.all([1, 2].map(() => owner.call('GET /admin/doctor', {})))
  expect(both.map(({ findings }) => findings[0]?.found)).toEqual(['Look 1.', 'Look 1.'])
  expect((await owner.call('GET /admin/doctor', {})).findings).toHaveLength(1)
  expect(looks()).toBe(1)
  expect((await owner.call('POST /admin/doctor', {})).findings[0]?.found).toBe('Look 2.')
  expect((await owner.call('GET /admin/doctor', {})).findings[0]?.found).toBe('Look 2.')
})

test.each(['editor', 'author', 'shopkeeper'] as const)('one who is %s does not', async (role) => {
  const { app, looks } = await anAppThatCounts()
  const { send } = await theStaff(role, app)
  expect((await send('/api/admin/doctor')).status).toBe(403)
  expect(looks()).toBe(0)
})
