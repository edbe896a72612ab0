import { transformSync } from 'esbuild'

/** A script as it stands in the page: every reader pays for each of its letters, on every page. */
export function inlineText(source) {
  return transformSync(source, { minify: true, target: 'es2020' }).code.trim()
}
