import { describe, expect, test } from 'vitest'
import { ApiError } from '#contract/api-error.ts'
import { clientOver } from './call.ts'

/** A client that records its requests, and answers each with the given response. */
function aClient(answer: () => Response | Promise<Response> = () => Response.json({})) {
  const sent: { path: string; init: RequestInit }[] = []
  const client = clientOver(async (path, init) => {
    sent.push({ path, init })
    return answer()
  })
  return { sent, ...client }
}
const id = '00000000-0000-4000-8000-000000000000'

describe('a call', () => {
  test('puts path parameters into the path and the rest into the query', async () => {
    const { sent, call } = aClient(() => Response.json([]))
    await call('GET /stories/:id', { id })
    await call('GET /books', { search: 'a&b=c d', price: '20-50', page: 2 })
    await call('GET /books', { search: undefined })
    await call('GET /stories', {})
    expect(sent.map(({ path }) => path)).toEqual([
      `/api/stories/${id}`,
      '/api/books?search=a%26b%3Dc+d&price=20-50&page=2',
      '/api/books',
      '/api/stories',
    ])
    expect(sent.every(({ init }) => init.method === 'GET' && init.body === undefined)).toBe(true)
  })

  test('escapes values in the path', async () => {
    const { sent, call } = aClient()
    await call('GET /stories/:id', { id: '../books?x#y' })
    expect(sent[0]?.path).toBe('/api/stories/..%2Fbooks%3Fx%23y')
  })

  test('sends a write as JSON, with cookies and keepalive', async () => {
    const { sent, call } = aClient()
    await call('POST /stories/:id/share', { id })
    expect(sent).toEqual([
      {
        path: `/api/stories/${id}/share`,
        init: {
          method: 'POST',
          credentials: 'same-origin',
          keepalive: true,
          headers: { 'Content-Type': 'application/json' },
          body: '{}',
        },
      },
    ])
  })

  test('that must have one effect sends its idempotency key', async () => {
    const { sent, call } = aClient()
    await call('POST /stories/:id/share', { id }, 'one-press')
    expect(sent[0]?.init.headers).toMatchObject({ 'Idempotency-Key': 'one-press' })
  })

  test('with a long text is sent without keepalive', async () => {
    const { sent, call } = aClient()
    const text = 'ọ'.repeat(30_000)
    await call('PATCH /long' as never, { text } as never)
    expect(sent[0]?.init).toMatchObject({ keepalive: false, body: JSON.stringify({ text }) })
  })

  test('of a list returns the total', async () => {
    const { callPage } = aClient(() =>
      Response.json([1, 2], { headers: { 'X-Total-Count': '41' } }),
    )
    expect(await callPage('GET /stories', { page: 3 })).toEqual({ items: [1, 2], total: 41 })
  })

  test('of a fragment returns its HTML', async () => {
    const { sent, loadPart } = aClient(() => new Response('<p>part</p>'))
    expect(await loadPart('/?page=2&part')).toBe('<p>part</p>')
    expect(sent[0]).toEqual({ path: '/?page=2&part', init: { credentials: 'same-origin' } })
  })
})

describe('a refused call', () => {
  test('is an error whose message is the status, a colon, a space and the body', async () => {
    const body = { message: 'Please check', errors: { page: ['Page must be a whole number'] } }
    const { call } = aClient(() => Response.json(body, { status: 400 }))
    const error = await call('GET /stories', {}).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      message: `400: ${JSON.stringify(body)}`,
      status: 400,
      sentence: 'Please check',
      fields: body.errors,
    })
  })

  test('has the status text where there is no body', async () => {
    const { call } = aClient(() => new Response('', { status: 502, statusText: 'Bad Gateway' }))
    await expect(call('GET /health', {})).rejects.toMatchObject({
      message: '502: Bad Gateway',
      sentence: 'Bad Gateway',
    })
  })

  test('from something other than our API has its text', async () => {
    const { call } = aClient(() => new Response('<h1>Proxy</h1>', { status: 504 }))
    await expect(call('GET /health', {})).rejects.toMatchObject({
      message: '504: <h1>Proxy</h1>',
      sentence: '<h1>Proxy</h1>',
    })
  })

  test.each(['"text"', '7', '[]', 'true', 'null'])(
    'with the body %s is a refusal all the same',
    async (body) => {
      const { call } = aClient(() => new Response(body, { status: 500 }))
      await expect(call('GET /health', {})).rejects.toMatchObject({
        status: 500,
        message: `500: ${body}`,
        sentence: body,
      })
    },
  )

  test('is not retried', async () => {
    const { sent, call } = aClient(() => new Response('', { status: 503 }))
    await call('GET /health', {}).catch(() => {})
    expect(sent).toHaveLength(1)
  })

  test('with a network error is passed on unchanged', async () => {
    const { call } = aClient(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(call('GET /health', {})).rejects.toThrow(TypeError)
  })
})
