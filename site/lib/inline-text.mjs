import { transformSync } from 'esbuild'

/** The minified source of an inlined script: every reader pays for each of its bytes, on every page. */
export function inlineText(source) {
  return transformSync(source, { minify: true, target: 'es2020' }).code.trim()
}
