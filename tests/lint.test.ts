import { spawnSync } from 'node:child_process'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { aFolder } from './folders.ts'

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

test('the linter finds every use of URL.canParse, which is wrong for Latin-1 hosts', async () => {
  const folder = await aFolder()
  const { vcs: _, ...settings } = JSON.parse(await readFile('biome.json', 'utf8'))
  await writeFile(join(folder, 'biome.json'), JSON.stringify(settings))
  await cp('tools/lint', join(folder, 'tools/lint'), { recursive: true })
  for (const [name, text] of Object.entries(askingUrl)) await writeFile(join(folder, name), text)
  const { stdout } = spawnSync(resolve('node_modules/.bin/biome'), ['lint', '--reporter=json'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { message: string; location: { path: string } }[]
  }
  const found = diagnostics.filter(({ message }) => message.startsWith('URL.canParse answers'))
  expect(found.map(({ location }) => location.path).sort()).toEqual(Object.keys(askingUrl).sort())
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
  const { status, stderr } = spawnSync(process.execPath, ['scripts/check-patterns.mjs', folder], {
    encoding: 'utf8',
  })
  const found = stderr.split('\n').filter((line) => line.startsWith(folder))
  const names = found.map((line) => line.slice(folder.length + 1).split(':')[0])
  expect(names.sort()).toEqual(Object.keys(patterns).sort())
  expect(status).toBe(1)
})
