// Part of the thread that reads EPUBs (epub-thread.mjs): words, what marks them, and what stands among them.

import { resolvePath } from '../epub-rules.mjs'
import { mathTree } from './math.mjs'
import { lineOf, TextFault, within } from './tree.mjs'

/** @typedef {import('./context.mjs').Context} Context */
/** @typedef {import('./tree.mjs').Element} Element */
/** @typedef {import('./blocks.mjs').Book} Book */

/** Its signs alone where it is more than can be shown. @param {Element} element @param {Context} context @param {Book} book */
export function addMath(element, context, book) {
  const tree = mathTree(element)
  if (!tree) {
    book.dropped.formulas += 1
    book.addAll(element.children, context)
  } else if (lineOf(element) !== '') {
    const { display, mode } = element.attributes
    const attrs = { isBlock: display === 'block' || mode === 'display', tree }
    book.writer.inline({ type: 'math', attrs }, context)
  }
}

/** @param {Element} element @param {Context} context @param {Book} book */
export function addPageNumber(element, { file }, { writer }) {
  const { id, title, 'aria-label': aria } = element.attributes
  const label = (title || aria || lineOf(element)).trim().slice(0, 20)
  const ids = id ? [`${file}#${id}`] : []
  if (label) writer.pageNumber({ type: 'page_number', attrs: { label } }, ids)
  else writer.addId(file, id)
}

/**
 * @param {string | undefined} href @param {string} alt @param {Context} context @param {Book} book
 */
export function addPicture(href, alt, { file, isInline }, { writer, pictures, notShown }) {
  const address = href?.trim() ?? ''
  if (address === '') return
  const name = /^data:/i.test(address) ? address.slice(0, 100) : (resolvePath(file, address) ?? '')
  const kind = pictures.get(name) ?? 'pictures'
  if (kind === 'words') throw new TextFault('drawing', name)
  if (kind !== 'shown') notShown[kind].add(name)
  else {
    const attrs = { number: name, alt: alt.replace(/\s+/g, ' ').trim() }
    writer.picture({ type: 'picture', attrs }, isInline)
  }
}

/** @param {Element} element @param {Context} context @param {Book} book */
export function addDrawing(element, context, book) {
  const named = [...within(element)]
  if (named.some((one) => /^(?:text|foreignobject)$/.test(one.name) && lineOf(one) !== '')) {
    throw new TextFault('drawing', context.file)
  }
  const pictures = named.filter(({ name }) => name === 'image')
  const title = named.find(({ name }) => name === 'title')
  const alt = element.attributes['aria-label'] ?? (title ? lineOf(title) : '')
  for (const { attributes } of pictures) addPicture(attributes.href, alt, context, book)
  if (pictures.length === 0) book.dropped.drawings += 1
}
