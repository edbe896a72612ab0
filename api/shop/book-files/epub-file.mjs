// Part of the thread that reads EPUBs (epub-thread.mjs): the file as a whole.
import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { openPromise } from 'yauzl'
import { records } from './epub-allowed.mjs'
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

const megabyte = 1024 * 1024
const most = { entries: 5000, bytes: 256 * megabyte, entry: 64 * megabyte, text: 8 * megabyte }

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

/** @typedef {import('yauzl').Entry & { name: string }} ZipEntry */
/** @typedef {{ href: string, type: string, properties: string[] }} Item */

/**
 * The sample of an EPUB that may be sold; throws an EpubFault for any other.
 * @param {string} path
 */
export async function readEpubFile(path) {
  await checkMimetype(path)
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false }).catch(() => {
    throw new EpubFault('notAnEpub')
  })
  try {
    const entries = await listEntries(zip)
    const read = readerOf(zip, entries)
    await checkEncryption(read)
    const book = await readPackage(read)
    checkItems(book, entries)
    return await readAll(entries, read, book)
  } finally {
    zip.close()
  }
}

/** Readers recognise an EPUB in this way, from its first bytes. */
async function checkMimetype(/** @type {string} */ path) {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(58), 0, 58, 0)
    if (bytesRead < 58 || buffer.readUInt32LE(0) !== 0x04034b50) throw new EpubFault('notAnEpub')
    const isStored = buffer.readUInt16LE(8) === 0 && buffer.readUInt16LE(28) === 0
    if (!isStored || buffer.toString('latin1', 30) !== 'mimetypeapplication/epub+zip') {
      throw new EpubFault('mimetype')
    }
  } finally {
    await file.close()
  }
}

/**
 * Lists entries by name; throws where the directory alone shows that the archive is too large or has bad names.
 * @param {import('yauzl').ZipFile} zip
 */
async function listEntries(zip) {
  if (zip.entryCount > most.entries) throw new EpubFault('tooMany')
  /** @type {Map<string, ZipEntry>} */
  const entries = new Map()
  const seen = new Set()
  let bytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(/** @type {unknown} */ (entry.fileName))
      const folded = name.toLowerCase()
      if (seen.has(folded)) throw new EpubFault('name', name)
      seen.add(folded)
      bytes += entry.uncompressedSize
      if (bytes > most.bytes || entry.uncompressedSize > most.entry) throw new EpubFault('tooMany')
      if (entry.isEncrypted()) throw new EpubFault('locked')
      if (!name.endsWith('/')) entries.set(name, Object.assign(entry, { name }))
    }
  } catch (error) {
    throw error instanceof EpubFault ? error : new EpubFault('notAnEpub')
  }
  const [first] = entries.values()
  if (first?.name !== 'mimetype' || first.relativeOffsetOfLocalHeader !== 0) {
    throw new EpubFault('mimetype')
  }
  return entries
}

/** @param {unknown} bytes */
function nameOf(bytes) {
  const raw = /** @type {Buffer} */ (bytes)
  const name = raw.toString('utf8')
  const segments = name.split('/')
  const isPlain =
    Buffer.from(name).equals(raw) &&
    raw.length <= 500 &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no name has them.
    !/[\0-\x1f\x7f"*:<>?\\|]/.test(name) &&
    !segments.slice(0, -1).includes('') &&
    !segments.some((segment) => segment === '..' || segment === '.')
  if (!isPlain || name === '') throw new EpubFault('name', name.slice(0, 100))
  // Programs of Apple write letters and their marks apart.
  return name.normalize('NFC')
}

/** Returns whether what is read begins a tag, behind its byte order mark and blanks; undefined as long as that is open. */
function tagSeeker() {
  let count = 0
  let isWide = false
  return (/** @type {Buffer} */ piece) => {
    for (const byte of piece) {
      count += 1
      if (count <= 3 && [0xef, 0xbb, 0xbf, 0xfe, 0xff].includes(byte)) isWide ||= byte >= 0xfe
      else if (!(byte === 0 && (isWide || count === 1)) && ![9, 10, 12, 13, 32].includes(byte)) {
        return byte === 0x3c
      }
    }
    return undefined
  }
}

/**
 * Whole where it is text or begins a tag; anything else only has to be whole, and is empty.
 * @param {import('yauzl').ZipFile} zip @param {Map<string, ZipEntry>} entries
 */
function readerOf(zip, entries) {
  /** @param {string} name @param {boolean} isText @returns {Promise<Buffer | undefined>} */
  return async (name, isText = true) => {
    const entry = entries.get(name)
    if (!entry) return undefined
    if (isText && entry.uncompressedSize > most.text) throw new EpubFault('tooMany')
    const pieces = []
    const beginsTag = tagSeeker()
    /** @type {boolean | undefined} */
    let isTag
    let sum = 0
    try {
      for await (const piece of await zip.openReadStreamPromise(entry)) {
        sum = crc32(piece, sum)
        isTag ??= beginsTag(piece)
        if (isTag === false && !isText) pieces.length = 0
        else pieces.push(piece)
      }
    } catch {
      throw new EpubFault('damaged', name)
    }
    if (isTag && entry.uncompressedSize > most.text) throw new EpubFault('tooMany')
    if (sum !== entry.crc32) throw new EpubFault('damaged', name)
    return Buffer.concat(pieces)
  }
}

/** @typedef {ReturnType<typeof readerOf>} Read */

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
  /** @type {{ id: string, isLinear: boolean }[]} */
  const spine = []
  /** @type {string | undefined} */
  let start
  let root = ''
  parse(place, bytes, {
    open(name, attributes) {
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
        spine.push({ id: attributes.get('idref') ?? '', isLinear })
      } else if (element === 'reference' && attributes.get('type') === 'text') {
        start = resolvePath(place, attributes.get('href') ?? '')
      }
    },
  })
  if (root !== 'package' || spine.length === 0) throw new EpubFault('package', place)
  return { place, items, spine, start }
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
 * Checks every file, and resolves to the opening of the text.
 * @param {Map<string, ZipEntry>} entries @param {Read} read @param {Book} book
 */
async function readAll(entries, read, { place, items, spine, start }) {
  const types = new Map(
    [...items.values()].map(({ href, type }) => [resolvePath(place, href), type]),
  )
  const chapters = spine
    .filter(({ isLinear }) => isLinear)
    .map(({ id }) => resolvePath(place, items.get(id)?.href ?? '') ?? '')
  /** @type {Map<string, string[]>} */
  const texts = new Map()
  for (const name of entries.keys()) {
    const type = types.get(name) ?? ''
    const isXml = kinds.xml.test(name) || xmlTypes.test(type)
    const isCss = kinds.css.test(name) || /^text\/css/i.test(type)
    const bytes = await read(name, isXml || isCss)
    if (!bytes) continue
    if (isCss) checkCss(name, bytes.toString('utf8'))
    // Programs that read it may go by what it holds, whatever it is called.
    if ((isXml && !isCss) || tagSeeker()(bytes)) {
      const isPage = kinds.xhtml.test(name) || /^application\/xhtml|^text\/html/i.test(type)
      const text = readDocument(name, bytes, isPage)
      if (chapters.includes(name)) texts.set(name, text.paragraphs)
      start ??= text.start
    }
  }
  const isNamed = (/** @type {string} */ name) =>
    types.has(name) || name === place || name === 'mimetype' || name.startsWith('META-INF/')
  const unnamed = [...entries.keys()].find((name) => !isNamed(name))
  if (unnamed) throw new EpubFault('unnamed', unnamed)
  const all = chapters.map((name) => texts.get(name) ?? [])
  const words = all.flat().reduce((sum, paragraph) => sum + wordsOf(paragraph).length, 0)
  return openingOf(all.slice(Math.max(0, chapters.indexOf(start ?? ''))).flat(), words)
}

/**
 * The paragraphs of a document, and where it says that the text of the book begins.
 * @param {string} place @param {Uint8Array} bytes @param {boolean} isPage
 */
function readDocument(place, bytes, isPage) {
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
      if (inStyle === 1) {
        checkCss(place, styles)
        styles = ''
      }
      if (inStyle > 0) inStyle -= 1
      if (skipped > 0) skipped -= 1
      else if (blocks.has(localName(name))) end()
    },
    text(text) {
      if (inStyle > 0) styles += text
      else if (skipped === 0) paragraph += text
    },
    instruction: (text) => checkInstruction(place, text),
  })
  end()
  if (isPage && root !== 'html') throw new EpubFault('xml', place)
  return { paragraphs, start }
}
