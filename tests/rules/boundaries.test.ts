import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, posix, resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { broken, round, targets, valid } from '../fixtures/broken-boundaries.ts'
import { aFolder } from '../folders.ts'
import { sourceFiles } from '../source-files.ts'

// Who may import whom (docs/architecture.md): dependency-cruiser reads everything but .astro files, whose
// imports are held against the same rules below.

type Patterns = string | string[] | undefined
interface Rule {
  name: string
  from: { path?: Patterns; pathNot?: Patterns }
  to: {
    path?: Patterns
    pathNot?: Patterns
    dependencyTypesNot?: string[]
    circular?: boolean
    couldNotResolve?: boolean
  }
}

const config = resolve('.dependency-cruiser.cjs')
const rules = (createRequire(import.meta.url)(config) as { forbidden: Rule[] }).forbidden
const folders = ['api', 'art', 'content', 'contract', 'db', 'markdown', 'scripts', 'site', 'tools']

interface Violation {
  rule: string
  from: string
  to: string
}

/** What each file of a tree imports, types included. */
type Imports = Map<string, string[]>

/** What dependency-cruiser has to say of a tree, and the imports that it has read. */
function cruise(root: string): { violations: Violation[]; imports: Imports } {
  const { stdout, stderr } = spawnSync(
    resolve('node_modules/.bin/depcruise'),
    [
      '--config',
      config,
      '--output-type',
      'json',
      ...folders.filter((it) => existsSync(join(root, it))),
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  if (!stdout.startsWith('{')) throw new Error(stderr || stdout)
  const { summary, modules } = JSON.parse(stdout) as {
    summary: { violations: { rule: { name: string }; from: string; to: string }[] }
    modules: { source: string; dependencies: { resolved: string }[] }[]
  }
  return {
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    imports: new Map(
      modules.map(({ source, dependencies }) => [source, dependencies.map((it) => it.resolved)]),
    ),
  }
}

const astroFiles = (root: string) => sourceFiles(root).filter((name) => name.endsWith('.astro'))

/** What the same rules have to say of the .astro files of a tree. */
function holdAstro(root: string): Violation[] {
  return astroFiles(root).flatMap((file) => {
    return importsOf(readFileSync(join(root, file), 'utf8')).flatMap(({ path, isType }) => {
      const to = pathFrom(file, path)
      return rules
        .filter((rule) => isBroken(rule, { from: file, to, isType, root }))
        .map((rule) => ({ rule: rule.name, from: file, to }))
    })
  })
}

/** What the .astro files of a tree import. */
const astroImports = (root: string): Imports =>
  new Map(
    astroFiles(root).map((file) => [
      file,
      importsOf(readFileSync(join(root, file), 'utf8')).map(({ path }) => pathFrom(file, path)),
    ]),
  )

/** A folder of a domain, by what it is about; undefined for whatever is shared. */
const featureOf = (file: string): string | undefined =>
  /^(api|site\/(features|admin))\/[^/]+\/[^/]+(?=\/)/.exec(file)?.[0]

/** The same graph between features. What the tests of a feature import counts for nothing. */
function betweenFeatures(imports: Imports): Imports {
  const features: Imports = new Map()
  for (const [file, imported] of imports) {
    const feature = featureOf(file)
    if (!feature || /\.(test|spec)\.tsx?$/.test(file)) continue
    const others = imported.flatMap((it) => featureOf(it) ?? []).filter((it) => it !== feature)
    features.set(feature, [...(features.get(feature) ?? []), ...others])
  }
  return features
}

/** Each circle of a graph as the names on it, sorted; one that reaches itself through others. */
function circlesIn(graph: Imports): string[] {
  const reached = new Map([...graph.keys()].map((name) => [name, reachedFrom(name, graph)]))
  const circles = [...graph.keys()]
    .filter((name) => reached.get(name)?.has(name))
    .map((name) =>
      [...(reached.get(name) ?? [])]
        .filter((other) => reached.get(other)?.has(name))
        .sort()
        .join(' '),
    )
  return [...new Set(circles)]
}

function reachedFrom(name: string, graph: Imports): Set<string> {
  const found = new Set<string>()
  const waiting = [...(graph.get(name) ?? [])]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue
    found.add(next)
    waiting.push(...(graph.get(next) ?? []))
  }
  return found
}

/** The imports of the frontmatter and of the scripts that Astro bundles. */
function importsOf(astro: string) {
  const frontmatter = /^---\n([\s\S]*?)\n---/.exec(astro)?.[1] ?? ''
  const scripts = [...astro.matchAll(/<script(?![^>]*is:inline)[^>]*>([\s\S]*?)<\/script>/g)]
  return [frontmatter, ...scripts.map(([, text = '']) => text)].flatMap((text) => [
    ...[
      ...text.matchAll(/\b(?:import|export)\s+(type\s)?([^'"()]*?)\bfrom\s*['"]([^'"]+)['"]/g),
    ].map(([, type, names = '', path = '']) => ({
      path,
      isType: type !== undefined || /^\s*\{(\s*type\s[^,}]+,?)+\s*\}\s*$/.test(names),
    })),
    ...[...text.matchAll(/\bimport\s*\(?\s*['"]([^'"]+)['"]/g)].map(([, path = '']) => ({
      path,
      isType: false,
    })),
  ])
}

function pathFrom(file: string, path: string): string {
  const [plain = ''] = path.split('?')
  if (plain.startsWith('#')) return plain.slice(1)
  if (plain.startsWith('.')) return posix.join(posix.dirname(file), plain)
  return plain.includes(':') ? plain : `node_modules/${plain}/`
}

function isBroken(
  { from, to }: Rule,
  found: { from: string; to: string; isType: boolean; root: string },
): boolean {
  if (to.circular) return false
  if (found.to.includes(':')) return false
  const groups = matchOf(from.path, found.from)
  if (!groups || (from.pathNot && matchOf(from.pathNot, found.from))) return false
  if (to.couldNotResolve) {
    return !found.to.startsWith('node_modules/') && !existsSync(join(found.root, found.to))
  }
  if (found.isType && to.dependencyTypesNot?.includes('type-only')) return false
  return (
    !!matchOf(to.path, found.to, groups) && !(to.pathNot && matchOf(to.pathNot, found.to, groups))
  )
}

/** The groups of the first pattern that fits; no pattern fits everything. */
function matchOf(patterns: Patterns, path: string, groups: string[] = []): string[] | undefined {
  if (patterns === undefined) return []
  for (const pattern of [patterns].flat()) {
    const filled = pattern.replace(/\$(\d)/g, (sign, number) => groups[Number(number)] ?? sign)
    const match = new RegExp(filled).exec(path)
    if (match) return [...match]
  }
  return undefined
}

describe('the import graph', () => {
  let { violations, imports }: ReturnType<typeof cruise> = { violations: [], imports: new Map() }

  beforeAll(() => {
    ;({ violations, imports } = cruise('.'))
    imports = new Map([...imports, ...astroImports('.')])
  })

  test('breaks no boundary rule', () => {
    expect(violations).toEqual([])
  })

  test('has no circle of files, those of .astro files included', () => {
    expect(circlesIn(imports)).toEqual([])
  })

  test('has no circle of features, types included', () => {
    const features = betweenFeatures(imports)
    expect(features.size).toBeGreaterThan(60)
    expect(circlesIn(features)).toEqual([])
  })

  test('breaks none in its .astro files either', () => {
    expect(holdAstro('.')).toEqual([])
  })

  test('includes the imports of .astro files', () => {
    const files = astroFiles('.')
    expect(files.length).toBeGreaterThan(20)
    const found = files.flatMap((file) => importsOf(readFileSync(file, 'utf8')))
    expect(found.length).toBeGreaterThan(files.length * 2)
    expect(found.some(({ isType }) => isType)).toBe(true)
  })
})

describe('an import graph that breaks the rules', () => {
  let violations: Violation[] = []
  let graph: Imports = new Map()

  beforeAll(async () => {
    const root = await aFolder()
    const { imports } = JSON.parse(await readFile('package.json', 'utf8'))
    await writeFile(join(root, 'package.json'), JSON.stringify({ type: 'module', imports }))
    await symlink(resolve('node_modules'), join(root, 'node_modules'))
    const files = Object.assign({}, targets, valid, round, ...Object.values(broken))
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, name)), { recursive: true })
      await writeFile(join(root, name), text as string)
    }
    const cruised = cruise(root)
    violations = [...cruised.violations, ...holdAstro(root)]
    graph = new Map([...cruised.imports, ...astroImports(root)])
  })

  test('is caught where files go round', () => {
    expect(circlesIn(graph)).toContain(
      'site/features/shop/books/Round.astro site/features/shop/books/Trip.astro',
    )
  })

  test('is caught where features go round, by a type alone and by way of a third', () => {
    expect(circlesIn(betweenFeatures(graph))).toContain(
      'api/shop/copies api/shop/ledgers api/shop/receipts',
    )
  })

  test.each(rules.map(({ name }) => name))('is caught by %s', (name) => {
    const caught = violations.filter(({ rule }) => rule === name).map(({ from }) => from)
    const expected = Object.keys(broken[name] ?? {})
    expect(expected.length, `broken-boundaries.ts has nothing that breaks ${name}`).toBeGreaterThan(
      0,
    )
    expect(caught).toEqual(expect.arrayContaining(expected))
  })

  test('has no finding for valid imports', () => {
    expect(violations.filter(({ from }) => from in valid)).toEqual([])
  })
})
