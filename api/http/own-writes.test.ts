import { expect, test } from 'vitest'
import { aVisitor, startApp } from '#tests/people.ts'

const wrote = (response: Response) =>
  response.headers.getSetCookie().some((cookie) => cookie.startsWith('wrote='))

test('a browser that wrote reads from the primary for a while, one whose page only sent counts does not', async () => {
  const { send } = await aVisitor(await startApp({ readsStandbys: true }))
  const post = (path: string, body: object) =>
    send(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const written = await post('/api/data-saver', { dataSaver: 'on', returnTo: '/' })
  expect([written.status, wrote(written)]).toEqual([200, true])
  const told = await post('/api/counts', { page: 'story', isOpened: true })
  expect([told.status, wrote(told)]).toEqual([200, false])
})

test('a failed write counts too, since it may have been committed', async () => {
  const { send } = await aVisitor(await startApp({ readsStandbys: true }))
  const rejected = await send('/api/auth/sign-in', { method: 'POST' })
  expect([rejected.status, wrote(rejected)]).toEqual([400, true])
})
