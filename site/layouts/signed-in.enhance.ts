import '#site/features/shell/navigation/show-reader.ts'
import { showOwnLikes } from '#site/features/magazine/likes/own-likes.ts'
import { pendingKey } from '#site/lib/reader-keys.ts'

// Scripts that every page of a signed-in reader needs at once.
showOwnLikes()
try {
  if (localStorage.getItem(pendingKey)) import('./do-pending.ts').catch(console.warn)
} catch {
  // No storage: nothing is kept.
}
