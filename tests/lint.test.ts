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

test('nobody asks URL.canParse, which answers wrongly for hosts in Latin-1 letters', async () => {
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
