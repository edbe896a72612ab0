import { describe, expect, test } from 'vitest'
import { savesData } from '#api/http/request-context.ts'
import { aReader, aVisitor, startApp } from '#tests/people.ts'
import { aSite, aStaticFile } from '#tests/sites.ts'
import { toLitePage } from './page-html.ts'
import { servePages } from './serve-pages.ts'

const html = `<!doctype html><html lang="en-NG"><head><link rel="preload" href="/f.woff2" as="font" crossorigin></head><body><img class="a" src="/a.svg" srcset="/a.webp 480w" alt=""><p>Rice, three bags</p></body></html>`

async function aLiteSite() {
  const rendered: string[] = []
  const page = aStaticFile(html)
  const site = aSite({ '/': page, '/about': page, '/404': page }, (url) => {
    rendered.push(url)
    if (url === '/nowhere') return undefined
    return { status: 200, headers: { 'Content-Type': 'text/html' }, body: Buffer.from(html) }
  })
  return { rendered, site, base: await startApp({ site: () => site }) }
}

const isLite = (text: string) =>
  text.includes('<html data-lite') && !text.includes(' src=') && !text.includes('as="font"')

describe('data saver', () => {
  test.each([
    ['nothing said', {}, false],
    ['the browser asks for it', { 'save-data': 'on' }, true],
    ['the browser asks loudly', { 'save-data': 'On' }, true],
    ['the browser says something else', { 'save-data': 'off' }, false],
    ['the reader’s switch', { cookie: 'a=b; data_saver=on' }, true],
    ['the switch against the browser', { 'save-data': 'on', cookie: 'data_saver=off; a=b' }, false],
    ['a cookie of another name', { cookie: 'my_data_saver=on' }, false],
    ['a cookie of another value', { cookie: 'data_saver=maybe' }, false],
  ])('%s', (_, headers, expected) => {
    expect(savesData(headers)).toBe(expected)
  })

  test('removes the addresses of pictures and keeps the text', () => {
    const page = toLitePage({ status: 200, headers: {}, body: Buffer.from(html) })
    const text = page.body.toString()
    expect(isLite(text)).toBe(true)
    expect(text).toContain('data-src="/a.svg" data-srcset="/a.webp 480w"')
    expect(text).toContain('<p>Rice, three bags</p>')
  })

  test('does not mistake text for a tag, whatever a title contains', () => {
    const title = 'Why 5 > 3 and <img src=/spy.png> is no <style> of mine'
    const page = toLitePage({
      status: 200,
      headers: {},
      body: Buffer.from(
        `<html lang="en"><meta name="description" content="${title}"><script>"<img src=\\"/b.svg\\">"</script><img alt="${title}" src="/a.svg"><a title='${title}' href="/">Rice</a></html>`,
      ),
    })
    expect(page.body.toString()).toBe(
      `<html data-lite lang="en"><meta name="description" content="${title}"><script>"<img src=\\"/b.svg\\">"</script><img alt="${title}" data-src="/a.svg"><a title='${title}' href="/">Rice</a></html>`,
    )
  })

  test.each(['/about', '/story/1', '/account', '/books?search=rice', '/nowhere'])(
    'applies to %s',
    async (path) => {
      const { base } = await aLiteSite()
      const { send } = await aVisitor(base)
      const answer = await send(path, { headers: { 'Save-Data': 'on' } })
      expect(isLite(await answer.text())).toBe(true)
      expect(answer.status).toBe(path === '/nowhere' ? 404 : 200)
      expect(isLite(await (await send(path)).text())).toBe(false)
    },
  )

  test('has its own front page, filtered or not, signed in or not', async () => {
    const { base, rendered } = await aLiteSite()
    const reader = await aReader(base)
    const visitor = await aVisitor(base)
    const headers = { 'Save-Data': 'on' }
    await visitor.send('/', { headers })
    await visitor.send('/?category=Faith', { headers })
    await visitor.send('/?part&page=2', { headers })
    await reader.send('/', { headers })
    expect(rendered).toEqual([
      '/?lite=1',
      '/?category=Faith&lite=1',
      '/fragments/story-cards?page=2&at=%2F',
      '/?for=reader&lite=1',
    ])
  })

  test('cannot be requested by an address', async () => {
    const { base, rendered } = await aLiteSite()
    const { send } = await aVisitor(base)
    await send('/?lite=1')
    expect(rendered).toEqual([])
  })

  test('shows the pictures of one page on request', async () => {
    const { base } = await aLiteSite()
    const { send } = await aVisitor(base)
    const headers = { 'Save-Data': 'on' }
    for (const path of ['/?pictures', '/about?pictures', '/story/1?pictures']) {
      expect(isLite(await (await send(path, { headers })).text()), path).toBe(false)
    }
  })

  test('has its own ETags, so that a cached page is not mistaken for the other variant', async () => {
    const { base } = await aLiteSite()
    const { send } = await aVisitor(base)
    const lite = await send('/about', { headers: { 'Save-Data': 'on' } })
    const full = await send('/about')
    expect(lite.headers.get('ETag')).not.toBe(full.headers.get('ETag'))
    for (const answer of [lite, full]) {
      expect(answer.headers.get('Vary')).toContain('Save-Data')
      expect(answer.headers.get('Cache-Control')).toBe('no-cache')
    }
  })

  test('is turned on and off by a form, and leads back to where the reader was', async () => {
    const { base } = await aLiteSite()
    const { send, cookies } = await aVisitor(base)
    const turn = (dataSaver: string) =>
      send('/api/data-saver', {
        method: 'POST',
        headers: { Origin: 'https://ascend.example' },
        body: new URLSearchParams({ dataSaver, returnTo: '/about' }),
      })
    const answer = await turn('on')
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/about'])
    expect(cookies.get('data_saver')).toBe('on')
    expect(isLite(await (await send('/about')).text())).toBe(true)
    await turn('off')
    expect(isLite(await (await send('/about', { headers: { 'Save-Data': 'on' } })).text())).toBe(
      false,
    )
    expect((await turn('perhaps')).status).toBe(400)
  })

  test('does not slow down everybody else', async () => {
    const { site } = await aLiteSite()
    const answers = (headers: Record<string, string>) => {
      const response = { writeHead: () => response, end: () => response }
      return servePages({
        site: () => site,
        publicUrl: '',
        localsFor: () => ({}),
        draftedFor: async () => undefined,
      }).sendFile({ method: 'GET', url: '/about', headers } as never, response as never)
    }
    expect(answers({})).toBe(true)
    expect(answers({ cookie: 'data_saver=off' })).toBe(true)
    expect(answers({ 'save-data': 'on' })).toBe(false)
    expect(answers({ cookie: 'data_saver=on' })).toBe(false)
  })
})
