import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { runs } from '#tests/long.ts'
import { classNames } from './class-names.mjs'
import { filesOf, stylesOf } from './page-styles.mjs'

const site = fileURLToPath(new URL('..', import.meta.url))
const pathsOf = (ending: RegExp) =>
  readdirSync(site, { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path) && !path.endsWith('.test.ts'))
    .map((path) => join(site, path))

/** Class names in selectors, as they are written in HTML. */
function selected(css: string) {
  const names = css.match(/\.(?:\\2c |\\.|[\w-])+/g) ?? []
  return new Set(names.map((name) => name.slice(1).replace(/\\2c /g, ',').replace(/\\(.)/g, '$1')))
}

const sources = pathsOf(/\.(astro|tsx|ts)$/)
// Names that a number or a mode completes are left out.
const namesIn = (path: string) =>
  classNames(readFileSync(path, 'utf8')).filter((name) => !/-$|-\$/.test(name))

const plain = new Set(
  pathsOf(/\.(css|astro|ts|tsx)$/).flatMap((path) => [...selected(readFileSync(path, 'utf8'))]),
)

it('gives every class in the tree a rule', async () => {
  const whole = selected(await stylesOf(sources))
  const used = sources.flatMap(namesIn)
  expect(used.filter((name) => !whole.has(name) && !plain.has(name))).toEqual([])
})

it('reads no variable of Tailwind that no rule sets', async () => {
  const css = await stylesOf(sources)
  const set = new Set([...css.matchAll(/(--tw-[\w-]+)\s*:/g)].map(([, name]) => name))
  const read = [...css.matchAll(/var\((--tw-[\w-]+)\)/g)].map(([, name]) => name)
  // Only shadows of another colour need it.
  set.add('--tw-shadow-color')
  expect(read.filter((name) => !set.has(name))).toEqual([])
})

it('gives each page the rules for its own components', async () => {
  const pages = pathsOf(/^pages\/.*\.astro$/).sort()
  const every = runs({ sample: 6, long: 1 })
  for (const page of pages.filter((_, index) => index % every === 0)) {
    const files = filesOf(page)
    const own = selected(await stylesOf(files))
    const used = [...files].flatMap(namesIn)
    expect(
      used.filter((name) => !own.has(name) && !plain.has(name)),
      page,
    ).toEqual([])
  }
})
