// Part of the thread that reads EPUBs (epub-thread.mjs): formulas.

import { deepestMath, mathAttributes, mathElements } from '#markdown/math-names.mjs'
import { isPageBreak, isUnread } from './tree.mjs'

/** Elements that hold others have blanks between them, which are no signs. */
const tokens = new Set(['mi', 'mn', 'mo', 'ms', 'mtext'])

/**
 * The tree of the schema of books for a formula; undefined where an element does more than show.
 * @param {import('./tree.mjs').Element} element @returns {import('#markdown/book-schema.ts').MathTree | undefined}
 */
export function mathTree({ name, attributes, children }, depth = 0) {
  if (name === 'semantics') name = 'mrow'
  if (!mathElements.has(name) || depth >= deepestMath) return undefined
  /** @type {import('#markdown/book-schema.ts').MathPart[]} */
  const parts = []
  for (const child of children) {
    if (typeof child === 'string') {
      const text = child.replace(/[ \t\r\n]+/g, ' ')
      if (tokens.has(name) || text.trim() !== '') parts.push(tokens.has(name) ? text.trim() : text)
    } else if (!isUnread(child.name, child.attributes) && !isPageBreak(child.attributes)) {
      const part = mathTree(child, depth + 1)
      if (!part) return undefined
      parts.push(part)
    }
  }
  const known = Object.entries(attributes).filter(([key]) => mathAttributes.has(key))
  return [name, Object.fromEntries(known), ...parts]
}
