import { onceEngaged } from '#site/lib/engaged/once-engaged.ts'
import { bookPlacesKey } from '#site/lib/reader-keys.ts'
import { accountNotesKey, notesKey } from '#site/lib/reading/note-keys.ts'
import { readText } from '#site/lib/web-storage.ts'
import { tappingKey } from './tapping-key.ts'

// What a chapter needs at once; the rest waits until its reader scrolls, touches or types.

const chapter = document.querySelector<HTMLElement>('[data-chapter-page]')
if (chapter) {
  const { book = '' } = chapter.dataset
  onceEngaged(() => import('./follow-chapter.ts'))
  const loadTapping = () => import('./turn-by-tapping.ts')
  if (readText(tappingKey) === 'on') loadTapping().catch(console.warn)
  addEventListener('click', ({ target }) => {
    if (!(target as Element).closest('[data-tapping]')) return
    loadTapping()
      .then(({ toggleTapping }) => toggleTapping())
      .catch(console.warn)
  })
  if (readText(bookPlacesKey)?.includes(book)) import('./reopen-chapter.ts').catch(console.warn)
  const loadNotes = () => import('./notes/chapter-notes.ts')
  if ([notesKey, accountNotesKey].some((key) => readText(key)?.includes(book)))
    loadNotes().catch(console.warn)
  // A selection grows while a finger draws it.
  let settled: ReturnType<typeof setTimeout>
  let isSelected = false
  document.addEventListener('selectionchange', () => {
    clearTimeout(settled)
    const wasSelected = isSelected
    isSelected = getSelection()?.isCollapsed === false
    if (!wasSelected && !isSelected) return
    settled = setTimeout(() => {
      loadNotes()
        .then(({ offerSelected }) => offerSelected())
        .catch(console.warn)
    }, 300)
  })
  // The first key may be one of ours.
  const loadKeys = () => import('./chapter-keys.ts')
  addEventListener('keydown', (event) => {
    const { target, key, ctrlKey, metaKey, altKey } = event
    const isTyping = (target as Element).closest?.('input, textarea, select, [contenteditable]')
    // Before this script's other half has come, Esc may have closed the dialog that it was meant for.
    const isOpen = document.querySelector('dialog[open]') !== null
    if (isTyping || isOpen || ctrlKey || metaKey || altKey) return
    loadKeys()
      .then(({ pressKey }) => pressKey(key, event))
      .catch(console.warn)
  })
  const keys = document.querySelector<HTMLElement>('[data-keys]')
  keys?.addEventListener('click', () => {
    loadKeys()
      .then(({ toggleKeys }) => toggleKeys(keys))
      .catch(console.warn)
  })
}
