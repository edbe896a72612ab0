import { inOrder, noteLimits, notesMarkdown } from '#contract/shop/notes.ts'
import { readingPaths } from '#contract/shop/reading-paths.ts'
import { call } from '#site/lib/call.ts'
import { createElement } from '#site/lib/create-element.ts'
import { listNotes, type Note } from '#site/lib/reading/book-notes.ts'
import { removeNote, syncNotes } from './sync-notes.ts'

/** In which part a note of an earlier edition stands now; undefined: nobody was asked. */
const found = new Map<string, number | null | undefined>()

function show(root: HTMLElement) {
  const { notes: bookId = '', edition } = root.dataset
  const notes = listNotes(bookId)
  const numberOf = ({ id, number, editionId }: Note) =>
    editionId === edition ? number : found.get(id)
  const here = inOrder(notes.map((note) => ({ ...note, number: numberOf(note) ?? 0 }))).filter(
    ({ number }) => number > 0,
  )
  const lost = notes.filter((note) => !numberOf(note))
  const isAsked = lost.every(({ id }) => found.has(id))
  const button = root.querySelector<HTMLElement>('[data-export]')
  if (button) button.hidden = notes.length === 0
  const count = root.querySelector('[data-count]')
  if (count) count.textContent = wordsFor(notes.length)
  const lines = here.flatMap((note, at) => [
    ...(note.chapter === here[at - 1]?.chapter ? [] : [heading(note.chapter)]),
    drawn(root, note, `${readingPaths.part(bookId, note.number)}#note-${note.id}`),
  ])
  if (lost.length > 0)
    lines.push(heading(isAsked ? 'Not found in this edition' : 'From an earlier edition'))
  const list = root.querySelector('[data-list]')
  list?.replaceChildren(...lines, ...lost.map((note) => drawn(root, note)))
}

function wordsFor(count: number): string {
  if (count > 0) return `${count} ${count === 1 ? 'note' : 'notes'}`
  return 'You have no notes in this book yet. Select words in a chapter to mark them.'
}

const heading = (text: string) => createElement('h2', { class: 'mt-28 mb-12 text-21/116' }, text)

function drawn(root: HTMLElement, note: Note, href?: string): HTMLElement {
  const template = root.querySelector('template')
  const section = template?.content.firstElementChild?.cloneNode(true) as HTMLElement
  const [quote, words, link, button] = section.children as unknown as HTMLAnchorElement[]
  if (quote) quote.textContent = note.quote
  if (words) words.textContent = note.words
  if (href) link?.setAttribute('href', href)
  else link?.remove()
  button?.addEventListener('click', () => removeNote(note, () => show(root)))
  return section
}

/** Asks where the notes of earlier editions stand in this one. */
async function findOlder({ dataset }: HTMLElement) {
  const { notes: bookId = '', edition } = dataset
  const older = listNotes(bookId).filter(({ editionId }) => edition && editionId !== edition)
  for (let at = 0; at < older.length; at += noteLimits.batch) {
    const some = older.slice(at, at + noteLimits.batch)
    const quotes = some.map(({ quote, before, after }) => ({ quote, before, after }))
    const numbers = await call('POST /books/:id/read/quotes', { id: bookId, quotes })
    for (const [nth, { id }] of some.entries()) found.set(id, numbers[nth])
  }
}

/** All of them, whole. */
function exportNotes({ dataset }: HTMLElement) {
  const { notes: bookId = '', title = '', author: authorName = '' } = dataset
  const text = notesMarkdown([{ title, authorName, notes: listNotes(bookId) }])
  const href = URL.createObjectURL(new Blob([text], { type: 'text/markdown' }))
  createElement('a', { href, download: `Notes on ${title}.md` }).click()
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}

// Those of this device at once, and those of the account when it answers.
const root = document.querySelector<HTMLElement>('[data-notes]')
if (root) {
  const showAll = () => show(root)
  showAll()
  root.querySelector('[data-export]')?.addEventListener('click', () => exportNotes(root))
  syncNotes()
    .then(() => findOlder(root))
    .catch(console.warn)
    .finally(showAll)
}
