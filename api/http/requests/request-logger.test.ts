import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { aReader, aStory, aVisitor, startApp } from '#tests/people.ts'
import type { LoggedRequest } from './request-logger.ts'

async function aWatchedApp() {
  const lines: Record<string, unknown>[] = []
  const noted: LoggedRequest[] = []
  const log = pino(
    { level: 'info' },
    { write: (line: string) => void lines.push(JSON.parse(line)) },
  )
  const address = await startApp({ log, note: (request) => noted.push(request), trustProxy: 1 })
  return { address, lines, noted }
}

test('each request is logged with the id that its response carries', async () => {
  const { address, lines, noted } = await aWatchedApp()
  const { id } = await aStory()
  const { send } = await aVisitor(address)
  const answer = await send(`/api/stories/${id}?from=a-friend`)
  await vi.waitFor(() => expect(lines).toHaveLength(1))
  expect(lines[0]).toMatchObject({
    requestId: answer.headers.get('X-Request-Id'),
    method: 'GET',
    route: '/api/stories/:id',
    status: 200,
    ms: expect.any(Number),
    // Every other line has these too.
    level: 30,
    time: expect.any(Number),
    pid: process.pid,
    hostname: expect.any(String),
    msg: 'request',
  })
  expect(noted).toEqual([
    { method: 'GET', route: '/api/stories/:id', status: 200, ms: lines[0]?.['ms'] },
  ])
})

test('no log line contains what a reader sends or who they are', async () => {
  const { address, lines } = await aWatchedApp()
  const { send, email, reader, cookies } = await aReader(address)
  const { id } = await aStory()
  const output = 'ada+secret@readers.example'
  await send(`/api/stories/${id}/like`, {
    method: 'POST',
    headers: { 'X-Forwarded-For': '203.0.113.77' },
  })
  await send('/api/auth/forgot', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': 'Tecno/9' },
    body: JSON.stringify({ email: output }),
  })
  for (const path of [
    '/api/downloads/dl-0123456789abcdef0123456789abcdef?x=203.0.113.78',
    '/order/ASC-2026-ABCDEF?key=0123456789abcdef',
    '/api/orders/ASC-2026-ABCDEF?key=0123456789abcdef',
    `/search?q=${output}`,
    `/${output}`,
    `/api/${output}`,
    `/api/stories/${output}`,
  ])
    await send(path)
  await vi.waitFor(() => expect(lines).toHaveLength(10))
  const label = JSON.stringify(lines)
  const secrets = [
    output,
    encodeURIComponent(output),
    email,
    'Tecno',
    '203.0.113',
    '0123456789abcdef',
    'ASC-2026',
  ]
  for (const secret of [...secrets, id, reader.id, ...cookies.values()])
    expect(label).not.toContain(secret)
  expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(10)
})

test('made-up addresses are logged under one route', async () => {
  const { address, noted } = await aWatchedApp()
  const { send } = await aVisitor(address)
  for (let one = 0; one < 20; one++) await send(`/made/up/${one}`)
  for (let one = 0; one < 20; one++) await send(`/api/made-up-${one}`)
  await vi.waitFor(() => expect(noted).toHaveLength(40))
  expect(new Set(noted.map(({ route }) => route))).toEqual(new Set(['unknown']))
})
