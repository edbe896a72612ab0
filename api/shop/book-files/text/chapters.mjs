// Part of the thread that reads EPUBs (epub-thread.mjs): blocks in chapters, and long ones in parts.

import { wordsOf } from '../opening.mjs'
import { shortened } from './contents.mjs'
import { textOf } from './proof.mjs'
import { withoutSpace } from './tree.mjs'

/** @typedef {import('./writer.mjs').Json} Json */
/** @typedef {import('#contract/shop/book-text.ts').Part & { doc: Json, lifted: Json | undefined }} MadePart */
/** @typedef {{ file: string, isLinear: boolean, blocks: Json[] }} Page */
/** @typedef {{ title: string, blocks: Json[] }} Chapter */

const mostWords = 4000

/**
 * Chapters follow the contents; without them each page with words is one.
 * @param {Page[]} pages in reading order @param {import('./contents.mjs').Entry[]} entries
 * @param {Map<string, Json>} tops the block of the first level for each `file#id`
 * @returns {Chapter[]}
 */
export function chaptersOf(pages, entries, tops) {
  const listed = startsOf(pages, entries, tops)
  const starts = listed.size > 0 ? listed : pageStarts(pages)
  /** @type {Chapter[]} */
  const chapters = []
  let hasAsides = false
  for (const { blocks, isLinear } of withoutCovers(pages, starts)) {
    for (const block of blocks) {
      const title = starts.get(block)?.title
      const isAside = !isLinear && !hasAsides
      if (title !== undefined) chapters.push({ title, blocks: [] })
      else if (chapters.length === 0) chapters.push({ title: beforeAll, blocks: [] })
      else if (isAside) chapters.push({ title: besides, blocks: [] })
      hasAsides ||= !isLinear
      chapters.at(-1)?.blocks.push(block)
    }
  }
  for (const [at, chapter] of chapters.entries()) {
    const heading = [beforeAll, besides, ''].includes(chapter.title) && headingOf(chapter.blocks)
    chapter.title = heading || chapter.title || `Part ${at + 1}`
  }
  return chapters
}

export const beforeAll = 'Before the first chapter'
const besides = 'Beside the chapters'

/** @param {Page[]} pages @param {import('./contents.mjs').Entry[]} entries @param {Map<string, Json>} tops */
function startsOf(pages, entries, tops) {
  const firsts = new Map(pages.map(({ file, blocks }) => [file, blocks[0]]))
  /** @type {Map<Json, { title: string, depth: number }>} */
  const starts = new Map()
  for (const { title, to, depth } of entries) {
    const block = tops.get(to) ?? firsts.get(to.slice(0, to.indexOf('#')))
    // An entry that only gathers others leads to the first of them.
    const known = block && starts.get(block)
    if (block && (!known || known.depth < depth)) starts.set(block, { title, depth })
  }
  return starts
}

function pageStarts(/** @type {Page[]} */ pages) {
  const read = pages.filter(({ blocks }) => textOf(blocks).trim() !== '')
  return new Map(read.map(({ blocks }) => [blocks[0], { title: '', depth: 1 }]))
}

/**
 * Leaves out pages that only show a picture before the first chapter or beside them all, as covers do.
 * @param {Page[]} pages @param {Map<Json, object>} starts
 */
function withoutCovers(pages, starts) {
  const isListed = pages.map(({ blocks }) => blocks.some((block) => starts.has(block)))
  const first = isListed.indexOf(true)
  return pages.filter(({ blocks, isLinear }, at) => {
    const isAside = at < first || (!isLinear && !isListed[at])
    return !isAside || textOf(blocks).trim() !== ''
  })
}

const headingOf = (/** @type {Json[]} */ blocks) => {
  const heading = blocks.find(({ type }) => type === 'heading')
  return heading ? shortened(lineOf(heading)) : ''
}

const lineOf = (/** @type {Json} */ block) => textOf([block]).replace(/\s+/g, ' ').trim()

/** The parts of chapters, each a page of the site. @param {Chapter[]} chapters @returns {MadePart[]} */
export function partsOf(chapters) {
  return chapters.flatMap(({ title, blocks }, at) => {
    const [first] = blocks
    const heading = first?.type === 'heading' ? lineOf(first) : ''
    const lifted = heading && lettersOf(heading) === lettersOf(title) ? first : undefined
    const isSame = withoutSpace(heading).toLowerCase() === withoutSpace(title).toLowerCase()
    const divided = divide(lifted ? withPages(lifted, blocks.slice(1)) : blocks)
    return divided.map((content, part) => ({
      chapter: at + 1,
      // Where they differ in more than case, as the book itself has it.
      title: lifted && !isSame ? heading : title,
      part: part + 1,
      parts: divided.length,
      words: countWords(content),
      doc: { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] },
      lifted: part === 0 ? lifted : undefined,
    }))
  })
}

/** A page that begins at the title begins at the first words below. @param {Json} lifted @param {Json[]} blocks */
function withPages({ content }, blocks) {
  const pages = content.filter(({ type }) => type === 'page_number')
  const first = blocks.find(({ type }) => type === 'paragraph' || type === 'heading')
  if (first) first.content = [...pages, ...first.content]
  return blocks
}

const lettersOf = (/** @type {string} */ text) =>
  text.replace(/[^\p{L}\p{M}\p{N}]/gu, '').toLowerCase()

const countWords = (/** @type {Json[]} */ blocks) => wordsOf(textOf(blocks)).length

/** Parts as even as blocks allow; a heading stays with what follows it. @param {Json[]} blocks @returns {Json[][]} */
function divide(blocks) {
  const counts = new Map(blocks.map((block) => [block, countWords([block])]))
  const sumOf = (/** @type {Json[]} */ some) => some.reduce((sum, one) => sum + counts.get(one), 0)
  let left = sumOf(blocks)
  /** @type {Json[]} */
  let part = []
  const parts = [part]
  let sum = 0
  let hasText = false
  for (const block of blocks) {
    const count = counts.get(block)
    const share = left / Math.ceil(left / mostWords)
    if (hasText && (sum + count / 2 > share || sum + count > mostWords)) {
      const headings = []
      while (part.at(-1)?.type === 'heading') headings.push(part.pop())
      part = headings.reverse()
      parts.push(part)
      left -= sum - sumOf(part)
      sum = sumOf(part)
      hasText = false
    }
    part.push(block)
    hasText ||= block.type !== 'heading'
    sum += count
  }
  return parts
}
