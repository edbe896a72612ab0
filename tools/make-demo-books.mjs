// Typesets the sample of every book of content/demo/books.json into content/demo/books/<name>.pdf, so that a
// demonstration has something to sell. The same text always gives the same bytes.
//
//   node tools/make-demo-books.mjs
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { openFonts, ownCharacters } from './publication/fonts.mjs'
import { makeTypesetter } from './publication/typesetter.mjs'

const content = fileURLToPath(new URL('../content/', import.meta.url))
const folder = join(content, 'demo', 'books')
const listFile = join(content, 'demo', 'books.json')
const madeOn = new Date('2026-01-01T00:00:00Z')

async function makeBook({ title, authorName, description, content: sample }, brand) {
  const name = title
    .normalize('NFD')
    .toLowerCase()
    // The hooked k of Hausa is a letter of its own, without a mark to take off.
    .replace(/ƙ/g, 'k')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const doc = new PDFDocument({
    size: [420, 595],
    margin: 44,
    lang: 'en-NG',
    displayTitle: true,
    info: {
      ...{ Title: title, Author: authorName, Subject: description, Producer: brand.name },
      ...{ CreationDate: madeOn, ModDate: madeOn },
    },
  })
  let pages = 0
  doc.on('pageAdded', () => pages++)
  const written = `${title}${authorName}${sample}${brand.name}${ownCharacters}`.normalize('NFC')
  const { runsOf } = makeTypesetter(doc, await openFonts(doc, written))
  const write = (text, size, options = {}) => {
    const runs = runsOf(text.normalize('NFC'), 'text', size)
    for (const [at, run] of runs.entries()) {
      doc.font(run.font, size).text(run.text, { ...options, continued: at < runs.length - 1 })
    }
  }
  doc.fontSize(26).moveDown(5)
  write(title, 26, { lineGap: 2 })
  doc.fontSize(14).moveDown(0.6)
  write(`by ${authorName}`, 14)
  doc.fontSize(10.5).moveDown(14)
  write(
    `${brand.name} sells this book only in its demonstration: author and book are invented, and what follows is all that there is of it.`,
    10.5,
    { lineGap: 3 },
  )
  doc.addPage()
  for (const paragraph of sample.split(/\s*\n\s*/).filter(Boolean)) {
    write(paragraph, 12, { lineGap: 4, paragraphGap: 8 })
  }
  doc.end()
  const file = join(folder, `${name}.pdf`)
  await pipeline(doc, createWriteStream(file))
  const { size } = await stat(file)
  console.log(`${title}: ${pages + 1} pages, ${Math.ceil(size / 1024)} KB`)
  return { file: `${name}.pdf`, pages: pages + 1 }
}

const brand = JSON.parse(await readFile(join(content, 'brand.json'), 'utf8'))
const books = JSON.parse(await readFile(listFile, 'utf8'))
await rm(folder, { recursive: true, force: true })
await mkdir(folder)
for (const book of books) book.pdf = await makeBook(book, brand)
await writeFile(listFile, `${JSON.stringify(books, null, 2)}\n`)
