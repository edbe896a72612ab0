// Part of the thread that reads EPUBs (epub-thread.mjs).
import { Parser } from 'htmlparser2'

const tagStart = /<([\p{L}_][\p{L}\p{N}\p{M}_.-]*(?::[\p{L}_][\p{L}\p{N}\p{M}_.-]*)?)/uy
const attribute =
  /[ \t\r\n]+([\p{L}_][\p{L}\p{N}\p{M}_.-]*(?::[\p{L}_][\p{L}\p{N}\p{M}_.-]*)?)[ \t\r\n]*=[ \t\r\n]*(?:"([^<"]*)"|'([^<']*)')/uy
const tagEnd = /[ \t\r\n]*(\/?)>/y
const closing = /<\/([^\s<>/]+)[ \t\r\n]*>/y
const doctype = /<!DOCTYPE(?:[^<>[\]"']|"[^"]*"|'[^']*')*>/y
const reference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]*));/giy
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML allows none of these.
const forbidden = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/
const predefined = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const deepest = 500

/**
 * Reads a document that has to be well-formed, with its namespaces, and reports what it holds. Rejects any declaration of
 * entities. Throws an Error for anything else.
 * @param {Uint8Array} bytes
 * @param {{ open(name: string, attributes: Map<string, string>): void, close(name: string): void,
 *   text(text: string): void, instruction(text: string): void }} on
 */
export function readXml(bytes, on) {
  const text = decode(bytes)
  if (forbidden.test(text)) throw new Error('a character that XML does not allow')
  /** @type {{ name: string, prefixes: Set<string> }[]} */
  const stack = []
  let at = 0
  let hasRoot = false
  let hasDoctype = false

  /** @param {RegExp} pattern */
  const match = (pattern) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }
  /** @param {string} end @param {number} from */
  const upTo = (end, from) => {
    const place = text.indexOf(end, from)
    if (place < 0) throw new Error(`no ${end}`)
    at = place + end.length
    return text.slice(from, place)
  }
  /** @param {string} raw */
  const plain = (raw) => resolve(raw, hasDoctype)

  const readTag = () => {
    const [, tag = ''] = match(tagStart) ?? []
    if (!tag) throw new Error('a “<” that begins no tag')
    if (stack.length === 0 && hasRoot) throw new Error('more than one root')
    if (stack.length >= deepest) throw new Error('elements too deep')
    /** @type {Map<string, string>} */
    const attributes = new Map()
    for (let found = match(attribute); found; found = match(attribute)) {
      const [, key = '', quoted, single] = found
      if (attributes.has(key)) throw new Error(`${key} twice`)
      attributes.set(key, plain(quoted ?? single ?? ''))
    }
    const end = match(tagEnd)
    if (!end) throw new Error(`<${tag}> does not end`)
    const declared = [...attributes.keys()].filter((key) => key.startsWith('xmlns:'))
    const known = stack.at(-1)?.prefixes ?? new Set(['xml', 'xmlns'])
    const prefixes =
      declared.length > 0 ? new Set([...known, ...declared.map((key) => key.slice(6))]) : known
    for (const one of [tag, ...attributes.keys()]) {
      const [prefix, local] = one.split(':')
      if (local !== undefined && !prefixes.has(prefix ?? '')) throw new Error(`${prefix}: unknown`)
    }
    hasRoot = true
    on.open(tag, attributes)
    if (end[1]) on.close(tag)
    else stack.push({ name: tag, prefixes })
  }

  while (at < text.length) {
    if (text[at] !== '<') {
      const next = text.indexOf('<', at)
      const part = text.slice(at, next < 0 ? text.length : next)
      at += part.length
      if (part.includes(']]>')) throw new Error('“]]>” in text')
      if (stack.length > 0) on.text(plain(part))
      else if (part.trim() !== '') throw new Error('text outside of the root')
    } else if (text.startsWith('<!--', at)) {
      const comment = upTo('-->', at + 4)
      if (comment.includes('--') || comment.endsWith('-')) throw new Error('“--” in a comment')
    } else if (text.startsWith('<![CDATA[', at)) {
      const data = upTo(']]>', at + 9)
      if (stack.length === 0) throw new Error('text outside of the root')
      on.text(data)
    } else if (text.startsWith('<?', at)) {
      const isFirst = at === 0
      const target = upTo('?>', at + 2)
      if (/^xml\s/i.test(target) && !isFirst) throw new Error('a declaration')
      checkEncoding(target)
      on.instruction(target)
    } else if (text.startsWith('<!', at)) {
      if (hasRoot || hasDoctype || !match(doctype)) throw new Error('a declaration')
      hasDoctype = true
    } else if (text.startsWith('</', at)) {
      const [, tag = ''] = match(closing) ?? []
      const open = stack.pop()
      if (!tag || open?.name !== tag) throw new Error(`</${tag || open?.name}> ends nothing`)
      on.close(tag)
    } else readTag()
  }
  const last = stack.at(-1)
  if (last) throw new Error(`<${last.name}> does not end`)
  if (!hasRoot) throw new Error('no root')
}

/** @param {Uint8Array} bytes */
function decode(bytes) {
  const [first, second] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const encoding = isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  return new TextDecoder(encoding, { fatal: true }).decode(bytes)
}

/** @param {string} instruction */
function checkEncoding(instruction) {
  if (!/^xml\s/.test(instruction)) return
  const [, encoding = 'utf-8'] = /encoding\s*=\s*["']([^"']*)/.exec(instruction) ?? []
  if (!/^(utf-?8|utf-?16(le|be)?|us-ascii)$/i.test(encoding)) throw new Error(`in ${encoding}`)
}

/**
 * Names of HTML are known where a document type is, as browsers have it.
 * @param {string} raw @param {boolean} hasDoctype
 */
function resolve(raw, hasDoctype) {
  let from = raw.indexOf('&')
  if (from < 0) return raw
  let plain = raw.slice(0, from)
  while (from >= 0) {
    reference.lastIndex = from
    const [whole = '', decimal, hex, named] = reference.exec(raw) ?? []
    if (!whole) throw new Error('a “&” that stands alone')
    plain += named ? namedText(named, hasDoctype) : numbered(decimal, hex)
    const next = raw.indexOf('&', from + whole.length)
    plain += raw.slice(from + whole.length, next < 0 ? raw.length : next)
    from = next
  }
  return plain
}

/** @param {string | undefined} decimal @param {string | undefined} hex */
function numbered(decimal, hex) {
  const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
  const isText = code > 31 ? code <= 0x10ffff : [9, 10, 13].includes(code)
  if (!isText || (code >= 0xd800 && code < 0xe000)) throw new Error(`no character ${code}`)
  return String.fromCodePoint(code)
}

/** @param {string} named @param {boolean} hasDoctype */
function namedText(named, hasDoctype) {
  const known = predefined[/** @type {keyof typeof predefined} */ (named)]
  if (known) return known
  let text = ''
  const parser = new Parser({ ontext: (part) => (text += part) })
  parser.end(`&${named};`)
  if (!hasDoctype || text === `&${named};`) throw new Error(`&${named}; unknown`)
  return text
}
