// Part of the thread that reads EPUBs (epub-thread.mjs): a page as a tree, and beside it as plain text.

import { mathAttributes } from '#markdown/math-names.mjs'
import { localName } from '../epub-rules.mjs'

/** Why a book that may be sold cannot be read on the site. */
export class TextFault extends Error {
  /** @param {import('#contract/shop/book-text.ts').TextFaultName} fault @param {string} [place] */
  constructor(fault, place = '') {
    super(fault)
    this.fault = fault
    this.place = place
  }
}

/** @typedef {{ name: string, attributes: Record<string, string>, children: (Element | string)[] }} Element */

/** Of the whole book: the longest novels have a third. Whatever is beyond is not read, and the book only sold. */
export const treeBudget = () => ({ elements: 250_000, characters: 8_000_000, rules: 50_000 })

/** @typedef {ReturnType<typeof treeBudget>} Budget */

/** What is read of an element; records have others, which nothing asks for. */
const known = new Set([
  ...'align alt aria-label class colspan content controls data epub:type hidden href id lang mode name property rel role rowspan src start style title type'.split(
    ' ',
  ),
  ...mathAttributes,
])

export const isSpent = (/** @type {Budget} */ { elements, characters }) =>
  elements < 0 || characters < 0

const unread = new Set('head style nav rp case annotation annotation-xml template'.split(' '))

/** Whether an element is no part of the text, with all that is in it. Sound without controls plays by itself. */
export function isUnread(
  /** @type {string} */ name,
  /** @type {Record<string, string>} */ attributes,
) {
  if (unread.has(name) || attributes.hidden !== undefined) return true
  return name === 'audio' && attributes.controls === undefined
}

/** @param {Record<string, string>} attributes @param {RegExp} type of `epub:type`, a role without its `doc-`, a class */
export function isOf(attributes, type, { byClass = false } = {}) {
  const types = `${attributes['epub:type'] ?? ''} ${attributes.role ?? ''}`
  const names = byClass ? `${types} ${attributes.class ?? ''}` : types
  return names.split(/\s+/).some((name) => type.test(name.replace(/^doc-/, '')))
}

export const isPageBreak = (/** @type {Record<string, string>} */ attributes) =>
  isOf(attributes, /^pagebreak$/)

/** Takes the events of the parser. `plain` does not come from the tree, so that it proves what is made of it. */
export function pageReader(/** @type {Budget} */ budget) {
  const root = /** @type {Element} */ ({ name: '', attributes: {}, children: [] })
  const open = [root]
  const plain = plainReader()
  return {
    root,
    plain,
    open(/** @type {string} */ prefixed, /** @type {Map<string, string>} */ all) {
      const name = localName(prefixed)
      const attributes = attributesOf(all, budget)
      plain.open(name, attributes)
      budget.elements -= 1
      const element = { name, attributes, children: [] }
      if (!isSpent(budget)) open.at(-1)?.children.push(element)
      open.push(element)
    },
    close() {
      plain.close()
      open.pop()
    },
    text(/** @type {string} */ text) {
      budget.characters -= text.length
      if (isSpent(budget)) return
      plain.text(text)
      open.at(-1)?.children.push(text)
    },
  }
}

/** @param {Map<string, string>} all @param {Budget} budget */
function attributesOf(all, budget) {
  /** @type {Record<string, string>} */
  const attributes = {}
  for (const [key, value] of all) {
    budget.characters -= key.length + value.length
    if (isSpent(budget)) break
    const name = /^\w+:type$/.test(key) ? 'epub:type' : localName(key)
    if (known.has(name) && !key.startsWith('xmlns')) attributes[name] = value
  }
  return attributes
}

/** Words of a page without white space. A drawing has them in its texts alone. */
function plainReader() {
  /** @type {string[]} */
  const pieces = []
  /** @type {('text' | 'drawing' | 'none')[]} */
  const open = ['text']
  const quotes = /** @type {boolean[]} */ ([])
  return {
    open(/** @type {string} */ name, /** @type {Record<string, string>} */ attributes) {
      const mode = modeOf(open.at(-1), name, attributes)
      open.push(mode)
      quotes.push(mode === 'text' && name === 'q')
      if (quotes.at(-1)) pieces.push('“')
    },
    close() {
      open.pop()
      if (quotes.pop()) pieces.push('”')
    },
    text(/** @type {string} */ text) {
      if (open.at(-1) === 'text') pieces.push(withoutSpace(text))
    },
    whole: () => pieces.join(''),
  }
}

/** @returns {'text' | 'drawing' | 'none'} */
function modeOf(
  outer,
  /** @type {string} */ name,
  /** @type {Record<string, string>} */ attributes,
) {
  if (outer === 'none' || isUnread(name, attributes) || isPageBreak(attributes)) return 'none'
  if (name === 'svg') return 'drawing'
  if (outer === 'drawing') return name === 'text' || name === 'foreignobject' ? 'text' : 'drawing'
  return 'text'
}

export const withoutSpace = (/** @type {string} */ text) => text.replace(/\s+/g, '')

/** All text in an element, in one line. */
export function lineOf(/** @type {Element} */ element) {
  /** @type {string[]} */
  const pieces = []
  const add = (/** @type {Element} */ { children }) => {
    for (const child of children) {
      if (typeof child === 'string') pieces.push(child)
      else if (!isUnread(child.name, child.attributes)) add(child)
    }
  }
  add(element)
  return pieces.join('').replace(/\s+/g, ' ').trim()
}

/** @returns {Generator<Element>} the elements in an element, in order */
export function* within(/** @type {Element} */ element) {
  const left = [element]
  for (let one = left.pop(); one; one = left.pop()) {
    if (one !== element) yield one
    for (let at = one.children.length - 1; at >= 0; at--) {
      const child = one.children[at]
      if (typeof child !== 'string') left.push(child)
    }
  }
}
