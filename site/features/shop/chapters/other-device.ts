import { readingPaths } from '#contract/shop/reading-paths.ts'
import { createElement } from '#site/lib/create-element.ts'
import type { BookPlace } from '#site/lib/reading/book-places.ts'

/** Offers to go where the reader's other device is, and says when they go; a press or Esc closes it. */
export function offerOtherPlace({ bookId, number }: BookPlace, chapter: string, onGo: () => void) {
  const words = createElement('p')
  const go = createElement(
    'a',
    { class: 'btn-text', href: readingPaths.part(bookId, number) },
    createElement('span', {}, 'Go there'),
  )
  const close = createElement(
    'button',
    { type: 'button', class: 'icon-btn', 'aria-label': 'Close' },
    '×',
  )
  const note = createElement(
    'div',
    {
      class:
        'fixed inset-x-0 bottom-56 z-[15] flex items-center gap-12 px-16 bg-surface border-t-2 border-ink print:hidden',
      role: 'status',
    },
    words,
    go,
    close,
  )
  const remove = () => {
    note.remove()
    removeEventListener('keydown', onKey)
  }
  const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && remove()
  go.addEventListener('click', onGo)
  close.addEventListener('click', remove)
  addEventListener('keydown', onKey)
  document.body.append(note)
  // Filled after it is in the page: screen readers do not announce a region that is inserted with its text.
  requestAnimationFrame(() => {
    words.textContent = `Your other phone is in ${chapter}.`
  })
}
