import { unhydrated } from '#site/astro/unhydrated.ts'
import { $saved, readAccount } from './saved.store.ts'

/** Shows whether a book is saved before its button hydrates. */
$saved.subscribe((books) => {
  for (const button of unhydrated('[data-save]')) {
    const isSaved = books.some(({ id }) => id === button.dataset['save'])
    button.ariaPressed = String(isSaved)
    button.querySelector('span')?.replaceChildren(isSaved ? 'Saved' : 'Save')
  }
})

const button = document.querySelector<HTMLElement>('[data-save]')
const { save: id, bookTitle: title = '', bookAuthor: authorName = '' } = button?.dataset ?? {}
if (id) readAccount({ id, title, authorName }).catch(console.warn)
