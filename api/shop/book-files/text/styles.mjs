// Part of the thread that reads EPUBs (epub-thread.mjs): what only styles say of words and paragraphs.

import { withoutComments } from '../epub-rules.mjs'

/** @typedef {{ strong?: boolean, em?: boolean, small_caps?: boolean, align?: string, isIndented?: boolean }} Look */
/** @typedef {Map<string, Look>} Rules looks by selector */

/** One class, one element, or both; nothing else is followed. */
const selectorPattern = /^(?:[a-z][a-z\d]*)?(?:\.[\w-]+)?$/i
const mostClasses = 10

/**
 * The rules of a sheet that have one of these selectors.
 * @param {string} css @param {import('./tree.mjs').Budget} budget @returns {Rules}
 */
export function readRules(css, budget) {
  /** @type {Rules} */
  const rules = new Map()
  const plain = withoutComments(css)
  let from = 0
  for (let at = plain.indexOf('{'); at >= 0; at = plain.indexOf('{', from)) {
    const before = plain.slice(from, at)
    const selectors = before.slice(before.lastIndexOf(';') + 1)
    const isRule = !selectors.trimStart().startsWith('@')
    const end = isRule ? plain.indexOf('}', at) : endOfBlock(plain, at)
    from = end < 0 ? plain.length : end + 1
    if (isRule) addRule(rules, selectors, plain.slice(at + 1, from - 1), budget)
  }
  return rules
}

function endOfBlock(/** @type {string} */ css, /** @type {number} */ start) {
  const braces = /[{}]/g
  braces.lastIndex = start
  let depth = 0
  for (let found = braces.exec(css); found; found = braces.exec(css)) {
    depth += found[0] === '{' ? 1 : -1
    if (depth === 0) return found.index
  }
  return -1
}

/** @param {Rules} rules @param {string} selectors @param {string} declarations @param {import('./tree.mjs').Budget} budget */
function addRule(rules, selectors, declarations, budget) {
  const look = readDeclarations(declarations)
  if (Object.keys(look).length === 0) return
  for (const written of selectors.split(',')) {
    const selector = written.trim()
    if (!selector || !selectorPattern.test(selector) || budget.rules < 0) continue
    budget.rules -= 1
    const [element = '', className] = selector.split('.')
    const key = className ? `${element.toLowerCase()}.${className}` : element.toLowerCase()
    // All paragraphs begin with an indent where their element has it; that is no look of one.
    const { isIndented, ...rest } = look
    rules.set(key, { ...rules.get(key), ...(className ? look : rest) })
  }
}

const isSmall = (/** @type {string} */ value) => ({ small_caps: value.includes('small-caps') })
const ifIndent = (/** @type {string} */ value) =>
  Number.parseFloat(value) > 0 ? { isIndented: true } : {}
/** @type {Map<string, (value: string) => Look>} */
const properties = new Map(
  Object.entries({
    'font-style': (value) => ({ em: /^(?:italic|oblique)/.test(value) }),
    'font-weight': (value) => ({ strong: /^bold|^[6-9]00/.test(value) }),
    'font-variant': isSmall,
    'font-variant-caps': isSmall,
    'text-align': (value) => ({ align: sides.get(value) ?? '' }),
    'text-indent': ifIndent,
    'margin-left': ifIndent,
  }),
)
const sides = new Map([
  ['center', 'center'],
  ['right', 'right'],
  ['end', 'right'],
])

function readDeclarations(/** @type {string} */ declarations) {
  /** @type {Look} */
  const look = {}
  for (const declaration of declarations.split(';')) {
    const colon = declaration.indexOf(':')
    const read = properties.get(declaration.slice(0, Math.max(0, colon)).trim().toLowerCase())
    const value = declaration
      .slice(colon + 1)
      .replace(/!\s*important/, '')
      .trim()
      .toLowerCase()
    if (read && value !== 'inherit') Object.assign(look, read(value))
  }
  return look
}

/**
 * What the sheets of its page and its own style say of an element.
 * @param {import('./tree.mjs').Element} element @param {Rules[]} sheets @returns {Look}
 */
export function lookOf({ name, attributes }, sheets) {
  const classes = (attributes.class ?? '').split(/\s+/, mostClasses).filter(Boolean)
  /** @type {Look} */
  const look = {}
  const selectors = [
    name,
    ...classes.map((one) => `.${one}`),
    ...classes.map((one) => `${name}.${one}`),
  ]
  for (const selector of selectors) {
    for (const sheet of sheets) Object.assign(look, sheet.get(selector))
  }
  if (attributes.style) Object.assign(look, readDeclarations(attributes.style))
  return look
}
