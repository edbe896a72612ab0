// Draws free publications, and the samples of the demo's books, as PDFs in A5, which read well on a phone. The same text
// and cover always give the same bytes; page counts in publication.json and books.json are brought up to date.
//   npm run publication -- growing-right    one publication, or several by id; without any, all of them
//   npm run publication -- --demo           the samples of content/demo/books.json
// A text may have one "# title", "## chapters", "### sections", paragraphs, "- " lists and "> " quotes, which keep their
// line breaks, so that a poem is a quote.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { findUnknown, leadingOf, linesOf, openPdf, writeLine } from '../api/shop/pdf/set-text.mjs'

const content = fileURLToPath(new URL('../content/', import.meta.url))
// Whole points, so that no hairline shows at the edge of a screen.
const page = { width: 420, height: 595, margin: 37, top: 62, bottom: 541 }
const width = page.width - 2 * page.margin
const ink = '#171a33'
const coverInks = { cream: '#fff6e2', ink }

/** @typedef {import('../api/shop/pdf/set-text.mjs').Style} Style */
/** @type {Style} */
const text = { weight: 400, size: 11.5, color: ink }
const small = { ...text, size: 9, color: '#4b4a5c' }
const strong = { ...text, weight: /** @type {const} */ (700) }

/** A document that is written from top to bottom, tagged for screen readers. */
function openBooklet({ title, author, description, madeOn }, brand) {
  const { doc, root, close } = openPdf(page, {
    Title: title,
    Author: author,
    Subject: description,
    Creator: brand,
    Producer: brand,
    CreationDate: madeOn,
    ModDate: madeOn,
  })
  const booklet = {
    doc,
    root,
    pages: 0,
    y: page.top,
    /** The page has its title above and its number below, unless it is a cover. */
    addPage(/** @type {any} */ ground = '#fffcf5', isCover = false) {
      doc.addPage()
      booklet.pages += 1
      booklet.y = page.top
      booklet.artifact(() => {
        doc.rect(0, 0, page.width, page.height).fill(ground)
        if (isCover) return
        writeLine(doc, title, small, { x: page.margin, y: 28 })
        writeLine(doc, `${booklet.pages}`, small, { x: page.margin, y: page.height - 34 })
      })
    },
    element(parent, type) {
      const made = doc.struct(type)
      parent.add(made)
      return made
    },
    artifact(draw) {
      doc.markContent('Artifact', /** @type {any} */ ({ type: 'Layout' }))
      draw()
      doc.endMarkedContent()
    },
    /** `before`: the space above it, which the top of a page needs not. `keep`: what must follow on the same page. */
    write(parent, type, words, style, { before = 0, indent = 0, keep = 0, isItem = false } = {}) {
      const leading = leadingOf(style)
      const lines = words.split('\n').flatMap((line) => {
        const unknown = findUnknown(line)
        if (unknown) throw new Error(`the typeface cannot show “${unknown}”.`)
        return linesOf(doc, line, style, width - indent)
      })
      if (booklet.y > page.top) booklet.y += before
      if (booklet.y + lines.length * leading + keep > page.bottom && keep > 0) booklet.addPage()
      const element = booklet.element(parent, type)
      for (const [at, line] of lines.entries()) {
        if (booklet.y + leading > page.bottom) booklet.addPage()
        // The space that ends a line keeps the words apart for those who listen.
        const written = at < lines.length - 1 ? `${line} ` : line
        const place = { x: page.margin + indent, y: booklet.y }
        if (isItem && at === 0)
          booklet.artifact(() => doc.rect(page.margin + 5, place.y + 6, 4, 4).fill(ink))
        element.add(() => writeLine(doc, written, style, place))
        booklet.y += leading
      }
      return element
    },
    async end() {
      root.end()
      return close()
    },
  }
  return booklet
}

function parseText(markdown) {
  const blocks = markdown
    .normalize('NFC')
    // A sum is not parted from its sign at the end of a line.
    .replace(/ ([−+×÷=]) (?=[\d₦])/g, ' $1\u00a0')
    .replaceAll('\r\n', '\n')
    // Headings and lists are blocks of their own even where no blank line says so.
    .replace(/^(#{1,3} .*)$/gm, '\n$1\n')
    .replace(/^(?!- |\s)(.+)\n(?=- )/gm, '$1\n\n')
    .split(/\n\s*\n/)
    .map((block) =>
      block
        .split('\n')
        .map((line) => line.trim())
        .join('\n')
        .trim(),
    )
    .filter(Boolean)
  const parsed = { title: '', opening: [], chapters: [] }
  for (const block of blocks) {
    const here = parsed.chapters.at(-1)?.blocks ?? parsed.opening
    if (block.startsWith('# ')) parsed.title = block.slice(2).trim()
    else if (block.startsWith('## ')) parsed.chapters.push({ title: block.slice(3), blocks: [] })
    else here.push(block)
  }
  return parsed
}

function writeBlock(booklet, block) {
  const { root } = booklet
  const oneLine = (/** @type {string} */ lines) => lines.replaceAll('\n', ' ')
  if (block.startsWith('### ')) {
    booklet.write(root, 'H3', block.slice(4), { ...strong, size: 14 }, { before: 14, keep: 30 })
  } else if (block.startsWith('>')) {
    const quote = booklet.element(root, 'BlockQuote')
    const words = block.replace(/^>\s?/gm, '')
    booklet.write(quote, 'P', words, { ...text, color: small.color }, { before: 8, indent: 20 })
  } else if (block.startsWith('- ')) {
    const list = booklet.element(root, 'L')
    for (const item of block.slice(2).split('\n- ')) {
      const entry = booklet.element(list, 'LI')
      booklet.write(entry, 'LBody', oneLine(item), text, { before: 4, indent: 17, isItem: true })
    }
  } else booklet.write(root, 'P', oneLine(block), text, { before: 7 })
}

/** The cover, whose top colour goes on above the art, with the name of the magazine and the title. */
async function drawCover(booklet, { title, coverInk }, brand, file) {
  const { doc, root } = booklet
  const art = sharp(await readFile(file), { density: 216 })
    .resize({ width: 900 })
    .flatten()
  const picture = await art.png({ palette: true, colours: 64, dither: 0, effort: 10 }).toBuffer()
  const corner = sharp(picture).extract({ left: 1, top: 1, width: 1, height: 1 }).removeAlpha()
  const ground = [...(await corner.raw().toBuffer())]
  const color = coverInks[coverInk]
  booklet.addPage(ground, true)
  booklet.artifact(() => {
    doc.image(picture, 0, page.height - page.width / 0.75, { width: page.width })
    doc.rect(page.margin, 104, width, 4).fill(color)
  })
  booklet.y = 44
  booklet.write(root, 'P', brand, { ...strong, size: 42, color })
  booklet.y = 118
  booklet.write(root, 'H1', title, { ...strong, size: 32, color })
  return { ground, color }
}

async function drawPublication(id, brand) {
  const folder = join(content, 'publications', id)
  const file = join(folder, 'publication.json')
  const publication = JSON.parse(await readFile(file, 'utf8'))
  publication.author = publication.author.replaceAll('{name}', () => brand)
  const { title, opening, chapters } = parseText(
    await readFile(join(folder, publication.text), 'utf8'),
  )
  if (title !== publication.title) throw new Error(`the text begins “# ${title}”.`)
  if (chapters.length === 0) throw new Error('the text has no chapters (lines with “## ”).')
  const madeOn = new Date('2025-01-01T00:00:00Z')
  const booklet = openBooklet({ ...publication, madeOn }, brand)
  const { doc, root } = booklet
  const cover = join(folder, publication.cover)
  const { ground, color } = await drawCover(booklet, publication, brand, cover)

  booklet.addPage('#f5ead2', true)
  booklet.write(root, 'H2', 'Contents', { ...strong, size: 26 })
  const contents = booklet.element(root, 'TOC')
  const imprint = booklet.element(root, 'Sect')

  booklet.addPage()
  for (const block of opening) writeBlock(booklet, block)
  const starts = chapters.map((chapter, index) => {
    // With some lines below it, a chapter goes on where the last one ended.
    const rest = page.bottom - booklet.y
    if (rest < 170) booklet.addPage()
    booklet.write(root, 'H2', chapter.title, { ...strong, size: 20 }, { before: 36 })
    doc.addNamedDestination(`chapter-${index + 1}`, 'XYZ', 0, booklet.y - 60, null)
    const start = booklet.pages
    for (const block of chapter.blocks) writeBlock(booklet, block)
    return start
  })

  booklet.addPage(ground, true)
  booklet.write(root, 'P', 'Read it again,\nthen pass it on.', { ...strong, size: 30, color })
  booklet.write(root, 'P', brand, { ...strong, size: 20, color }, { before: 40 })

  doc.switchToPage(1)
  const rowHeight = Math.min(30, 330 / chapters.length)
  for (const [index, chapter] of chapters.entries()) {
    const y = 116 + index * rowHeight
    const link = booklet.element(booklet.element(contents, 'TOCI'), 'Link')
    link.add(() => {
      writeLine(doc, `${chapter.title} `, strong, { x: page.margin, y })
      writeLine(doc, `${starts[index]}`, strong, { x: 0, y, end: page.margin + width })
      // A string object becomes a text of the PDF, a plain one a name.
      const named = new String(`${chapter.title}, page ${starts[index]}`)
      /** @type {object} Its types know neither. */
      const options = { structParent: link, Contents: named }
      doc.goTo(page.margin, y, width, rowHeight, `chapter-${index + 1}`, options)
    })
    /** @type {object} Its types know nothing of pages. */
    const target = { pageNumber: starts[index] - 1, fit: true }
    doc.outline.addItem(chapter.title, target)
  }
  const { author, category, description } = publication
  const by = `By ${author.replace(/^The /, 'the ')}. ${category}.`
  booklet.y = 450
  booklet.write(imprint, 'P', by, strong)
  booklet.write(imprint, 'P', description, { ...small, size: 10 }, { before: 4 })
  await writeFile(join(folder, publication.pdf), await booklet.end())
  const counted = { ...publication, pages: `${booklet.pages} pages` }
  await writeFile(file, `${JSON.stringify(counted, null, 2)}\n`)
  console.log(`${title}: ${booklet.pages} pages`)
}

/** A demonstration has something to sell: the sample of each of its books. */
async function drawSamples(brand) {
  const listFile = join(content, 'demo', 'books.json')
  const folder = join(content, 'demo', 'books')
  const books = JSON.parse(await readFile(listFile, 'utf8'))
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  for (const book of books) {
    const facts = { ...book, author: book.authorName, madeOn: new Date('2026-01-01T00:00:00Z') }
    const booklet = openBooklet(facts, brand)
    booklet.addPage(undefined, true)
    booklet.y = 160
    booklet.write(booklet.root, 'H1', book.title, { ...strong, size: 26 })
    booklet.write(booklet.root, 'P', `by ${book.authorName}`, { ...text, size: 14 }, { before: 8 })
    const note = `${brand} sells this book only in its demonstration: author and book are invented, and what follows is all that there is of it.`
    booklet.write(booklet.root, 'P', note, small, { before: 160 })
    booklet.addPage()
    for (const paragraph of book.content.split(/\n/).map((line) => line.trim())) {
      if (paragraph) booklet.write(booklet.root, 'P', paragraph, text, { before: 7 })
    }
    await writeFile(join(folder, book.pdf.file), await booklet.end())
    book.pdf.pages = booklet.pages
  }
  await writeFile(listFile, `${JSON.stringify(books, null, 2)}\n`)
  console.log(`${books.length} samples`)
}

const { name: brand } = JSON.parse(await readFile(join(content, 'brand.json'), 'utf8'))
const ids = process.argv.slice(2)
if (ids.includes('--demo')) await drawSamples(brand)
else {
  for (const id of ids.length > 0 ? ids : await readdir(join(content, 'publications'))) {
    await drawPublication(id, brand).catch((error) => {
      console.error(`Publication ${id} failed: ${error.message}`)
      process.exitCode = 1
    })
  }
}
