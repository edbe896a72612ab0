import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { sendRaw } from '#tests/raw-request.ts'
import { sameOrigin } from '../answers/security-headers.ts'
import { redirectToOwnHost } from './own-host.ts'

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** What a service of this address answers to a request line under a host. */
async function asked(publicUrl: string, host: string, line: string) {
  const redirect = redirectToOwnHost(publicUrl)
  const server = createServer((request, response) => {
    if (!redirect(request, response)) response.end('here')
  })
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const { status, headers } = await sendRaw(`http://127.0.0.1:${port}`, [
    `${line} HTTP/1.1`,
    `Host: ${host}`,
  ])
  return headers['location'] ?? status
}

describe('a page asked for under another host', () => {
  test.each([
    ['www.ascend.example', 'GET /book/a?at=1', 'https://ascend.example/book/a?at=1'],
    ['WWW.Ascend.example:8080', 'HEAD /', 'https://ascend.example/'],
    ['203.0.113.9', 'GET //evil.example', 'https://ascend.example//evil.example'],
  ])('%s: %s is found at the site’s own', async (host, line, location) => {
    expect(await asked('https://ascend.example', host, line)).toBe(location)
  })

  test.each([
    ['its own', 'ascend.example', 'GET /'],
    ['its own with a port', 'ascend.example:443', 'GET /'],
    ['a program’s call', 'www.ascend.example', 'GET /api/health'],
    ['a picture', 'www.ascend.example', 'GET /uploads/a.webp'],
    ['a script of a page', 'www.ascend.example', 'GET /_astro/a.js'],
    ['what is sent', 'www.ascend.example', 'POST /book/a'],
    ['a proxy that names itself', '127.0.0.1:4321', 'GET /'],
    ['no host', 'a b', 'GET /'],
  ])('%s is answered where it is', async (_, host, line) => {
    expect(String(await asked('https://ascend.example', host, line))).not.toContain('https:')
  })

  test('of this machine alone is shown there: localhost and 127.0.0.1 are one site', async () => {
    expect(await asked('http://127.0.0.1:4321', 'localhost:4321', 'GET /book/a')).toBe(200)
  })
})

describe('a write from the other name of this machine', () => {
  const isTaken = async (publicUrl: string, origin: string) => {
    const headers: Record<string, string> = {
      Origin: origin,
      'Sec-Fetch-Site': 'cross-site',
      Host: new URL(publicUrl).host,
    }
    const ctx = { method: 'POST', get: (name: string) => headers[name] ?? '' }
    try {
      await sameOrigin(publicUrl)(ctx as never, async () => {})
      return true
    } catch {
      return false
    }
  }

  test('is one of the site, and none from elsewhere is', async () => {
    expect(await isTaken('http://127.0.0.1:4321', 'http://localhost:4321')).toBe(true)
    expect(await isTaken('http://localhost:4321', 'http://127.0.0.1:4321')).toBe(true)
    expect(await isTaken('http://127.0.0.1:4321', 'http://localhost:3000')).toBe(false)
    expect(await isTaken('http://127.0.0.1:4321', 'https://evil.example:4321')).toBe(false)
    expect(await isTaken('https://ascend.example', 'http://localhost')).toBe(false)
  })
})
