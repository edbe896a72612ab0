import { readingPaths } from '#contract/shop/reading-paths.ts'
import { createElement } from '#site/lib/create-element.ts'
import type { Note } from '#site/lib/reading/book-notes.ts'

/** Between two notes. */
const gap = 16

/** What was written stands beside its mark where the page has a margin; the number of all, and the way to them, above. */
export function drawMargin(margin: HTMLElement, notes: Note[]) {
  const { noteMargin: bookId = '' } = margin.dataset
  margin.replaceChildren()
  if (notes.length === 0) return
  const head = createElement(
    'a',
    {
      class: 'flex items-center justify-between min-h-44 border-b border-line font-semibold',
      href: readingPaths.notes(bookId),
    },
    `Notes ${notes.length}`,
    createElement('span', { class: 'underline decoration-2 underline-offset-5' }, 'Export'),
  )
  margin.append(head)
  const { top } = margin.getBoundingClientRect()
  let below = head.getBoundingClientRect().bottom - top + gap
  for (const mark of document.querySelectorAll('mark[id^="note-"]')) {
    const words = notes.find(({ id }) => mark.id === `note-${id}`)?.words
    if (!words) continue
    const note = createElement(
      'p',
      {
        class: 'absolute inset-x-0 pl-14 border-l-4 border-accent text-15/140 whitespace-pre-line',
      },
      createElement('b', { class: 'block text-14 text-ink-2' }, 'Your note'),
      words,
    )
    const place = Math.max(below, mark.getBoundingClientRect().top - top)
    note.style.top = `${place}px`
    margin.append(note)
    below = place + note.offsetHeight + gap
  }
}
