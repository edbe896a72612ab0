import { createElement } from '#site/lib/create-element.ts'
import type { Note } from '#site/lib/reading/book-notes.ts'
import { textOfChapter } from './text-of-chapter.ts'

const markClass = 'bg-gold text-ink border-b-2 border-accent dark:border-sunrise'
const numberClass =
  'inline-grid place-items-center min-w-24 h-24 mx-4 px-4 rounded-2 bg-accent text-paper font-sans text-13/100 font-semibold align-middle print:hidden before:content-[attr(data-number)]'

type Page = Pick<Note, 'editionId' | 'number'>

/** Marks the notes in the text, whose words and blocks stay as they are; each opens by a tap, or by the number behind it. */
export function drawNotes(chapter: HTMLElement, notes: Note[], page: Page) {
  for (const mark of chapter.querySelectorAll('[data-highlight]'))
    mark.replaceWith(...mark.childNodes)
  chapter.normalize()
  const placed = notes.flatMap((note) => {
    const at = placeOf(note, chapter, page)
    return at === undefined ? [] : [{ note, at }]
  })
  placed.sort((one, other) => one.at - other.at)
  for (const [index, { note, at }] of placed.entries()) drawNote(chapter, note, at, index + 1)
}

function drawNote(chapter: HTMLElement, { id, quote, words }: Note, at: number, number: number) {
  let last: HTMLElement | undefined
  for (const { node, at: begin } of textOfChapter(chapter).pieces) {
    const from = Math.max(0, at - begin)
    const to = Math.min(node.length, at + quote.length - begin)
    // A formula has no place for it.
    if (from >= to || node.parentElement?.closest('math')) continue
    const part = from > 0 ? node.splitText(from) : node
    if (part.length > to - from) part.splitText(to - from)
    const mark = createElement('mark', { class: markClass, 'data-highlight': id })
    if (!last) mark.id = `note-${id}`
    part.replaceWith(mark)
    mark.append(part)
    last = mark
  }
  if (!last) return
  const button = createElement('button', {
    type: 'button',
    class: numberClass,
    'data-highlight': id,
    'data-number': String(number),
    // It is no word of the text: neither copied nor read aloud with it.
    'aria-label': `${words ? 'Note' : 'Highlight'} ${number}`,
  })
  const link = last.closest('a') ?? last
  link.after(button)
}

/** Undefined where it is not on this page. In another edition it is only where its quote and both sides are the same. */
function placeOf(note: Note, chapter: HTMLElement, page: Page): number | undefined {
  const { text, blocks } = textOfChapter(chapter)
  if (note.editionId === page.editionId) {
    const at = (blocks[note.block] ?? text.length) + note.start
    return note.number === page.number && text.startsWith(note.quote, at) ? at : undefined
  }
  const at = text.indexOf(note.before + note.quote + note.after)
  return at < 0 ? undefined : at + note.before.length
}
