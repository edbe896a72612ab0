import { spawnSync } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { pageRoutes } from '#contract/pages/page-routes.ts'
import { aFolder } from '../folders.ts'

/** Lines of which each asks the function that answers wrongly. */
const askingUrl = {
  'called.ts': "export const isGood = URL.canParse('https://exämple.com')",
  'taken.ts': 'export const { canParse } = URL',
  'handed-on.tsx': 'export const good = (list: string[]) => list.filter(URL?.canParse)',
  'by-name.mjs': "export const isGood = globalThis.URL['canParse']('https://exämple.com')",
  'frontmatter.astro': "---\nconst isGood = URL.canParse('/')\n---\n<p>{isGood}</p>\n",
  'markup.astro': "<p>{URL.canParse('/') ? 'yes' : 'no'}</p>\n",
  'script.astro': "<script>\nconsole.log(URL.canParse('/'))\n</script>\n",
}

/** The files, of those written to a folder, in which the linter says this. */
async function lint(files: Record<string, string>, message: string) {
  const folder = await aFolder()
  const { vcs: _, ...settings } = JSON.parse(await readFile('biome.json', 'utf8'))
  await writeFile(join(folder, 'biome.json'), JSON.stringify(settings))
  await cp('tools/lint', join(folder, 'tools/lint'), { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const args = ['lint', '--reporter=json', '--max-diagnostics=none']
  const { stdout } = spawnSync(resolve('node_modules/.bin/biome'), args, {
    cwd: folder,
    encoding: 'utf8',
  })
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { message: string; location: { path: string } }[]
  }
  const found = diagnostics.filter((diagnostic) => diagnostic.message.startsWith(message))
  return [...new Set(found.map(({ location }) => location.path))].sort()
}

test('the linter finds every use of URL.canParse, which is wrong for Latin-1 hosts', async () => {
  expect(await lint(askingUrl, 'URL.canParse answers')).toEqual(Object.keys(askingUrl).sort())
})

test('the linter finds literals that are spread, which hold several properties on a line', async () => {
  const spread = { 'spread.ts': 'export const both = { ...{ one: 1, two: 2 }, three: 3 }' }
  const plain = {
    'plain.ts': 'export const both = (one: object) => ({ ...one, ...(one && { two: 2 }) })',
  }
  const message = 'Write the properties themselves'
  expect(await lint({ ...spread, ...plain }, message)).toEqual(['spread.ts'])
})

test('the linter finds the address of every page that the API or a mail writes itself', async () => {
  const pages = Object.keys(pageRoutes).filter((path) => !/^\/(404|[^/]*\..*)?$/.test(path))
  const written = {
    ...Object.fromEntries(
      pages.map((path, at) => [`api/page-${at}.ts`, `export const page = '${path}'`]),
    ),
    'api/mail.ts': `export const mail = (url: string) => \`Ask for it at \${url}/orders/find.\``,
    'api/query.ts': `export const query = (id: string) => \`/story/\${id}?x\``,
    'api/markdown.ts': `export const link = (id: string) => \`[Story](/story/\${id})\``,
    'api/rows.ts': "export const rows = (sql: Tag) => sql`select '/book/' || id from books`",
  }
  const harmless = {
    'api/endpoint.ts': "serve('GET /admin/books', list)",
    'api/import.ts': "import { a } from '#api/shop/books/books.queries.ts'",
    'api/page.test.ts': "export const page = '/books'",
    'contract/paths.ts': "export const page = '/books'",
  }
  expect(await lint({ ...written, ...harmless }, 'Page addresses are built')).toEqual(
    Object.keys(written).sort(),
  )
})

test('the linter finds every second clock', async () => {
  const clocks = {
    'api/time.ts': "export const time = new Intl.DateTimeFormat('en-NG')",
    'site/Day.tsx': 'export const Day = ({ at }: { at: Date }) => <p>{at.toLocaleDateString()}</p>',
    'api/zone.ts': "export const options = { timeZone: 'Africa/Lagos' }",
    'api/query.ts': "export const day = (sql: Tag) => sql`now() at time zone 'Africa/Lagos'`",
  }
  const harmless = {
    'contract/dates.ts': "export const zone = 'Africa/Lagos'",
    'api/count.ts': "export const count = new Intl.NumberFormat('en-NG')",
  }
  expect(await lint({ ...clocks, ...harmless }, 'Moments are told by')).toEqual(
    Object.keys(clocks).sort(),
  )
})

test('the linter finds every use of Web Storage beside the module that guards it', async () => {
  const uses = {
    'site/by-key.ts': "export const text = () => globalThis['sessionStorage'].getItem('key')",
    'site/Island.tsx': "export const Island = () => <p>{window.localStorage.getItem('key')}</p>",
    'site/named.ts': "export const text = localStorage.getItem('key')",
    'site/script.astro': '<p>x</p>\n<script>\nlocalStorage.clear()\n</script>\n',
    'site/taken.ts': 'export const { sessionStorage } = globalThis',
  }
  const harmless = {
    'site/lib/web-storage.ts': 'export const area = localStorage',
    'site/named.test.ts': 'localStorage.clear()',
  }
  expect(await lint({ ...uses, ...harmless }, 'Web Storage is read')).toEqual(
    Object.keys(uses).sort(),
  )
})

test('the linter finds browser tests that wait for the end of every request', async () => {
  const waits = (file: string) => ({ [file]: "await page.waitForLoadState('networkidle')" })
  const files = { ...waits('tests/e2e/shop/box.spec.ts'), ...waits('tests/bench/paint.mjs') }
  expect(await lint(files, 'networkidle may wait')).toEqual(['tests/e2e/shop/box.spec.ts'])
})

/** What a linter of text must find, and what it may not. */
const patterns = {
  'literal.ts': 'export const parts = (text: string) => text.split(/\\s*\\n\\s*/)',
  'constant.ts': `const inner = ['a', 'b'].join('|')
export const made = new RegExp(\`^(\${inner}|a)*$\`)`,
  'lookahead.ts': 'export const ends = /(?=(a+)+$)b/',
  'run-time.ts': `export const made = (name: string) => new RegExp(\`^\${name}$\`)`,
  'backreference.ts': 'export const twice = /(a+)\\1$/',
  'frontmatter.astro': '---\nconst end = /#+$/\n---\n<p>{end.source}</p>\n',
  'markup.astro': '<p>{/#+$/.test(name) && "it\'s"}</p>\n',
  'script.astro': '<p>x</p>\n<script>\nconsole.log(/#+$/)\n</script>\n',
}
const harmless = {
  'linear.ts': 'export const word = /^[a-z]+(?: [a-z]+)*$/',
  'beside.ts': '// unchecked pattern: it reads a number.\nexport const zeros = /0+$/',
  'whole.ts': '// unchecked patterns: they read numbers.\nconst a = 1\nexport const zeros = /0+$/',
}

test('the pattern check finds regular expressions that a hostile text can make slow', async () => {
  const folder = await aFolder()
  const files = { ...patterns, ...harmless }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const { status, stderr } = spawnSync(process.execPath, ['tools/check-patterns.mjs', folder], {
    encoding: 'utf8',
  })
  const found = stderr.split('\n').filter((line) => line.startsWith(folder))
  const names = found.map((line) => line.slice(folder.length + 1).split(':')[0])
  expect(names.sort()).toEqual(Object.keys(patterns).sort())
  expect(status).toBe(1)
})

test('the linter finds functions of more than 80 lines and of more branches than 20', async () => {
  const long = (lines: number) => `export function count(n: number) {\n${'n += 1\n'.repeat(lines)}}`
  const branched = (branches: number) =>
    `export function count(n: number) {\n${'if (n > 1) n += 1\n'.repeat(branches)}}`
  const files = {
    'api/long.ts': long(81),
    'api/branched.ts': branched(21),
    'api/short.ts': long(70),
    'api/straight.ts': branched(20),
    'api/long.test.ts': long(81),
  }
  expect(await lint(files, 'This function has too many lines')).toEqual(['api/long.ts'])
  expect(await lint(files, 'Excessive complexity')).toEqual(['api/branched.ts'])
})
