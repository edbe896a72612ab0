import { crc32, deflateRawSync } from 'node:zlib'

/** One file of an archive, with what its directory claims of it. */
export interface ZipEntry {
  name: string
  data: string | Uint8Array
  isStored?: boolean
  /** The size that the unpacked file claims, whatever it has. */
  claimedBytes?: number
  isEncrypted?: boolean
  /** A wrong checksum. */
  isDamaged?: boolean
}

/** A zip archive of these, in this order. */
export function aZip(entries: ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let place = 0
  for (const { name, data, isStored, claimedBytes, isEncrypted, isDamaged } of entries) {
    const plain = Buffer.from(data)
    const packed = isStored ? plain : deflateRawSync(plain)
    const named = Buffer.from(name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(isEncrypted ? 0x801 : 0x800, 2)
    facts.writeUInt16LE(isStored ? 0 : 8, 4)
    facts.writeUInt32LE((crc32(plain) ^ (isDamaged ? 1 : 0)) >>> 0, 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(claimedBytes ?? plain.length, 18)
    facts.writeUInt16LE(named.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, named, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(place, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, rest, named)
    parts.push(local)
    place += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(place, 12)
  return Buffer.concat([...parts, listed, Buffer.from('PK\x05\x06'), end])
}

export const mimetype: ZipEntry = { name: 'mimetype', data: 'application/epub+zip', isStored: true }

export const container: ZipEntry = {
  name: 'META-INF/container.xml',
  data: `<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>`,
}

interface EpubParts {
  /** The bodies of its chapters. */
  chapters?: string[]
  /** Further items of the package document. */
  items?: string
  /** Further files. */
  files?: ZipEntry[]
  /** Further metadata of the book. */
  metadata?: string
  /** In the head of each chapter. */
  head?: string
  /** What its contents list has: addresses with titles, in lists below those that they belong to. */
  contents?: string
}

/** The entries of an EPUB of these chapters, to be changed by a test. */
export function epubEntries({
  chapters = ['<p>It begins.</p>'],
  items = '',
  files = [],
  metadata = '',
  head = '',
  contents,
}: EpubParts = {}): ZipEntry[] {
  const nav = contents === undefined ? [] : [aContentsList(contents)]
  const listedNav = nav.map(
    () => '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
  )
  const names = chapters.map((_, at) => `c${at + 1}.xhtml`)
  const listed = names.map(
    (name, at) => `<item id="c${at + 1}" href="${name}" media-type="application/xhtml+xml"/>`,
  )
  const read = names.map((_, at) => `<itemref idref="c${at + 1}"/>`)
  return [
    mimetype,
    container,
    {
      name: 'book/package.opf',
      data: `<?xml version="1.0"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
    <dc:identifier id="id">urn:x</dc:identifier><dc:title>The Quiet Ledger</dc:title><dc:language>en</dc:language>
    <link rel="record" href="https://library.example/record"/>${metadata}
  </metadata>
  <manifest>${listed.join('')}${listedNav.join('')}${items}</manifest><spine>${read.join('')}</spine>
</package>`,
    },
    ...chapters.map((body, at) => ({ name: `book/${names[at]}`, data: aChapter(body, head) })),
    ...nav,
    ...files,
  ]
}

export function anEpub(parts: EpubParts = {}): Buffer {
  return aZip(epubEntries(parts))
}

function aContentsList(list: string): ZipEntry {
  return { name: 'book/nav.xhtml', data: aChapter(`<nav epub:type="toc">${list}</nav>`) }
}

/** A chapter with this body. */
export function aChapter(body: string, head = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Chapter</title>${head}</head><body>${body}</body></html>`
}

/** Makes so many words, each with its number. */
export function words(many: number, stem = 'word'): string {
  return Array.from({ length: many }, (_, at) => `${stem}${at + 1}`).join(' ')
}

/** How a PNG begins. */
export const pngBytes = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
