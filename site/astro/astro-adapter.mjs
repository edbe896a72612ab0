import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { renameClasses } from '../styles/class-names.mjs'
import { filesOf, stylesOf } from '../styles/page-styles.mjs'
import { renameSelectors, shortNames } from '../styles/short-classes.mjs'

// What the site's build needs of Astro and Vite that neither documents: how files are named while they are bundled,
// which plugin sees them when, and a piece of Astro's own source (decision 59). Beside it islands.ts, engaged.ts,
// early-islands.enhance.ts and unhydrated.ts use internals of Astro's islands in a page's scripts;
// api/pages/building/astro-adapter.ts is the service's. What each of them relies on is checked by
// tests/service/astro-adapter.test.ts.

const site = fileURLToPath(new URL('..', import.meta.url))
const pages = `${site}pages/`

/** Astro's and Vite's own names of files while the scripts of pages are bundled, for the names of chunks. */
export const moduleIds = {
  islandElement: 'runtime/server/astro-island.js',
  commonjsHelpers: 'commonjsHelpers',
  /** The `<script>` of an .astro file. */
  scriptOf: (file) => `${file}?astro`,
}

/**
 * Adds `client:engaged` to Astro, the only directive that hydrates islands on the readers' pages, and the plugins that
 * bundle the site: a sheet for each page, short classes, and no code in a page or a script that we do not use.
 */
export function astroAdapter() {
  return {
    name: 'astro-adapter',
    hooks: {
      'astro:config:setup': ({ addClientDirective, updateConfig }) => {
        addClientDirective({
          name: 'engaged',
          entrypoint: fileURLToPath(new URL('./engaged.ts', import.meta.url)),
        })
        updateConfig({
          vite: {
            plugins: [
              plainImports,
              noAddressFinder,
              pageStyles,
              shortClasses(),
              islandsWithoutInlineScript,
              renderingWithoutContext,
            ],
          },
        })
      },
    },
  }
}

// unchecked patterns: they read Astro's code and ours, when the site is bundled.
const islandScript = /<script>\$\{process\.env[^}]+\}<\/script>/
const directiveScript = /<script>\$\{getDirectiveScriptText\([^}]+\}<\/script>/g

/**
 * Astro inlines the code of islands in each page that has one; here it is part of the script of every page, which is
 * cached (islands.ts).
 */
export const islandsWithoutInlineScript = {
  name: 'islands-without-inline-script',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('astro/dist/runtime/server/scripts.js')) return
    if (!islandScript.test(code) || code.search(directiveScript) < 0)
      throw new Error(
        'Expected in astro/dist/runtime/server/scripts.js one <script> that asks for the environment and one with getDirectiveScriptText(…): Astro writes the scripts of islands in another way. Correct the patterns in site/astro/astro-adapter.mjs.',
      )
    return code
      .replace(islandScript, '')
      .replace(directiveScript, `\${directive === 'engaged' ? '' : \`$&\`}`)
  },
}

const contextOfRendering = 'await als.run('

/**
 * Astro remembers the address of a page while it renders, for a message that we do not show. From its first page on Node
 * would follow every promise and callback of the process, which costs each request a tenth (db/driver/scope.ts).
 */
export const renderingWithoutContext = {
  name: 'rendering-without-context',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('@astrojs/node/dist/serve-app.js')) return
    if (!code.includes(contextOfRendering))
      throw new Error(
        `Expected in @astrojs/node/dist/serve-app.js ${contextOfRendering}…): Astro remembers the address of a page in another way. Correct the text in site/astro/astro-adapter.mjs.`,
      )
    return code.replace(contextOfRendering, 'await ((_, render) => render())(')
  },
}

/**
 * The browser's own dynamic import. Vite wraps each in a function that preloads its dependencies (styles and chunks),
 * which we have none of: half a kilobyte on every page, and a few bytes at each import.
 */
const plainImports = {
  name: 'plain-imports',
  apply: 'build',
  configResolved({ plugins }) {
    delete plugins.find(({ name }) => name === 'vite:build-import-analysis')?.transform
  },
}

/** markdown-it brings a finder of bare addresses, which our grammar never calls: four of the editor's kilobytes. */
const noAddressFinder = {
  name: 'no-address-finder',
  enforce: 'pre',
  apply: 'build',
  load: (id) => (id.endsWith('/linkify-it/index.mjs') ? 'export default class {}' : undefined),
}

const sheet = `${site}styles/base.css`
const query = '?page='
/** How Vite recognises a style sheet. */
const ending = '&lang.css'
/** In development Astro asks for it with a word before the page. */
const sheetOfPage = /\/styles\/base\.css\?(?:inline&)?page=(.*)&lang\.css$/

/**
 * Each page has a sheet of its own, with the rules for its components and no others. This is not `pre`: the page arrives
 * as the module that Astro has compiled, under its plain path, and gets one more import.
 */
const pageStyles = {
  name: 'page-styles',
  transform(code, id) {
    if (!id.startsWith(pages) || !id.endsWith('.astro')) return
    const page = id.slice(pages.length).replaceAll('/', '+')
    return { code: `import ${JSON.stringify(sheet + query + page + ending)}\n${code}`, map: null }
  },
  async load(id) {
    const [, page] = sheetOfPage.exec(id) ?? []
    if (!page) return
    const files = filesOf(pages + page.replaceAll('+', '/'))
    for (const file of files) this.addWatchFile(file)
    return stylesOf(files)
  },
}

const isSource = (id) => id.startsWith(site) && /\.(?:astro|tsx|ts)$/.test(id)

/**
 * In the bundle each utility has a name of one to three letters, in the HTML, the scripts and the sheets alike.
 * Class lists are most of what a page repeats, and pages are not cached. Astro compiles a page's module and its
 * scripts from what is loaded here, and reads no file a second time.
 */
function shortClasses() {
  let names
  return {
    name: 'short-classes',
    enforce: 'pre',
    apply: 'build',
    async buildStart() {
      names ??= await shortNames()
    },
    load: (id) => (isSource(id) ? renameClasses(readFileSync(id, 'utf8'), names) : undefined),
    transform(code, id) {
      return id.startsWith(sheet + query) ? renameSelectors(code, names) : undefined
    },
  }
}
