// Part of the thread that reads EPUBs (epub-thread.mjs): the file as a whole.
import { records } from './epub-allowed.mjs'
import { most, tagSeeker, withArchive } from './epub-archive.mjs'
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
import { readXml } from './read-xml.mjs'
import { readText } from './text/book-text.mjs'
import { readRules } from './text/styles.mjs'
import { lineOf, pageReader, treeBudget, within } from './text/tree.mjs'

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
/** @typedef {{ href: string, type: string, properties: string[] }} Item */

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

/**
 * @param {string} place @param {Uint8Array} bytes
 * @param {Partial<Parameters<typeof readXml>[1]>} on
 */
function parse(place, bytes, on) {
  const nothing = () => {}
  try {
    readXml(bytes, { open: nothing, close: nothing, text: nothing, instruction: nothing, ...on })
  } catch (error) {
    throw error instanceof EpubFault ? error : new EpubFault('xml', place)
  }
}

/** Fonts alone may be obfuscated. */
async function checkEncryption(/** @type {Read} */ read) {
  const place = 'META-INF/encryption.xml'
  const bytes = await read(place)
  if (bytes) {
    parse(place, bytes, {
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

/** @param {Read} read */
async function readPackage(read) {
  const container = await read('META-INF/container.xml')
  if (!container) throw new EpubFault('container')
  let place = ''
  parse('META-INF/container.xml', container, {
    open(name, attributes) {
      const isPackage =
        localName(name) === 'rootfile' &&
        attributes.get('media-type') === 'application/oebps-package+xml'
      if (isPackage) place ||= attributes.get('full-path') ?? ''
    },
  })
  if (!place) throw new EpubFault('container')
  const bytes = await read(place)
  if (!bytes) throw new EpubFault('package', place)
  /** @type {Map<string, Item>} */
  const items = new Map()
  /** @type {{ id: string, isLinear: boolean, properties: string[] }[]} */
  const spine = []
  /** @type {string | undefined} */
  let start
  let root = ''
  const record = pageReader(treeBudget())
  parse(place, bytes, {
    ...record,
    open(name, attributes) {
      record.open(name, attributes)
      const element = localName(name)
      root ||= element
      if (element === 'item') {
        items.set(attributes.get('id') ?? '', {
          href: attributes.get('href') ?? '',
          type: attributes.get('media-type') ?? '',
          properties: (attributes.get('properties') ?? '').split(/\s+/),
        })
      } else if (element === 'itemref') {
        const isLinear = attributes.get('linear') !== 'no'
        const properties = (attributes.get('properties') ?? '').split(/\s+/)
        spine.push({ id: attributes.get('idref') ?? '', isLinear, properties })
      } else if (element === 'reference' && attributes.get('type') === 'text') {
        start = resolvePath(place, attributes.get('href') ?? '')
      }
    },
  })
  if (root !== 'package' || spine.length === 0) throw new EpubFault('package', place)
  return { place, items, spine, start, ...factsOf(record.root) }
}

/** What the metadata of a package document says of all pages. @param {import('./text/tree.mjs').Element} root */
function factsOf(root) {
  const elements = [...within(root)]
  const language = elements.find(({ name }) => name === 'language')
  const isFixed = elements.some(
    (element) =>
      element.name === 'meta' &&
      ((element.attributes.property === 'rendition:layout' &&
        lineOf(element) === 'pre-paginated') ||
        (element.attributes.name === 'fixed-layout' && element.attributes.content === 'true')),
  )
  return { language: language ? lineOf(language) : '', isFixed }
}

/** @typedef {Awaited<ReturnType<typeof readPackage>>} Book */

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

/** What the package document says of the files of a book. @returns {import('./text/book-text.mjs').BookFiles} */
function bookFiles(/** @type {Book} */ { place, items, spine, language, isFixed }) {
  const fileOf = (/** @type {Item | undefined} */ item) =>
    resolvePath(place, item?.href ?? '') ?? ''
  const listed = [...items.values()]
  return {
    language,
    spine: spine.map(({ id, isLinear, properties }) => ({
      file: fileOf(items.get(id)),
      isLinear,
      isFixed: isFixed
        ? !properties.includes('rendition:layout-reflowable')
        : properties.includes('rendition:layout-pre-paginated'),
    })),
    contents: [
      ...listed.filter(({ properties }) => properties.includes('nav')),
      ...listed.filter(({ type }) => type === 'application/x-dtbncx+xml'),
    ].map(fileOf),
    types: new Map(listed.map((item) => [fileOf(item), item.type])),
    budget: treeBudget(),
    pages: new Map(),
    sheets: new Map(),
    pictures: new Map(),
  }
}

/**
 * Checks a file, and adds what is read of it to the files of the book. Resolves to its text, if it may have one.
 * @param {string} name @param {Read} read @param {import('./text/book-text.mjs').BookFiles} files
 */
async function checkFile(name, read, { types, spine, contents, budget, pages, sheets, pictures }) {
  const type = types.get(name) ?? ''
  const isXml = kinds.xml.test(name) || xmlTypes.test(type)
  const isCss = kinds.css.test(name) || /^text\/css/i.test(type)
  const bytes = await read(name, isXml || isCss)
  if (!bytes) return undefined
  if (isCss) {
    const css = bytes.toString('utf8')
    checkCss(name, css)
    sheets.set(name, readRules(css, budget))
  }
  if (isPicture(bytes)) pictures.set(name, 'shown')
  // Programs that read it may go by what it holds, whatever it is called.
  if ((!isXml || isCss) && !tagSeeker()(bytes)) return undefined
  const isPage = kinds.xhtml.test(name) || /^application\/xhtml|^text\/html/i.test(type)
  const isDrawing = type === 'image/svg+xml'
  const isRead = contents.includes(name) || spine.some(({ file }) => file === name)
  const page = isRead || isDrawing ? pageReader(budget) : undefined
  const text = readDocument(name, bytes, isPage, page)
  if (page && isRead) pages.set(name, page)
  if (page && isDrawing) pictures.set(name, page.plain.whole() ? 'words' : 'drawings')
  return text
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
  parse(place, bytes, {
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
