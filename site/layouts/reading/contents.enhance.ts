import { keptBooksKey } from '#site/lib/offline/rules.ts'
import '#site/features/shop/chapters/contents.enhance.ts'
import { readText } from '#site/lib/web-storage.ts'

// What the contents of a book need to be kept, and closed.

/** A kept book opens with what its pages load when they are read. */
const bringTools = () =>
  Promise.all([
    import('#site/features/shop/chapters/follow-chapter.ts'),
    import('#site/features/shop/chapters/reopen-chapter.ts'),
    import('#site/features/shop/chapters/chapter-keys.ts'),
    import('#site/features/shop/chapters/notes/chapter-notes.ts'),
    import('#site/features/shop/chapters/open-next.ts'),
    import('#site/features/shop/chapters/turn-by-tapping.ts'),
    import('#site/features/readers/reading/track-chapter.ts'),
    import('#site/features/shop/chapters/search-kept.ts'),
    import('#site/features/shell/listening/listen.ts'),
    import('#site/features/shell/offline/books/list-books.ts'),
  ])

const load = () => import('#site/features/shell/offline/books/keep-sheet.ts')
const sheet = document.querySelector<HTMLDialogElement>('[data-keep-sheet]')
if (sheet) {
  const open = () => load().then(({ openSheet }) => openSheet(sheet, bringTools))
  for (const button of document.querySelectorAll('[data-keep]'))
    button.addEventListener('click', () => open().catch(console.warn))
  // Whether it is this book is for the sheet to find out.
  if (readText(keptBooksKey)) load().then(({ drawSheet }) => drawSheet(sheet), console.warn)
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
