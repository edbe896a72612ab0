import { keptRoom } from '#contract/shop/reading.ts'
import { formatBytes } from '#site/lib/format-bytes.ts'
import { listKeptBooks } from '#site/lib/reading/kept-books.ts'
import { keptWords } from '#site/messages/kept-messages.ts'

// What of My books is on this phone, which no server knows; and what is shown of them.

const kept = listKeptBooks()
for (const told of document.querySelectorAll<HTMLElement>('[data-kept]')) {
  const book = kept.find(({ id }) => id === told.dataset['kept'])
  if (!book) continue
  told.textContent = keptWords.here(formatBytes(book.bytes))
  told.hidden = false
}
const used = document.querySelector<HTMLElement>('[data-used]')
if (used && kept.length > 0) {
  const bytes = kept.reduce((sum, book) => sum + book.bytes, 0)
  used.textContent = `${keptWords.used(bytes, keptRoom)} on this phone`
  used.hidden = false
}

const items = [...document.querySelectorAll<HTMLElement>('[data-library] > li')]
const chosen: Record<string, HTMLElement[]> = {
  all: items,
  kept: items.filter((item) => item.querySelector('[data-kept]:not([hidden])')),
  finished: items.filter((item) => item.querySelector('[data-finished]')),
}
const filters = [...document.querySelectorAll<HTMLElement>('[data-filter]')]
for (const filter of filters) {
  const shown = chosen[filter.dataset['filter'] ?? ''] ?? []
  filter.querySelector('[data-count]')?.replaceChildren(String(shown.length))
  filter.addEventListener('click', () => {
    for (const one of filters) one.ariaPressed = String(one === filter)
    for (const item of items) item.hidden = !shown.includes(item)
  })
}
// One kind is no choice.
const isChoice =
  items.length > 1 &&
  Object.values(chosen).some((some) => some.length !== items.length && some.length > 0)
const choice = document.querySelector<HTMLElement>('[data-filters]')
if (!isChoice) choice?.remove()
else if (choice) choice.hidden = false
