import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#api/app.ts'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { makeReference } from '#api/shop/orders/order-secrets.ts'
import { sql } from '#db/sql.ts'
import {
  composeWith,
  issuesOfTests,
  unsetBusiness,
  unsetSettings,
} from '#tests/fixtures/mail-sender.ts'
import { openAdminLines } from '#tests/open-admin-lines.ts'
import { aReader, aVisitor, thePublisher } from '#tests/people.ts'

const { router } = buildApp({
  publicUrl: 'https://ascend.example',
  brand: composeWith.brand,
  settings: unsetSettings,
  business: unsetBusiness,
  files: folderFiles('/nowhere'),
  publications: [],
  site: () => undefined,
  trustProxy: 0,
  issues: issuesOfTests,
  examine: async () => [],
  orderSecret: Buffer.alloc(32),
  log: pino({ level: 'silent' }),
})

/** Every admin line of the router, so that none can be left open. */
const lines = router.stack
  .map(({ path, methods }) => ({
    path: String(path),
    method: methods.find((method) => method !== 'HEAD') as string,
  }))
  .filter(({ path }) => path.startsWith('/admin'))
  .filter(({ path, method }) => !openAdminLines.includes(`${method} ${path}`))
  .map(({ path, method }) => ({
    method,
    path: `/api${path.replace(/:id/, randomUUID()).replace(/:reference/, makeReference())}`,
  }))

/** What a line cannot do without. */
const needed: Record<string, string> = {
  '/api/admin/figures.csv': '?section=days',
  '/api/admin/order-days': '?from=2026-11-01&to=2026-11-24',
}

type Send = Awaited<ReturnType<typeof aVisitor>>['send']

/** What it answers, and what it says. */
async function knock(send: Send, { method, path }: (typeof lines)[number], token?: string) {
  const answer = await send(path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    ...(method !== 'GET' && { body: '{}' }),
  })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

let reader: Awaited<ReturnType<typeof aReader>>
let expired: string
let signedOut: string
let token: string

beforeAll(async () => {
  reader = await aReader()
  expired = (await thePublisher()).token
  await sql`update staff_sessions set expires_at = now() - interval '1 second'`
  const left = await thePublisher()
  await left.call('POST /admin/logout', {})
  signedOut = left.token
  token = (await thePublisher()).token
})

describe('every admin endpoint', () => {
  test('is found by this test', () => {
    expect(lines.length).toBeGreaterThan(15)
  })

  test.each(lines)('$method $path is open only to the publisher', async (line) => {
    const closed = { status: 401, text: expect.stringContaining('"message":"Unauthorized"') }
    const visitor = await aVisitor()
    expect(await knock(visitor.send, line)).toMatchObject(closed)
    expect(await knock(visitor.send, line, 'x'.repeat(43))).toMatchObject(closed)
    expect(await knock(visitor.send, line, "' or true --")).toMatchObject(closed)

    expect(await knock(reader.send, line)).toMatchObject(closed)
    expect(await knock(reader.send, line, reader.cookies.get('__Host-session'))).toMatchObject(
      closed,
    )
    expect(await knock(visitor.send, line, expired)).toMatchObject(closed)
    expect(await knock(visitor.send, line, signedOut)).toMatchObject(closed)
  })

  test.each(lines)(
    '$method $path is not reachable by another spelling',
    async ({ method, path }) => {
      const { send } = await aVisitor()
      for (const spelling of [
        path.replace('/admin', '/ADMIN'),
        path.replace('/admin', '//admin'),
        path.replace('/admin', '/./admin'),
        path.replace('/admin', '/%61dmin'),
        `${path}/`,
        path.replace('/api', '/API'),
      ]) {
        const { status } = await knock(send, { method, path: spelling })
        expect([401, 404, 405, 308], spelling).toContain(status)
      }
    },
  )

  test.each(lines.filter(({ method }) => method === 'GET'))(
    '$method $path is never cached',
    async (line) => {
      const { send } = await aVisitor()
      const path = line.path + (needed[line.path] ?? '')
      const { status, headers } = await knock(send, { ...line, path }, token)
      expect([200, 404]).toContain(status)
      expect(headers.get('Cache-Control')).toContain('no-store')
    },
  )
})
