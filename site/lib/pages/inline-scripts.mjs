import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { transformSync } from 'esbuild'

/** Scripts that are inlined in the page, because they must run before the first paint. */
const inline = ['lib/pages/first-paint.js', 'admin/lib/first-role.js']

const query = '?inline'

/** The minified source of an inlined script: every reader pays for each of its bytes, on every page. */
export function inlineText(source) {
  return transformSync(source, { minify: true, target: 'es2020' }).code.trim()
}

const textOf = (file) => inlineText(readFileSync(file, 'utf8'))

/** Their hashes for the Content-Security-Policy: Astro hashes only the scripts that it bundles itself. */
export function inlineScriptHashes() {
  return inline.map((name) => {
    const text = textOf(new URL(`../../${name}`, import.meta.url))
    return /** @type {const} */ (`sha256-${createHash('sha256').update(text).digest('base64')}`)
  })
}

/**
 * The plugin for Vite: imported with `?inline`, such a script is its source text.
 * @type {import('vite').Plugin}
 */
export const inlineScripts = {
  name: 'inline-scripts',
  enforce: 'pre',
  load(id) {
    if (!inline.some((name) => id.endsWith(`/site/${name}${query}`))) return
    const file = id.slice(0, -query.length)
    this.addWatchFile(file)
    return `export default ${JSON.stringify(textOf(file))}`
  },
}
