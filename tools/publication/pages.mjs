import { column } from './design.mjs'

const comfortablePages = 20
const fullPage = column.bottom - column.top
const chapterGap = 46

function heightOf(rows) {
  return rows.reduce((sum, row, index) => sum + row.height + (index === 0 ? 0 : row.before), 0)
}

// Splits rows over pages; `room` is what the first page still has to give.
function paginate(rows, room) {
  const pages = []
  let left = rows
  let space = room
  while (left.length > 0) {
    let count = left.length
    while (count > 0 && heightOf(left.slice(0, count)) > space) count -= 1
    let cut = count
    while (cut > 0 && cut < left.length && left[cut - 1].keep) cut -= 1
    if (cut === 0 && space === fullPage) cut = Math.max(count, 1)
    pages.push(left.slice(0, cut))
    left = left.slice(cut)
    space = fullPage
  }
  return pages
}

// Lays all chapters out. A chapter starts on the page where the last one ended if at least `share`
// of that page is free, else on a new page.
function layOut(setter, text, share) {
  const pages = []
  const starts = []
  if (text.opening.length > 0) {
    const rows = setter.blocks(text.opening, 17, { opening: true })
    for (const part of paginate(rows, fullPage)) pages.push(newPage(part, column.top))
  }
  for (const [index, chapter] of text.chapters.entries()) {
    const last = pages.at(-1)
    const free = last && starts.length > 0 ? column.bottom - last.end - chapterGap : 0
    const joins = free >= fullPage * share
    const parts = bestFit(setter, chapter, `chapter-${index + 1}`, joins ? free : fullPage)
    const [first, ...more] = parts
    if (joins && first.length > 0) {
      last.groups.push({ rows: first, top: last.end + chapterGap, ruled: true })
      last.end += chapterGap + heightOf(first)
    } else pages.push(newPage(first, column.top))
    starts.push(pages.length - 1)
    for (const part of more) pages.push(newPage(part, column.top))
  }
  return { pages, starts }
}

function newPage(rows, top) {
  return { groups: [{ rows, top, ruled: false }], end: top + heightOf(rows) }
}

// A chapter that would leave only a few lines on its last page is set a little tighter.
function bestFit(setter, chapter, name, room) {
  const tries = [17, 16.7, 16.4, 16.1].map((leading) => {
    const head = setter.chapterHead({ title: chapter.title, name })
    return paginate([...head, ...setter.blocks(chapter.blocks, leading)], room)
  })
  const usual = tries[0]
  const stub = usual.length > 1 && heightOf(usual.at(-1)) < fullPage * 0.16
  return (stub && tries.find((parts) => parts.length < usual.length)) || usual
}

// Each chapter on a new page where that keeps the whole short enough, else closer together.
export function layOutInComfort(setter, text) {
  const around = 3
  let closest
  for (const share of [1, 0.6, 0.45, 0.3]) {
    closest = layOut(setter, text, share)
    if (closest.pages.length + around <= comfortablePages) return closest
  }
  return closest
}
