import { getDocument } from 'unpdf/pdfjs'

/** A PDF as small as one can be: so many empty pages, and whatever else is to stand in it. */
export function aPdf(pages: number, { trailer = '', padding = 0 } = {}): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages}/Kids[${numbered(pages, (at) => `${at + 3} 0 R`)}]>>`,
    ...Array(pages).fill('<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>'),
    `<</Length ${padding}>>stream\n${'x'.repeat(padding)}\nendstream`,
  ]
  return assemble(objects, trailer)
}

/** Locked with a password that nobody was told: the keys are made up. */
export function aLockedPdf(): Buffer {
  const key = '0'.repeat(64)
  const encrypt = `/Encrypt<</Filter/Standard/V 2/R 3/Length 128/P -4/O<${key}>/U<${key}>>>`
  return assemble(
    ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 0/Kids[]>>'],
    `${encrypt}/ID[<00><00>]`,
  )
}

/** A PDF of these objects; the first is its catalogue. */
export function assemble(objects: string[], trailer = ''): Buffer {
  let text = '%PDF-1.7\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  const end = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + table + end, 'latin1')
}

function numbered(many: number, write: (at: number) => string): string {
  return Array.from({ length: many }, (_, at) => write(at)).join(' ')
}

interface Headed {
  /** What its outline names. */
  outline?: string[]
  /** Lines in larger letters. */
  large?: string[]
}

/** A PDF of these pages, each with its lines of text from the top. */
export function aPdfOf(pages: string[][], { outline = [], large = [] }: Headed = {}): Buffer {
  const first = 4
  const root = first + pages.length * 2
  const streams = pages.map((lines) => {
    const shown = lines
      .map((line) => {
        const text = `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`
        return large.includes(line) ? `/F1 16 Tf ${text} /F1 10 Tf` : text
      })
      .join('\n')
    const text = `BT /F1 10 Tf 14 TL 40 560 Td\n${shown}\nET`
    return `<</Length ${text.length}>>stream\n${text}\nendstream`
  })
  return assemble(
    [
      `<</Type/Catalog/Pages 2 0 R${outline.length > 0 ? `/Outlines ${root} 0 R` : ''}>>`,
      `<</Type/Pages/Count ${pages.length}/Kids[${numbered(pages.length, (at) => `${first + at * 2} 0 R`)}]>>`,
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      ...streams.flatMap((stream, at) => [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 595]/Resources<</Font<</F1 3 0 R>>>>/Contents ${first + at * 2 + 1} 0 R>>`,
        stream,
      ]),
      `<</First ${root + 1} 0 R/Last ${root + outline.length} 0 R/Count ${outline.length}>>`,
      ...outline.map((title, at) => {
        const next = at + 1 < outline.length ? `/Next ${root + at + 2} 0 R` : ''
        return `<</Title(${title})/Parent ${root} 0 R/Dest[${first} 0 R/Fit]${next}>>`
      }),
    ],
    '',
  )
}

/** What somebody reads on each page. */
export async function textOf(pdf: ArrayBuffer | Buffer) {
  const { promise } = getDocument({ data: new Uint8Array(pdf), verbosity: 0 })
  const document = await promise
  const pages = Array.from({ length: document.numPages }, async (_, index) => {
    const { items } = await (await document.getPage(index + 1)).getTextContent()
    return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join('')
  })
  return (await Promise.all(pages)).map((page) => page.replace(/\s+/g, ' '))
}
