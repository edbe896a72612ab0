// Part of the thread that reads EPUBs (epub-thread.mjs).
import { Parser } from 'htmlparser2'
import { SaxesParser } from 'saxes'
import { EpubFault } from './epub-rules.mjs'

const deepest = 500

/**
 * Reads a document that has to be well-formed, with its namespaces, and reports what it holds. Rejects any declaration of
 * entities. Throws an Error for anything else.
 * @param {Uint8Array} bytes
 * @param {{ open(name: string, attributes: Map<string, string>): void, close(name: string): void,
 *   text(text: string): void, instruction(text: string): void }} on
 */
function readXml(bytes, on) {
  const parser = new SaxesParser({ xmlns: true, position: false })
  let depth = 0
  let hasDoctype = false
  const text = (/** @type {string} */ part) => {
    if (depth > 0) on.text(part)
  }
  parser.on('xmldecl', ({ encoding = 'utf-8' }) => {
    if (!/^(utf-?8|utf-?16(le|be)?|us-ascii)$/i.test(encoding)) throw new Error(`in ${encoding}`)
  })
  parser.on('doctype', (declared) => {
    if (/[<[]/.test(declared)) throw new Error('a declaration')
    hasDoctype = true
  })
  parser.on('processinginstruction', ({ target, body }) => on.instruction(`${target} ${body}`))
  parser.on('text', text)
  parser.on('cdata', text)
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > deepest) throw new Error('elements too deep')
    on.open(name, new Map(Object.values(attributes).map((one) => [one.name, one.value])))
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    on.close(name)
  })
  // Names of HTML are known where a document type is, as browsers have it.
  parser.ENTITIES = new Proxy(parser.ENTITIES, {
    get: (known, /** @type {string} */ named) =>
      known[named] ?? (hasDoctype ? namedText(named) : undefined),
  })
  parser.write(decode(bytes)).close()
}

/**
 * `readXml`, with a fault for what is not well-formed.
 * @param {string} place @param {Uint8Array} bytes
 * @param {Partial<Parameters<typeof readXml>[1]>} on
 */
export function parseXml(place, bytes, on) {
  const nothing = () => {}
  try {
    readXml(bytes, { open: nothing, close: nothing, text: nothing, instruction: nothing, ...on })
  } catch (error) {
    throw error instanceof EpubFault ? error : new EpubFault('xml', place)
  }
}

/** @param {Uint8Array} bytes */
function decode(bytes) {
  const [first, second] = bytes
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const encoding = isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  return new TextDecoder(encoding, { fatal: true }).decode(bytes)
}

/** @param {string} named */
function namedText(named) {
  let text = ''
  const parser = new Parser({ ontext: (part) => (text += part) })
  parser.end(`&${named};`)
  return text === `&${named};` ? undefined : text
}
