import { replaceSaved, type SavedBook, sendSaved } from '#site/features/shop/saved/saved.store.ts'

/** Merges books that were saved on this device before signing in into the account. */
async function joinSaved() {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-saved-book]')]
  const known = rows.map(
    ({ dataset }): SavedBook => ({
      id: dataset['savedBook'] ?? '',
      title: dataset['title'] ?? '',
      authorName: dataset['author'] ?? '',
    }),
  )
  if (await sendSaved(known)) location.reload()
  else replaceSaved(known)
}

void joinSaved()
