import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import postcss from 'postcss'
import { classNames } from './class-names.mjs'
import { runTailwind } from './page-styles.mjs'

const site = fileURLToPath(new URL('..', import.meta.url))
const isSource = (id) => id.startsWith(site) && /\.(?:astro|tsx|ts)$/.test(id)

/** A short name for each utility of the site, the shortest for the most frequent. */
export async function shortNames() {
  const paths = readdirSync(site, { recursive: true, encoding: 'utf8' })
    .map((path) => join(site, path))
    .filter((path) => !path.endsWith('.test.ts'))
  const files = paths.filter(isSource)
  const utilities = selectedClasses(await runTailwind('@tailwind utilities', files))
  const uses = new Map()
  for (const file of files) {
    for (const name of classNames(readFileSync(file, 'utf8')))
      uses.set(name, (uses.get(name) ?? 0) + 1)
  }
  // A class with rules of its own is found by its name.
  const styled = new Set(
    paths
      .filter((path) => path.endsWith('.css'))
      .flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/\.([a-z][\w-]*)/g)])
      .map(([, name]) => name),
  )
  const byUse = [...utilities]
    .filter((name) => uses.has(name) && !styled.has(name))
    .sort((one, other) => uses.get(other) - uses.get(one) || (one < other ? -1 : 1))
  // `js`, for one, is a class of the document.
  const free = issueNames().filter(
    (name) => !uses.has(name) && !utilities.has(name) && !styled.has(name),
  )
  return new Map(byUse.map((name, index) => [name, String(free[index])]))
}

/** `a` to `z`, `aa` to `zz`, then three letters: `zaa` to `zzz`, `yaa` to `yzz` and so on. Utilities are fewer. */
function issueNames() {
  const letters = [...'abcdefghijklmnopqrstuvwxyz']
  const pairs = letters.flatMap((first) => letters.map((last) => first + last))
  return [
    ...letters,
    ...pairs,
    ...letters.toReversed().flatMap((first) => pairs.map((pair) => first + pair)),
  ]
}

const selector = /\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-])+)/g
const unescaped = (name) =>
  name
    .replace(/\\([0-9a-f]{1,6}) ?/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/\\(.)/g, '$1')

function selectedClasses(css) {
  const names = new Set()
  postcss.parse(css).walkRules((rule) => {
    for (const [, name] of rule.selector.matchAll(selector)) names.add(unescaped(name))
  })
  return names
}

/** The sheet with its selectors renamed as in `names`. */
export function renameSelectors(css, names) {
  const root = postcss.parse(css)
  root.walkRules((rule) => {
    rule.selector = rule.selector.replace(selector, (whole, name) => {
      const short = names.get(unescaped(name))
      return short ? `.${short}` : whole
    })
  })
  return root.toString()
}
