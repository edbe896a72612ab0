import { createHash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import { beforeAll, expect, inject, test } from 'vitest'
import { buildApp } from '#api/app.ts'
import { anonymous } from '#api/http/request-context.ts'
import { callInProcess } from '#api/http/serve.ts'
import { loadBundle } from '#api/pages/building/astro-adapter.ts'
import { type Look, type ReadyPalette, readyPalettes } from '#contract/settings/look.ts'
import { aBook, aStory, outsideOfTests } from '#tests/people.ts'

// How pages wear a look, as the real bundle makes them.

let inLook: (address: string, look: Partial<Look>) => Promise<{ html: string; policy: string }>
let story = ''

beforeAll(async () => {
  const integrations = await outsideOfTests()
  const { publicUrl } = integrations
  const settings = integrations.settings.current()
  const render = await loadBundle(inject('bundle').folder)
  const call = callInProcess(buildApp(integrations).router, anonymous)
  story = `/story/${(await aStory()).id}`
  inLook = async (address, look) => {
    const worn = { ...settings, look: { ...settings.look, ...look } }
    const page = await render(address, { call, publicUrl, settings: worn })
    const policy = page?.headers['content-security-policy'] ?? ''
    return { html: page?.body.toString() ?? '', policy }
  }
}, 180_000)

/** As a page is compressed that is requested again. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
/** Where a page begins a few bytes later, Brotli divides it elsewhere, and it weighs up to 100 bytes more or less. */
const shifts = [0, 300, 600].map((bytes) => ' '.repeat(bytes))
const bytesOf = (html: string) =>
  shifts.reduce((sum, shift) => sum + brotliCompressSync(shift + html, quality).length, 0) /
  shifts.length

test('a look costs at most 0.6 KB on a page, and Adire none', async () => {
  const palettes = (Object.keys(readyPalettes) as ReadyPalette[]).filter((it) => it !== 'adire')
  const looks = [
    ...palettes.map((palette) => ({ palette })),
    ...['#E86A17', '#123456', '#888888', '#00FFAA'].map((own) => ({ own })),
  ]
  for (const address of ['/', story, '/admin/dashboard']) {
    const { html } = await inLook(address, {})
    expect(html).not.toContain('<style>html:root')
    const plain = bytesOf(html)
    for (const look of looks) {
      const more = bytesOf((await inLook(address, look)).html) - plain
      expect(more, `${address} in ${JSON.stringify(look)}`).toBeLessThanOrEqual(600)
    }
  }
})

test('every document wears the look by a style that its policy allows', async () => {
  for (const address of ['/', story, '/404', '/offline', '/admin/login', '/admin/dashboard']) {
    const { html, policy } = await inLook(address, { palette: 'kola' })
    const [, style = ''] = /<style>(html:root{.*?)<\/style>/.exec(html) ?? []
    expect(style, address).toContain('--deep:#4a1b2c')
    expect(policy, address).toContain(createHash('sha256').update(style).digest('base64'))
  }
})

test('toolbars of browsers and phones have the colours of the look', async () => {
  const { html } = await inLook('/', { palette: 'palm' })
  const { html: manifest } = await inLook('/manifest.webmanifest', { palette: 'palm' })
  const [light, dark] = [...html.matchAll(/name="theme-color" content="(#\w+)"/g)].map(
    ([, it]) => it,
  )
  expect(JSON.parse(manifest)).toMatchObject({ theme_color: '#12452F', background_color: light })
  expect(dark).not.toBe('#0E1228')
})

test('the file of the face holds back no first paint', async () => {
  for (const address of ['/', story, '/admin/dashboard']) {
    const { html } = await inLook(address, {})
    expect(html.indexOf('as="font"'), address).toBeGreaterThan(html.indexOf('<body'))
  }
})

test('covers of the first row are drawn in the page, in its colours', async () => {
  const novel = { category: 'Novel', coverImageUrl: null, isPublished: true }
  for (const title of ['Lamps', 'Looms', 'Letters']) await aBook({ ...novel, title })
  const coversIn = async (look: Partial<Look>) => {
    const { html } = await inLook('/books', look)
    return [...html.matchAll(/<img [^>]*src="([^"]*)"[^>]* width="240"/g)].map(([, src]) => src)
  }
  const [first, second, ...others] = await coversIn({})
  for (const cover of [first, second]) expect(cover).toMatch(/^data:image\/svg\+xml,<svg .*%23/)
  expect(others.filter((cover) => !cover?.startsWith('/api/art/book/'))).toEqual([])
  const [inPalm] = await coversIn({ palette: 'palm' })
  expect(inPalm).toMatch(/^data:/)
  expect(inPalm).not.toBe(first)
})
