import { $saved, readAccount } from './saved.store.ts'

const button = document.querySelector<HTMLElement>('[data-save]')
const id = button?.dataset['save']

/** Shows whether the book is saved before the button comes alive. */
function show() {
  if (!button) return
  const isSaved = $saved.get().some((book) => book.id === id)
  button.ariaPressed = String(isSaved)
  const label = button.querySelector('span')
  if (label) label.textContent = isSaved ? 'Saved' : 'Save'
}

show()
const { bookTitle: title = '', bookAuthor: authorName = '' } = button?.dataset ?? {}
if (id) readAccount({ id, title, authorName }).then(show, console.warn)
