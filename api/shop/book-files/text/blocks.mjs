// Part of the thread that reads EPUBs (epub-thread.mjs): blocks of text from the elements of a page.

import { addContainer, addFigure, addList, addStanza, addTable, addVerse } from './containers.mjs'
import { blockContext, inlineContext, pageContext } from './context.mjs'
import { addDrawing, addMath, addPageNumber, addPicture } from './inline.mjs'
import { isOf, isPageBreak, isUnread, TextFault } from './tree.mjs'
import { Writer } from './writer.mjs'

/** @typedef {import('./context.mjs').Context} Context */
/** @typedef {import('./tree.mjs').Element} Element */
/**
 * What is written, and what is known of the book.
 * @typedef {object} Book
 * @property {import('./writer.mjs').Writer} writer
 * @property {Map<string, 'shown' | 'drawings' | 'words'>} pictures by file; one that is missing is of another kind
 * @property {import('#contract/shop/book-text.ts').Dropped} dropped
 * @property {{ drawings: Set<string>, pictures: Set<string> }} notShown
 * @property {(children: Element['children'], context: Context) => void} addAll
 */

/** Deeper blocks stand where those around them do. */
const deepest = 40

const blocks = new Set(
  'address article aside body center dd details dir div dl dt figcaption footer h1 h2 h3 h4 h5 h6 header hgroup html li main menu p pre section summary tbody td tfoot th thead tr'.split(
    ' ',
  ),
)
const note = /^(?:footnote|endnote|rearnote)$/
const verse = /^(?:z3998:)?(?:verse|poem)$/

/** @typedef {(element: Element, context: Context, book: Book) => void} Add */

/** @type {Map<string, Add>} */
const containers = new Map([
  ['blockquote', (element, context, book) => addContainer('quote', element, context, book)],
  ['ul', (element, context, book) => addList('bullet_list', element, context, book)],
  ['ol', (element, context, book) => addList('ordered_list', element, context, book)],
  ['menu', (element, context, book) => addList('bullet_list', element, context, book)],
  ['dir', (element, context, book) => addList('bullet_list', element, context, book)],
  ['table', addTable],
  ['figure', addFigure],
])

/** @type {Map<string, Add>} */
const atoms = new Map([
  ['br', (_element, _context, { writer }) => writer.lineBreak()],
  ['hr', (_element, context, { writer }) => addDivider(context, writer)],
  [
    'img',
    ({ attributes }, context, book) => {
      const isDecoration = /^(?:presentation|none)$/.test(attributes.role ?? '')
      addPicture(attributes.src, isDecoration ? '' : (attributes.alt ?? ''), context, book)
    },
  ],
  ['svg', addDrawing],
  ['math', addMath],
  ['audio', (_element, { file }) => refuse('sound', file)],
  ['video', (_element, { file }) => refuse('film', file)],
])

/** @param {'sound' | 'film'} fault @param {string} file */
function refuse(fault, file) {
  throw new TextFault(fault, file)
}

/** @param {Element['children']} children @param {Context} context @param {Book} book */
export function addAll(children, context, book) {
  for (const child of children) {
    if (typeof child === 'string') book.writer.text(child, context)
    else addElement(child, context, book)
  }
}

/** @type {Add} */
function addElement(element, context, book) {
  const { name, attributes, children } = element
  const { writer } = book
  if (isUnread(name, attributes)) return
  if (isPageBreak(attributes)) {
    addPageNumber(element, context, book)
    return
  }
  const atom = atoms.get(name)
  const isBlock = blocks.has(name) || containers.has(name)
  if (isBlock && !context.isInline) {
    writer.flush()
    writer.addId(context.file, attributes.id)
    addBlock(element, blockContext(element, context), book)
    writer.flush()
    return
  }
  writer.addId(context.file, attributes.id ?? (name === 'a' ? attributes.name : undefined))
  if (atom) {
    atom(element, context, book)
    return
  }
  if (isBlock) writer.softBreak()
  if (name === 'object') addObject(attributes, context, book)
  const inner = inlineContext(element, context, book)
  if (name === 'q') writer.text('“', inner)
  addAll(children, inner, book)
  if (name === 'q') writer.text('”', inner)
  if (isBlock) writer.softBreak()
}

/** What it holds is shown besides. @param {Record<string, string>} attributes @param {Context} context @param {Book} book */
function addObject({ data, type = '' }, context, book) {
  if (/^(?:audio|video)\//.test(type))
    refuse(type.startsWith('audio') ? 'sound' : 'film', context.file)
  if (data) addPicture(data, '', context, book)
}

/** @type {Add} */
function addBlock(element, context, book) {
  const { name, attributes, children } = element
  const container = containers.get(name)
  const isPoem = !context.isVerse && isOf(attributes, verse, { byClass: true })
  if (context.depth >= deepest) addAll(children, context, book)
  else if (name !== 'li' && isOf(attributes, note)) addContainer('note', element, context, book)
  else if ((isPoem && (!container || name === 'blockquote')) || name === 'pre')
    addVerse(element, context, book)
  else if (container) container(element, context, book)
  else if (name === 'figcaption') addCaption(element, context, book)
  else if (context.isVerse && isOf(attributes, /^(?:stanza|linegroup|lg)$/, { byClass: true }))
    addStanza(element, context, book)
  else addAll(children, context, book)
}

/** @param {Context} context @param {Book['writer']} writer */
function addDivider({ isInline }, writer) {
  if (isInline) return
  writer.flush()
  writer.add({ type: 'divider' }, writer.takeIds())
}

/** @type {Add} */
function addCaption({ children }, context, book) {
  const block = context.isFigure ? 'caption' : 'paragraph'
  addAll(children, { ...context, block, isInline: true }, book)
}

/**
 * Writes the pages of a book, one after another.
 * @param {string} language @param {Book['pictures']} pictures
 */
export function bookWriter(language, pictures) {
  const writer = new Writer(language)
  /** @type {Book} */
  const book = {
    writer,
    pictures,
    dropped: { fonts: 0, drawings: 0, pictures: 0, sounds: 0, videos: 0, formulas: 0 },
    notShown: { drawings: new Set(), pictures: new Set() },
    addAll: (children, context) => addAll(children, context, book),
  }
  /** @param {string} file @param {Element} root @param {Context['sheets']} sheets */
  const addPage = (file, root, sheets) => {
    const context = pageContext(file, sheets, language)
    return writer.inside(() => addAll(root.children, context, book))
  }
  return { ...book, addPage }
}
