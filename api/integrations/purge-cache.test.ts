import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { purgeCache } from './purge-cache.ts'

// Servers that answer as the providers publish it, and refuse everything else.

interface Asked {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

const token = 'a-token-of-the-tests'
let answer: (asked: Asked) => { status: number; body: object } | undefined = () => undefined
const server = createServer(async (request, response) => {
  const { method, url, headers } = request
  const said = answer({ method, url, headers, body: await text(request) })
  // Undefined: it never answers.
  if (said) {
    response.writeHead(said.status, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(said.body))
  }
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const zone = '/client/v4/zones/023e105f4ecef8ad9ca31a8372d0c353/purge_cache'
const cloudflare = (asked: Asked) => {
  const isAllowed = asked.headers.authorization === `Bearer ${token}`
  const isKnown = asked.method === 'POST' && asked.url === zone
  const { tags } = JSON.parse(asked.body) as { tags?: unknown }
  const isGood = isAllowed && isKnown && Array.isArray(tags) && tags.length <= 30
  const errors = isGood ? [] : [{ code: 10000, message: 'Authentication error' }]
  return { status: isGood ? 200 : 403, body: { success: isGood, errors, messages: [] } }
}

const toCloudflare = { kind: 'cloudflare', purgeUrl: base + zone } as const

test('Cloudflare gets one purge for all keys, as tags', async () => {
  let body = ''
  answer = (one) => {
    body = one.body
    return cloudflare(one)
  }
  await purgeCache({ ...toCloudflare, token })(['data', 'code'])
  expect(JSON.parse(body)).toEqual({ tags: ['ascend-data', 'ascend-code'] })
})

test('a failed purge is an error that does not contain the token', async () => {
  const failureOf = (purging: Promise<void>) =>
    purging.then(
      () => 'none',
      (error: Error) => error.message,
    )
  const wrong = { token: 'another-token-of-the-tests' }
  answer = cloudflare
  expect(await failureOf(purgeCache({ ...toCloudflare, ...wrong })(['data']))).toBe(
    'The cache answered 403',
  )
  answer = () => ({ status: 200, body: { success: false } })
  expect(await failureOf(purgeCache({ ...toCloudflare, token })(['data']))).toBe(
    'The cache refused the purge',
  )
  answer = () => ({ status: 429, body: {} })
  expect(await failureOf(purgeCache({ ...toCloudflare, token })(['data']))).toBe(
    'The cache answered 429',
  )
  answer = () => undefined
  const impatient = purgeCache({ ...toCloudflare, token, timeoutMs: 50 })
  expect(await failureOf(impatient(['data']))).toBe('The cache did not answer: TimeoutError')
})

test('a redirect is not followed with the token', async () => {
  const seen: (string | undefined)[] = []
  const redirecting = createServer((_, response) =>
    response.writeHead(307, { Location: `${base}/elsewhere` }).end(),
  ).listen(0, '127.0.0.1')
  await once(redirecting, 'listening')
  answer = ({ url }) => {
    seen.push(url)
    return { status: 200, body: {} }
  }
  const { port } = redirecting.address() as AddressInfo
  const purge = purgeCache({ kind: 'cloudflare', purgeUrl: `http://127.0.0.1:${port}/`, token })
  await expect(purge(['data'])).rejects.toThrow('The cache did not answer')
  // A purge that was given up may arrive only now; no other one is sent there.
  expect(seen).not.toContain('/elsewhere')
  redirecting.close()
})
