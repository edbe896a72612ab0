import { onceEngaged } from '#site/lib/engaged/once-engaged.ts'
import { bookPlacesKey } from '#site/lib/reader-keys.ts'
import { readText } from '#site/lib/web-storage.ts'
import { tappingKey } from './tapping-key.ts'

// What a chapter needs at once; the rest waits until its reader scrolls, touches or types.

const chapter = document.querySelector<HTMLElement>('[data-chapter-page]')
if (chapter) {
  onceEngaged(() => import('./follow-chapter.ts'))
  if (readText(bookPlacesKey)?.includes(chapter.dataset['book'] ?? ''))
    import('./reopen-chapter.ts').catch(console.warn)
  const loadTapping = () => import('./turn-by-tapping.ts')
  if (readText(tappingKey) === 'on') loadTapping().catch(console.warn)
  addEventListener('click', ({ target }) => {
    if (!(target as Element).closest('[data-tapping]')) return
    loadTapping()
      .then(({ toggleTapping }) => toggleTapping())
      .catch(console.warn)
  })
  // The first key may be one of ours.
  const loadKeys = () => import('./chapter-keys.ts')
  addEventListener('keydown', (event) => {
    const { target, key, ctrlKey, metaKey, altKey } = event
    const isTyping = (target as Element).closest?.('input, textarea, select, [contenteditable]')
    if (isTyping || ctrlKey || metaKey || altKey) return
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
