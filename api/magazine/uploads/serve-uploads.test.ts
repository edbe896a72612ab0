import { describe, expect, test } from 'vitest'
import { aPicture, upload } from '#tests/magazine/pictures.ts'
import { aReader, aVisitor, startApp } from '#tests/people.ts'
import { sendRaw } from '#tests/raw-request.ts'
import { aSite, aStaticFile } from '#tests/sites.ts'

const missing = "The picture you're looking for doesn't exist."

/** The address of a picture that somebody uploaded, and a visitor who wants to see it. */
async function anUpload() {
  const base = await startApp()
  const response = await upload(await aReader(base), await aPicture(600, 400).jpeg().toBuffer())
  const { url } = (await response.json()) as { url: string }
  return { url, ...(await aVisitor(base)) }
}

describe('a picture that a reader uploaded', () => {
  test('is immutable in caches, and sandboxed', async () => {
    const { url, send } = await anUpload()
    const { status, headers } = await send(url)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    expect(headers.getSetCookie()).toEqual([])
  })

  test('answers HEAD without a body', async () => {
    const { url, send } = await anUpload()
    const [get, head] = [await send(url), await send(url, { method: 'HEAD' })]
    expect(head.status).toBe(200)
    expect((await head.arrayBuffer()).byteLength).toBe(0)
    const bytes = (await get.arrayBuffer()).byteLength
    expect(head.headers.get('Content-Length')).toBe(String(bytes))
    expect(head.headers.get('ETag')).toBe(get.headers.get('ETag'))
  })

  test('is a 304 for somebody who has it', async () => {
    const { url, base, send } = await anUpload()
    const etag = (await send(url)).headers.get('ETag')
    // The request is written by hand: fetch would add a Cache-Control that asks for everything anew.
    const second = await sendRaw(base, [
      `GET ${url} HTTP/1.1`,
      'Host: ascend.example',
      `If-None-Match: ${etag}`,
    ])
    expect([second.status, second.body]).toEqual([304, ''])
  })

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    'rejects %s, and lists the allowed methods',
    async (method) => {
      const { url, base } = await anUpload()
      const { status, headers } = await sendRaw(base, [
        `${method} ${url} HTTP/1.1`,
        'Host: ascend.example',
      ])
      expect([status, headers['allow']]).toEqual([405, 'GET, HEAD'])
    },
  )

  test.each([
    ['another width', (url: string) => url.replace('1600', '1601')],
    ['another type', (url: string) => url.replace('webp', 'jpg')],
    ['another id', (url: string) => url.replace(/[0-9a-f]{8}/, '00000000')],
    ['its id in capitals', (url: string) => url.replace(/[0-9a-f]{8}/, 'ABCDEF01')],
    ['its folder', (url: string) => url.replace('1600.webp', '')],
    ['the folder of all', () => '/uploads/'],
    ['what is made beside it', (url: string) => url.replace('/uploads/', '/uploads/.')],
    ['a way out', () => '/uploads/../../etc/passwd'],
    ['an encoded way out', () => '/uploads/..%2f..%2fetc%2fpasswd'],
    ['another encoded way out', (url: string) => url.replace('1600', '%2e%2e/1600')],
    ['an encoded slash', (url: string) => url.replace('/1600', '%2f1600')],
    ['a doubled slash', (url: string) => url.replace('/1600', '//1600')],
    ['a backslash', (url: string) => url.replace('/1600', '\\1600')],
    ['a NUL', (url: string) => `${url}%00`],
    ['a broken percent sign', (url: string) => `${url}%`],
    ['a line break', (url: string) => `${url}%0a`],
    ['a very long name', (url: string) => url + 'x'.repeat(9_000)],
  ])('is a 404 under %s', async (_, change) => {
    const { url, base } = await anUpload()
    const { status, headers, body } = await sendRaw(base, [
      `GET ${change(url)} HTTP/1.1`,
      'Host: ascend.example',
    ])
    expect(status).toBe(404)
    expect(headers['cache-control']).toBe('no-store')
    expect(JSON.parse(body).message).toBe(missing)
  })

  test('that is missing shows a person the 404 page', async () => {
    const base = await startApp({ site: () => aSite({ '/404': aStaticFile('<h1>404</h1>') }) })
    const { send } = await aVisitor(base)
    const address = '/uploads/00000000-0000-4000-8000-000000000000/480.webp'
    const person = await send(address, { headers: { Accept: 'text/html,*/*;q=0.8' } })
    expect([person.status, await person.text()]).toEqual([404, '<h1>404</h1>'])
    const image = await send(address, { headers: { Accept: 'image/webp,image/*,*/*;q=0.8' } })
    expect([image.status, (await image.json()).message]).toEqual([404, missing])
  })
})
