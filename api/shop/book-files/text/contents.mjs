// Part of the thread that reads EPUBs (epub-thread.mjs): where the contents of a book say that its chapters begin.

import { resolvePath } from '../epub-rules.mjs'
import { isOf, lineOf, within } from './tree.mjs'

/** @typedef {import('./tree.mjs').Element} Element */
/** @typedef {{ title: string, to: string, depth: number }} Entry `to` as `file#id` */

const deepest = 2
const longestTitle = 200

/**
 * The entries of a contents list (XHTML or NCX), in order; empty where there is none.
 * @param {Element} root @param {string} place @returns {Entry[]}
 */
export function readContents(root, place) {
  /** @type {Entry[]} */
  const entries = []
  /** @param {Element | undefined} label @param {string | undefined} address @param {number} depth */
  const add = (label, address, depth) => {
    const file = address === undefined ? undefined : resolvePath(place, address.trim())
    if (label && file !== undefined) {
      entries.push({ title: titleOf(label), to: `${file}#${idOf(address)}`, depth })
    }
  }
  const navs = elementsOf(root, 'nav')
  const nav =
    navs.find(({ attributes }) => isOf(attributes, /^toc$/)) ??
    navs.find(({ attributes }) => attributes['epub:type'] === undefined)
  if (nav) for (const list of childrenOf(nav, 'ol')) addList(list, 1, add)
  const [map] = elementsOf(root, 'navmap')
  if (map) addPoints(map, 1, add)
  return entries
}

/** @typedef {(label: Element | undefined, address: string | undefined, depth: number) => void} AddEntry */

/** @param {Element} list @param {number} depth @param {AddEntry} add */
function addList(list, depth, add) {
  if (depth > deepest) return
  for (const item of childrenOf(list, 'li')) {
    const [link] = childrenOf(item, 'a')
    add(link, link?.attributes.href, depth)
    for (const inner of childrenOf(item, 'ol')) addList(inner, depth + 1, add)
  }
}

/** @param {Element} parent @param {number} depth @param {AddEntry} add */
function addPoints(parent, depth, add) {
  if (depth > deepest) return
  for (const point of childrenOf(parent, 'navpoint')) {
    const [content] = childrenOf(point, 'content')
    add(childrenOf(point, 'navlabel')[0], content?.attributes.src, depth)
    addPoints(point, depth + 1, add)
  }
}

const childrenOf = (/** @type {Element} */ { children }, /** @type {string} */ name) =>
  children.filter((child) => typeof child !== 'string').filter((child) => child.name === name)

const elementsOf = (/** @type {Element} */ root, /** @type {string} */ name) =>
  [...within(root)].filter((element) => element.name === name)

function titleOf(/** @type {Element} */ label) {
  const pictures = [...within(label)].map(({ attributes }) => attributes.alt ?? '')
  return shortened(lineOf(label) || pictures.join(' ').trim())
}

export const shortened = (/** @type {string} */ title) =>
  title.length > longestTitle ? `${title.slice(0, longestTitle - 1)}…` : title

/** What follows the hash of an address. */
export function idOf(/** @type {string} */ address) {
  const hash = address.indexOf('#')
  const id = hash < 0 ? '' : address.slice(hash + 1)
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}
