// Part of the thread that reads EPUBs (epub-thread.mjs): blocks that hold others.

import { blockContext, deeper } from './context.mjs'
import { textOf } from './proof.mjs'
import { isOf, isPageBreak, isUnread } from './tree.mjs'

/** @typedef {import('./blocks.mjs').Add} Add */
/** @typedef {import('./blocks.mjs').Book} Book */
/** @typedef {import('./tree.mjs').Element} Element */
/** @typedef {import('./context.mjs').Context} Context */
/** @typedef {import('./writer.mjs').Json} Json */

const note = /^(?:footnote|endnote|rearnote)$/
const empty = () => /** @type {Json} */ ({ type: 'paragraph' })
const isBlank = (/** @type {Element | string} */ child) =>
  typeof child === 'string' ? child.trim() === '' : isUnread(child.name, child.attributes)

/** A child that is such an element, and no number of a page. @param {Element | string} child @param {RegExp} name */
function named(child, name) {
  if (typeof child === 'string' || isPageBreak(child.attributes)) return undefined
  return name.test(child.name) ? child : undefined
}

/** @param {string} type @param {Element} element @param {Context} context @param {Book} book */
export function addContainer(type, { children }, context, book) {
  const { writer } = book
  const ids = writer.takeIds()
  const content = writer.inside(() => book.addAll(children, deeper(context)))
  writer.add({ type, content }, ids)
}

/** Each paragraph is a stanza; whatever else is in a poem divides it. @type {Add} */
export function addVerse({ name, children }, context, book) {
  const { writer } = book
  const ids = writer.takeIds()
  const before = writer.blocks.at(-1)
  const inner = { ...deeper(context), isVerse: true }
  const blocks = writer.inside(() => book.addAll(children, inner))
  // A poem may be of paragraphs that each say that they are of one.
  let verse = name === 'p' && ids.length === 0 && before?.type === 'verse' ? before : undefined
  for (const block of blocks) {
    if (block.type === 'paragraph') {
      if (verse) verse.content.push(block)
      else {
        verse = { type: 'verse', content: [block] }
        writer.blocks.push(verse)
      }
    } else {
      verse = undefined
      writer.blocks.push(block)
    }
  }
  writer.nameFirst(blocks[0], ids)
}

/**
 * What stands in a list beside its items is an item of its own.
 * @param {'bullet_list' | 'ordered_list'} type @param {Element} element @param {Context} context @param {Book} book
 */
export function addList(type, { attributes, children }, context, book) {
  const { writer } = book
  const ids = writer.takeIds()
  const inner = deeper(context, 2)
  /** @type {Json[]} */
  const items = []
  for (const child of children) {
    if (isBlank(child)) continue
    const item = named(child, /^li$/)
    const content = item ? [] : writer.inside(() => book.addAll([child], inner))
    if (item) items.push(itemOf(item, inner, book))
    else if (content.length > 0) items.push({ type: 'list_item', content })
  }
  const start = Number.parseInt(attributes.start ?? '', 10)
  const isNumbered = type === 'ordered_list' && Math.abs(start) < 1_000_000
  writer.add({ type, content: items, ...(isNumbered ? { attrs: { start } } : {}) }, ids)
}

/** @param {Element} element @param {Context} context @param {Book} book */
function itemOf(element, context, book) {
  const { writer } = book
  writer.addId(context.file, element.attributes.id)
  const ids = writer.takeIds()
  const inner = blockContext(element, context)
  let content = writer.inside(() => book.addAll(element.children, inner))
  if (content.length === 0) content = [empty()]
  const isNote = isOf(element.attributes, note)
  const item = { type: 'list_item', content: isNote ? [{ type: 'note', content }] : content }
  writer.name(isNote ? item.content[0] : item, ids)
  return item
}

/** @type {Add} */
export function addTable(element, context, book) {
  const { writer } = book
  const ids = writer.takeIds()
  /** @type {Json[]} */
  const rows = []
  addRows(element, deeper(context, 3), book, rows)
  if (rows.length === 1 && rows[0]?.type === 'caption') rows[0].type = 'paragraph'
  if (rows.length === 1 && rows[0]?.type === 'paragraph') {
    writer.name(rows[0], ids)
    writer.blocks.push(rows[0])
  } else writer.add({ type: 'table', content: rows }, ids)
}

/** @param {Element} parent @param {Context} context @param {Book} book @param {Json[]} rows */
function addRows(parent, context, book, rows) {
  for (const child of parent.children) {
    if (isBlank(child)) continue
    const element = named(child, /^(?:thead|tbody|tfoot|tr|caption)$/)
    if (!element || (element.name === 'caption' && rows.length > 0)) {
      const cells = cellsOf({ ...parent, children: [child] }, context, book)
      if (cells.length > 0) rows.push(rowOf(cells))
      continue
    }
    book.writer.addId(context.file, element.attributes.id)
    const inner = blockContext(element, context)
    if (element.name === 'caption') addTableCaption(element, inner, book, rows)
    else if (element.name !== 'tr') addRows(element, inner, book, rows)
    else {
      const cells = cellsOf(element, inner, book)
      if (cells.length > 0) rows.push(rowOf(cells))
    }
  }
}

/** Pictures in it are a row. @param {Element} caption @param {Context} context @param {Book} book @param {Json[]} rows */
function addTableCaption({ children }, context, book, rows) {
  const inner = { ...context, block: /** @type {const} */ ('caption'), isInline: true }
  for (const node of book.writer.inside(() => book.addAll(children, inner))) {
    rows.push(node.type === 'caption' ? node : rowOf([cellOf([node])]))
  }
}

const rowOf = (/** @type {Json[]} */ content) => ({ type: 'row', content })
const cellOf = (/** @type {Json[]} */ content, attrs = {}) => ({
  type: 'cell',
  attrs,
  content: content.length > 0 ? content : [empty()],
})

/** @param {Element} row @param {Context} context @param {Book} book */
function cellsOf({ children }, context, book) {
  const { writer } = book
  /** @type {Json[]} */
  const cells = []
  for (const child of children) {
    if (isBlank(child)) continue
    const cell = named(child, /^t[dh]$/)
    if (cell) writer.addId(context.file, cell.attributes.id)
    const content = cell
      ? writer.inside(() => book.addAll(cell.children, blockContext(cell, context)))
      : writer.inside(() => book.addAll([child], context))
    if (cell) cells.push(cellOf(content, attributesOf(cell)))
    else if (content.length > 0) cells.push(cellOf(content))
  }
  return cells
}

/** @param {Element} cell */
function attributesOf({ name, attributes }) {
  const span = (/** @type {string | undefined} */ value) =>
    Math.min(100, Math.max(1, Number.parseInt(value ?? '', 10) || 1))
  const attrs = { columns: span(attributes.colspan), rows: span(attributes.rowspan) }
  return name === 'th' ? { ...attrs, isHeader: true } : attrs
}

/** The caption stands last; one before words stays where it is, as a paragraph. @type {Add} */
export function addFigure(element, context, book) {
  const { writer } = book
  const ids = writer.takeIds()
  const inner = { ...deeper(context), isFigure: true }
  const blocks = writer.inside(() => book.addAll(element.children, inner))
  const at = blocks.findIndex(({ type }) => type === 'caption')
  const isOne =
    at >= 0 && blocks.length > 1 && blocks.findLastIndex(({ type }) => type === 'caption') === at
  if (isOne && textOf(blocks.slice(at + 1)).trim() === '') {
    const [caption] = blocks.splice(at, 1)
    writer.add({ type: 'figure', content: [...blocks, caption] }, ids)
    return
  }
  for (const block of blocks) {
    if (block.type === 'caption') block.type = 'paragraph'
    writer.blocks.push(block)
  }
  writer.nameFirst(blocks[0], ids)
}

/** Its lines may be paragraphs. @type {Add} */
export function addStanza({ children }, context, book) {
  const { writer } = book
  const lines = writer.inside(() => book.addAll(children, context))
  const isOfLines = lines.length > 1 && lines.every(({ type }) => type === 'paragraph')
  if (!isOfLines) {
    for (const line of lines) writer.blocks.push(line)
    return
  }
  const [first] = lines
  for (const line of lines.slice(1)) {
    first.content.push({ type: 'line_break' })
    for (const node of line.content) first.content.push(node)
    writer.name(first, writer.ids.get(line) ?? [])
  }
  writer.blocks.push(first)
}
