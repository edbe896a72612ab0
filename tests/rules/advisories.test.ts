import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type AstroHandler, renderWith } from '#api/pages/building/astro-adapter.ts'
import { sourceFiles } from '../source-files.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const lock = JSON.parse(read('package-lock.json')) as {
  packages: Record<string, { version: string; dev?: boolean }>
}

/** Every copy of a package that production has, with its version. */
function copiesOf(name: string) {
  return Object.entries(lock.packages)
    .filter(([path, { dev }]) => path.endsWith(`node_modules/${name}`) && !dev)
    .map(([path, { version }]) => ({ path, version }))
}

function isAtLeast(version: string, least: string): boolean {
  const [have, need] = [version, least].map((one) => one.split('.').map(Number))
  const at = need?.findIndex((part, index) => part !== have?.[index]) ?? -1
  return at < 0 || (have?.[at] ?? 0) > (need?.[at] ?? 0)
}

// docs/advisories.md says of each advisory what keeps it out of reach; what no other test holds is held here.
describe('a known vulnerability', () => {
  test.each([
    ['sharp', '0.35.4'],
    ['koa', '3.1.2'],
  ])('of %s is fixed in every installed copy, from %s on', (name, least) => {
    const copies = copiesOf(name)
    expect(copies).not.toEqual([])
    expect(copies.filter(({ version }) => !isAtLeast(version, least))).toEqual([])
  })

  test('of the XML reader is in no package of production', () => {
    expect(copiesOf('fast-xml-parser')).toEqual([])
  })

  test('of Astro’s header handling gets no header of a visitor', async () => {
    let asked: { headers: object; url?: string | undefined } | undefined
    const handler: AstroHandler = async (request, response) => {
      asked = { headers: request.headers, url: request.url }
      response.writeHead(200, {}).end('page')
    }
    await renderWith(handler, '/story/1', {})
    expect(asked).toEqual({ headers: {}, url: '/story/1' })
    const callers = sourceFiles().filter(
      (file) => /^(api|site)\/.*\.(ts|astro)$/.test(file) && /\brenderWith\(/.test(read(file)),
    )
    expect(callers.sort()).toEqual(['api/pages/building/astro-adapter.ts'])
    // Nor does a page ask for one.
    const pages = sourceFiles().filter((file) => /^site\/.*\.(astro|ts)$/.test(file))
    expect(pages.filter((file) => /Astro\.request\b|Astro\.cookies\b/.test(read(file)))).toEqual([])
  })

  test('of the adapter’s file server is in code that never runs', () => {
    expect(read('astro.config.mjs')).toMatch(/mode: 'middleware'/)
  })

  test('of base paths does not apply without one', () => {
    expect(read('astro.config.mjs')).not.toMatch(/\bbase\b\s*[:,]/)
  })

  test('of the development servers is reachable from this machine only', () => {
    expect(read('scripts/dev.mjs')).toMatch(/server: \{ host: '127\.0\.0\.1'/)
  })

  test('is documented with tests that exist', () => {
    const named = [...read('docs/advisories.md').matchAll(/`((?:api|tests)\/[\w/.-]+)`/g)]
    expect(named.length).toBeGreaterThan(8)
    const files = sourceFiles()
    for (const [, file] of named) expect(files).toContain(file)
  })
})
