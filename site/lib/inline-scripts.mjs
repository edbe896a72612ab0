import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { inlineText } from './inline-text.mjs'

/** Scripts that stand in the page itself, because they must run before the first paint. */
const inline = ['first-paint.js']

/** Their hashes for the Content-Security-Policy: Astro hashes only the scripts that it bundles itself. */
export function inlineScriptHashes() {
  return inline.map((name) => {
    const text = inlineText(readFileSync(new URL(name, import.meta.url), 'utf8'))
    return `sha256-${createHash('sha256').update(text).digest('base64')}`
  })
}
