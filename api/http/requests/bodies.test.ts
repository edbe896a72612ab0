import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { openLog } from '#api/operations/log.ts'
import { sql } from '#db/sql.ts'
import { aReader, aVisitor, startApp } from '#tests/people.ts'
import { untilWaiting } from '#tests/waiting.ts'

describe('a JSON body', () => {
  const json = JSON.stringify({ email: 'simi@readers.example' })

  test.each(['text/plain', 'application/octet-stream', 'application/x-www-form-urlencoded', ''])(
    'sent as %j is rejected, and nothing is done',
    async (type) => {
      const { send } = await aVisitor()
      const body = new Blob([json], { type })
      const response = await send('/api/newsletter', { method: 'POST', body })
      expect([response.status, (await response.json()).message]).toEqual([
        415,
        'The request body must be sent as application/json.',
      ])
      expect(await sql`select 1 from subscribers`).toHaveLength(0)
    },
  )

  test('is read under each JSON content type', async () => {
    const { send } = await aVisitor()
    for (const type of ['application/json; charset=utf-8', 'application/vnd.api+json']) {
      const init = { method: 'POST', body: json, headers: { 'Content-Type': type } }
      expect((await send('/api/newsletter', init)).status).toBe(202)
    }
  })
})

test('a request without a body needs no content type', async () => {
  const { send } = await aReader()
  expect((await send('/api/account', { method: 'DELETE' })).status).toBe(200)
})

test.each(['application/json', 'multipart/form-data; boundary=x'])(
  'a client that disconnects while it sends %s causes no 500',
  async (type) => {
    const lines: string[] = []
    const statuses: number[] = []
    const base = await startApp({
      log: openLog('debug', { write: (line) => lines.push(line) }),
      note: ({ status }) => statuses.push(status),
    })
    const { cookies } = await aReader(base)
    await setTimeout(50)
    lines.length = 0
    statuses.length = 0
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const holder = await sql.reserve()
    await holder`begin`
    await holder`lock table sessions`
    const { hostname, port } = new URL(base)
    const socket = connect(Number(port), hostname)
    const head = ['PUT /api/account/reading HTTP/1.1', 'Host: x', `Cookie: ${cookie}`]
    const body = [`Content-Type: ${type}`, 'Content-Length: 100', '', '{"events"']
    socket.write([...head, ...body].join('\r\n'))
    await untilWaiting()
    socket.destroy()
    await setTimeout(50)
    await holder`commit`
    holder.release()
    await vi.waitFor(() => expect(statuses).toHaveLength(1))
    expect(statuses[0]).toBeLessThan(500)
    expect(lines.join('')).not.toContain('request failed')
  },
)
