import { notesMarkdown } from '#contract/shop/notes.ts'
import { readingPaths } from '#contract/shop/reading-paths.ts'
import { createElement } from '#site/lib/create-element.ts'
import { listNotes, type Note } from '#site/lib/reading/book-notes.ts'
import { removeNote, syncNotes } from './sync-notes.ts'

function show(root: HTMLElement) {
  const { notes: bookId = '', edition } = root.dataset
  const notes = listNotes(bookId)
  const button = root.querySelector<HTMLElement>('[data-export]')
  if (button) button.hidden = notes.length === 0
  const count = root.querySelector('[data-count]')
  if (count) count.textContent = wordsFor(notes.length)
  const isHere = (note: Note) => note.editionId === edition
  const lost = notes.filter((note) => !isHere(note))
  root
    .querySelector('[data-list]')
    ?.replaceChildren(
      ...listed(root, notes.filter(isHere)),
      ...(lost.length > 0 ? [heading('Not found in this edition')] : []),
      ...lost.map((note) => drawn(root, note)),
    )
}

function wordsFor(count: number): string {
  if (count > 0) return `${count} ${count === 1 ? 'note' : 'notes'}`
  return 'You have no notes in this book yet. Select words in a chapter to mark them.'
}

/** With the title of each chapter above its first. */
function listed(root: HTMLElement, notes: Note[]) {
  return notes.flatMap((note, at) => [
    ...(note.chapter === notes[at - 1]?.chapter ? [] : [heading(note.chapter)]),
    drawn(root, note),
  ])
}

const heading = (text: string) => createElement('h2', { class: 'mt-28 mb-12 text-21/116' }, text)

function drawn(root: HTMLElement, note: Note) {
  const quote = createElement(
    'blockquote',
    { class: 'pl-12 border-l-4 border-accent font-serif leading-140 whitespace-pre-line' },
    note.quote,
  )
  const words = createElement('p', { class: 'mt-8 whitespace-pre-line' }, note.words)
  const button = createElement(
    'button',
    { type: 'button', class: 'btn-text' },
    createElement('span', {}, 'Delete'),
  )
  button.addEventListener('click', () => removeNote(note, () => show(root)))
  const actions = createElement('p', { class: 'flex gap-24' })
  if (note.editionId === root.dataset['edition']) {
    const href = `${readingPaths.part(note.bookId, note.number)}#note-${note.id}`
    const link = createElement(
      'a',
      { class: 'btn-text', href },
      createElement('span', {}, 'Go there'),
    )
    actions.append(link)
  }
  actions.append(button)
  return createElement(
    'section',
    { class: 'pt-14 pb-8 border-b border-line' },
    quote,
    ...(note.words ? [words] : []),
    actions,
  )
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
  void syncNotes().then(showAll)
}
