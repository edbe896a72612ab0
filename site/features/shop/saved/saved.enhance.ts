import { $saved, readAccount, toggleSaved } from './saved.store.ts'

const button = document.querySelector<HTMLElement>('[data-save]')
const { save: id, bookTitle: title = '', bookAuthor: authorName = '' } = button?.dataset ?? {}
if (button && id) {
  const book = { id, title, authorName }
  const isSaved = () => $saved.get().some((one) => one.id === id)
  $saved.subscribe(() => {
    button.ariaPressed = String(isSaved())
    button.querySelector('span')?.replaceChildren(isSaved() ? 'Saved' : 'Save')
  })
  button.addEventListener('click', () => {
    toggleSaved(book)
      // Where the account is not reached, the device has it all the same.
      .catch(console.warn)
      .then(() => import('./tell-saved.ts'))
      .then(({ tellSaved }) => tellSaved(isSaved()), console.warn)
  })
  readAccount(book).catch(console.warn)
}
