import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { folderFiles } from '#api/integrations/folder-files.ts'
import { sql } from '#db/sql.ts'
import { aFolder } from '#tests/folders.ts'
import { aPicture } from '#tests/magazine/pictures.ts'
import { startApp, thePublisher, theStaff } from '#tests/people.ts'
import { publishSetting } from '#tests/settings.ts'
import { cleanUpLogos } from './logos.queries.ts'
import { rebuildSvg } from './rebuild-svg.ts'

const anSvg = (body: string, root = 'viewBox="0 0 40 40"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${root}>${body}</svg>`

async function anOwner() {
  const dataDir = await aFolder()
  const owner = await thePublisher(await startApp({ dataDir, files: folderFiles(dataDir) }))
  const uploadLogo = (file: string | Uint8Array) => {
    const body = new FormData()
    body.set('file', new Blob([file as BlobPart]), 'logo.svg')
    return owner.send('/api/admin/logo', { method: 'POST', body })
  }
  return { ...owner, dataDir, uploadLogo }
}

const harmless = anSvg(
  '<title>Our logo</title><defs><linearGradient id="sky"><stop offset="0" stop-color="#1d2b6b"/></linearGradient>' +
    '<linearGradient id="dawn" xlink:href="#sky"/><clipPath id="cut"><rect width="40" height="20"/></clipPath></defs>' +
    '<g style="fill: url(#dawn); stroke-width:2" clip-path="url(#cut)"><circle cx="20" cy="20" r="9"/></g>',
)

describe('an uploaded SVG', () => {
  test('keeps its shapes, groups, gradients and references to its own parts', () => {
    const rebuilt = rebuildSvg(harmless)
    expect(rebuilt).toContain('<linearGradient id="dawn" href="#sky">')
    expect(rebuilt).toContain('<g fill="url(#dawn)" stroke-width="2" clip-path="url(#cut)">')
    expect(rebuilt).not.toContain('Our logo')
    expect(rebuildSvg(anSvg('<path d="M0 0h9"/>', 'width="40px" height="30"'))).toContain(
      'viewBox="0 0 40 30"',
    )
  })

  test.each([
    ['a script', '<script>alert(1)</script>', 'a <script>'],
    [
      'a script of another namespace',
      '<h:script xmlns:h="http://www.w3.org/1999/xhtml"/>',
      'a <h:script>',
    ],
    ['what happens as it loads', '<path onload="alert(1)" d="M0 0"/>', 'the attribute “onload”'],
    ['a foreign object', '<foreignObject><body/></foreignObject>', 'a <foreignObject>'],
    ['a use of another file', '<use href="https://evil.example/a.svg#b"/>', 'a <use>'],
    ['a use of itself', '<use xlink:href="#a"/>', 'a <use>'],
    ['a picture', '<image href="data:image/png;base64,AA=="/>', 'a <image>'],
    ['a style sheet', '<style>@import url(//evil.example)</style>', 'a <style>'],
    ['an animation', '<animate attributeName="href" to="javascript:alert(1)"/>', 'a <animate>'],
    ['a set', '<set attributeName="onmouseover" to="alert(1)"/>', 'a <set>'],
    ['a link', '<a href="javascript:alert(1)"><path d="M0 0"/></a>', 'a <a>'],
    ['an SVG in itself', '<svg/>', 'a <svg>'],
    ['a filter', '<filter id="a"/>', 'a <filter>'],
    ['text', '<text>Ascend</text>', 'a <text>'],
    [
      'a gradient from elsewhere',
      '<linearGradient xlink:href="https://evil.example/#a"/>',
      'a reference to https://evil.example/#a',
    ],
    [
      'a fill from elsewhere',
      '<path fill="url(https://evil.example/#a)"/>',
      '“url(https://evil.example/#a)” as fill',
    ],
    [
      'data as a fill',
      '<path fill="url(data:image/svg+xml,x)"/>',
      '“url(data:image/svg+xml,x)” as fill',
    ],
    [
      'a fill in a style from elsewhere',
      '<path style="fill:url(//evil.example)"/>',
      '“url(//evil.example)” as fill',
    ],
    [
      'an escape of CSS',
      '<path fill="\\75 rl(//evil.example)"/>',
      '“\\75 rl(//evil.example)” as fill',
    ],
    ['another style', '<path style="background:red"/>', 'the style “background”'],
    ['an address as a base', '<g xml:base="https://evil.example"/>', 'the attribute “xml:base”'],
  ])('with %s is refused by its name', (_, body, what) => {
    expect(() => rebuildSvg(anSvg(body))).toThrow(`This SVG has ${what}: save it without`)
  })

  test.each([
    ['entities', `<!DOCTYPE svg [<!ENTITY a "b">]>${anSvg('<path d="M0 0"/>')}`],
    ['a billion laughs', `<!DOCTYPE svg [<!ENTITY a "&b;&b;">]>${anSvg('&a;')}`],
    [
      'a file of the server',
      `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${anSvg('&a;')}`,
    ],
    ['an unknown entity', anSvg('&a;')],
    ['a style sheet beside it', `<?xml-stylesheet href="a.css"?>${anSvg('')}`],
    ['an element that never closes', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">'],
    ['another root', '<html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['no namespace', '<svg viewBox="0 0 1 1"/>'],
    ['no size', anSvg('', '')],
    ['a size of nothing', anSvg('', 'viewBox="0 0 0 9"')],
    ['groups without end', anSvg('<g>'.repeat(99) + '</g>'.repeat(99))],
    ['ten thousand shapes', anSvg('<path d="M0 0"/>'.repeat(10_000))],
  ])('with %s is refused', (_, source) => {
    expect(() => rebuildSvg(source)).toThrow('This SVG')
  })
})

describe('the logo', () => {
  test('of an owner is served alone, as icons of all sizes, and cached for ever', async () => {
    const { uploadLogo, send } = await anOwner()
    const response = await uploadLogo(harmless)
    expect(response.status).toBe(201)
    const { id } = (await response.json()) as { id: string }
    const svg = await send(`/api/logos/${id}/any.svg`)
    expect(svg.headers.get('Content-Type')).toBe('image/svg+xml')
    expect(svg.headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; img-src data:; frame-ancestors 'none'; sandbox",
    )
    expect(svg.headers.get('Cache-Control')).toContain('immutable')
    // It is told from night by day alone.
    expect(await svg.text()).toContain('<path fill="#FFFCF5" d="M0 0h32v32H0z"/>')
    for (const size of [16, 180, 512]) {
      const icon = await send(`/api/logos/${id}/${size}.png`)
      const { width, height, format } = await sharp(await icon.arrayBuffer()).metadata()
      expect([width, height, format]).toEqual([size, size, 'png'])
    }
  })

  test('stands in the picture of a shared link, in its own colours', async () => {
    const { uploadLogo, send, call } = await anOwner()
    const sun = anSvg('<rect width="32" height="32" fill="#f6b21a"/>', 'viewBox="0 0 32 32"')
    const { id } = await (await uploadLogo(sun)).json()
    await publishSetting({ call }, 'look', { palette: 'zobo', logo: { kind: 'file', id } })
    const picture = await send('/api/share-pictures/site.jpg')
    const at = { left: 225, top: 285, width: 1, height: 1 }
    const pixel = await sharp(await picture.arrayBuffer())
      .extract(at)
      .raw()
      .toBuffer()
    const [red, green, blue] = pixel
    expect(Math.abs(Number(red) - 0xf6) + Math.abs(Number(green) - 0xb2)).toBeLessThan(16)
    expect(blue).toBeLessThan(0x40)
  })

  test('may be a PNG, which is encoded anew', async () => {
    const { uploadLogo, send } = await anOwner()
    const { id } = await (await uploadLogo(await aPicture(90, 60).png().toBuffer())).json()
    expect(await (await send(`/api/logos/${id}/any.svg`)).text()).toContain(
      'data:image/png;base64,',
    )
  })

  test.each([
    ['has a script', anSvg('<script/>'), 415, 'This SVG has a <script>: save it without.'],
    ['is a JPEG', aPicture(9, 9).jpeg().toBuffer(), 415, 'A logo must be an SVG or PNG'],
    ['is too large', anSvg(' '.repeat(70_000)), 413, 'at most 64 KB as SVG'],
    ['shows nothing', anSvg('<path d="M0 0"/>'), 415, 'It shows nothing.'],
  ])('is not stored where it %s', async (_, file, status, words) => {
    const { uploadLogo, dataDir } = await anOwner()
    const response = await uploadLogo(await file)
    expect(response.status).toBe(status)
    expect((await response.json()).message).toContain(words)
    expect(await readdir(join(dataDir, 'logos')).catch(() => [])).toEqual([])
  })

  test('is the owner’s to upload', async () => {
    const { send } = await theStaff('editor')
    const body = new FormData()
    body.set('file', new Blob([harmless]), 'logo.svg')
    expect((await send('/api/admin/logo', { method: 'POST', body })).status).toBe(403)
  })

  test('that no look names is removed after a day', async () => {
    const { uploadLogo, dataDir } = await anOwner()
    const ids = await Promise.all(
      [1, 2, 3].map(async () => (await (await uploadLogo(harmless)).json()).id as string),
    )
    const [named = '', old = '', young = ''] = ids
    const file = (id: string) => `${id}.svg`
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000)
    for (const id of [named, old])
      await utimes(join(dataDir, 'logos', file(id)), yesterday, yesterday)
    await sql`
      insert into setting_revisions (group_name, value)
      values ('look', ${sql.json({ logo: { kind: 'file', id: named } })})`
    await cleanUpLogos(folderFiles(dataDir))
    expect((await readdir(join(dataDir, 'logos'))).sort()).toEqual([named, young].map(file).sort())
  })

  test.each(['adire-mark', 'zobo-h', 'night-market-gem', 'e86a17-step'])(
    'is drawn as %s',
    async (mark) => {
      const { send } = await anOwner()
      expect(await (await send(`/api/logos/${mark}/any.svg`)).text()).toMatch(/^<svg /)
      const icon = await send(`/api/logos/${mark}/maskable.png`)
      expect((await sharp(await icon.arrayBuffer()).metadata()).width).toBe(512)
    },
  )
})
