// Part of the thread that reads EPUBs (epub-thread.mjs): what its documents and styles may hold.

import { animated, asides, elements, attributes as known } from './epub-allowed.mjs'

/** What is wrong with an EPUB; its sentence is in contract/shop/epub-faults.ts. */
export class EpubFault extends Error {
  /** @param {import('#contract/shop/epub-faults.ts').EpubFaultName} fault @param {string} [place] the file in the EPUB */
  constructor(fault, place) {
    super(fault)
    this.fault = fault
    this.place = place
  }
}

const scheme = /^[a-z][a-z\d+.-]*:/i
const scriptAddress = /(?:^|[;,'"(=])(?:java|vb|live)script:/i
const linkSchemes = /^(?:https?|mailto|tel):/i
/** The kinds of data that an address may hold; an SVG may have scripts. */
const plainData =
  /^data:(?:image\/(?:png|jpeg|gif|webp)|font\/|application\/(?:x-)?font-|audio\/|video\/)/i
/** Whatever a reading program loads by itself, or sends something to. */
const loaded = new Set([
  'src',
  'href',
  'poster',
  'data',
  'background',
  'action',
  'formaction',
  'ping',
  'codebase',
  'classid',
  'archive',
  'manifest',
  'icon',
  'lowsrc',
  'altimg',
  'dynsrc',
])
const prose = new Set(['alt', 'title', 'content', 'aria-label', 'summary', 'label', 'placeholder'])

/** @param {string} name */
export const localName = (name) => name.slice(name.indexOf(':') + 1).toLowerCase()

/** These are never in a record: each would be a page of its own. */
const frames = new Set(['html', 'svg', 'iframe', 'frame', 'frameset', 'embed', 'object', 'form'])
/** What browsers show, and run. */
const shown = /^http:\/\/www\.w3\.org\/(?:1999\/xhtml|2000\/svg|1998\/Math\/MathML)$/

/**
 * Throws where an element is a script, runs one, or loads something from outside of the book, and where a book may not have
 * it. A record is shown to nobody and may have elements and attributes of its own, but none of pages and pictures.
 * @param {string} place @param {string} name @param {Map<string, string>} attributes @param {boolean} isRecord
 */
export function checkElement(place, name, attributes, isRecord) {
  checkScripts(place, name, attributes)
  const isAside = isRecord || asides.has(name.split(':')[0] ?? '')
  const element = localName(name)
  if (isAside ? frames.has(element) : !elements.has(element)) {
    throw new EpubFault('foreign', `${place}: <${name}>`)
  }
  for (const [key, value] of attributes) {
    const [prefix = '', local] = key.toLowerCase().split(':')
    if (prefix === 'xmlns') {
      const isBanned = isRecord || asides.has(local ?? '')
      if (isBanned && shown.test(value.trim())) throw new EpubFault('foreign', `${place}: ${key}`)
    } else if (!isAside && !isKnown(key)) {
      throw new EpubFault('foreign', `${place}: ${key}`)
    }
    if (localName(key) === 'attributename' && !animated.has(localName(value.trim()))) {
      throw new EpubFault('script', place)
    }
  }
}

function isKnown(/** @type {string} */ key) {
  if (key.includes(':') && asides.has(key.split(':')[0] ?? '')) return true
  const name = localName(key)
  return /^(?:aria|data)-/.test(name) || known.has(name)
}

/**
 * Throws where an element is a script, runs one, or loads something from outside of the book.
 * @param {string} place @param {string} name @param {Map<string, string>} attributes
 */
function checkScripts(place, name, attributes) {
  const element = localName(name)
  if (element === 'script' || element === 'applet') throw new EpubFault('script', place)
  if (element === 'base') throw new EpubFault('outside', place)
  for (const [key, value] of attributes) {
    if (key === 'xmlns' || key.startsWith('xmlns:')) continue
    if (isScript(localName(key), value)) throw new EpubFault('script', place)
    checkAttribute(place, element, key, value)
  }
}

/** @param {string} attribute @param {string} value */
function isScript(attribute, value) {
  if (/^on.|^srcdoc$/.test(attribute)) return true
  return !prose.has(attribute) && scriptAddress.test(squeeze(value))
}

/**
 * Throws where the attribute loads something from outside of the book.
 * @param {string} place @param {string} element @param {string} key @param {string} value
 */
function checkAttribute(place, element, key, value) {
  const attribute = localName(key)
  const isRefresh = element === 'meta' && attribute === 'http-equiv' && /refresh/i.test(value)
  if (isRefresh) throw new EpubFault('outside', place)
  if (attribute === 'style') checkCss(place, value)
  else if (attribute === 'srcset' || attribute === 'imagesrcset') {
    for (const one of value.split(',')) checkLoaded(place, one.trim().split(/\s/)[0] ?? '')
  } else if (key === 'xml:base') throw new EpubFault('outside', place)
  else if (attribute === 'href' && (element === 'a' || element === 'area')) {
    if (!linkSchemes.test(squeeze(value))) checkLoaded(place, value)
  } else if (loaded.has(attribute)) checkLoaded(place, value)
  else if (!prose.has(attribute) && /[(\\]/.test(value)) checkCss(place, value)
}

const styleInstruction = /^xml-stylesheet(?:\s+[a-z]+\s*=\s*(?:"[^"<&]*"|'[^'<&]*'))*\s*$/

/**
 * One that names a style is as it is written, without references: programs do and do not read them.
 * @param {string} place @param {string} instruction
 */
export function checkInstruction(place, instruction) {
  if (!/^xml-stylesheet/i.test(instruction)) return
  if (!styleInstruction.test(instruction)) throw new EpubFault('outside', place)
  let type = ''
  for (const [, name, one, other] of instruction.matchAll(
    /\s([a-z]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
  )) {
    if (name === 'href') checkLoaded(place, one ?? other ?? '')
    if (name === 'type') type = one ?? other ?? ''
  }
  // Other kinds of style are programs.
  if (type.trim().toLowerCase() !== 'text/css') throw new EpubFault('script', place)
}

/** @param {string} place @param {string} css */
export function checkCss(place, css) {
  checkStyles(place, css)
  // A string may hold what looks like a comment, so what stands in one is checked too.
  checkStyles(place, withoutComments(css))
}

/** @param {string} place @param {string} css */
function checkStyles(place, css) {
  const plain = css
    .replace(/\\([\da-f]{1,6})\s?/gi, (_, code) => fromCode(Number.parseInt(code, 16)))
    .replace(/\\(?=[^\n])/g, '')
  if (/expression\s*\(|-moz-binding|(?:^|[;{\s])behavior\s*:/i.test(plain)) {
    throw new EpubFault('script', place)
  }
  if (scriptAddress.test(squeeze(plain))) throw new EpubFault('script', place)
  // The last string of a style needs no end.
  for (const [, one, other, bare] of plain.matchAll(/url\(\s*(?:"([^"]*)|'([^']*)|([^)"']*))/gi)) {
    checkLoaded(place, one ?? other ?? bare ?? '')
  }
  for (const [, one, other] of plain.matchAll(/@import\s*(?:"([^"]*)|'([^']*))/gi)) {
    checkLoaded(place, one ?? other ?? '')
  }
  for (const [, set = ''] of plain.matchAll(/image-set\(([^)]*)/gi)) {
    for (const [, one, other] of set.matchAll(/"([^"]*)"|'([^']*)'/g)) {
      if (!/^[a-z]+\/[a-z]/i.test(one ?? other ?? '')) checkLoaded(place, one ?? other ?? '')
    }
  }
}

/** A regular expression would take quadratic time. */
export function withoutComments(/** @type {string} */ css) {
  let plain = ''
  let from = 0
  for (let at = css.indexOf('/*'); at >= 0; at = css.indexOf('/*', from)) {
    plain += `${css.slice(from, at)} `
    const end = css.indexOf('*/', at + 2)
    from = end < 0 ? css.length : end + 2
  }
  return plain + css.slice(from)
}

/** @param {number} code */
function fromCode(code) {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
}

/**
 * Throws unless the address is in the book.
 * @param {string} place @param {string} value
 */
export function checkLoaded(place, value) {
  const address = squeeze(value)
  if (address.startsWith('#') || plainData.test(address)) return
  if (/^data:/i.test(address)) throw new EpubFault('script', place)
  if (scheme.test(address) || /^[/\\]/.test(address) || resolvePath(place, address) === undefined) {
    throw new EpubFault('outside', place)
  }
}

/** Leaves out what browsers ignore in an address. */
function squeeze(/** @type {string} */ value) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers ignore them.
  return value.replace(/[\s\0-\x1f]/g, '')
}

/**
 * The name in the archive of a relative address; undefined where it leads out of it.
 * @param {string} place @param {string} address
 */
export function resolvePath(place, address) {
  const [path = ''] = address.split(/[?#]/)
  let plain = path
  try {
    plain = decodeURIComponent(path)
  } catch {
    // Taken as it is written.
  }
  const segments = place.split('/').slice(0, -1)
  for (const segment of plain.split(/[/\\]/)) {
    if (segment === '..') {
      if (segments.pop() === undefined) return undefined
    } else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return path === '' ? place : segments.join('/').normalize('NFC')
}
