// Part of the thread that reads EPUBs (epub-thread.mjs): the text of a book, in parts that the site shows.

import { resolvePath } from '../epub-rules.mjs'
import { wordsOf } from '../opening.mjs'
import { bookWriter } from './blocks.mjs'
import { chaptersOf, partsOf } from './chapters.mjs'
import { readContents } from './contents.mjs'
import { languagePattern } from './context.mjs'
import { joinLinks, topsOf, walk } from './links.mjs'
import { firstLoss, textOf } from './proof.mjs'
import { readRules } from './styles.mjs'
import { isSpent, pageReader, TextFault, within } from './tree.mjs'

/** @typedef {import('./tree.mjs').Element} Element */
/**
 * @typedef {object} BookFiles what was read of the files of a book
 * @property {string} language
 * @property {{ file: string, isLinear: boolean, isFixed: boolean }[]} spine
 * @property {string[]} contents files, the best first
 * @property {Set<string>} read files of which pages are made: those of the spine and the contents
 * @property {import('./tree.mjs').Budget} budget
 * @property {Map<string, ReturnType<typeof import('./tree.mjs').pageReader>>} pages
 * @property {Map<string, import('./styles.mjs').Rules>} sheets
 * @property {Map<string, 'shown' | 'drawings' | 'words'>} pictures
 * @property {Map<string, string>} types of files, by name
 */

/**
 * The text of a book in parts, or why it cannot be read on the site.
 * @param {BookFiles} files
 * @returns {import('#contract/shop/book-text.ts').BookText | import('#contract/shop/book-text.ts').TextFault}
 */
export function readText(files) {
  try {
    return convert(files)
  } catch (error) {
    if (!(error instanceof TextFault)) throw error
    return { fault: error.fault, place: error.place }
  }
}

/** @param {BookFiles} files */
function convert({ language: declared, spine, contents, budget, pages, sheets, pictures, types }) {
  const fixed = spine.find(({ isFixed }) => isFixed)
  if (fixed) throw new TextFault('fixed', fixed.file)
  if (isSpent(budget)) throw new TextFault('tooLong')
  const language = languageOf(declared, pages.get(spine[0]?.file)?.root)
  const { addPage, writer, dropped, notShown } = bookWriter(language, pictures)
  const ordered = [
    ...spine.filter(({ isLinear }) => isLinear),
    ...spine.filter(({ isLinear }) => !isLinear),
  ]
  const read = ordered.map(({ file, isLinear }) => {
    const { root } = pages.get(file) ?? pageReader(budget)
    return { file, isLinear, blocks: addPage(file, root, sheetsOf(file, root, sheets, budget)) }
  })
  writer.straighten()
  const tops = topsOf(
    read.flatMap(({ blocks }) => blocks),
    writer,
  )
  const entries =
    contents
      .map((file) => readContents(pages.get(file)?.root, file))
      .find((list) => list.length > 0) ?? []
  const parts = partsOf(chaptersOf(read, entries, tops))
  const written = parts
    .map(({ title, lifted, doc }) => `${lifted ? title : ''}\n${textOf([doc])}`)
    .join('')
  const lost = firstLoss(
    ordered.map(({ file }) => ({ file, plain: pages.get(file)?.plain.whole() ?? '' })),
    written,
  )
  if (lost !== undefined) throw new TextFault('words', lost)
  const words = wordsOf(written).length
  if (words === 0) throw new TextFault('noWords')
  joinLinks(parts, writer, read)
  const shown = numberPictures(parts)
  const count = (/** @type {RegExp} */ kind) =>
    [...types.values()].filter((type) => kind.test(type)).length
  dropped.fonts = count(/^font\/|^application\/(?:x-)?font|opentype|vnd\.ms-fontobject/)
  dropped.sounds = count(/^audio\//)
  dropped.videos = count(/^video\//)
  dropped.drawings += notShown.drawings.size
  dropped.pictures = notShown.pictures.size
  return {
    language,
    parts: parts.map(({ lifted, ...part }) => part),
    pictures: shown,
    kept: { words, pictures: shown.length },
    dropped,
  }
}

/** As the package document has it, else the first page. @param {string} declared @param {Element | undefined} root */
function languageOf(declared, root) {
  const [html] = root ? within(root) : []
  const languages = [declared, html?.attributes.lang ?? '']
  return languages.find((language) => languagePattern.test(language)) ?? ''
}

const mostSheets = 20

/** @param {string} file @param {Element} root @param {BookFiles['sheets']} sheets @param {BookFiles['budget']} budget */
function sheetsOf(file, root, sheets, budget) {
  /** @type {import('./styles.mjs').Rules[]} */
  const found = []
  for (const { name, attributes, children } of within(root)) {
    if (name === 'body' || found.length >= mostSheets) break
    const linked =
      name === 'link' && /stylesheet/i.test(attributes.rel ?? '')
        ? sheets.get(resolvePath(file, attributes.href ?? '') ?? '')
        : undefined
    if (linked) found.push(linked)
    if (name === 'style') found.push(readRules(children.join(''), budget))
  }
  return found
}

/** Each file once, in the order in which they are shown. @param {import('./chapters.mjs').MadePart[]} parts */
function numberPictures(parts) {
  /** @type {Map<string, number>} */
  const numbers = new Map()
  /** @type {import('#contract/shop/book-text.ts').PictureRef[]} */
  const pictures = []
  for (const { doc } of parts) {
    walk(doc, ({ type, attrs }) => {
      if (type !== 'picture') return
      const name = String(attrs.number)
      const number = numbers.get(name) ?? pictures.length
      if (number === pictures.length) pictures.push({ name, alt: String(attrs.alt) })
      numbers.set(name, number)
      attrs.number = number
    })
  }
  return pictures
}
