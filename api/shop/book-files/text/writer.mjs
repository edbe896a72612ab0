// Part of the thread that reads EPUBs (epub-thread.mjs): writes blocks and their words as JSON of the schema of books
// (markdown/book-schema.ts).

import { resolvePath } from '../epub-rules.mjs'
import { idOf } from './contents.mjs'
import { isSameLanguage } from './context.mjs'

/** @typedef {import('./context.mjs').Context} Context */
/** @typedef {import('./context.mjs').Mark} Mark */
/** @typedef {{ type: string, attrs?: Record<string, unknown>, content?: Json[], text?: string, marks?: Mark[] }} Json */

const noBreakSpace = '\u00a0'

export class Writer {
  /** Of the container that is open. @type {Json[]} */
  blocks = []
  /** The text that is open. @type {(Json & { content: Json[] }) | undefined} */
  run
  /** Names of places whose block has not begun. @type {string[]} */
  waitingIds = []
  /** Page numbers between blocks. @type {Json[]} */
  waitingPages = []
  /** Pictures of the text that is open. @type {Json[]} */
  waitingPictures = []
  /** Names of places (`file#id`), by their block. @type {Map<Json, string[]>} */
  ids = new Map()
  /** Links into the book, with the place that each leads to. @type {{ mark: Mark, to: string }[]} */
  links = []
  /** Paragraphs that a style indents, among how many. @type {Json[]} */
  indented = []
  paragraphs = 0

  /** @param {string} language of the book */
  constructor(language) {
    this.language = language
  }

  /** @param {string} file @param {string | undefined} id */
  addId(file, id) {
    if (!id) return
    if (this.run) this.name(this.run, [`${file}#${id}`])
    else this.waitingIds.push(`${file}#${id}`)
  }

  /** @param {Json} node @param {string[]} ids */
  name(node, ids) {
    if (ids.length === 0) return
    const known = this.ids.get(node)
    if (known) for (const id of ids) known.push(id)
    else this.ids.set(node, ids)
  }

  /** Where no block of their own is written. @param {Json | undefined} node @param {string[]} ids */
  nameFirst(node, ids) {
    if (node) this.name(node, ids)
    else this.#wait(ids)
  }

  takeIds() {
    const ids = this.waitingIds
    this.waitingIds = []
    return ids
  }

  /** What `write` adds, as blocks of their own. @param {() => void} write */
  inside(write) {
    this.flush()
    const outer = this.blocks
    this.blocks = []
    write()
    this.flush()
    const { blocks } = this
    this.blocks = outer
    return blocks
  }

  /**
   * Adds a container, unless it would be empty.
   * @param {Json} node @param {string[]} ids
   */
  add(node, ids) {
    if (node.content?.length === 0) this.#wait(ids)
    else {
      this.name(node, ids)
      this.blocks.push(node)
    }
  }

  /** @param {Context} context */
  open(context) {
    if (this.run) return this.run
    const run = { type: context.block, attrs: this.#attrsOf(context), content: this.waitingPages }
    this.waitingPages = []
    this.name(run, this.takeIds())
    if (run.attrs.align === 'indent' && !context.isInset) this.indented.push(run)
    this.run = run
    return run
  }

  #attrsOf(/** @type {Context} */ context) {
    const { block, level, align, isIndented, isInset, blockLang, blockDir } = context
    /** @type {Record<string, unknown>} */
    const attrs = {}
    if (block === 'heading') attrs.level = level
    if (blockLang !== '' && !isSameLanguage(blockLang, this.language)) attrs.lang = blockLang
    if (blockDir === 'rtl') attrs.dir = 'rtl'
    const aligned = align || (isIndented || isInset ? 'indent' : '')
    if (aligned && block !== 'caption') attrs.align = aligned
    return attrs
  }

  /** @param {string} text @param {Context} context */
  text(text, context) {
    if (context.isPre) this.#preformatted(text, context)
    else this.#words(text.replace(/[ \t\r\n\f]+/g, ' '), context)
  }

  /** @param {string} text @param {Context} context */
  #words(text, context) {
    const last = this.run?.content.at(-1)
    const isAfterSpace = !last || last.type === 'line_break' || last.text?.endsWith(' ')
    this.#push(isAfterSpace && text.startsWith(' ') ? text.slice(1) : text, context)
  }

  /** @param {string} text @param {Context} context */
  #push(text, context) {
    if (text === '') return
    const { content } = this.open(context)
    const { marks } = context
    content.push(marks.length > 0 ? { type: 'text', text, marks } : { type: 'text', text })
  }

  /** Lines stay, and spaces at their start; an empty line ends a stanza. @param {string} text @param {Context} context */
  #preformatted(text, context) {
    for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
      if (at > 0 && this.run) {
        if (this.run.content.at(-1)?.type === 'line_break' && !context.isInline) this.flush()
        else this.lineBreak()
      }
      const tabbed = line.replace(/\t/g, '    ')
      this.#push(
        tabbed.replace(/^ +| {2,}/g, (spaces) => noBreakSpace.repeat(spaces.length)),
        context,
      )
    }
  }

  lineBreak() {
    if (!this.run) return
    trimEnd(this.run.content)
    this.run.content.push({ type: 'line_break' })
  }

  /** Between what would be blocks elsewhere. */
  softBreak() {
    if (this.run && this.run.content.at(-1)?.type !== 'line_break') this.lineBreak()
  }

  /** A formula. @param {Json} node @param {Context} context */
  inline(node, context) {
    this.open(context).content.push(node)
  }

  /** @param {Json} node @param {string[]} ids */
  pageNumber(node, ids) {
    this.name(node, ids)
    if (this.run) this.run.content.push(node)
    else this.waitingPages.push(node)
  }

  /** Behind the text that is open, if there is. @param {Json} node @param {boolean} isBehind */
  picture(node, isBehind) {
    if (this.run || isBehind) {
      this.waitingPictures.push(node)
      return
    }
    this.name(node, this.takeIds())
    this.blocks.push(node)
  }

  /** An indent that many paragraphs have is how the book begins each, and no look of one. */
  straighten() {
    if (this.indented.length < 10 || this.indented.length * 4 < this.paragraphs) return
    for (const { attrs } of this.indented) delete attrs.align
  }

  /** Ends the text that is open. */
  flush() {
    const { run } = this
    this.run = undefined
    if (run) {
      const { content } = run
      while (content.at(-1)?.type === 'line_break') content.pop()
      trimEnd(content)
      while (content.at(-1)?.type === 'line_break') content.pop()
      if (content.some(isShown)) {
        if (run.type === 'paragraph') this.paragraphs += 1
        this.blocks.push(run)
      } else this.#putBack(run)
    }
    const pictures = this.waitingPictures
    this.waitingPictures = []
    for (const picture of pictures) this.picture(picture, false)
  }

  /** @param {Json & { content: Json[] }} run without words */
  #putBack(run) {
    for (const node of run.content) if (node.type === 'page_number') this.waitingPages.push(node)
    this.#wait(this.ids.get(run) ?? [])
    this.ids.delete(run)
  }

  /** @param {string[]} ids */
  #wait(ids) {
    for (const id of ids) this.waitingIds.push(id)
  }

  /**
   * A link to a place in the book, which is known at the end.
   * @param {string} file @param {string} href @param {boolean} isNote
   */
  link(file, href, isNote) {
    const target = resolvePath(file, href)
    if (target === undefined) return undefined
    const mark = { type: 'place', attrs: { part: 0, anchor: '', isNote } }
    this.links.push({ mark, to: `${target}#${idOf(href)}` })
    return mark
  }
}

const isShown = (/** @type {Json} */ { type, text }) =>
  type === 'math' || (text !== undefined && text.trim() !== '')

/** Removes a space at the end. */
function trimEnd(/** @type {Json[]} */ content) {
  const last = content.at(-1)
  if (!last?.text?.endsWith(' ')) return
  const text = last.text.slice(0, -1)
  if (text === '') content.pop()
  else content[content.length - 1] = { ...last, text }
}
