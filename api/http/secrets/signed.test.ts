import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { Router } from '@koa/router'
import Koa from 'koa'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorHandler } from '../answers/error-handler.ts'
import { describeApi } from '../openapi.ts'
import { anonymous } from '../request-context.ts'
import { requestId } from '../requests/request-logger.ts'
import { serve } from '../serve.ts'

// The line of the payment provider's notices, bound to a function that only keeps what it was given.

const taken: { body: Uint8Array; signature: string }[] = []
const router = new Router()
serve(router, 'POST /webhooks/paystack', async (input) => {
  taken.push(input)
})
const app = new Koa()
  .use(requestId)
  .use(errorHandler(pino({ level: 'silent' }), async () => false))
  .use((ctx, next) => {
    ctx.state.context = anonymous
    return next()
  })
  .use(router.routes())
const server = createServer(app.callback())
let address = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/paystack`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  taken.length = 0
})

const post = (body: BodyInit, headers: Record<string, string> = {}, query = '') =>
  fetch(`${address}${query}`, { method: 'POST', body, headers })
const bytesOf = () => Buffer.from(taken[0]?.body ?? [])

describe('a signed webhook', () => {
  test.each([
    ['application/json', '{ "event" : "charge.success",\n"data":{"n":1.0}}'],
    ['application/json', 'no JSON at all'],
    ['application/json', '{"a":"\\u0000"}'],
    ['application/x-www-form-urlencoded', 'event=charge.success&body=other&signature=other'],
    ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="body"\r\n'],
    ['text/plain', 'ẹ̀kọ́'],
    ['application/x-unheard-of', '{"event":1}'],
  ])('as %s is read byte for byte: %j', async (type, body) => {
    const headers = { 'Content-Type': type, 'X-Paystack-Signature': 'abc' }
    const response = await post(body, headers)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ status: 'ok' })
    expect(taken).toHaveLength(1)
    expect(taken[0]?.body).toBeInstanceOf(Uint8Array)
    expect(bytesOf().toString()).toBe(body)
    expect(taken[0]?.signature).toBe('abc')
  })

  test('is not decompressed, since the signature covers the bytes as sent', async () => {
    const packed = gzipSync('{"event":"charge.success"}')
    await post(packed, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
    expect(bytesOf().equals(packed)).toBe(true)
  })

  test('may have a binary or an empty body', async () => {
    const bytes = new Uint8Array([0, 255, 254, 0, 10])
    await post(bytes)
    expect(bytesOf().equals(Buffer.from(bytes))).toBe(true)
    taken.length = 0
    expect((await post('')).status).toBe(200)
    expect(bytesOf()).toHaveLength(0)
  })

  test('takes body and signature from nowhere else, such as the query', async () => {
    const response = await post('{}', {}, '?signature=abc&body=other&body=another')
    expect(response.status).toBe(200)
    expect(taken).toMatchObject([{ signature: '' }])
    expect(bytesOf().toString()).toBe('{}')
  })

  test('with two signatures has none that is accepted', async () => {
    const headers = new Headers([
      ['X-Paystack-Signature', 'abc'],
      ['X-Paystack-Signature', 'def'],
    ])
    await fetch(address, { method: 'POST', body: '{}', headers })
    expect(taken[0]?.signature).toBe('abc, def')
  })

  test('may have 100 KB and not a byte more', async () => {
    expect((await post('x'.repeat(100 * 1024))).status).toBe(200)
    const response = await post('x'.repeat(100 * 1024 + 1))
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ message: 'The request is too large.' })
    expect(taken).toHaveLength(1)
    // The body comes without a length that is said beforehand.
    const chunk = new Uint8Array(30 * 1024)
    let left = 4
    const stream = new ReadableStream({
      pull: (stream) => (left-- > 0 ? stream.enqueue(chunk) : stream.close()),
    })
    const chunked = { method: 'POST', body: stream, duplex: 'half' }
    expect((await fetch(address, chunked as RequestInit)).status).toBe(413)
    expect(taken).toHaveLength(1)
  })
})

test('the OpenAPI document describes the raw body and the header of the signature', () => {
  const { post: described } = describeApi().paths['/api/webhooks/paystack'] as {
    post: { parameters: object[]; requestBody: object }
  }
  expect(described.parameters).toEqual([
    { name: 'x-paystack-signature', in: 'header', required: true, schema: { type: 'string' } },
  ])
  expect(described.requestBody).toEqual({ required: true, content: { '*/*': {} } })
})
