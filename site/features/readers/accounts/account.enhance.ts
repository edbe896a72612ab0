import { replaceSaved, type SavedBook, sendSaved } from '#site/features/shop/saved/saved.store.ts'

/** What was saved on this device before signing in joins the account; then both know the same. */
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
