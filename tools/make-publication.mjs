// Typesets content/publications/<id>/text.md into an A5 PDF that reads well on a phone.
//
//   node tools/make-publication.mjs growing-right        one publication, or several ids
//   node tools/make-publication.mjs                      every publication
//
// The text may use: one "# title", "## chapters", "### sections", paragraphs, "- " lists and
// "> " quotes (a quote keeps its line breaks, so a poem is a quote). The same text and cover always
// give the same bytes. The page count in publication.json is brought up to date.
import { createWriteStream, existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { coverText, paletteOf, sheet } from './publication/design.mjs'
import {
  coverPicture,
  drawBack,
  drawBodyPage,
  drawContents,
  drawCover,
} from './publication/draw-pages.mjs'
import { openFonts, ownCharacters } from './publication/fonts.mjs'
import { layOutInComfort } from './publication/pages.mjs'
import { makeSetter } from './publication/rows.mjs'
import { makeTypesetter } from './publication/typesetter.mjs'

// The structure that screen readers follow. A node is made when the text is laid out and becomes an
// element of the document when its first line is drawn.

function makeTags(doc) {
  const root = doc.struct('Document')
  doc.addStructure(root)
  const elements = new Map()

  function elementOf(node) {
    if (!node) return root
    if (!elements.has(node)) {
      const element = doc.struct(node.type)
      elementOf(node.parent).add(element)
      elements.set(node, element)
    }
    return elements.get(node)
  }

  return {
    node: (type, parent = null) => ({ type, parent }),
    mark(node, draw) {
      const element = elementOf(node)
      element.add(() => draw(element))
    },
    artifact(draw) {
      doc.markContent('Artifact', { type: 'Layout' })
      draw()
      doc.endMarkedContent()
    },
    end: () => root.end(),
  }
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
    .map((block) => block.trim())
    .filter(Boolean)
  const text = { title: '', opening: [], chapters: [] }
  for (const block of blocks) {
    const here = text.chapters.at(-1)?.blocks ?? text.opening
    const lines = block.split('\n').map((line) => line.trim())
    if (block.startsWith('# ')) text.title = block.slice(2).trim()
    else if (block.startsWith('## ')) text.chapters.push({ title: block.slice(3), blocks: [] })
    else if (block.startsWith('### ')) here.push({ kind: 'section', text: block.slice(4) })
    else if (block.startsWith('- ')) here.push({ kind: 'list', items: itemsOf(lines) })
    else if (block.startsWith('>'))
      here.push({ kind: 'quote', lines: lines.map((line) => line.replace(/^>\s?/, '')) })
    else here.push({ kind: 'paragraph', text: lines.join(' ') })
  }
  return text
}

function itemsOf(lines) {
  const items = []
  for (const line of lines) {
    if (line.startsWith('- ')) items.push(line.slice(2))
    else items[items.length - 1] += ` ${line}`
  }
  return items
}

const publicationsFolder = fileURLToPath(new URL('../content/publications/', import.meta.url))
const brandFile = fileURLToPath(new URL('../content/brand.json', import.meta.url))
const madeOn = new Date('2025-01-01T00:00:00Z')

function openDocument({ title, author, description }, brand) {
  return new PDFDocument({
    size: [sheet.width, sheet.height],
    margin: 0,
    autoFirstPage: false,
    font: '',
    pdfVersion: '1.7',
    lang: 'en-NG',
    tagged: true,
    displayTitle: true,
    info: {
      Title: title,
      Author: author,
      Subject: description,
      Creator: brand.name,
      Producer: brand.name,
      CreationDate: madeOn,
      ModDate: madeOn,
    },
  })
}

async function makePublication(id, brand) {
  const folder = join(publicationsFolder, id)
  const jsonFile = join(folder, 'publication.json')
  if (!existsSync(jsonFile))
    throw new Error(`there is no content/publications/${id}/publication.json.`)
  const publication = JSON.parse(await readFile(jsonFile, 'utf8'))
  const text = parseText(await readFile(join(folder, publication.text), 'utf8'))
  checkText(publication, text)

  const doc = openDocument(publication, brand)
  const sample = `${JSON.stringify([text, publication, brand])}${ownCharacters}`.normalize('NFC')
  const fonts = await openFonts(doc, sample)
  const palette = paletteOf(publication)
  const tools = { doc, palette, type: makeTypesetter(doc, fonts), tags: makeTags(doc) }
  const { pages, starts } = layOutInComfort(makeSetter(tools), text)
  const firstPage = 3

  doc.addPage()
  const picture = await coverPicture(join(folder, publication.cover))
  drawCover(tools, { publication, brand, picture })
  doc.addPage()
  drawContents(tools, { publication, text, starts, firstPage })
  for (const [index, page] of pages.entries()) {
    doc.addPage()
    const next = pages[index + 1]
    const decorate = !next || (starts.includes(index + 1) && !next.groups[0].ruled)
    drawBodyPage(tools, page, { number: firstPage + index, title: text.title, decorate })
  }
  doc.addPage()
  drawBack(tools, { publication, brand })

  for (const [index, chapter] of text.chapters.entries()) {
    /** @type {object} Its types know nothing of pages. */
    const target = { pageNumber: firstPage - 1 + starts[index], fit: true }
    doc.outline.addItem(chapter.title, target)
  }
  tools.tags.end()
  doc.end()
  const pdfFile = join(folder, publication.pdf)
  await pipeline(doc, createWriteStream(pdfFile))

  const count = pages.length + 3
  await writeFile(jsonFile, withPages(publication, count))
  const { size } = await stat(pdfFile)
  console.log(`${publication.title}: ${count} pages, ${Math.ceil(size / 1024)} KB`)
}

function checkText({ id, title, coverInk, order }, text) {
  if (text.title !== title)
    throw new Error(`the text begins “# ${text.title}”, but publication.json says “${title}”.`)
  if (text.chapters.length === 0) throw new Error('the text has no chapters (lines with “## ”).')
  if (!coverText[coverInk]) throw new Error(`“coverInk” must be "cream" or "ink" in ${id}.`)
  if (!Number.isFinite(order)) throw new Error(`“order” must be a number in ${id}.`)
}

function withPages(publication, count) {
  return `${JSON.stringify({ ...publication, pages: `${count} pages` }, null, 2)}\n`
}

async function everyPublication() {
  const entries = await readdir(publicationsFolder, { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
}

const { name } = JSON.parse(await readFile(brandFile, 'utf8'))
const brand = { name }
const ids = process.argv.slice(2)
for (const id of ids.length > 0 ? ids : await everyPublication()) {
  try {
    await makePublication(id, brand)
  } catch (error) {
    console.error(`Publication ${id} failed: ${error.message}`)
    process.exitCode = 1
  }
}
