// Typesets the sample of every book of content/demo/books.json into content/demo/books/<name>.pdf, so that a
// demonstration has something to sell. The same text always gives the same bytes.
//
//   node tools/make-demo-books.mjs
import { createWriteStream } from 'node:fs'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'

const require = createRequire(import.meta.url)
const fontkit = createRequire(require.resolve('pdfkit'))('fontkit')
const content = fileURLToPath(new URL('../content/', import.meta.url))
const folder = join(content, 'demo', 'books')
const listFile = join(content, 'demo', 'books.json')
const madeOn = new Date('2026-01-01T00:00:00Z')

// The typeface comes in slices: each letter, with its marks, is set from the first that holds all of it.
const slices = await Promise.all(
  ['latin', 'latin-ext', 'vietnamese'].map(async (name) => {
    const path = require.resolve(`@fontsource/noto-serif/files/noto-serif-${name}-400-normal.woff`)
    const file = await readFile(path)
    return { name, file, holds: new Set(fontkit.create(file).characterSet) }
  }),
)
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

function runsOf(text) {
  const runs = []
  for (const { segment } of letters.segment(text.normalize('NFC'))) {
    const slice = slices.find(({ holds }) =>
      [...segment].every((character) => holds.has(character.codePointAt(0))),
    )
    if (!slice) throw new Error(`no slice of the typeface holds “${segment}”.`)
    if (runs.at(-1)?.font === slice.name) runs.at(-1).text += segment
    else runs.push({ font: slice.name, text: segment })
  }
  return runs
}

function write(doc, text, options) {
  const runs = runsOf(text)
  for (const [at, run] of runs.entries()) {
    doc.font(run.font).text(run.text, { ...options, continued: at < runs.length - 1 })
  }
}

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
  for (const { name: slice, file } of slices) doc.registerFont(slice, file)
  doc.fontSize(26).moveDown(5)
  write(doc, title, { lineGap: 2 })
  doc.fontSize(14).moveDown(0.6)
  write(doc, `by ${authorName}`)
  doc.fontSize(10.5).moveDown(14)
  write(
    doc,
    `${brand.name} sells this book only in its demonstration: author and book are invented, and what follows is all that there is of it.`,
    { lineGap: 3 },
  )
  doc.addPage().fontSize(12)
  for (const paragraph of sample.split(/\s*\n\s*/).filter(Boolean)) {
    write(doc, paragraph, { lineGap: 4, paragraphGap: 8 })
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
