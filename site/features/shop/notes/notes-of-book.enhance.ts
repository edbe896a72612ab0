import { accountNotesKey, notesKey } from '#site/lib/reader-keys.ts'
import { readerMark } from '#site/lib/session.ts'
import { readText } from '#site/lib/web-storage.ts'

// Where nobody is signed in and nothing is kept, nothing more is loaded.
const root = document.querySelector<HTMLElement>('[data-notes]')
const has = (key: string) => readText(key)?.includes(root?.dataset['notes'] ?? '')
if (root && (root.dataset['edition'] || readerMark() || has(notesKey) || has(accountNotesKey)))
  import('./show-notes.ts').then(({ showNotesOf }) => showNotesOf(root)).catch(console.warn)
