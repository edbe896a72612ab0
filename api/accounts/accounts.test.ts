import { expect, test } from 'vitest'
import { aVisitor } from '#tests/people.ts'

test('a visitor is nobody: 401 and the word that the specification fixes', async () => {
  const { call, send } = await aVisitor()
  await expect(call('GET /auth/user', {})).rejects.toMatchObject({
    status: 401,
    sentence: 'Unauthorized',
    message: expect.stringMatching(/^401: .*Unauthorized/),
  })
  const response = await send('/api/auth/user')
  expect((await response.json()).message).toBe('Unauthorized')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
})
