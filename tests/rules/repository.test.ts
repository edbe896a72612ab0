import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inlineScriptHashes, inlineText } from '#site/lib/pages/inline-scripts.mjs'
import { sourceFiles } from '../source-files.ts'
import { countLines, countStyleLines, lineBudget, styleBudget } from './line-budget.ts'

const files = sourceFiles()
const read = (file: string) => readFileSync(file, 'utf8')
const code = files.filter((file) => /\.(ts|tsx|mjs|cjs|js|astro)$/.test(file))
const astro = files.filter((file) => file.endsWith('.astro'))

/** Where something stands that must not, as `file:line text`. */
function placesOf(pattern: RegExp, among: string[]): string[] {
  return among.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${file}:${index + 1} ${line.trim().slice(0, 120)}`] : [],
      ),
  )
}

/** Markup alone: no frontmatter, no style, no script, no comment. */
function markupOf(file: string): string {
  return read(file)
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<script[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/\{?\/\*[\s\S]*?\*\/\}?/g, '')
}

test('the source has no more lines than its budget', () => {
  const counts = countLines(files, read)
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  console.log(`Lines of source: ${total} of ${lineBudget}`, counts)
  expect(total).toBeLessThanOrEqual(lineBudget)
})

test('the style sheets have no more lines than their budget', () => {
  expect(countStyleLines(files, read)).toBeLessThanOrEqual(styleBudget)
  const tooMany = ['site/styles/base.css', 'site/ui/toast.css']
  const perSheet = styleBudget / tooMany.length + 1
  expect(countStyleLines(tooMany, () => 'a\n'.repeat(perSheet))).toBeGreaterThan(styleBudget)
})

test('no line of a page breaks before a full stop or after an opening quote: Astro prints it as a space', () => {
  const wrong = astro.filter((file) =>
    /<\/\w+>\n\s*(\{[^}\n]*[`'"])?[.,;:!?]\s|[“(]\n\s*\{/.test(markupOf(file)),
  )
  expect(wrong).toEqual([])
})

describe('the lock file', () => {
  interface Entry {
    version?: string
    resolved?: string
    optionalDependencies?: Record<string, string>
  }
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Entry> }

  /** Node's own way: the nearest node_modules, then those further up. */
  function isFoundFrom(path: string, name: string): boolean {
    for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
      if (packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true
      if (at === '') return false
    }
  }

  test('names the optional packages of every platform', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !isFoundFrom(path, name))
        .map((name) => `${name}, wanted by ${path || 'package.json'}`),
    )
    expect(missing).toEqual([])
  })

  test('names no registry', () => {
    expect(Object.entries(packages).filter(([, { resolved }]) => resolved)).toEqual([])
  })

  test('agrees with package.json', () => {
    const wanted = JSON.parse(read('package.json'))
    const groups = ['dependencies', 'devDependencies', 'optionalDependencies']
    for (const group of groups) {
      expect((packages[''] as Record<string, object>)[group]).toEqual(wanted[group])
      for (const [name, version] of Object.entries<string>(wanted[group])) {
        // One under another name, beside an older version of itself, begins by whose version it is.
        const exact = version.replace(/^npm:.+@/, '')
        expect(exact, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
        expect(packages[`node_modules/${name}`]?.version, name).toBe(exact)
      }
    }
  })
})

describe("readers' text", () => {
  test('is never HTML', () => {
    const valid = [
      ...['FirstPaint', 'FirstRole', 'JsonLd'].map((name) => `site/layouts/${name}.astro`),
      'site/lib/pages/InlineStyle.astro',
      // The file of the text, as the build rendered it, with the name of the magazine as text.
      'site/layouts/FileText.astro',
      // A figure that art/logo-art.ts draws out of tables.
      'site/ui/BrandMark.astro',
    ]
    expect(
      placesOf(
        /set:html/,
        astro.filter((file) => !valid.includes(file)),
      ),
    ).toEqual([])
    expect(markupWithScripts('site/layouts/JsonLd.astro').match(/set:html=\{[^}]*\}/g)).toEqual([
      'set:html={json}',
    ])
    expect(markupWithScripts('site/layouts/FirstPaint.astro').match(/set:html=\{[^}]*\}/g)).toEqual(
      ['set:html={firstPaint}'],
    )
    // Of the look, art/look/look.test.ts proves that it is colours alone.
    expect(
      markupWithScripts('site/lib/pages/InlineStyle.astro').match(/set:html=\{[^}]*\}/g),
    ).toEqual(['set:html={text}'])
    expect(markupWithScripts('site/layouts/FirstRole.astro').match(/set:html=\{[^}]*\}/g)).toEqual([
      'set:html={firstRole}',
    ])
  })

  test('reaches no other HTML sink', () => {
    const site = code.filter((file) => file.startsWith('site/') && !file.endsWith('.test.ts'))
    // The second writes the address of our own styles, while the page is being parsed.
    const doors = ['site/lib/to-element.ts', 'site/lib/pages/first-paint.js']
    const elsewhere = site.filter((file) => !doors.includes(file))
    expect(
      placesOf(
        /\.(innerHTML|outerHTML)\s*=|insertAdjacentHTML|document\.write|\beval\(|new Function\(|createContextualFragment/,
        elsewhere,
      ),
    ).toEqual([])
  })

  test('is escaped in JSON-LD, so that it cannot close the script', () => {
    expect(read('site/layouts/JsonLd.astro')).toMatch(/\.replaceAll\(\s*'<',\s*'\\\\u003c',?\s*\)/)
  })
})

describe('Astro', () => {
  test.each([
    ['define:vars', /define:vars/],
    ['server:defer', /server:defer/],
    ['transition:*', /\stransition:\w+/],
    ['a slot named by data', /\bslot=\{/],
    ['a slot of a dynamic name', /<slot\s+name=\{/],
  ])('is not used with %s', (_, pattern) => {
    const found = astro.filter((file) => pattern.test(markupWithScripts(file)))
    expect(found).toEqual([])
  })

  test('spreads no data into the attributes of an element', () => {
    const spreads = astro.flatMap((file) =>
      [
        ...markupOf(file).matchAll(
          /<([a-z][\w-]*)\b(?:"[^"]*"|'[^']*'|\{[^{}]*\}|[^<>{}"'])*?\{\.\.\.(\w+[^\s}]*)/g,
        ),
      ].map(([, element, what]) => `${file} <${element} {...${what}`),
    )
    expect(spreads).toEqual([])
  })

  test('hydrates islands on engagement, and only forms and the admin at once', () => {
    const elsewise = astro.flatMap((file) =>
      [...markupOf(file).matchAll(/<(\w+)\b[^<]*?\bclient:(\w+)/g)].flatMap(
        ([, island = '', how]) => {
          const isWanted = island.endsWith('Form') || file.startsWith('site/pages/admin/')
          const isLawful = how === 'engaged' || (how === 'load' && isWanted)
          return isLawful ? [] : [`${file} <${island} client:${how}>`]
        },
      ),
    )
    expect(elsewise).toEqual([])
    expect(astro.some((file) => /<StoryForm\b[^<]*? client:load/.test(markupOf(file)))).toBe(true)
  })
})

describe('the inline script', () => {
  test('is allowed by its hash in the Content-Security-Policy', () => {
    const text = inlineText(read('site/lib/pages/first-paint.js'))
    const hash = `sha256-${createHash('sha256').update(text).digest('base64')}`
    expect(inlineScriptHashes()).toContain(hash)
    expect(read('astro.config.mjs')).toMatch(/scriptDirective:.*hashes: inlineScriptHashes\(\)/)
    expect(read('astro.config.mjs')).not.toMatch(/unsafe-(inline|eval)/)
  })

  test('is one of two, besides JSON-LD', () => {
    const inline = astro.flatMap((file) =>
      [...read(file).matchAll(/<script[^>]*is:inline[^>]*>/g)].map(([tag]) => `${file} ${tag}`),
    )
    expect(inline).toEqual([
      'site/layouts/FirstPaint.astro <script is:inline data-modes={address} {...papers} set:html={firstPaint}>',
      'site/layouts/FirstRole.astro <script is:inline set:html={firstRole}>',
      'site/layouts/JsonLd.astro <script is:inline type="application/ld+json" set:html={json}>',
    ])
    expect(placesOf(/\son\w+=["{]/, astro)).toEqual([])
  })
})

describe('the tests', () => {
  const tests = files.filter((file) => /\.(test|spec)\.tsx?$/.test(file))

  test('are all run, none focused or skipped', () => {
    // Put together here, or this line would find itself.
    const words = ['only', 'skip', 'todo', 'skipIf', 'runIf', 'fixme', 'fails'].join('|')
    expect(placesOf(new RegExp(`\\b(test|it|describe)(\\.\\w+)*\\.(${words})\\b`), tests)).toEqual(
      [],
    )
    expect(placesOf(/\b(x|f)(it|test|describe)\(/, tests)).toEqual([])
  })

  test('are in folders that the runners search', () => {
    const unit = tests.filter((file) => /\.test\.tsx?$/.test(file))
    const specs = tests.filter((file) => file.endsWith('.spec.ts'))
    expect(
      unit.filter(
        (file) => !/^(api|art|content|contract|db|markdown|site|scripts|tests)\//.test(file),
      ),
    ).toEqual([])
    expect(specs.filter((file) => !file.startsWith('tests/e2e/'))).toEqual([])
  })
})

describe('the documentation', () => {
  const pages = files.filter((file) => file.endsWith('.md'))

  test('has no broken link', () => {
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|mailto:|[#/])([^)#\s]+)/g)]
        .filter(([, to = '']) => !existsSync(join(dirname(page), to)))
        .map(([, to]) => `${page} → ${to}`),
    )
    expect(broken).toEqual([])
  })

  test('lists every decision in the index, under a unique number', () => {
    const decisions = pages.filter((page) => /^docs\/decisions\/\d{4}-/.test(page)).sort()
    const index = read('docs/decisions/README.md')
    const listed = [...index.matchAll(/^\| (\d+) \|.*?\]\((\d{4}-[^)]+)\)/gm)]
    expect(listed.map(([, , name]) => `docs/decisions/${name}`)).toEqual(decisions)
    expect(listed.map(([, number]) => Number(number))).toEqual(decisions.map((_, at) => at + 1))
  })

  test('names no missing file', () => {
    // Decisions tell how it was; a name with a blank in it stands for several.
    const now = pages.filter((page) => !page.startsWith('docs/decisions/'))
    const gone = now.flatMap((page) =>
      [
        ...read(page).matchAll(
          /`((?:api|contract|content|db|site|tests|scripts|deploy)\/[\w./-]+)`/g,
        ),
      ]
        .filter(([, name = '']) => !existsSync(name))
        .map(([, name]) => `${page}: ${name}`),
    )
    expect(gone).toEqual([])
  })
})

describe('the code', () => {
  test('has at most 25 files on a level of a folder', () => {
    // Folders that only grow, and pictures of every page.
    const grows = /^(db\/migrations|docs\/(admin|decisions)|content\/demo\/\w+)$/
    const counts = new Map<string, number>()
    for (const folder of files.map(dirname)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
    const full = [...counts].filter(([folder, count]) => count > 25 && !grows.test(folder))
    expect(full).toEqual([])
  })

  test('names files in kebab-case and components in PascalCase', () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/
    const pascal = /^[A-Z][A-Za-z0-9]*(\.island|\.examples)?\.(astro|tsx)$/
    const papers = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'UPGRADE.md']
    // The last one is a template of systemd.
    const known = [...papers, 'OFL.txt', 'Dockerfile', 'ascend-site@.service']
    const odd = files.filter((file) => {
      const name = file.split('/').at(-1) ?? ''
      const isPage = file.startsWith('site/pages/')
      const isComponent = file.startsWith('site/') && /\.(astro|tsx)$/.test(name) && !isPage
      if (isComponent) return !pascal.test(name)
      return !known.includes(name) && !kebab.test(name.replace(/^[._]|\[(\w+)\]/, '$1'))
    })
    expect(odd).toEqual([])
  })

  test('names each component file after what it exports', () => {
    const components = files.filter((file) => file.endsWith('.tsx') && file.startsWith('site/'))
    for (const file of components) {
      const name = file.replace(/^.*\/(.*\.(?=examples\.))?|(\.island)?\.tsx$/g, '')
      expect(read(file), file).toMatch(
        new RegExp(`^export (async )?(function|const) ${name}\\b`, 'm'),
      )
    }
  })

  // Biome's rules find the other ways (biome.json).
  test('disables type checks in no whole file', () => {
    const own = code.filter((file) => !file.startsWith('tests/rules/repository'))
    expect(placesOf(/@ts-nocheck/, own)).toEqual([])
  })

  test('fetches only in the listed files', () => {
    const site = code.filter((file) => file.startsWith('site/') && !file.endsWith('.test.ts'))
    const valid = [
      // A page of the site itself, as anybody gets it.
      'site/admin/settings/look/real-page.ts',
      // Of a page it is asked which story it shows.
      'site/admin/editor/named-cards.ts',
      'site/lib/call.ts',
      // The same with the publisher's token.
      'site/admin/lib/call.ts',
      // Stand in the page itself, where they can import nothing.
      'site/admin/magazine/stories/editor/preload-draft.enhance.ts',
      'site/admin/operations/dashboard/preload-tasks.enhance.ts',
      // A visitor's press on a like, which may cost five kilobytes in all.
      'site/features/magazine/likes/sign-in-to-like.ts',
      // The next chapter, into which a voice goes on.
      'site/features/shop/chapters/open-next.ts',
      // The file of an edition, which is handed to the phone whole.
      'site/features/magazine/editions/share-file.ts',
      // An upload tells how far it is.
      'site/lib/forms/upload.ts',
      // What a picture weighs, before it is tapped.
      'site/features/readers/data-saver/show-pictures.ts',
      // Pages and files as they are, to keep them; and the service worker, through which everything passes.
      'site/lib/offline/cache.ts',
      'site/features/shell/offline/worker.ts',
    ]
    const elsewhere = site.filter((file) => !valid.includes(file))
    expect(placesOf(/\bfetch\(|XMLHttpRequest|sendBeacon/, elsewhere)).toEqual([])
    const api = code.filter((file) => file.startsWith('api/') && !file.endsWith('.test.ts'))
    // The payment provider is asked at the address that stands in the settings.
    // In development pages come from Astro's own server.
    // A drill asks the service that it has started itself.
    const known = [
      'api/operations/backup/drill.ts',
      'api/integrations/provider-client.ts',
      'api/integrations/purge-cache.ts',
      'api/pages/building/dev-render.ts',
    ]
    const asking = api.filter((file) => !known.includes(file))
    expect(placesOf(/\bfetch\(/, asking)).toEqual([])
  })

  test('loads no font, script or style from other sites', () => {
    for (const file of astro) {
      const foreign = [
        ...read(file).matchAll(
          /<(script|link|img|iframe|source)\b[^>]*\b(src|href)="(https?:)?\/\/[^"]*"/g,
        ),
      ]
      expect(
        foreign.map(([tag]) => tag),
        file,
      ).toEqual([])
    }
    const styles = files.filter((file) => file.endsWith('.css'))
    expect(placesOf(/url\(\s*['"]?(https?:)?\/\//, [...styles, ...astro])).toEqual([])
  })

  test('contains no secret', () => {
    expect(read('.gitignore')).toMatch(/^\.env$/m)
    const text = files.filter(
      (file) => /\.(ts|tsx|mjs|json|md|yml|astro)$/.test(file) && file !== 'package-lock.json',
    )
    expect(placesOf(/sk_(live|test)_[0-9a-z]{10}|-----BEGIN [A-Z ]*PRIVATE KEY/, text)).toEqual([])
  })
})

/** The markup with its scripts, without frontmatter and comments. */
function markupWithScripts(file: string): string {
  return read(file)
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/<style[\s\S]*?<\/style>/g, '')
}

/** They are shown by a press alone, and filled in by a script alone. */
const unseen = [
  'ConfirmDialog',
  'Dialog',
  'FocusedHeading',
  'FormTemplates',
  'MailOff',
  'Off',
  'SelectionBar',
]

test('the sandbox shows every ui component in its states', () => {
  const sandbox = read('site/pages/_sandbox.astro')
  const components = files.filter((file) =>
    /^site\/(admin\/)?ui\/(.*\/)?[A-Z]\w+\.(tsx|astro)$/.test(file),
  )
  expect(components.length).toBeGreaterThan(20)
  const isShown = (file: string) =>
    file.endsWith('.tsx')
      ? files.includes(file.replace('.tsx', '.examples.tsx'))
      : sandbox.includes(`/${basename(file)}'`)
  const missing = components.filter(
    (file) => !isShown(file) && !unseen.includes(basename(file).split('.')[0] ?? ''),
  )
  expect(missing).toEqual([])
})
