import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { colours, column, coverText, sheet } from './design.mjs'
import { drawBrandMark, drawStairs, drawStep, drawSun } from './shapes.mjs'
import { balance } from './typesetter.mjs'

/** The cover art, extended upwards in its own top colour to the shape of the page. */
export async function coverPicture(file) {
  const width = 900
  const height = Math.round((width * sheet.height) / sheet.width)
  const source = await readFile(file)
  const natural = await sharp(source).metadata()
  const density = Math.min(2400, Math.max(72, (72 * width) / natural.width))
  const art = await sharp(source, { density }).resize({ width }).flatten().png().toBuffer()
  const { height: artHeight } = await sharp(art).metadata()
  const [r, g, b] = await sharp(art)
    .extract({ left: 1, top: 1, width: 1, height: 1 })
    .raw()
    .toBuffer()
  const whole =
    artHeight < height
      ? sharp(art).extend({ top: height - artHeight, background: { r, g, b } })
      : sharp(art).extract({ left: 0, top: artHeight - height, width, height })
  const page = await whole.png().toBuffer()
  const jpeg = await sharp(page).jpeg({ quality: 78, mozjpeg: true }).toBuffer()
  const png = await sharp(page)
    .png({ palette: true, colours: 64, dither: 0, effort: 10 })
    .toBuffer()
  // Flat dyes are smaller, and sharper, as a PNG; shaded art is smaller as a JPEG.
  return png.length < jpeg.length ? png : jpeg
}

export function drawCover({ doc, type, tags, palette }, { publication, brand, picture }) {
  const colour = coverText[publication.coverInk]
  tags.artifact(() => {
    doc.rect(0, 0, sheet.width, sheet.height).fill(palette.ground)
    doc.image(picture, 0, 0, { width: sheet.width, height: sheet.height })
    doc.rect(33, 104, sheet.width - 66, 4).fill(colour)
  })
  const masthead = { face: 'display', size: 64, colour }
  tags.mark(tags.node('P'), () => type.draw(brand.name, 31, 86, masthead))
  const title = titleStyle(type, publication.title, colour)
  const node = tags.node('H1')
  balance(type, publication.title, title, sheet.width - 66).forEach((words, index) => {
    const baseline = 118 + title.size * (0.86 + index * 1.04)
    tags.mark(node, () => type.draw(`${words} `, 33, baseline, title))
  })
}

function titleStyle(type, title, colour) {
  for (const size of [47, 42, 36, 30]) {
    const style = { face: 'display', size, colour }
    if (type.break(title, style, sheet.width - 66).length <= 2) return style
  }
  return { face: 'display', size: 26, colour }
}

export function drawContents(
  { doc, type, tags, palette },
  { publication, text, starts, firstPage },
) {
  tags.artifact(() => {
    doc.rect(0, 0, sheet.width, sheet.height).fill(colours.sunk)
    drawStep(doc, column.left, 72, 36, palette.accent)
  })
  const head = { face: 'display', size: 34, colour: colours.ink }
  tags.mark(tags.node('H2'), () => type.draw('Contents', column.left, 114, head))
  const tree = tags.node('TOC')
  const rowHeight = Math.min(34, 306 / text.chapters.length)
  let y = 138
  tags.artifact(() => doc.rect(column.left, y, column.width, 2).fill(colours.ink))
  for (const [index, chapter] of text.chapters.entries()) {
    y = drawContentsRow(index, chapter, y)
    tags.artifact(() => doc.rect(column.left, y, column.width, 1).fill('#DDCFB2'))
  }
  drawImprint()

  function drawContentsRow(index, chapter, top) {
    const style = { face: 'display', size: 14, colour: colours.ink }
    const lines = balance(type, chapter.title, style, column.width - 46)
    const height = rowHeight + (lines.length - 1) * 16
    const page = `${firstPage + starts[index]}`
    const number = { ...style, colour: palette.accent }
    const node = tags.node('Link', tags.node('TOCI', tree))
    const baseline = top + rowHeight * 0.5 + 5
    tags.mark(node, (element) => {
      lines.forEach((words, at) => {
        type.draw(`${words} `, column.left, baseline + at * 16, style)
      })
      const right = column.left + column.width - type.widthOf(page, number)
      type.draw(page, right, baseline, number)
      doc.goTo(column.left, top, column.width, height, `chapter-${index + 1}`, {
        structParent: element,
        Contents: new String(`${chapter.title}, page ${page}`),
      })
    })
    return top + height
  }

  function drawImprint() {
    const style = { face: 'text', size: 10, leading: 14.5, colour: colours.soft }
    const lines = type.break(publication.description, style, column.width)
    const by = { ...style, face: 'italic', size: 11, colour: colours.ink }
    let baseline = column.bottom - lines.length * style.leading - 8
    tags.mark(tags.node('P'), () => type.draw(byline(publication), column.left, baseline, by))
    const node = tags.node('P')
    for (const words of lines) {
      baseline += style.leading
      tags.mark(node, () => type.draw(`${words} `, column.left, baseline + 3, style))
    }
  }
}

function byline({ author, category }) {
  return `By ${author.replace(/^The /, 'the ')}. ${category}.`
}

export function drawBack({ doc, type, tags, palette }, { publication, brand }) {
  const colour = coverText[publication.coverInk]
  tags.artifact(() => {
    doc.rect(0, 0, sheet.width, sheet.height).fill(palette.ground)
    drawSun(doc, { x: 112, y: 384, radius: 40, rings: 3, step: 16, palette })
    const tile = sheet.width / 7
    const heights = [1, 1, 1, 2, 3, 4, 5]
    drawStairs(doc, { right: sheet.width, bottom: sheet.height, tile, heights, palette, turn: 4 })
  })
  const last = { face: 'display', size: 33, colour }
  const node = tags.node('P')
  ;['Read it again,', 'then pass it on.'].forEach((words, index) => {
    tags.mark(node, () => type.draw(`${words} `, 33, 78 + index * 36, last))
  })
  tags.artifact(() => {
    doc.rect(33, 138, sheet.width - 66, 4).fill(colour)
    drawBrandMark(doc, { x: 33, y: 164, size: 40, ground: palette.ground })
  })
  const name = { face: 'display', size: 25, colour }
  tags.mark(tags.node('P'), () => type.draw(brand.name, 84, 191, name))
}

export function drawBodyPage(tools, page, { number, title, decorate }) {
  const { doc, type, tags, palette } = tools
  const small = { face: 'text', size: 9, colour: colours.soft }
  const folio = { face: 'text', size: 10.5, colour: colours.ink }
  tags.artifact(() => {
    doc.rect(0, 0, sheet.width, sheet.height).fill(colours.page)
    type.draw(title, column.left, 36, small)
    if (decorate) drawPageEnd(doc, page, palette, number)
    type.draw(`${number}`, column.left, sheet.height - 26, folio)
  })
  for (const group of page.groups) {
    if (group.ruled)
      tags.artifact(() => doc.rect(column.left, group.top - 24, column.width, 2).fill(colours.ink))
    drawRows(group.rows, group.top)
  }
}

function drawRows(rows, top) {
  let y = top
  rows.forEach((row, index) => {
    if (index > 0) y += row.before
    row.draw(y)
    y += row.height
  })
}

/** Where a chapter ends well above the foot of its page, stairs climb out of the corner. */
function drawPageEnd(doc, page, palette, turn) {
  const tile = 42
  const free = Math.floor((sheet.height - page.end - 34) / tile)
  if (free < 2) return
  const heights = [1, 1, 2, 2, 3].map((height) => Math.min(height, free - 1))
  drawStairs(doc, { right: sheet.width, bottom: sheet.height, tile, heights, palette, turn })
}
