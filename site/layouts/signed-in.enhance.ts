import '#site/features/shell/navigation/show-reader.ts'
import { showOwnLikes } from '#site/features/magazine/likes/own-likes.ts'
import { pendingKey } from '#site/lib/reader-keys.ts'
import { readText } from '#site/lib/web-storage.ts'

// Scripts that every page of a signed-in reader needs at once.
showOwnLikes()
if (readText(pendingKey)) import('./do-pending.ts').catch(console.warn)
