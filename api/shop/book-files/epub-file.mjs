// Part of the thread that reads EPUBs (epub-thread.mjs): the file as a whole.
import { records } from './epub-allowed.mjs'
import { most, tagSeeker, withArchive } from './epub-archive.mjs'
import { bookFiles, readPackage } from './epub-package.mjs'
import {
  checkCss,
  checkElement,
  checkInstruction,
  checkLoaded,
  EpubFault,
  localName,
  resolvePath,
} from './epub-rules.mjs'
import { openingOf, wordsOf } from './opening.mjs'
import { parseXml } from './read-xml.mjs'
import { readText } from './text/book-text.mjs'
import { readRules } from './text/styles.mjs'
import { isSpent, pageReader } from './text/tree.mjs'

const kinds = {
  xhtml: /\.(?:xhtml|xht|html?)$/i,
  xml: /\.(?:xhtml|xht|html?|svg|xml|xslt?|opf|ncx|smil|pls)$/i,
  css: /\.css$/i,
  program: /\.(?:m?js|swf|wasm|vbs)$/i,
}
const programTypes =
  /^(?:text|application)\/(?:x-)?(?:java|ecma|vb)script|^text\/vbscript|shockwave/i
const xmlTypes = /^(?:application\/xml|text\/xml|[^;]+\+xml|text\/html)/i
const fontKeys = ['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']

const blocks = new Set(
  'address article aside blockquote body br dd div dl dt figcaption footer h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table td th tr ul'.split(
    ' ',
  ),
)
const unread = new Set(['head', 'style', 'nav', 'svg', 'math', 'rt', 'rp', 'template'])

/** @typedef {import('./epub-archive.mjs').ZipEntry} ZipEntry */

/**
 * The sample of an EPUB that may be sold, and its text where it can be read on the site, else the reason; throws an EpubFault
 * for any other.
 * @param {string} path @param {(sample: string) => void} onSample is called before the text is made, which may take too long
 * @returns {Promise<{ sample: string, text: import('#contract/shop/book-text.ts').BookText | import('#contract/shop/book-text.ts').TextFault }>}
 */
export async function readEpubFile(path, onSample = () => {}) {
  return withArchive(path, async (read, entries) => {
    await checkEncryption(read)
    const book = await readPackage(read)
    checkItems(book, entries)
    const { sample, files } = await readAll(entries, read, book)
    onSample(sample)
    return { sample, text: readText(files) }
  })
}

/**
 * Calls `take` with each of these files of an EPUB that was checked, one after the other.
 * @param {string} path @param {string[]} names @param {(bytes: Buffer, name: string) => Promise<void>} take
 */
export async function readEpubPictures(path, names, take) {
  await withArchive(path, async (read) => {
    for (const name of names) {
      const bytes = await read(name, true, most.entry)
      if (!bytes) throw new EpubFault('missing', name)
      await take(bytes, name)
    }
  })
}

/** @typedef {ReturnType<typeof import('./epub-archive.mjs').readerOf>} Read */

/** Fonts alone may be obfuscated. */
async function checkEncryption(/** @type {Read} */ read) {
  const place = 'META-INF/encryption.xml'
  const bytes = await read(place)
  if (bytes) {
    parseXml(place, bytes, {
      open(name, attributes) {
        const isMethod = localName(name) === 'encryptionmethod'
        if (isMethod && !fontKeys.includes(attributes.get('Algorithm') ?? '')) {
          throw new EpubFault('locked')
        }
      },
    })
  }
  for (const name of ['META-INF/license.lcpl', 'META-INF/sinf.xml']) {
    if (await read(name)) throw new EpubFault('locked')
  }
}

/** @typedef {import('./epub-package.mjs').Book} Book */

/** @param {Book} book @param {Map<string, ZipEntry>} entries */
function checkItems({ place, items, spine }, entries) {
  for (const { href, type, properties } of items.values()) {
    if (programTypes.test(type) || properties.includes('scripted')) {
      throw new EpubFault('script', href)
    }
    if (properties.includes('remote-resources')) throw new EpubFault('outside', href)
    checkLoaded(place, href)
    if (!entries.has(resolvePath(place, href) ?? '')) throw new EpubFault('missing', href)
  }
  for (const { id } of spine) {
    const item = items.get(id)
    if (!item || !/^(?:application\/xhtml\+xml|image\/svg\+xml)$/.test(item.type)) {
      throw new EpubFault('spine', item?.href ?? id)
    }
  }
  for (const name of entries.keys()) {
    if (kinds.program.test(name)) throw new EpubFault('script', name)
  }
}

/**
 * Checks every file, and resolves to the opening of the text, and what the text is made of.
 * @param {Map<string, ZipEntry>} entries @param {Read} read @param {Book} book
 */
async function readAll(entries, read, book) {
  let { start } = book
  const files = bookFiles(book)
  const chapters = files.spine.filter(({ isLinear }) => isLinear).map(({ file }) => file)
  /** @type {Map<string, string[]>} */
  const texts = new Map()
  for (const name of entries.keys()) {
    const text = await checkFile(name, read, files)
    if (!text) continue
    if (chapters.includes(name)) texts.set(name, text.paragraphs)
    start ??= text.start
  }
  const isNamed = (/** @type {string} */ name) =>
    files.types.has(name) ||
    name === book.place ||
    name === 'mimetype' ||
    name.startsWith('META-INF/')
  const unnamed = [...entries.keys()].find((name) => !isNamed(name))
  if (unnamed) throw new EpubFault('unnamed', unnamed)
  const all = chapters.map((name) => texts.get(name) ?? [])
  const words = all.flat().reduce((sum, paragraph) => sum + wordsOf(paragraph).length, 0)
  const opening = all.slice(Math.max(0, chapters.indexOf(start ?? ''))).flat()
  return { sample: openingOf(opening, words), files }
}

/**
 * Checks a file, and adds what is read of it to the files of the book. Resolves to its text, if it may have one.
 * @param {string} name @param {Read} read @param {import('./text/book-text.mjs').BookFiles} files
 */
async function checkFile(name, read, files) {
  const type = files.types.get(name) ?? ''
  const isXml = kinds.xml.test(name) || xmlTypes.test(type)
  const isCss = kinds.css.test(name) || /^text\/css/i.test(type)
  const bytes = await read(name, isXml || isCss)
  if (!bytes) return undefined
  if (isCss) {
    const css = bytes.toString('utf8')
    checkCss(name, css)
    files.sheets.set(name, readRules(css, files.budget))
  }
  if (isPicture(bytes)) files.pictures.set(name, 'shown')
  // Programs that read it may go by what it holds, whatever it is called.
  if ((!isXml || isCss) && !tagSeeker()(bytes)) return undefined
  const isPage = kinds.xhtml.test(name) || /^application\/xhtml|^text\/html/i.test(type)
  const page =
    type === 'image/svg+xml' || files.read.has(name) ? pageReader(files.budget) : undefined
  const text = readDocument(name, bytes, isPage, page)
  if (page) addPage(name, page, files)
  return text
}

/** @param {string} name @param {ReturnType<typeof pageReader>} page @param {import('./text/book-text.mjs').BookFiles} files */
function addPage(name, page, { types, read, budget, pages, pictures }) {
  if (read.has(name)) pages.set(name, page)
  if (isSpent(budget)) pages.clear()
  if (types.get(name) === 'image/svg+xml') {
    pictures.set(name, page.plain.whole() ? 'words' : 'drawings')
  }
}

/** JPEG and PNG are shown (api/magazine/uploads/decode-picture.ts). */
function isPicture(/** @type {Buffer} */ bytes) {
  return /^(?:ffd8ff|89504e470d0a1a0a)/.test(bytes.toString('hex', 0, 8))
}

/**
 * The paragraphs of a document, and where it says that the text of the book begins.
 * @param {string} place @param {Uint8Array} bytes @param {boolean} isPage
 * @param {ReturnType<typeof pageReader>} [page] that takes the same events
 */
function readDocument(place, bytes, isPage, page) {
  /** @type {string[]} */
  const paragraphs = []
  /** @type {string | undefined} */
  let start
  let paragraph = ''
  let styles = ''
  let root = ''
  /** Elements that are open, from the first whose text is not read. */
  let skipped = 0
  /** Elements that are open, from a style on. */
  let inStyle = 0
  const end = () => {
    const text = paragraph.replace(/\s+/g, ' ').trim()
    if (text) paragraphs.push(text)
    paragraph = ''
  }
  parseXml(place, bytes, {
    open(name, attributes) {
      const element = localName(name)
      root ||= element
      page?.open(name, attributes)
      // The package document may name records about the book, which no reader loads.
      if (root !== 'package' || element !== 'link') {
        checkElement(place, name, attributes, records.has(root))
      }
      if (inStyle > 0 || element === 'style') inStyle += 1
      if (skipped > 0 || unread.has(element) || attributes.has('hidden')) skipped += 1
      else if (blocks.has(element)) end()
      if (element === 'a' && attributes.get('epub:type')?.split(' ').includes('bodymatter')) {
        start = resolvePath(place, attributes.get('href') ?? '')
      }
    },
    close(name) {
      page?.close()
      if (inStyle === 1) {
        checkCss(place, styles)
        styles = ''
      }
      if (inStyle > 0) inStyle -= 1
      if (skipped > 0) skipped -= 1
      else if (blocks.has(localName(name))) end()
    },
    text(text) {
      page?.text(text)
      if (inStyle > 0) styles += text
      else if (skipped === 0) paragraph += text
    },
    instruction: (text) => checkInstruction(place, text),
  })
  end()
  if (isPage && root !== 'html') throw new EpubFault('xml', place)
  return { paragraphs, start }
}
