import { keptBooksKey } from '#site/lib/reader-keys.ts'
import { readText } from '#site/lib/web-storage.ts'

/** `bringTools` loads what the pages of a book load when they are used. */
export function enhanceKeep(bringTools: () => Promise<unknown>) {
  const sheet = document.querySelector<HTMLDialogElement>('[data-keep-sheet]')
  if (!sheet) return
  const load = () => import('./keep-sheet.ts')
  for (const button of document.querySelectorAll('[data-keep]')) {
    button.addEventListener('click', () => {
      load()
        .then(({ openSheet }) => openSheet(sheet, bringTools))
        .catch(console.warn)
    })
  }
  if (readText(keptBooksKey)?.includes(sheet.dataset['keepSheet'] ?? '')) {
    load()
      .then(({ drawSheet }) => drawSheet(sheet))
      .catch(console.warn)
  }
  const close = document.querySelector<HTMLFormElement>('[data-close-books]')
  close?.addEventListener('submit', (event) => {
    event.preventDefault()
    import('#site/lib/offline/kept-cache.ts')
      .then(({ closeBooks }) => closeBooks())
      .catch(console.warn)
      // Without its event.
      .then(() => close.submit())
  })
}
