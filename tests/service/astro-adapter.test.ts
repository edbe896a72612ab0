import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { NodeApp } from 'astro/app/node'
import { createGetLiveCollection } from 'astro/content/runtime'
import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { buildApp } from '#api/app.ts'
import { anonymous } from '#api/http/request-context.ts'
import { callInProcess } from '#api/http/serve.ts'
import {
  loadBundle,
  type Render,
  type RenderedPage,
  renderWith,
} from '#api/pages/building/astro-adapter.ts'
import { ApiError } from '#contract/api-error.ts'
import { DatabaseUnavailableError } from '#db/sql.ts'
import { islandsWithoutInlineScript, renderingWithoutContext } from '#site/astro/astro-adapter.mjs'
import { liveSchema } from '#site/astro/live-schema.ts'
import { listed } from '#site/lib/pages/collections.ts'
import { shortNames } from '#site/styles/short-classes.mjs'
import { aBook, aStory, outsideOfTests } from '#tests/people.ts'
import { sourceFiles } from '#tests/source-files.ts'

// A worker of its own: the entry of a bundle is imported once a process.

// What we rely on of Astro and Vite without their promise, one test each (decision 59). All of it is reached through
// api/pages/building/astro-adapter.ts and site/astro/: a test that fails after an upgrade names the place to correct.

/** What a failure says beside what was found. */
const unlike = (expected: string, remedy: string) =>
  `Astro or Vite has changed. Expected: ${expected}. What to do: ${remedy}. See docs/decisions/0059.`

const service = 'api/pages/building/astro-adapter.ts'
const build = 'site/astro/astro-adapter.mjs'

let render: Render
let locals: { call: (...input: never[]) => Promise<unknown>; publicUrl: string; settings: object }
let folder = ''
const pages = { home: '', about: '' }
let home: RenderedPage
let book: RenderedPage
const listening = { before: 0, added: 0, after: 0 }

const listeners = () => process.listenerCount('unhandledRejection')

const asHandler =
  'the handler of server/entry.mjs takes (request, response, next, locals) and writes the page with writeHead, write and end'

async function thePage(address: string): Promise<RenderedPage> {
  const page = await render(address, locals).catch((cause: unknown) => {
    throw new Error(unlike(asHandler, `correct renderWith in ${service}`), { cause })
  })
  if (!page) throw new Error(`${address} is no page`)
  return page
}

beforeAll(async () => {
  const outside = await outsideOfTests()
  const { router } = buildApp(outside)
  const { publicUrl, settings } = outside
  locals = { call: callInProcess(router, anonymous), publicUrl, settings: settings.current() }
  await aStory({ isFeatured: true })
  const { id } = await aBook()
  folder = inject('bundle').folder

  listening.before = listeners()
  const on = vi.spyOn(process, 'on')
  render = await loadBundle(folder)
  listening.added = on.mock.calls.filter(([event]) => event === 'unhandledRejection').length
  on.mockRestore()
  home = await thePage('/')
  listening.after = listeners()
  pages.home = String(home.body)
  pages.about = String((await thePage('/about')).body)
  book = await thePage(`/book/${id}`)
})

/** Why it failed; undefined when it did not. */
const failureOf = (pending: Promise<unknown>) =>
  pending.then(
    () => undefined,
    (error: unknown) => error,
  )

/** The scripts of the bundle, by name. */
const scripts = () => {
  const assets = join(folder, 'client', '_astro')
  const names = readdirSync(assets).filter((name) => name.endsWith('.js'))
  return new Map(names.map((name) => [name, readFileSync(join(assets, name), 'utf8')]))
}
const inlineTexts = (html: string, kind: string) =>
  [...html.matchAll(new RegExp(`<${kind}(?![^>]*\\bsrc=)[^>]*>([\\s\\S]*?)</${kind}>`, 'g'))].map(
    ([tag, text = '']) => ({ tag, text }),
  )

describe('a page is rendered', () => {
  test('for a request without a connection', async () => {
    const { status, headers, body } = await thePage('/about')
    expect(
      { status, type: headers['content-type'], end: String(body).trimEnd().slice(-7) },
      unlike(asHandler, `correct renderWith and CapturedResponse in ${service}`),
    ).toEqual({ status: 200, type: 'text/html', end: '</html>' })
  })

  test('with the locals that were passed in', () => {
    expect(
      pages.home.includes(`<link rel="canonical" href="${locals.publicUrl}`),
      unlike('the fourth parameter becomes Astro.locals', `correct renderWith in ${service}`),
    ).toBe(true)
  })

  test('or, at an unknown address, passed on to next()', async () => {
    expect(
      await render('/no/such/page/at/all', locals),
      unlike('an unknown address calls next()', `correct renderWith in ${service}`),
    ).toBeUndefined()
  })

  test('or fails with the database’s error when the database is unavailable', async () => {
    const call = () => Promise.reject(new DatabaseUnavailableError(new Error('away'), false))
    // Astro writes it to the console.
    const complaints = vi.spyOn(console, 'error').mockReturnValue()
    const error = await failureOf(render('/', { ...locals, call }))
    complaints.mockClear()
    expect(
      error,
      unlike(
        'an error of a page ends as a status of 500 or a response that breaks off',
        `correct CapturedResponse.page in ${service}`,
      ),
    ).toBeInstanceOf(DatabaseUnavailableError)
  })

  test('or fails with the refusal of a visitor who asks too often', async () => {
    const call = () => Promise.reject(new ApiError(429, 'Please wait.'))
    const complaints = vi.spyOn(console, 'error').mockReturnValue()
    const error = await failureOf(render('/', { ...locals, call }))
    complaints.mockClear()
    expect(error).toMatchObject({ status: 429 })
  })

  test('completely, and a stream that breaks off is an error', async () => {
    const broken = async (_: IncomingMessage, response: ServerResponse) => {
      const body = new ReadableStream({
        start: (stream) => stream.enqueue(new TextEncoder().encode('<h1>Half a')),
        pull: (stream) => stream.error(new Error('the other half')),
      })
      await NodeApp.writeResponse(new Response(body), response)
    }
    expect(
      await failureOf(renderWith(broken, '/', {})),
      unlike(
        'a stream that fails is told to the response by destroy(error)',
        `correct CapturedResponse in ${service}`,
      ),
    ).toEqual(new Error('the other half'))
  })

  test('by an entry that does not swallow unhandled rejections', () => {
    expect(
      listening,
      unlike(
        'the entry adds one listener for unhandledRejection when it is imported, none later',
        `take it off where it is added now; if none is added any more, loadBundle in ${service} needs no such lines`,
      ),
    ).toEqual({ before: listening.before, added: 1, after: listening.before })
  })

  test('with a policy that lists each inline script and style by its hash', () => {
    const policy = String(home.headers['content-security-policy'])
    const inline = ['script', 'style'].flatMap((kind) => inlineTexts(pages.home, kind))
    const missing = inline
      .filter(({ tag, text }) => !tag.includes('application/ld+json') && text)
      .map(({ text }) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .filter((hash) => !policy.includes(` ${hash}`))
    expect(
      { missing, first: policy.slice(0, 18), isAny: inline.length > 2 },
      unlike(
        'the header content-security-policy begins with our first directive and holds the hashes of all inline scripts and styles',
        'correct csp in astro.config.mjs and api/pages/page-html.ts',
      ),
    ).toEqual({ missing: [], first: "form-action 'self'", isAny: true })
  })

  test('with a policy that a page can extend in its first directive of a name', () => {
    const policy = String(book.headers['content-security-policy']).split(/;\s*/)
    const named = (name: string) => policy.filter((directive) => directive.startsWith(`${name} `))
    expect(
      named('form-action')[0],
      unlike(
        'what a page inserts is joined to our first directive of that name, before it is repeated',
        'correct withoutRepeats in api/pages/page-html.ts and the order in astro.config.mjs',
      ),
    ).toBe("form-action 'self' https://checkout.paystack.com https://checkout.flutterwave.com")
  })
})

describe('the bundle', () => {
  const source = readFileSync('node_modules/astro/dist/runtime/server/scripts.js', 'utf8')
  const id = '/node_modules/astro/dist/runtime/server/scripts.js'

  test('has no inline script of islands in its pages', () => {
    expect(islandsWithoutInlineScript.transform(source, id)).toMatch(
      /directive === 'engaged' \? ''/,
    )
    const found = inlineTexts(pages.home, 'script').filter(({ text }) =>
      /customElements\.define|\bAstro\b/.test(text),
    )
    expect(
      found,
      unlike(
        'astro/dist/runtime/server/scripts.js writes the scripts of islands, in its own module',
        `find what writes them now, and correct islandsWithoutInlineScript in ${build}`,
      ),
    ).toEqual([])
    expect(pages.home).toContain('<astro-island')
  })

  test('is aborted when Astro writes those scripts in another way', () => {
    for (const changed of [source.replace('process.env', 'env'), source.replaceAll('Text(', '(')])
      expect(() => islandsWithoutInlineScript.transform(changed, id)).toThrow(/site\/astro/)
  })

  test('renders without a context that Node would follow, and is aborted when Astro keeps it in another way', () => {
    const file = 'node_modules/@astrojs/node/dist/serve-app.js'
    const handler = readFileSync(file, 'utf8')
    expect(renderingWithoutContext.transform(handler, `/${file}`)).not.toContain('als.run')
    expect(() => renderingWithoutContext.transform('', `/${file}`)).toThrow(/site\/astro/)
  })

  test('imports chunks natively, without Vite’s preload helper', () => {
    const found = [...scripts()].filter(([, text]) =>
      /vite:preloadError|import\([^)]*\)[^)]*,\[\]\)/.test(text),
    )
    expect(
      found.map(([name]) => name),
      unlike(
        'the plugin vite:build-import-analysis wraps dynamic imports in its transform',
        `correct plainImports in ${build}`,
      ),
    ).toEqual([])
  })

  test('has the island element and the page script in the chunks that astro.config.mjs names', () => {
    const holding = (text: RegExp) =>
      [...scripts()]
        .filter(([, script]) => text.test(script))
        .map(([name]) => name.replace(/[._].*/, ''))
    expect(
      {
        island: holding(/["'`]astro-island["'`]/),
        page: holding(/import\(["'`]\.\/show-pictures/),
      },
      unlike(
        'modules are called as in moduleIds: …/runtime/server/astro-island.js, and Page.astro?astro for the script of Page.astro, which a chunk of its own joins with its imports',
        `correct moduleIds in ${build}`,
      ),
    ).toEqual({ island: ['runtime'], page: ['Page'] })
  })

  test('inlines a style sheet of its own in each page', () => {
    const sheets = [pages.home, pages.about].map((html) =>
      inlineTexts(html, 'style').filter(({ text }) => text.includes('box-sizing')),
    )
    expect(
      {
        each: sheets.map((found) => found.length),
        isOwn: sheets[0]?.[0]?.text !== sheets[1]?.[0]?.text,
      },
      unlike(
        'a page is transformed as <path>.astro without a query, and what it imports as …&lang.css is a style sheet',
        `correct pageStyles in ${build}`,
      ),
    ).toEqual({ each: [1, 1], isOwn: true })
  })

  test('shortens class names in pages and in scripts', async () => {
    const names = [...(await shortNames()).keys()]
    const standing = new Set(
      [...pages.home.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, list = '']) => list.split(/\s+/)),
    )
    // Only utilities look like these.
    const typical = names.filter((name) => /^[\w-]+-\d+$|[[:]/.test(name))
    const code = [...scripts().values()].join('\n')
    const inScripts = typical.filter((name) =>
      new RegExp(`["'\` ]${name.replace(/\W/g, '\\$&')}["'\` ]`).test(code),
    )
    expect(typical.length).toBeGreaterThan(100)
    expect(
      { pages: names.filter((name) => standing.has(name)), scripts: inScripts },
      unlike(
        'Astro compiles what the load hook of a plugin returns, and takes scripts and styles from that too',
        `correct shortClasses in ${build}`,
      ),
    ).toEqual({ pages: [], scripts: [] })
  })
})

describe('an island', () => {
  const island = /<astro-island\b[^>]*\bclient="engaged"[^>]*>(<[\w-]+)?/

  test('has the attributes that the directive reads, and contains its element', () => {
    const [tag = '', first] = island.exec(pages.home) ?? []
    const opts = /\bopts="([^"]*)"/.exec(tag)?.[1]?.replaceAll('&quot;', '"') ?? '{}'
    const marks = ['ssr', 'component-url=', 'renderer-url=', 'opts='].filter((mark) =>
      tag.includes(` ${mark}`),
    )
    expect(
      { marks, value: 'value' in JSON.parse(opts), first: first?.startsWith('<') },
      unlike(
        '<astro-island client="engaged" ssr component-url renderer-url opts="{value}"> around the element',
        'correct site/astro/engaged.ts and site/astro/unhydrated.ts',
      ),
    ).toEqual({
      marks: ['ssr', 'component-url=', 'renderer-url=', 'opts='],
      value: true,
      first: true,
    })
  })

  test('calls the directive of the page script, and loses its ssr attribute once it is hydrated', async () => {
    const defined = new Map<string, new () => Island>()
    vi.stubGlobal('HTMLElement', FakeElement)
    vi.stubGlobal('customElements', {
      get: (name: string) => defined.get(name),
      define: (name: string, element: new () => Island) => defined.set(name, element),
    })
    vi.stubGlobal('document', { readyState: 'complete', addEventListener() {} })
    let asked: unknown[] = []
    vi.stubGlobal('Astro', { engaged: (...given: unknown[]) => (asked = given) })
    const alive = vi.fn()
    vi.stubGlobal('island', { Fake: alive, default: () => alive })
    const url = 'data:text/javascript,export const Fake=1;export default()=>globalThis.island.Fake'
    const expected = unlike(
      'astro/runtime/server/astro-island.js defines <astro-island>, which calls Astro[client](load, opts, element); load() resolves with hydrate(), which removes `ssr`',
      'correct site/astro/islands.ts, engaged.ts and unhydrated.ts',
    )

    await import('astro/runtime/server/astro-island.js')
    const Island = defined.get('astro-island')
    if (!Island) throw new Error(expected)
    const element = new Island()
    for (const [name, value] of [
      ['client', 'engaged'],
      ['opts', '{"value":"touch"}'],
      ['props', '{}'],
      ['component-url', url],
      ['component-export', 'Fake'],
      ['renderer-url', url],
      ['ssr', ''],
    ] as const)
      element.setAttribute(name, value)
    element.connectedCallback()
    await vi.waitFor(() => expect(asked.length, expected).toBe(3))
    const [load, options, given] = asked as [() => Promise<() => Promise<void>>, object, object]
    expect({ options, isItself: given === element }, expected).toEqual({
      options: { value: 'touch' },
      isItself: true,
    })
    const hydrate = await load()
    expect({ alive: alive.mock.calls.length, ssr: element.hasAttribute('ssr') }, expected).toEqual({
      alive: 0,
      ssr: true,
    })
    await hydrate()
    expect({ alive: alive.mock.calls.length, ssr: element.hasAttribute('ssr') }, expected).toEqual({
      alive: 1,
      ssr: false,
    })
    vi.unstubAllGlobals()
  })
})

interface Island extends FakeElement {
  connectedCallback(): void
}

/** It has as much of an element as an island needs without a browser. */
class FakeElement extends EventTarget {
  isConnected = true
  parentElement = null
  private readonly attributes = new Map<string, string>()
  getAttribute = (name: string) => this.attributes.get(name) ?? null
  hasAttribute = (name: string) => this.attributes.has(name)
  setAttribute = (name: string, value: string) => this.attributes.set(name, value)
  removeAttribute = (name: string) => this.attributes.delete(name)
  querySelectorAll = () => []
}

describe('a live collection', () => {
  const ask = (load: () => Promise<{ entries: { id: string; data: { id: string } }[] }>) =>
    createGetLiveCollection({
      liveCollections: {
        things: {
          loader: { name: 'things', loadCollection: load },
          // All else that Astro reads of a schema is an error.
          schema: new Proxy(liveSchema(z.object({ id: z.string() })) as unknown as object, {
            get(schema, name) {
              if (name !== 'safeParseAsync')
                throw new Error(`the schema was asked for ${String(name)}`)
              return Reflect.get(schema, name)
            },
          }),
        },
      },
    } as never)('things', {})

  test('parses its rows with a zod 4 schema, which drops unknown fields', async () => {
    const data = { id: 'one', secret: 'two' }
    const { entries, error } = await ask(async () => ({ entries: [{ id: 'one', data }] }))
    expect(
      { data: entries?.map((entry) => entry.data), error },
      unlike(
        'of the schema only safeParseAsync is called',
        'correct site/astro/live-schema.ts; from Astro 6 on, zod 4 is Astro’s own',
      ),
    ).toEqual({ data: [{ id: 'one' }], error: undefined })
  })

  test('passes on the error that its loader threw', async () => {
    const away = new DatabaseUnavailableError(new Error('away'), false)
    const result = await ask(() => Promise.reject(away))
    expect(
      () => listed(result as never),
      unlike(
        'an error of a loader is the cause of the error that the collection returns',
        'correct causeOf in site/lib/pages/collections.ts',
      ),
    ).toThrow(away)
  })
})

test('only the adapter names Astro’s internals', () => {
  const own =
    /astro\/(app|runtime|content\/runtime|dist|assets)\b|astro-island|preload-helper|__vitePreload|\?astro\b|entry\.mjs|self\.Astro/
  const found = sourceFiles().filter(
    (file) =>
      /^(api|content|contract|db|markdown|scripts|site|[\w.]+$).*\.(ts|tsx|mjs|cjs|astro)$/.test(
        file,
      ) &&
      !/\.test\.ts$/.test(file) &&
      own.test(readFileSync(file, 'utf8')),
  )
  expect(found.sort(), `It belongs in ${service} or ${build}`).toEqual([
    'api/pages/building/astro-adapter.ts',
    'site/astro/astro-adapter.mjs',
    'site/astro/early-islands.enhance.ts',
    'site/astro/early-presses.enhance.ts',
    'site/astro/islands.ts',
    'site/astro/unhydrated.ts',
  ])
})
