import { beforeEach, describe, expect, test, vi } from 'vitest'

const origin = 'https://ascend.example'

/** The part of the Cache API that the worker uses. */
function someCaches() {
  const all = new Map<string, Map<string, Response>>()
  const pathOf = (key: string | Request) =>
    new URL(typeof key === 'string' ? key : key.url, origin).pathname
  const open = async (name: string) => {
    const cache = all.get(name) ?? new Map<string, Response>()
    all.set(name, cache)
    return {
      put: async (key: string, answer: Response) => void cache.set(pathOf(key), answer),
      match: async (key: string) => cache.get(pathOf(key))?.clone(),
      keys: async () => [...cache.keys()].map((path) => new Request(origin + path)),
      delete: async (key: string) => cache.delete(pathOf(key)),
    }
  }
  return {
    open,
    has: async (name: string) => all.has(name),
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (key: string, { cacheName }: { cacheName?: string } = {}) =>
      [...all]
        .filter(([name]) => !cacheName || name === cacheName)
        .map(([, cache]) => cache.get(pathOf(key)))
        .find(Boolean)
        ?.clone(),
    paths: () => [...all.values()].flatMap((cache) => [...cache.keys()]),
  }
}

type Act = (event: object) => void
let acts: Record<string, Act>
let caches: ReturnType<typeof someCaches>
let server: (path: string) => Response | Promise<Response>

/** A server's answer, as a browser passes it on. */
function answer(body: string, status = 200, policy = 'no-cache') {
  const headers = { 'Cache-Control': policy, 'Content-Type': 'text/html' }
  const response = new Response(body, { status, headers })
  Object.defineProperty(response, 'type', { value: 'basic' })
  const { clone } = response
  response.clone = () => Object.defineProperty(clone.call(response), 'type', { value: 'basic' })
  return response
}

beforeEach(async () => {
  acts = {}
  caches = someCaches()
  vi.stubGlobal('self', {
    addEventListener: (name: string, act: Act) => {
      acts[name] = act
    },
    skipWaiting: async () => {},
    clients: { claim: async () => {} },
  })
  vi.stubGlobal('VERSION', 'one')
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('caches', caches)
  vi.stubGlobal('fetch', async (asked: string | { url: string }) =>
    server(new URL(typeof asked === 'string' ? asked : asked.url, origin).pathname),
  )
  vi.resetModules()
  await import('./worker.ts')
  return () => vi.unstubAllGlobals()
})

async function install() {
  let work: Promise<unknown> = Promise.resolve()
  acts['install']?.({ waitUntil: (one: Promise<unknown>) => (work = one) })
  await work
}

/** The worker's answer, once its caching is done; undefined when it ignores the request. */
async function ask(path: string, request: object = {}): Promise<Response | undefined> {
  let answered: Promise<Response> | undefined
  const later: Promise<unknown>[] = []
  acts['fetch']?.({
    request: {
      url: new URL(path, origin).href,
      method: 'GET',
      mode: 'navigate',
      headers: new Headers(),
      referrer: '',
      ...request,
    },
    respondWith: (one: Promise<Response>) => {
      answered = one
    },
    waitUntil: (one: Promise<unknown>) => later.push(one),
  })
  const response = await answered
  await Promise.all(later)
  return response
}

const textOf = async (path: string) => (await ask(path))?.text()

describe('the service worker', () => {
  test('is not installed while the server fails, or its error would be the offline page', async () => {
    server = () => answer('502', 502)
    await expect(install()).rejects.toThrow('502')
    expect(caches.paths()).toEqual([])
    server = () => answer('Offline reading')
    await install()
    expect(caches.paths()).toEqual(['/offline', '/favicon.svg'])
  })

  test('opens a page that was read while the server is down or unreachable', async () => {
    server = () => answer('The story')
    await textOf('/story/1')
    server = () => answer('503', 503)
    expect(await textOf('/story/1')).toBe('The story')
    // Nothing is cached for it: the server's answer is shown.
    expect(await textOf('/story/2')).toBe('503')
    server = () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await textOf('/story/1?utm_source=x')).toBe('The story')
  })

  test('keeps nothing that is only read where the reader wants nothing remembered', async () => {
    await caches.open('ascend-unremembered')
    server = () => answer('The story')
    expect(await textOf('/story/1')).toBe('The story')
    expect(caches.paths()).toEqual([])
  })

  test('keeps one copy of a page with two addresses, and opens it by both', async () => {
    const id = '0b0e3b0e-8a4e-4c1b-9a53-3a2f6f2f9c11'
    const [byId, byWords] = [`/story/${id}`, '/story/she-sold-akara']
    const link = `<link rel="canonical" href="${origin}${byWords}" data-path="${byId}">`
    const named = (path: string) => {
      const page = answer(`${link}The story`)
      if (path === byWords) page.headers.set('Content-Location', byId)
      return page
    }
    for (const address of [byId, byWords, `${byWords}?from=whatsapp`]) {
      server = named
      await textOf(address)
      expect(caches.paths()).toEqual([byId])
    }
    server = () => Promise.reject(new TypeError('Failed to fetch'))
    for (const address of [byId, byWords, `${byWords}?from=whatsapp`]) {
      expect(await textOf(address)).toContain('The story')
    }
    server = () => answer('Not here', 404)
    await textOf(byWords)
    expect(caches.paths()).toEqual([])
  })

  test('deletes a page that was taken off the site', async () => {
    server = () => answer('The story')
    await textOf('/story/1')
    server = () => answer('Not here', 404)
    expect(await textOf('/story/1')).toBe('Not here')
    expect(caches.paths()).toEqual([])
  })

  test('opens a kept book where the network fails, until its end, and stores nothing anew', async () => {
    const book = '/book/0b0e3b0e-8a4e-4c1b-9a53-3a2f6f2f9c11/read'
    const kept = await caches.open('ascend-books')
    await kept.put(`${book}/2`, answer('The second chapter'))
    await kept.put(`${book}/end`, answer(String(Date.now() + 60_000)))
    await kept.put('/uploads/a/960.webp', answer('A picture'))
    const before = caches.paths()
    server = () => answer('From the network')
    expect(await textOf(`${book}/2`)).toBe('From the network')
    expect(caches.paths()).toEqual(before)
    server = () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await textOf(`${book}/2`)).toBe('The second chapter')
    const picture = await ask('/uploads/a/480.webp', { mode: 'no-cors', destination: 'image' })
    expect(await picture?.text()).toBe('A picture')
    await kept.put(`${book}/end`, answer('1'))
    expect((await ask(`${book}/2`))?.type).toBe('error')
  })

  test.each([
    ['a form', '/submit', { method: 'POST' }],
    ['a like', '/api/stories/1/like', { method: 'POST', mode: 'cors' }],
    ['a call', '/api/account', { mode: 'cors' }],
    ['a download', '/api/downloads/secret', {}],
    ['a book file', '/api/downloads/secret', { headers: new Headers({ Range: 'bytes=0-9' }) }],
    ['a webhook', '/api/webhooks/paystack', { method: 'POST' }],
    ['an admin page', '/admin/orders', {}],
    ['a request with the admin token', '/uploads/a/480.webp', { headers: bearer() }],
    ['another site', 'https://elsewhere.example/story/1', {}],
    ['a fragment of a page', '/?part&page=2', { mode: 'cors' }],
  ])('leaves %s alone', async (_, path, request) => {
    server = () => answer('served')
    expect(await ask(path, request)).toBeUndefined()
    expect(caches.paths()).toEqual([])
  })

  test.each([
    ['one person’s page', '/account', 'private, no-store'],
    ['an order', '/order/AB12?key=secret', 'private, no-store'],
    ['the signed-in home', '/', 'private, no-store'],
    ['an address with an encoded path traversal', '/story/..%2f..%2faccount', 'no-cache'],
    [
      'an asset address with a path traversal',
      '/_astro/..%2f..%2fapi%2faccount',
      'private, no-store',
    ],
    ['a page with a query', '/books?search=salary', 'no-cache'],
  ])('passes %s on without caching it', async (_, path, policy) => {
    server = () => answer('served', 200, policy)
    expect(await textOf(path)).toBe('served')
    expect(caches.paths()).toEqual([])
  })
})

function bearer() {
  return new Headers({ Authorization: 'Bearer secret' })
}
