// Part of the thread that reads EPUBs (epub-thread.mjs): the package document.
import { EpubFault, localName, resolvePath } from './epub-rules.mjs'
import { parseXml } from './read-xml.mjs'
import { lineOf, pageReader, treeBudget, within } from './text/tree.mjs'

/** @typedef {{ href: string, type: string, properties: string[] }} Item */
/** @typedef {Awaited<ReturnType<typeof readPackage>>} Book */

/** @param {import('./epub-archive.mjs').Read} read */
export async function readPackage(read) {
  const container = await read('META-INF/container.xml')
  if (!container) throw new EpubFault('container')
  let place = ''
  parseXml('META-INF/container.xml', container, {
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
  parseXml(place, bytes, {
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

/** What the package document says of the files of a book. @returns {import('./text/book-text.mjs').BookFiles} */
export function bookFiles(/** @type {Book} */ { place, items, spine, language, isFixed }) {
  const fileOf = (/** @type {Item | undefined} */ item) =>
    resolvePath(place, item?.href ?? '') ?? ''
  const listed = [...items.values()]
  const contents = [
    ...listed.filter(({ properties }) => properties.includes('nav')),
    ...listed.filter(({ type }) => type === 'application/x-dtbncx+xml'),
  ].map(fileOf)
  const pages = spine.map(({ id }) => fileOf(items.get(id)))
  return {
    language,
    contents,
    read: new Set([...contents, ...pages]),
    spine: spine.map(({ isLinear, properties }, at) => ({
      file: pages[at],
      isLinear,
      isFixed: isFixed
        ? !properties.includes('rendition:layout-reflowable')
        : properties.includes('rendition:layout-pre-paginated'),
    })),
    types: new Map(listed.map((item) => [fileOf(item), item.type])),
    budget: treeBudget(),
    pages: new Map(),
    sheets: new Map(),
    pictures: new Map(),
  }
}
